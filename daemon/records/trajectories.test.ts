import { describe, expect, it } from "vitest";
import { openWorkbench } from "#daemon/loop/workbench-fixture.ts";

const thread = { kind: "side", key: "mail:1", purpose: "a mail thread" } as const;

describe("a trajectory", () => {
	it("is made once for each kind and key", () => {
		const { trajectories } = openWorkbench();
		const id = trajectories.ensure(thread);
		expect(trajectories.ensure({ ...thread, purpose: "named otherwise" })).toBe(id);
		expect(trajectories.ensure({ ...thread, key: "mail:2" })).not.toBe(id);
		expect(trajectories.ensure({ ...thread, kind: "guest" })).not.toBe(id);
		expect(trajectories.find(id)).toMatchObject({ ...thread, state: "idle", parentId: undefined });
	});

	it("that is a fork knows its parent and up to where it sees it; each is a new one", () => {
		const { trajectories } = openWorkbench();
		const [first, second] = [trajectories.fork(1, 12, "answers E-3"), trajectories.fork(1, 12, "answers E-3")];
		expect(first).not.toBe(second);
		expect(trajectories.find(first)).toMatchObject({ kind: "fork", parentId: 1, forkedAfter: 12, key: undefined });
	});

	it("that there is none of is not found", () => {
		expect(openWorkbench().trajectories.find(99)).toBeUndefined();
	});
});

describe("a trajectory's state", () => {
	it("changes with its time, and is told of after the commit, once", async () => {
		const { trajectories, database, clock } = openWorkbench();
		const told: string[] = [];
		trajectories.subscribe(() => told.push(trajectories.find(1)?.state ?? ""));
		await clock.advance(1_000);
		const during = database.write(() => {
			trajectories.setState(1, "failed", "no model");
			return [...told];
		});
		const since = clock.now();
		await clock.advance(1_000);
		trajectories.setState(1, "failed", "no model");
		expect([during, told]).toEqual([[], ["failed"]]);
		expect(trajectories.find(1)).toMatchObject({ state: "failed", stateDetail: "no model", stateSince: since });
	});

	it("changes with its detail alone, and loses it with the next", () => {
		const { trajectories } = openWorkbench();
		trajectories.setState(1, "failed", "no model");
		trajectories.setState(1, "failed", "no money");
		expect(trajectories.find(1)?.stateDetail).toBe("no money");
		trajectories.setState(1, "idle");
		expect(trajectories.find(1)).toMatchObject({ state: "idle", stateDetail: undefined });
	});

	it("that was rolled back is told to nobody; one that could not be written can be", () => {
		const { trajectories, database } = openWorkbench();
		let told = 0;
		trajectories.subscribe(() => {
			told += 1;
		});
		const failing = () => {
			trajectories.setState(1, "acting");
			throw new Error("the disk is full");
		};
		expect(() => database.write(failing)).toThrow("the disk is full");
		expect([told, trajectories.find(1)?.state]).toEqual([0, "idle"]);
		trajectories.noteChanged();
		expect(told).toBe(1);
	});
});
