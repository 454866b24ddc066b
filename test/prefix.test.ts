import { expect, it } from "vitest";
import { call, reply } from "./steps.ts";
import { OWNER_ID, startFixture } from "./steward-fixture.ts";

/** The raw bytes of a request up to its status block, which is the last message. */
function withoutStatus(rawBody: string): string {
	const at = rawBody.lastIndexOf(',{"role":"user","content":"<agent_status>');
	expect(at).toBeGreaterThan(0);
	return rawBody.slice(0, at);
}

it("each request extends the one before byte for byte but for the status block, across channels, approvals and restarts", async () => {
	const fixture = await startFixture({
		telegram: true,
		script: [
			call("write_file", { path: "a.md", content: "one\n" }),
			{
				kind: "call",
				calls: [
					{ tool: "read_file", arguments: { path: "a.md" } },
					{ tool: "glob", arguments: { pattern: "**" } },
				],
			},
			call("read_file", { path: "missing.md" }),
			call("no_such_tool", {}),
			{ kind: "call", calls: [{ tool: "reply", arguments: "{not json at all" }] },
			reply("E-1", "First."),
		],
	});
	await fixture.web.send("one");
	await fixture.web.until(({ text }) => text === "First.");

	fixture.model.enqueue(reply("E-2", "Second."));
	fixture.bot.user(OWNER_ID, "Ada").sendText("two");
	await fixture.web.until(({ text }) => text === "Second.");

	fixture.model.enqueue(call("call_tool", { name: "delete_file", arguments: { path: "a.md" } }), {
		kind: "say",
		text: "Third, in plain text.",
	});
	await fixture.web.send("three");
	const card = await fixture.web.until(({ kind }) => kind === "approval");
	await fixture.web.until(({ text }) => text === "Third, in plain text.");
	await fixture.restart();
	fixture.model.enqueue(reply("E-5", "Fourth."));
	await fixture.web.decide("approve", card.choices[0]?.command.split(" ")[1] ?? "");
	await fixture.web.until(({ text }) => text === "Fourth.");

	const bodies = fixture.model.requests.map(({ rawBody }) => rawBody);
	expect(bodies.length).toBe(10);
	for (const [index, body] of bodies.entries()) {
		const before = bodies[index - 1];
		if (before !== undefined)
			expect(body.startsWith(withoutStatus(before)), `request ${index + 1} extends request ${index}`).toBe(true);
	}
	expect(fixture.model.violations).toEqual([]);
});
