import { describe, expect, it } from "vitest";
import type { Trust } from "#core/trust.ts";
import type { EventRecord, Strategy } from "#daemon/records/event-record.ts";
import { chooseBatch, chooseTrust } from "./choose-batch.ts";

const NOW = 1_000_000;

describe("whose events are taken up next", () => {
	const waited = (trust: Trust, ms: number) => ({ trust, receivedAt: NOW - ms });

	it.each<[string, ReturnType<typeof waited>[], Trust | undefined]>([
		["nobody's, where nothing waits", [], undefined],
		["the owner's, who came later", [waited("owner", 0), waited("system", 60_000)], "owner"],
		["the owner's, whatever the order given", [waited("stranger", 50_000), waited("owner", 1)], "owner"],
		["anybody's who has waited more than a minute", [waited("owner", 0), waited("known", 60_001)], "known"],
		[
			"the longest wait of several that are too long",
			[waited("system", 61_000), waited("stranger", 90_000)],
			"stranger",
		],
		["the owner's, who has waited longest of all", [waited("owner", 95_000), waited("system", 90_000)], "owner"],
		["the oldest, where the owner has said nothing", [waited("system", 1), waited("known", 2)], "known"],
	])("are %s", (_who, longest, expected) => {
		expect(chooseTrust(longest, NOW)).toBe(expected);
	});

	it("come first at once where several arrived in the same moment", () => {
		expect(chooseTrust([waited("system", 5), waited("known", 5)], NOW)).toBe("system");
	});
});

describe("a batch", () => {
	const event = (id: number, kind: string, text = "", strategy?: Strategy) =>
		({ id, kind, text, strategy: strategy && { kind: strategy, reason: "" } }) as EventRecord;
	const ids = (events: readonly EventRecord[]) => chooseBatch(events).map(({ id }) => id);

	it("is read results first, then what the program reports, then people, each oldest first, and an interrupt last", () => {
		const waiting = [
			event(1, "message"),
			event(2, "timer", "", "cancel"),
			event(3, "approval-outcome"),
			event(4, "task-result"),
			event(5, "message"),
			event(6, "command"),
			event(7, "task-result"),
			event(8, "timer"),
		];
		expect(ids(waiting)).toEqual([4, 7, 3, 8, 1, 5, 6, 2]);
	});

	it("does not move what was merely queued or answered beside", () => {
		expect(ids([event(1, "message", "", "queue"), event(2, "message", "", "parallel")])).toEqual([1, 2]);
	});

	it("takes what is oldest, up to 40,000 units of text, and leaves the rest for later", () => {
		const part = "x".repeat(10_000);
		expect(ids([1, 2, 3, 4, 5].map((id) => event(id, "message", part)))).toEqual([1, 2, 3, 4]);
	});

	it("counts a long text by what is shown of it", () => {
		const huge = "x".repeat(500_000);
		expect(ids([event(1, "message", huge), event(2, "message", huge), event(3, "message", huge)])).toEqual([1, 2]);
	});

	it("always takes the first, and what interrupts, however long they are", () => {
		const huge = "x".repeat(500_000);
		const interrupt = event(9, "message", huge, "cancel");
		expect(ids([event(1, "message", huge), event(2, "message", huge), event(3, "message", huge), interrupt])).toEqual([
			1, 2, 9,
		]);
		expect(ids([interrupt])).toEqual([9]);
		expect(ids([])).toEqual([]);
	});
});
