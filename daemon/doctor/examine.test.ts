import { expect, it, vi } from "vitest";
import { systemClock } from "#core/clock.ts";
import { FakeClock } from "#test/fake-clock.ts";
import { makeHome } from "./doctor-fixture.ts";
import { examine } from "./examine.ts";
import { CHECKS, type CheckName, fine, type Observation, problem } from "./finding.ts";
import { type Check, readSubject, type Subject } from "./subject.ts";

const KEY = "sk-0123456789/abc";

const subjectOf = async (changes: Partial<Subject> = {}): Promise<Subject> => {
	const home = makeHome(`models: { main: [{ baseUrl: "http://127.0.0.1:9/v1", model: m, apiKey: "${KEY}" }] }`);
	return { ...(await readSubject({ home, environment: {}, clock: systemClock, fetch })), ...changes };
};

/** Every check finds all well, but for those that are given. */
function checksWith(others: Partial<Record<CheckName, Check>>) {
	const make = (name: CheckName) => ({ run: others[name] ?? (async () => [fine(name)]), limitMs: 5_000 });
	return Object.fromEntries(CHECKS.map((name) => [name, make(name)])) as Record<CheckName, ReturnType<typeof make>>;
}

it("gives every check's findings, in a fixed order", async () => {
	const found = await Promise.all(examine(await subjectOf(), checksWith({})));
	expect(found.flat()).toEqual(CHECKS.map((check) => ({ check, level: "ok", what: check })));
});

it("makes a finding of a check that fails", async () => {
	const run = async (): Promise<Observation[]> => {
		throw new Error("no such disk", { cause: new Error("EIO") });
	};
	const found = (await Promise.all(examine(await subjectOf(), checksWith({ disk: run })))).flat();
	expect(found.filter(({ level }) => level !== "ok")).toMatchObject([
		{ check: "disk", level: "problem", what: expect.stringContaining("no such disk: EIO") },
	]);
});

it("makes a finding of a check that hangs, tells it to end, and gives the others at once", async () => {
	const clock = new FakeClock();
	let ended: AbortSignal | undefined;
	const hang: Check = (_subject, signal) => {
		ended = signal;
		return new Promise(() => undefined);
	};
	const running = examine(await subjectOf({ clock }), checksWith({ telegram: hang }));
	const others = running.filter((_, index) => CHECKS[index] !== "telegram");
	expect((await Promise.all(others)).flat()).toHaveLength(CHECKS.length - 1);
	await vi.waitFor(() => expect(ended).toBeDefined());
	expect(ended?.aborted).toBe(false);
	await clock.advance(5_000);
	expect((await Promise.all(running)).flat().filter(({ check }) => check === "telegram")).toMatchObject([
		{ level: "problem", what: expect.stringContaining("within 5 s") },
	]);
	expect(ended?.aborted).toBe(true);
});

it("takes secrets out of whatever is said, remedies included", async () => {
	const leak: Check = async () => [problem(`it is ${KEY}`, `never ${encodeURIComponent(KEY)}`), fine(KEY)];
	const found = await Promise.all(examine(await subjectOf(), checksWith({ model: leak })));
	expect(JSON.stringify(found)).not.toContain("0123456789");
	expect(found.flat()).toContainEqual({
		...{ check: "model", level: "problem" },
		...{ what: "it is [redacted: 1 secret]", remedy: "never [redacted: 1 secret]" },
	});
});
