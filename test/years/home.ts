import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createHome } from "#config/first-start.ts";
import { systemIds } from "#core/ids.ts";
import { createSteward, type Steward } from "#daemon/create-steward.ts";
import type { FakeClock } from "#test/fake-clock.ts";

/** The window in which the year has to fit: small, so that it overflows many times. */
export const WINDOW_TOKENS = 12_000;

const CONFIGURATION = `
owner: { name: Ada, timezone: Europe/Berlin }
models: { main: [{ baseUrl: "http://127.0.0.1:1/v1", model: near, apiKey: "sk-none" }] }
channels: { web: { port: 0 } }
limits: { tokensPerTurn: 10000000 }
context: { windowTokens: ${WINDOW_TOKENS} }
`;

/** A home with some notes to read. */
export function prepareYear(home: string): void {
	createHome(home);
	writeFileSync(join(home, "config.yaml"), CONFIGURATION);
	mkdirSync(join(home, "workspace", "notes"), { recursive: true });
	for (let number = 1; number <= 9; number += 1) {
		const lines = Array.from(
			{ length: number * 12 },
			(_, line) => `line ${line} of note ${number}: what was said about it`,
		);
		writeFileSync(join(home, "workspace", "notes", `${number}.md`), `${lines.join("\n")}\n`);
	}
}

const nothing = () => undefined;

/** A daemon in this process, without a socket to the model. */
export async function startYear(home: string, clock: FakeClock, model: typeof fetch): Promise<Steward> {
	const log = { debug: nothing, info: nothing, warn: console.warn, error: console.error };
	const steward = createSteward({ home, environment: {}, clock, ids: systemIds, fetch: model, log: () => log });
	await steward.start();
	return steward;
}
