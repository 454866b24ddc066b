import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, vi } from "vitest";
import type { Fixture } from "./steward-fixture.ts";

/** Far longer than anything takes here, also on a busy machine. */
const PATIENT = { timeout: 10_000, interval: 5 };

/** Waits until an assertion holds. */
export const until = <Result>(assertion: () => Result | Promise<Result>): Promise<Result> =>
	vi.waitFor(assertion, PATIENT);

/** What the model was shown in a request, numbered from 1, as one text. */
export const shown = ({ model }: Pick<Fixture, "model">, request: number): string =>
	(model.requests[request - 1]?.body?.messages ?? []).map(({ content }) => content).join("\n");

export const untilState = ({ steward }: Fixture, state: string): Promise<void> =>
	until(() => expect(steward.status().loop.state).toBe(state));

/** Nothing is left to do, and everything that the owner said has ended. */
export const untilRest = (fixture: Fixture): Promise<void> =>
	until(async () => {
		const { loop, waitingEvents, tasks } = fixture.steward.status();
		expect({ state: loop.state, waitingEvents, tasks }).toEqual({ state: "idle", waitingEvents: 0, tasks: [] });
		const owed = (await fixture.web.history()).filter(({ from, state }) => from === "owner" && state !== "answered");
		expect(owed).toEqual([]);
	});

/** Reads rows of a daemon that runs. */
export function rowsOf(home: string, sql: string): unknown[] {
	const sqlite = new Sqlite(join(home, "state.db"), { readonly: true });
	try {
		return sqlite.prepare(sql).all();
	} finally {
		sqlite.close();
	}
}
