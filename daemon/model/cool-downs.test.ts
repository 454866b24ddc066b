import { describe, expect, it } from "vitest";
import { FakeClock } from "#test/fake-clock.ts";
import { CoolDowns } from "./cool-downs.ts";
import type { Failure } from "./failure.ts";
import { entryFor } from "./model-fixture.ts";

const first = entryFor("https://a.example/v1");
const second = entryFor("https://b.example/v1");
const refused: Failure = {
	...{ cause: "unauthorized", passing: false, lasting: true },
	...{ summary: "", problem: "", remedy: "" },
};
const limited: Failure = { ...refused, cause: "rate-limited", passing: true, lasting: false, retryAfterMs: 40_000 };

describe("CoolDowns", () => {
	it("leaves out for 5 minutes what only a person can change", async () => {
		const clock = new FakeClock();
		const coolDowns = new CoolDowns(clock);
		coolDowns.note(first, refused);
		await clock.advance(5 * 60_000 - 1);
		expect(coolDowns.choose([first, second]).ask).toEqual([second]);
		await clock.advance(1);
		expect(coolDowns.choose([first, second]).ask).toEqual([first, second]);
	});

	it("leaves out others for as long as the service asked, and says what is left", async () => {
		const clock = new FakeClock();
		const coolDowns = new CoolDowns(clock);
		coolDowns.note(first, limited);
		await clock.advance(30_000);
		const chosen = coolDowns.choose([first]);
		expect(chosen.ask).toEqual([]);
		expect(chosen.resting.get(first)?.retryAfterMs).toBe(10_000);
		await clock.advance(10_000);
		expect(coolDowns.choose([first]).ask).toEqual([first]);
	});

	it("doesn't believe a wait of more than an hour", async () => {
		const clock = new FakeClock();
		const coolDowns = new CoolDowns(clock);
		coolDowns.note(first, { ...limited, retryAfterMs: 10 * 365 * 86_400_000 });
		await clock.advance(60 * 60_000);
		expect(coolDowns.choose([first]).ask).toEqual([first]);
	});

	it("remembers each cause by itself", async () => {
		const clock = new FakeClock();
		const coolDowns = new CoolDowns(clock);
		coolDowns.note(first, refused);
		coolDowns.note(first, limited);
		await clock.advance(40_000);
		expect(coolDowns.choose([first, second]).resting.get(first)?.cause).toBe("unauthorized");
	});

	it("tries a changed key at once", () => {
		const coolDowns = new CoolDowns(new FakeClock());
		coolDowns.note(first, refused);
		const changed = { ...first, apiKey: "sk-another-0123456789" };
		expect(coolDowns.choose([changed, second]).ask).toEqual([changed, second]);
	});

	it("asks what a person may have mended where nothing else is left", () => {
		const coolDowns = new CoolDowns(new FakeClock());
		coolDowns.note(first, refused);
		coolDowns.note(second, limited);
		expect(coolDowns.choose([first, second]).ask).toEqual([first]);
	});

	it("forgets once the model answered", () => {
		const coolDowns = new CoolDowns(new FakeClock());
		coolDowns.note(first, refused);
		coolDowns.clear(first);
		expect(coolDowns.choose([first, second]).ask).toEqual([first, second]);
	});
});
