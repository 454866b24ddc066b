import { PassThrough } from "node:stream";
import { expect, it, vi } from "vitest";
import { type ControlKit, startControl } from "#daemon/control/control-fixture.ts";
import { runCommandLine } from "./program.ts";
import { createProcess, runCommand } from "./test-command.ts";
import { TestTerminal } from "./test-terminal.ts";

const TELEGRAM = { channel: "telegram", address: "7" };
const TERMINAL = { channel: "terminal", address: "owner" };

/** `steward chat` with a person at the terminal. */
function openChat({ home }: ControlKit) {
	const terminal = new TestTerminal(80);
	const input = Object.assign(new PassThrough(), { isTTY: true });
	const surroundings = { ...createProcess(home), input, output: terminal };
	const ended = runCommandLine(["chat"], surroundings);
	const shows = (...lines: (string | RegExp)[]) =>
		vi.waitFor(() =>
			expect(terminal.screen).toEqual(
				lines.map((line) => (typeof line === "string" ? line : expect.stringMatching(line))),
			),
		);
	return { ended, shows, written: surroundings.written, type: (keys: string) => void input.write(keys) };
}

it("begins with what was said last, goes on live with every channel, and leaves at Ctrl-D", async () => {
	const kit = await startControl();
	for (let index = 1; index <= 21; index += 1) {
		kit.outbox.add({ conversation: TELEGRAM, kind: "reply", text: `old ${index}`, toOwner: true });
	}
	const chat = openChat(kit);
	const history = Array.from({ length: 20 }, (_, index) => new RegExp(`steward \\(telegram\\): old ${index + 2}$`));
	await chat.shows(...history, ">");
	kit.outbox.add({ conversation: TERMINAL, kind: "notice", text: "news", toOwner: true });
	await chat.shows(...history, /^\d{4}-\d\d-\d\d \d\d:\d\d steward: news$/, ">");
	chat.type("\u0004");
	expect(await chat.ended).toBe(0);
});

it("sends what is typed and shows it once", async () => {
	const kit = await startControl();
	const chat = openChat(kit);
	await chat.shows(">");
	chat.type("hello\r");
	await vi.waitFor(() => expect(kit.records.events.find(1)?.text).toBe("hello"));
	kit.activity.show(1, "thinking");
	await chat.shows("> hello", "… thinking", ">");
	kit.activity.show(1, undefined);
	kit.reply(1, "Good morning.");
	await chat.shows("> hello", /steward: Good morning\.$/, ">");
	chat.type("\u0004");
	await chat.ended;
});

it("shows what goes on in the background until it ends, beside what is being done", async () => {
	const kit = await startControl();
	kit.tasks.set([{ name: "T-9", tool: "run_script", state: "running", startedAt: Date.now(), doing: "running it" }]);
	const chat = openChat(kit);
	await chat.shows(/^… T-9 run_script since \d\d:\d\d$/, ">");
	kit.activity.show(1, "thinking");
	await chat.shows(/^… thinking · T-9 run_script since \d\d:\d\d$/, ">");
	kit.tasks.set([]);
	await chat.shows("… thinking", ">");
	kit.activity.show(1, undefined);
	kit.loop.set({ state: "failed", problem: "No model answers." });
	await chat.shows("… No model answers.", ">");
	kit.loop.set({ state: "idle" });
	await chat.shows(">");
	chat.type("\u0004");
	await chat.ended;
});

it("shows what to type for a choice, and how it was decided", async () => {
	const kit = await startControl();
	await runCommand(kit.home, ["send", "delete it"]);
	const turnId = kit.records.turns.begin(1, "owner");
	const call = { turnId, position: 1, wireTool: "x", tool: "x", arguments: "{}", malformed: undefined, forEventId: 1 };
	const message = { role: "assistant", content: "x" } as const;
	const entryId = kit.records.entries.add({ trajectoryId: 1, turnId, kind: "assistant", message });
	const approvalId = kit.records.approvals.add({
		code: "K7Q2MN",
		callId: kit.records.calls.add({ ...call, entryId }),
		digest: "d",
		resourceVersion: undefined,
		preview: "delete",
		expiresAt: Date.now() + 60_000,
	});
	const chat = openChat(kit);
	await chat.shows(/you: delete it$/, ">");
	const choices = [{ label: "Allow", action: "approve:K7Q2MN", command: "/approve K7Q2MN" }];
	const id = kit.outbox.add({
		conversation: TELEGRAM,
		kind: "approval",
		text: "May I?",
		toOwner: true,
		approvalId,
		choices,
	});
	await chat.shows(/you: delete it$/, /steward \(telegram\): May I\?$/, "  Allow: /approve K7Q2MN", ">");
	kit.records.approvals.move(approvalId, "waiting", "denied", { by: "owner on web" });
	kit.conversation.messageChanged(id);
	await chat.shows(/delete it$/, /May I\?$/, "  Allow: /approve K7Q2MN", "(M-1: denied by owner on web)", ">");
	chat.type("\u0004");
	await chat.ended;
});

it("says what was not sent, and why", async () => {
	const kit = await startControl();
	const chat = openChat(kit);
	await chat.shows(">");
	kit.database.run("CREATE TRIGGER full BEFORE INSERT ON events BEGIN SELECT raise(ABORT, 'disk is full'); END");
	chat.type("hello\r");
	await chat.shows("> hello", /^\(not sent: Steward could not save this/, /Send it again\.\)$/, ">");
	chat.type("\u0004");
	await chat.ended;
});

it("ends with a word when the daemon stops", async () => {
	const kit = await startControl();
	const chat = openChat(kit);
	await chat.shows(">");
	await kit.stop();
	expect(await chat.ended).toBe(3);
	expect(chat.written().errors).toBe("Steward stopped. Start it again with: steward start\n");
});

it("sends the lines of a pipe, prints the answers to them and not the past, and ends", async () => {
	const kit = await startControl();
	kit.outbox.add({ conversation: TELEGRAM, kind: "reply", text: "the past", toOwner: true });
	const chatting = runCommand(kit.home, ["chat"], "one\n\ntwo\n");
	await vi.waitFor(() => expect(kit.records.events.find(2)?.text).toBe("two"));
	kit.reply(1, "First.");
	kit.reply(2, "Second.");
	const { code, output } = await chatting;
	expect(code).toBe(0);
	expect(output.split("\n")).toEqual([expect.stringMatching(/: First\.$/), expect.stringMatching(/: Second\.$/), ""]);
});
