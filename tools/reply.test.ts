import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { noReply } from "./no-reply.ts";
import { reply } from "./reply.ts";
import { call, testContext } from "./test-context.ts";

const EVENTS = { 12: "owner", 13: "owner", 14: "a stranger", 15: "owner-elsewhere" };

it("queues the answer in the commit only, and settles the events", async () => {
	const context = testContext(EVENTS);
	const output = await call(reply, { to: ["E-12", " e-13 ", "E-12"], text: "Done." }, context);
	expect(context.queued).toEqual([]);
	output.commit?.();
	expect(context.queued).toEqual([
		{
			message: { conversation: { channel: "telegram", address: "owner" }, text: "Done.", attachments: [] },
			answers: [12, 13],
		},
	]);
	expect(output.settles).toEqual({ events: [12, 13], outcome: "replied" });
	expect(output.text).toBe("Queued as the answer to E-12, E-13. Still open: E-14, E-15.");
});

it("tells the owner from others by the route", () => {
	const context = testContext(EVENTS);
	const report = (to: string) => reply.effects({ to: [to], text: "Hi" }, context);
	expect(report("E-12")).toMatchObject({ effect: "tell-owner", target: "telegram:owner" });
	expect(report("E-14")).toMatchObject({ effect: "tell-others", target: "telegram:a stranger" });
	expect(report("E-14").preview).toBe("Answer E-14:\n```\nHi\n\nSent by the assistant of Ada.\n```");
});

it("refuses events that it doesn't know, and names the open ones", async () => {
	const context = testContext(EVENTS);
	const problem = "This turn has no event E-99, so nothing was sent. Open are E-12, E-13, E-14, E-15.";
	await expect(call(reply, { to: ["E-12", "E-99"], text: "Hi" }, context)).rejects.toThrow(problem);
	expect(() => reply.effects({ to: ["E-99"], text: "Hi" }, context)).toThrow(problem);
	await expect(call(reply, { to: ["12"], text: "Hi" }, context)).rejects.toThrow(/"12" is not an event's number/);
	await expect(call(reply, { to: [], text: "Hi" }, context)).rejects.toThrow(/names no event/);
	await expect(call(reply, { to: ["E-1"], text: "Hi" }, testContext())).rejects.toThrow(/No event is open/);
});

it("refuses to answer two conversations at once", async () => {
	const context = testContext(EVENTS);
	await expect(call(reply, { to: ["E-12", "E-14"], text: "Hi" }, context)).rejects.toThrow(
		"E-12, E-14 are not of one conversation, so nothing was sent. Call reply once for each conversation.",
	);
	expect(() => reply.effects({ to: ["E-12", "E-15"], text: "Hi" }, context)).toThrow(/one conversation/);
});

it("refuses an empty text", async () => {
	await expect(call(reply, { to: ["E-12"], text: " \n" }, testContext(EVENTS))).rejects.toThrow(/empty.*no_reply/);
});

it("takes attachments from inside the workspace only, by their real path", async () => {
	const context = testContext(EVENTS);
	mkdirSync(join(context.workspace, "shared"));
	writeFileSync(join(context.workspace, "shared", "a.pdf"), "a");
	writeFileSync(join(context.outside, "secret"), "s");
	symlinkSync("shared/a.pdf", join(context.workspace, "link.pdf"));
	symlinkSync(join(context.outside, "secret"), join(context.workspace, "leak.pdf"));
	const send = (path: string) => call(reply, { to: ["E-12"], text: "Here", attachments: [path] }, context);
	const output = await send("link.pdf");
	output.commit?.();
	expect(context.queued[0]?.message.attachments).toEqual(["shared/a.pdf"]);
	expect(output.text).toContain("with 1 attachment.");
	await expect(send("leak.pdf")).rejects.toThrow(/outside the workspace/);
	await expect(send("../outside/secret")).rejects.toThrow(/outside the workspace/);
	await expect(send("shared")).rejects.toThrow(/is a folder/);
	await expect(send("shared/b.pdf")).rejects.toThrow(/Near it: shared\/a.pdf/);
	const report = reply.effects({ to: ["E-12"], text: "Here", attachments: ["shared/a.pdf"] }, context);
	expect(report.preview).toContain("with\n- shared/a.pdf");
});

it("settles all open events without an answer, with a reason", async () => {
	const context = testContext(EVENTS);
	const output = await call(noReply, { reason: "newsletter" }, context);
	expect(output.settles).toEqual({ events: [12, 13, 14, 15], outcome: "no-reply" });
	expect(output.text).toBe("Settled without an answer: E-12, E-13, E-14, E-15.");
	expect(output.commit).toBeUndefined();
	await expect(call(noReply, { reason: " " }, context)).rejects.toThrow(/reason is empty/);
	expect((await call(noReply, { reason: "x" }, testContext())).settles?.events).toEqual([]);
});

it("shows the owner what a handle stands for; the call itself keeps the handle", async () => {
	const context = testContext(EVENTS);
	const args = { to: ["E-12"], text: "She says {E-12.body}" };
	expect(reply.effects(args, context).preview).toContain("\nShe says «body of E-12»\n");
	const output = await call(reply, args, context);
	output.commit?.();
	expect(context.queued[0]?.message).toMatchObject({ text: "She says «body of E-12»", outside: true });
	expect(output.text).not.toContain("«body");
	expect(args.text).toBe("She says {E-12.body}");
});

it("shows nobody else what a handle stands for, and nothing that was not handed over", async () => {
	const context = testContext(EVENTS);
	const toStranger = { to: ["E-14"], text: "They say {E-12.body}" };
	await expect(call(reply, toStranger, context)).rejects.toThrow(/only shown to the owner, so nothing was sent/);
	expect(() => reply.effects(toStranger, context)).toThrow(/only shown to the owner/);
	await expect(call(reply, { to: ["E-12"], text: "{E-99.body}" }, context)).rejects.toThrow(/names nothing/);
	expect(context.queued).toEqual([]);
});
