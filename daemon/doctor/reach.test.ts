import { expect, it } from "vitest";
import { systemClock } from "#core/clock.ts";
import { lines, listenOn } from "./doctor-fixture.ts";
import { describeReach, judgeReach, type Reach } from "./reach.ts";

const reach = (family: number, outcome: Reach["outcome"]): Reach => ({ family, outcome });

it("warns of a version of the protocol that leads nowhere while the other one works", () => {
	expect(lines(judgeReach("api.telegram.org", [reach(4, "reached"), reach(6, "silent")]))).toEqual([
		expect.stringMatching(/^warning: IPv6 to api\.telegram\.org leads nowhere/),
	]);
	expect(lines(judgeReach("api.telegram.org", [reach(4, "silent"), reach(6, "reached")]))[0]).toContain("IPv4");
});

it.each([
	[[reach(4, "reached"), reach(6, "reached")]],
	[[reach(4, "reached"), reach(6, "refused")]],
	[[reach(4, "silent"), reach(6, "silent")]],
	[[reach(4, "reached")]],
	[[]],
])("has nothing to add to %j", (reaches) => {
	expect(judgeReach("host", reaches)).toEqual([]);
});

it("tries real addresses, and no name is no finding", async () => {
	const { signal } = new AbortController();
	const port = await listenOn(0);
	expect(await describeReach(`http://localhost:${port}`, systemClock, signal)).toEqual([]);
	expect(await describeReach("http://service.invalid", systemClock, signal)).toEqual([]);
});
