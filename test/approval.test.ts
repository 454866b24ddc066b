import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { FakeClock } from "./fake-clock.ts";
import { call, reply } from "./steps.ts";
import { type Fixture, OWNER_ID, startFixture } from "./steward-fixture.ts";

const deleteNotes = call("call_tool", { name: "delete_file", arguments: { path: "notes.md" } });

/** A daemon that was asked to delete notes.md and now waits for the owner's word. */
async function asked(options: { telegram?: boolean } = {}): Promise<Fixture & { code: string }> {
	const fixture = await startFixture({ ...options, script: [deleteNotes, reply("E-1", "I asked you.")] });
	fixture.put("notes.md", "old notes\n");
	await fixture.web.send("delete my notes");
	const card = await fixture.web.until(({ kind, choices }) => kind === "approval" && choices.length === 2);
	await fixture.web.until(({ text }) => text === "I asked you.");
	return Object.assign(fixture, { code: card.choices[0]?.command.split(" ")[1] ?? "" });
}

const exists = ({ home }: Fixture) => existsSync(join(home, "workspace/notes.md"));

describe("an action that needs approval", () => {
	it("waits, is shown as it will happen, and is done by the program once the owner allows it", async () => {
		const fixture = await asked();
		expect(exists(fixture)).toBe(true);
		const card = await fixture.web.until(({ kind }) => kind === "approval");
		expect(card.text).toContain("notes.md");
		expect(fixture.model.requests[1]?.rawBody).toContain("waiting for approval");

		fixture.model.enqueue(reply("E-3", "Your notes are gone."));
		await fixture.web.decide("approve", fixture.code);
		await fixture.web.until(({ text }) => text === "Your notes are gone.");
		expect(exists(fixture)).toBe(false);
		expect(fixture.model.requests[2]?.rawBody).toContain("the owner allowed it, and it was done");
		const decided = await fixture.web.until(({ kind }) => kind === "approval");
		expect(decided).toMatchObject({ choices: [], note: expect.stringContaining("owner on web") });
	});

	it("is not done when the owner refuses, and the rest of that turn may only read and tell", async () => {
		const fixture = await asked();
		fixture.model.enqueue(call("write_file", { path: "revenge.md", content: "x" }), reply("E-3", "Understood."));
		await fixture.web.decide("deny", fixture.code, "I need them");
		await fixture.web.until(({ text }) => text === "Understood.");
		expect(exists(fixture)).toBe(true);
		expect(existsSync(join(fixture.home, "workspace/revenge.md"))).toBe(false);
		expect(fixture.model.requests[2]?.rawBody).toContain("I need them");
		expect(fixture.model.requests[3]?.rawBody).toContain("this turn may only read and tell the owner");
	});

	it("is answered by /approve on another channel, and only once", async () => {
		const fixture = await asked({ telegram: true });
		fixture.model.enqueue(reply("E-3", "Gone."));
		fixture.bot.user(OWNER_ID, "Ada").sendText(`/approve ${fixture.code}`);
		await fixture.web.until(({ text }) => text === "Gone.");
		await fixture.web.decide("approve", fixture.code);
		await fixture.web.until(({ text }) => text.includes("already done"));
		expect(exists(fixture)).toBe(false);
	});

	it("is off when what it would change has changed since the owner was asked", async () => {
		const fixture = await asked();
		fixture.put("notes.md", "new and precious\n");
		fixture.model.enqueue(reply("E-3", "It changed."));
		await fixture.web.decide("approve", fixture.code);
		await fixture.web.until(({ text }) => text === "It changed.");
		expect(fixture.read("notes.md")).toBe("new and precious\n");
		expect(fixture.model.requests[2]?.rawBody).toContain("changed after the owner was asked");
	});

	it("lapses when the owner stops the turn that asked", async () => {
		const fixture = await startFixture({ script: [deleteNotes, { kind: "stall" }] });
		fixture.put("notes.md", "old notes\n");
		await fixture.web.send("delete my notes");
		const card = await fixture.web.until(({ kind }) => kind === "approval");
		await fixture.model.untilRequest(2);
		await fixture.web.stop();
		await fixture.web.until(({ text }) => text === "Stopped. A question was withdrawn.");
		await fixture.web.decide("approve", card.choices[0]?.command.split(" ")[1] ?? "");
		await fixture.web.until(({ text }) => text.includes("already lapsed"));
		expect(exists(fixture)).toBe(true);
	});

	it("is not open to a wrong code", async () => {
		const fixture = await asked();
		await fixture.web.decide("approve", "AAAAAA");
		await fixture.web.until(({ text }) => text.includes("no request with the code AAAAAA"));
		expect(exists(fixture)).toBe(true);
	});
});

it("an unanswered question means no after half an hour, and the owner hears of it", async () => {
	const clock = new FakeClock();
	const fixture = await startFixture({ clock, script: [deleteNotes, reply("E-1", "I asked you.")] });
	fixture.put("notes.md", "old notes\n");
	await fixture.web.send("delete my notes");
	await fixture.web.until(({ text }) => text === "I asked you.");
	fixture.model.enqueue(reply("E-2", "You did not answer, so I left it."));
	await clock.advance(30 * 60_000);
	await vi.waitFor(async () => expect(await fixture.web.said()).toContain("You did not answer, so I left it."));
	expect(exists(fixture)).toBe(true);
});
