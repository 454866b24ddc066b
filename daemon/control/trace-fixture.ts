import type { FakeClock } from "#test/fake-clock.ts";
import type { RecordsKit } from "./control-fixture.ts";

const OWNER = { channel: "web", address: "owner" };

/** A turn as the loop writes it: reads a file, is refused by its arguments, asks the owner, replies. */
export async function makeTurn(kit: RecordsKit, clock: FakeClock): Promise<number> {
	const { records, outbox, database } = kit;
	database.write(() => {
		records.events.add({
			channel: "web",
			dedupKey: "a",
			conversation: OWNER,
			sender: { id: "owner" },
			trust: "owner",
			route: "loop",
			kind: "message",
			text: "read, then delete notes.md",
			occurredAt: clock.now(),
		});
		records.turns.begin(1, "owner");
		addEntry(kit, "event", "[E-1 2026-11-30 10:30:45 web] read, then delete notes.md");
		records.events.take(1, 1);
	});
	askModel(kit, 1, 1);
	await clock.advance(1_500);
	const first = addCalls(kit, [
		["read_file", '{"path":"notes.md"}'],
		["delete_file", '{"path":"notes.md"}'],
		["glob", "{}"],
	]);
	gate(kit, 1, "read", "allow", "read × owner");
	await clock.advance(40);
	endCall(kit, 1, first, 1, "done", `notes.md: ${"long text ".repeat(100)}`);
	gate(kit, 2, "spend", "ask", "spend × owner");
	database.write(() => {
		records.calls.start(2, "spend", "workspace/notes.md");
		const approvalId = records.approvals.add({
			code: "K7Q2MN",
			callId: 2,
			digest: "d",
			resourceVersion: undefined,
			preview: "delete",
			expiresAt: clock.now() + 1_000,
		});
		outbox.add({ conversation: OWNER, kind: "approval", text: "May I?", toOwner: true, turnId: 1, approvalId });
	});
	endCall(kit, 2, first, 2, "asked", "waiting for approval");
	records.approvals.move(1, "waiting", "denied", { by: "owner on web", reason: "keep it" });
	records.calls.decide(2, "denied");
	endCall(kit, 3, first, 3, "failed", "FAILED: glob needs a pattern");
	addEntry(kit, "notice", "<steward_notice>Not answered yet: E-1</steward_notice>");
	askModel(kit, 2, 6);
	const second = addCalls(kit, [["reply", '{"to":["E-1"],"text":"Shall I?"}']]);
	gate(kit, 4, "tell-owner", "allow", "tell-owner × owner");
	endCall(kit, 4, second, 1, "done", "Queued");
	database.write(() => {
		outbox.add({ conversation: OWNER, kind: "reply", text: "Shall I?", toOwner: true, turnId: 1 });
		outbox.markPartSent(2, 0, true, "web-2");
		records.events.settle(1, "replied");
		records.turns.end(1, "done", "ended with reply");
	});
	return 1;
}

function addEntry({ records }: RecordsKit, kind: "event" | "notice", content: string): void {
	records.entries.add({ trajectoryId: 1, turnId: 1, kind, message: { role: "user", content } });
}

function askModel({ records }: RecordsKit, round: number, lastEntryId: number): void {
	if (round === 1) {
		const prefix = { prompt: "You are", tools: "[]", digest: "p", parts: [] };
		records.epochs.begin({ trajectoryId: 1, prefix, opening: undefined, firstEntryId: 0 }, "the first request");
	}
	const statusBlock = `<agent_status>\nround: ${round} of 25\nwaiting events: 0\n</agent_status>`;
	records.modelCalls.add({ turnId: 1, round, epochId: 1, lastEntryId, statusBlock, requestDigest: `digest-${round}` });
	records.turns.countRound(1);
}

/** @returns the assistant entry that asks for the calls */
function addCalls({ records }: RecordsKit, calls: [tool: string, args: string][]): number {
	const round = records.modelCalls.ofTurn(1).length;
	records.modelCalls.end(round, "complete", "stand-in", undefined);
	const entryId = records.entries.add({
		trajectoryId: 1,
		turnId: 1,
		kind: "assistant",
		message: { role: "assistant", content: round === 1 ? "Let me look." : null },
	});
	for (const [index, [tool, args]] of calls.entries()) {
		records.calls.add({
			turnId: 1,
			entryId,
			position: index + 1,
			wireTool: tool,
			tool,
			arguments: args,
			malformed: undefined,
			forEventId: 1,
		});
	}
	return entryId;
}

function gate(
	{ records }: RecordsKit,
	callId: number,
	effect: "read" | "spend" | "tell-owner",
	decision: string,
	rule: string,
) {
	const target = "workspace/notes.md";
	records.journal.add({
		kind: "gate",
		turnId: 1,
		callId,
		authority: "owner",
		tainted: false,
		effect,
		target,
		decision,
		rule,
	});
}

function endCall(
	{ records }: RecordsKit,
	callId: number,
	entryId: number,
	position: number,
	state: "done" | "asked" | "failed",
	content: string,
): void {
	const message = { role: "tool", tool_call_id: `c${callId}`, content } as const;
	const id = records.entries.add({
		trajectoryId: 1,
		turnId: 1,
		kind: "result",
		message,
		answers: { entryId, position },
	});
	records.calls.end(callId, state, id, { resultDigest: undefined, problemClass: undefined });
}
