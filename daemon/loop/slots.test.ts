import { describe, expect, it } from "vitest";
import { Slots } from "./slots.ts";
import { settle } from "./workbench-rows-fixture.ts";

const never = new AbortController().signal;

/** Asks for a place and notes who got one, in that order. */
function openSlots(total: number) {
	const slots = new Slots(total);
	const placed: string[] = [];
	const releases = new Map<string, () => void>();
	const take = async (name: string, signal: AbortSignal = never) => {
		const release = await slots.take(signal);
		if (!release) return;
		placed.push(name);
		releases.set(name, release);
	};
	return { slots, placed, take, release: (name: string) => releases.get(name)?.() };
}

describe("the places", () => {
	it("are one less than what is worked on at once: the owner's is kept", async () => {
		const { slots, placed, take } = openSlots(3);
		await take("a");
		await take("b");
		void take("c");
		await settle();
		expect(placed).toEqual(["a", "b"]);
		expect(slots.counts).toEqual({ running: 2, waiting: 1 });
	});

	it("go to those who wait, first come, first served", async () => {
		const { slots, placed, take, release } = openSlots(2);
		await take("a");
		for (const name of ["b", "c"]) void take(name);
		release("a");
		await settle();
		expect(placed).toEqual(["a", "b"]);
		release("b");
		await settle();
		release("c");
		expect(placed).toEqual(["a", "b", "c"]);
		expect(slots.counts).toEqual({ running: 0, waiting: 0 });
	});

	it("go to who has waited, not to who asks in the moment when one is given back", async () => {
		const { placed, take, release } = openSlots(2);
		await take("a");
		void take("b");
		release("a");
		void take("c");
		await settle();
		expect(placed).toEqual(["a", "b"]);
	});

	it("are not given to who has left, before or while waiting", async () => {
		const { slots, placed, take, release } = openSlots(2);
		await take("before", AbortSignal.abort());
		await take("a");
		const leaving = new AbortController();
		const left = take("b", leaving.signal);
		void take("c");
		leaving.abort();
		await left;
		release("a");
		await settle();
		expect(placed).toEqual(["a", "c"]);
		expect(slots.counts).toEqual({ running: 1, waiting: 0 });
	});

	it("are not lost with one who leaves in the moment when it is theirs", async () => {
		const { slots, placed, take, release } = openSlots(2);
		await take("a");
		const leaving = new AbortController();
		void take("b", leaving.signal);
		void take("c");
		release("a");
		leaving.abort();
		await settle();
		release("b");
		await settle();
		expect(placed.at(-1)).toBe("c");
		expect(slots.counts).toEqual({ running: 1, waiting: 0 });
	});
});
