import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createPost, mailTo, openCode, playScript, statesOf, untilStates } from "./approvals-kit.ts";
import { call } from "./steps.ts";
import { type Fixture, startFixture } from "./steward-fixture.ts";
import { shown, until } from "./watching.ts";

const BOB = "bob@example.org";

const configure = ({ home }: Fixture, lines: string) => {
	const file = join(home, "config.yaml");
	writeFileSync(file, `${readFileSync(file, "utf8")}\n${lines}\n`);
};

/** The model was told why it was not done. */
const untilTold = (fixture: Fixture, words: string) =>
	until(() => expect(shown(fixture, fixture.model.requests.length)).toContain(words));

it("what the policy refuses by now is not done, although the owner allowed it", async () => {
	const post = createPost();
	const fixture = await startFixture({ tools: [post.tool] });
	playScript(fixture, [mailTo(BOB)]);
	await fixture.web.send("tell Bob");
	await openCode(fixture);
	configure(fixture, "policy: { tell-others: { owner: deny } }");
	await fixture.restart();
	await fixture.web.decide("approve", await openCode(fixture));
	await untilStates(fixture, "failed");
	await untilTold(fixture, "the policy refuses it now");
	expect(post.sent).toEqual([]);
});

it("what would go to somebody else than was shown is not done", async () => {
	const post = createPost();
	const fixture = await startFixture({ tools: [post.tool] });
	post.book.set("Bob", BOB);
	playScript(fixture, [mailTo("Bob")]);
	await fixture.web.send("tell Bob");
	const code = await openCode(fixture);
	post.book.set("Bob", "mallory@evil.example");
	await fixture.web.decide("approve", code);
	await untilTold(fixture, "the action is no longer the one that was shown");
	expect([statesOf(fixture), post.sent]).toEqual([["failed"], []]);
});

it("what changed while the owner's own program looked at it is not done", async () => {
	const fixture = await startFixture();
	const notes = join(fixture.home, "workspace/notes.md");
	const program = `["/bin/sh", "-c", "cat > /dev/null; echo precious > '${notes}'"]`;
	configure(fixture, `hooks: { before: [{ name: busy, tools: [delete_file], command: ${program} }] }`);
	await fixture.restart();
	fixture.put("notes.md", "old\n");
	playScript(fixture, [call("call_tool", { name: "delete_file", arguments: { path: "notes.md" } })]);
	await fixture.web.send("delete my notes");
	await fixture.web.decide("approve", await openCode(fixture));
	await untilTold(fixture, "changed after the owner was asked");
	expect([statesOf(fixture), fixture.read("notes.md")]).toEqual([["failed"], "precious\n"]);
});
