import { describe, expect, it } from "vitest";
import { randomNumbers } from "./test-random.ts";
import { WriteLock } from "./write-lock.ts";

const never = new AbortController().signal;

/** Lets every promise that is settled go on. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe("the write lock", () => {
	it("is free at first, and held until it is given back", async () => {
		const lock = new WriteLock();
		expect([lock.isHeld, lock.holder]).toEqual([false, undefined]);
		const release = await lock.acquire(never, () => "T-9 run_script");
		expect([lock.isHeld, lock.holder]).toEqual([true, "T-9 run_script"]);
		release();
		expect([lock.isHeld, lock.holder]).toEqual([false, undefined]);
	});

	it("is held at once where it is free, before anything else can happen", () => {
		const lock = new WriteLock();
		void lock.acquire(never);
		expect([lock.isHeld, lock.holder]).toEqual([true, undefined]);
	});

	it("names its holder as it is called now", async () => {
		const lock = new WriteLock();
		let name = "C-12";
		await lock.acquire(never, () => name);
		name = "T-9";
		expect(lock.holder).toBe("T-9");
	});

	it("goes to the one who came first, without a moment in which it is free", async () => {
		const lock = new WriteLock();
		const order: string[] = [];
		const release = await lock.acquire(never, () => "first");
		const others = ["second", "third"].map((name) =>
			lock.acquire(never, () => name).then((done) => [order.push(name), done()]),
		);
		release();
		expect([lock.isHeld, lock.holder]).toEqual([true, "second"]);
		await Promise.all(others);
		expect(order).toEqual(["second", "third"]);
		expect(lock.isHeld).toBe(false);
	});

	it("is not taken from the next one by a second release", async () => {
		const lock = new WriteLock();
		const release = await lock.acquire(never, () => "first");
		const next = lock.acquire(never, () => "second");
		release();
		release();
		await next;
		release();
		expect(lock.holder).toBe("second");
	});

	it("lets a waiting one go when it is aborted, with the reason, and serves the one behind it", async () => {
		const lock = new WriteLock();
		const release = await lock.acquire(never, () => "first");
		const leaving = new AbortController();
		const left = lock.acquire(leaving.signal, () => "second");
		const third = lock.acquire(never, () => "third");
		leaving.abort(new Error("the owner said stop"));
		await expect(left).rejects.toThrow("the owner said stop");
		expect(lock.holder).toBe("first");
		release();
		await third;
		expect(lock.holder).toBe("third");
	});

	it("is not given to one who is aborted already, even where it is free", async () => {
		const lock = new WriteLock();
		await expect(lock.acquire(AbortSignal.abort(new Error("stopped")))).rejects.toThrow("stopped");
		expect(lock.isHeld).toBe(false);
	});

	it("stays with its holder when that one's signal aborts: the work has to end first", async () => {
		const lock = new WriteLock();
		const holding = new AbortController();
		const release = await lock.acquire(lock.isHeld ? never : holding.signal, () => "first");
		const second = new AbortController();
		const granted = lock.acquire(second.signal, () => "second");
		holding.abort();
		expect(lock.holder).toBe("first");
		release();
		second.abort();
		await granted;
		expect(lock.holder).toBe("second");
	});
});

/** What a random schedule of comings, abortions and releases leads to, beside what a plain list says it must. */
async function play(seed: number): Promise<void> {
	const random = randomNumbers(seed);
	const lock = new WriteLock();
	const releases = new Map<number, () => void>();
	const aborts = new Map<number, AbortController>();
	const gone: number[] = [];
	let expected: number[] = [];
	const goneExpected: number[] = [];
	const come = (id: number) => {
		const controller = new AbortController();
		aborts.set(id, controller);
		expected.push(id);
		lock
			.acquire(controller.signal, () => String(id))
			.then(
				(release) => releases.set(id, release),
				() => gone.push(id),
			);
	};
	const abort = (id: number) => {
		aborts.get(id)?.abort();
		if (expected.indexOf(id) <= 0) return;
		expected = expected.filter((other) => other !== id);
		goneExpected.push(id);
	};
	const release = (id: number) => {
		releases.get(id)?.();
		if (releases.has(id) && expected[0] === id) expected.shift();
	};
	for (let step = 0; step < 60; step++) {
		const id = random(step + 1);
		[() => come(step + 1_000), () => abort(1_000 + id), () => release(expected[0] ?? 0), () => release(1_000 + id)][
			random(4)
		]?.();
		expect(lock.holder, `seed ${seed}, step ${step}`).toBe(expected[0]?.toString());
		if (random(2) === 0) await settle();
	}
	await settle();
	expect(gone.sort(), `seed ${seed}`).toEqual(goneExpected.sort());
	while (expected.length > 0) {
		release(expected[0] ?? 0);
		await settle();
	}
	expect(lock.isHeld, `seed ${seed}`).toBe(false);
}

it("has one holder at a time, in order of coming, whoever leaves (300 random schedules)", async () => {
	for (let seed = 0; seed < 300; seed++) await play(seed);
});
