import { expect, it } from "vitest";
import { FakeClock } from "#test/fake-clock.ts";
import { aCall, openChecks, writeHook } from "./checks-fixture.ts";

const never = new AbortController().signal;

/** A hook that is broken until it is mended. */
function open() {
	const clock = new FakeClock();
	const first = openChecks({ clock });
	const mend = () => writeHook(first.home, "one.sh", "exit 0");
	const breakIt = () => writeHook(first.home, "one.sh", "exit 1");
	const command = [breakIt()];
	const settings = { hooks: { before: [{ name: "one", command }] } };
	first.configure(settings);
	const reopen = () => openChecks({ clock, home: first.home, settings });
	return { ...first, clock, command, mend, breakIt, reopen, ask: () => first.checks.before(aCall(), never) };
}

it("tells of a broken hook once, with what is refused and what to do, also across a restart", async () => {
	const { ask, told, clock, reopen } = open();
	await ask();
	await clock.advance(86_400_000);
	await ask();
	expect(told()).toEqual([
		expect.stringMatching(
			/^The hook one is broken: it ended with exit code 1 .* is refused until it works\. .* config\.yaml/,
		),
	]);
	await reopen().checks.before(aCall(), never);
	expect(told()).toHaveLength(1);
});

it("tells of it again where it broke after it had worked, at most every hour", async () => {
	const { ask, told, clock, mend, breakIt } = open();
	await ask();
	mend();
	await ask();
	breakIt();
	await clock.advance(3_599_999);
	await ask();
	expect(told()).toHaveLength(1);
	await clock.advance(1);
	await ask();
	await ask();
	expect(told()).toHaveLength(2);
});

it("tells of it again where the owner has written it anew and it is broken still", async () => {
	const { ask, told, configure, command } = open();
	await ask();
	configure({ hooks: { before: [{ name: "one", command: [...command, "--strict"] }] } });
	await ask();
	await ask();
	expect(told()).toHaveLength(2);
});
