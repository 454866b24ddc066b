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
		coolDowns.note(first, refused, "turn");
		await clock.advance(5 * 60_000 - 1);
		expect(coolDowns.choose([first, second], "turn").ask).toEqual([second]);
		await clock.advance(1);
		expect(coolDowns.choose([first, second], "turn").ask).toEqual([first, second]);
	});

	it("leaves out others for as long as the service asked, and says what is left", async () => {
		const clock = new FakeClock();
		const coolDowns = new CoolDowns(clock);
		coolDowns.note(first, limited, "turn");
		await clock.advance(30_000);
		const chosen = coolDowns.choose([first], "turn");
		expect(chosen.ask).toEqual([]);
		expect(chosen.resting.get(first)?.retryAfterMs).toBe(10_000);
		await clock.advance(10_000);
		expect(coolDowns.choose([first], "turn").ask).toEqual([first]);
	});

	it("doesn't believe a wait of more than an hour", async () => {
		const clock = new FakeClock();
		const coolDowns = new CoolDowns(clock);
		coolDowns.note(first, { ...limited, retryAfterMs: 10 * 365 * 86_400_000 }, "turn");
		await clock.advance(60 * 60_000);
		expect(coolDowns.choose([first], "turn").ask).toEqual([first]);
	});

	it("remembers each cause by itself", async () => {
		const clock = new FakeClock();
		const coolDowns = new CoolDowns(clock);
		coolDowns.note(first, refused, "turn");
		coolDowns.note(first, limited, "turn");
		await clock.advance(40_000);
		expect(coolDowns.choose([first, second], "turn").resting.get(first)?.cause).toBe("unauthorized");
	});

	it("tries a changed key at once", () => {
		const coolDowns = new CoolDowns(new FakeClock());
		coolDowns.note(first, refused, "turn");
		const changed = { ...first, apiKey: "sk-another-0123456789" };
		expect(coolDowns.choose([changed, second], "turn").ask).toEqual([changed, second]);
	});

	it("asks what a person may have mended where nothing else is left", () => {
		const coolDowns = new CoolDowns(new FakeClock());
		coolDowns.note(first, refused, "turn");
		coolDowns.note(second, limited, "turn");
		expect(coolDowns.choose([first, second], "turn").ask).toEqual([first]);
	});

	it("forgets once the model answered", () => {
		const coolDowns = new CoolDowns(new FakeClock());
		coolDowns.note(first, refused, "turn");
		coolDowns.clear(first);
		expect(coolDowns.choose([first, second], "turn").ask).toEqual([first, second]);
	});

	it("keeps from a turn what only the background found, and from the background nothing that a turn found", () => {
		const coolDowns = new CoolDowns(new FakeClock());
		coolDowns.note(first, limited, "background");
		coolDowns.note(second, limited, "turn");
		expect(coolDowns.choose([first, second], "turn").ask).toEqual([first]);
		expect(coolDowns.choose([first, second], "background").ask).toEqual([]);
	});

	it.each(["unauthorized", "billing"] as const)(
		"asks nothing in the background after %s until the entry changes or a turn was answered",
		async (cause) => {
			for (const lane of ["turn", "background"] as const) {
				const clock = new FakeClock();
				const coolDowns = new CoolDowns(clock);
				coolDowns.note(first, { ...refused, cause }, lane);
				await clock.advance(365 * 86_400_000);
				const chosen = coolDowns.choose([first], "background");
				expect(chosen.ask).toEqual([]);
				expect(chosen.resting.get(first)?.cause).toBe(cause);
				expect(coolDowns.choose([first], "turn").ask).toEqual([first]);
				const changed = { ...first, apiKey: "sk-another-0123456789" };
				expect(coolDowns.choose([changed], "background").ask).toEqual([changed]);
				coolDowns.clear(first);
				expect(coolDowns.choose([first], "background").ask).toEqual([first]);
			}
		},
	);

	it("never leaves a model out for what was too long", () => {
		const coolDowns = new CoolDowns(new FakeClock());
		coolDowns.note(first, { ...refused, cause: "too-long", lasting: false }, "turn");
		expect(coolDowns.choose([first], "turn").ask).toEqual([first]);
	});
});
