import { expect, it, vi } from "vitest";
import { FakeClock } from "#test/fake-clock.ts";
import { scripts } from "#test/run-script.ts";
import { talker } from "#test/stand-ins/model/talker.ts";
import { type Fixture, startFixture } from "#test/steward-fixture.ts";
import { waitFor } from "#test/wait-for.ts";

// What docs/try-it.md promises to whoever tries it by hand, with the stand-ins that it names.

const patient = { timeout: 10_000, interval: 5 };

async function startTrial(): Promise<Fixture & { clock: FakeClock; runs: ReturnType<typeof scripts>["runs"] }> {
	const clock = new FakeClock();
	const { tool, runs } = scripts(clock);
	const fixture = await startFixture({ clock, tools: [tool, waitFor(clock)] });
	fixture.model.script = talker;
	return Object.assign(fixture, { clock, runs });
}

const untilIdle = ({ steward }: Fixture) =>
	vi.waitFor(() => expect(steward.status()).toMatchObject({ loop: { state: "idle" }, waitingEvents: 0 }), patient);

it("runs three scripts, cancels the one that is behind, and reports on all of them", async () => {
	const trial = await startTrial();
	await trial.web.send("run a.sh, b.sh, c.sh at 3, 2, 1");
	await trial.web.until(({ text }) => text.includes("it goes on as T-3"));
	await untilIdle(trial);
	await trial.clock.advance(34_000);
	await vi.waitFor(() => expect(trial.runs.map(({ end }) => end)).toEqual(["done", "running", "cut off"]), patient);
	await untilIdle(trial);
	expect(await trial.web.said()).toHaveLength(1);
	await trial.clock.advance(60_000);
	const { text } = await trial.web.until((item) => item.text.includes("All of it has ended"));
	expect(text).toMatch(/a\.sh \(T-1\): done[\s\S]*b\.sh \(T-2\): done[\s\S]*c\.sh \(T-3\): cancelled at 3[34] %/);
	expect(trial.model.violations).toEqual([]);
});

it("answers during a long call, and tells its end later", async () => {
	const trial = await startTrial();
	await trial.web.send("wait 20 seconds");
	await vi.waitFor(() => expect(trial.steward.status().loop.state).toBe("acting"), patient);
	await trial.web.send("hello");
	await trial.clock.advance(3_000);
	await trial.web.until(({ text }) => text.includes("hello"));
	expect((await trial.web.said()).join()).toContain("it goes on as T-1");
	await trial.clock.advance(20_000);
	await trial.web.until(({ text }) => text.includes("wait_for (T-1): done. 20 s are over."));
	expect(trial.model.violations).toEqual([]);
});

it("leaves a list to the owner that nobody works on", async () => {
	const trial = await startTrial();
	await trial.web.send("list: call Bob; buy milk");
	const { text } = await trial.web.until((item) => item.text.includes("still open on my list"));
	expect(text).toContain("buy milk");
	expect(trial.model.violations).toEqual([]);
});

it("sums up the conversation when told so, keeps what was pinned, and looks at what left", async () => {
	const trial = await startTrial();
	for (const text of ["my order number is 4711-88", "pin: the safe is in the cellar", "markdown", "hello"]) {
		const said = (await trial.web.said()).length;
		await trial.web.send(text);
		await vi.waitFor(async () => expect(await trial.web.said()).toHaveLength(said + 1), patient);
		await untilIdle(trial);
	}
	await trial.web.send("/compact keep the order number");
	await trial.web.until(({ text }) => /^Done\. .* kept on disk\.$/.test(text));
	await trial.web.send("look E-1");
	await trial.web.until(({ text }) => text.includes("This is what it says there") && text.includes("4711-88"));
	const opening = JSON.stringify(trial.model.requests.at(-1)?.body?.messages[1]);
	expect(opening).toContain("To keep, from E-1: my order number is 4711-88");
	expect(opening).toContain("P-1: the safe is in the cellar");
	expect(trial.model.violations).toEqual([]);
});
