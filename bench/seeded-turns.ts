import type { Clock } from "#core/clock.ts";
import type { Database } from "#core/database.ts";
import { formatEventId } from "#core/event.ts";
import type { Ids } from "#core/ids.ts";
import { Stamper } from "#daemon/context/stamp.ts";
import { Outbox } from "#daemon/outbox/outbox.ts";
import { openRecords, type Records } from "#daemon/records/records.ts";

const TRAJECTORY = 1;
/** A full window holds some 120 such turns; a new epoch keeps half of them. */
const TURNS_PER_EPOCH = 60;

const FILE =
	"- call the plumber about the tap\n- renew the passport before June\n- bring the bicycle to the repair shop\n";
const STATUS = `<agent_status>
time: 2026-11-30 10:30:45 Mon, Europe/Berlin
owner's last word: 0s ago
round: 1 of 25
calls this turn: none
unanswered events: E-1
waiting events: 0
approvals waiting for the owner: 0
outside content in view: no
</agent_status>`;

/** Writes turns of the owner's past: a question, a look into a file, an answer. Call inside a write. */
export class SeededTurns {
	readonly #records: Records;
	readonly #outbox: Outbox;
	readonly #clock: Clock;
	readonly #stamper = new Stamper("Europe/Berlin");
	#epochId = 0;
	readonly #firstEntryIds: number[] = [];

	constructor(database: Database, clock: Clock, ids: Ids) {
		this.#clock = clock;
		this.#records = openRecords(database, clock, ids, () => undefined);
		const nobody = { onAdded: () => undefined, onChanged: () => undefined };
		this.#outbox = new Outbox(database, this.#records.contents, clock, nobody);
	}

	/** @param index from 0, rising by one */
	add(index: number): void {
		const { events, turns, calls } = this.#records;
		const conversation =
			index % 2 === 0 ? { channel: "web", address: "owner" } : { channel: "telegram", address: "123456789" };
		const text = `What is on my list of ${index} things for today, and which of them can wait until the weekend?`;
		const event = events.add({
			...{
				channel: conversation.channel,
				dedupKey: `seed:${index}`,
				conversation,
				sender: { id: "owner", name: "Ada" },
			},
			...{ trust: "owner", route: "loop", kind: "message", text, occurredAt: this.#clock.now() },
		});
		const turnId = turns.begin(TRAJECTORY, "owner");
		events.take(event.id, turnId);
		const stamp = this.#stamper.event(
			{ id: event.id, at: this.#clock.now(), channel: conversation.channel },
			undefined,
		);
		const message = { role: "user", content: `${stamp} ${text}` } as const;
		const entryId = this.#records.entries.add({
			...{ trajectoryId: TRAJECTORY, turnId, kind: "event", eventId: event.id, message },
		});
		this.#beginEpoch(index, entryId);
		this.#round(turnId, 1, event.id, "read_file", { path: `tasks/list-${index % 20}.md` }, FILE);
		const answer = `Three things are on it; the bicycle (number ${index}) can wait. The tap should be seen to today.`;
		const replyCall = { to: [formatEventId(event.id)], text: answer };
		this.#round(turnId, 2, event.id, "reply", replyCall, `Queued as the answer to ${formatEventId(event.id)}.`);
		const outboxId = this.#outbox.add({ conversation, kind: "reply", text: answer, toOwner: true, turnId });
		this.#outbox.markPartSent(outboxId, 0, true, String(index));
		events.settle(event.id, "replied", `call ${calls.ofTurn(turnId).length}`);
		turns.end(turnId, "done", "all events are answered");
	}

	/** One request with its manifest and cost, one call with its verdict and result. */
	#round(turnId: number, round: number, eventId: number, tool: string, args: object, output: string): void {
		const { entries, calls, journal } = this.#records;
		this.#request(turnId, round);
		const entryId = entries.nextId();
		const text = JSON.stringify(args);
		const id = `call_${entryId}_1`;
		const wireCall = { id, type: "function", function: { name: tool, arguments: text } } as const;
		entries.add({
			...{ trajectoryId: TRAJECTORY, turnId, kind: "assistant" },
			message: { role: "assistant", content: null, tool_calls: [wireCall] },
		});
		const callId = calls.add({
			...{
				turnId,
				entryId,
				position: 1,
				wireTool: tool,
				tool,
				arguments: text,
				malformed: undefined,
				forEventId: eventId,
			},
		});
		journal.add({
			kind: "gate",
			turnId,
			callId,
			authority: "owner",
			tainted: false,
			effect: "read",
			decision: "allow",
		});
		const content = `${this.#stamper.result(this.#clock.now(), this.#clock.now())} Tool call #1 for '${tool}'\n${output}`;
		const resultId = entries.add({
			...{ trajectoryId: TRAJECTORY, turnId, kind: "result", answers: { entryId, position: 1 } },
			message: { role: "tool", tool_call_id: id, content },
		});
		calls.end(callId, "done", resultId, { resultDigest: undefined, problemClass: undefined });
	}

	#request(turnId: number, round: number): void {
		const { turns, modelCalls, usage, entries } = this.#records;
		turns.countRound(turnId);
		const request = { turnId, round, epochId: this.#epochId, lastEntryId: entries.nextId() - 1, statusBlock: STATUS };
		const modelCallId = modelCalls.add({ ...request, requestDigest: "0".repeat(64) });
		modelCalls.end(modelCallId, "complete", "scripted", undefined);
		usage.add({
			...{ model: "scripted", purpose: "turn", turnId, inputTokens: 20_000, cachedTokens: 19_000, outputTokens: 60 },
			...{ estimated: false, outcome: "complete", startedAt: this.#clock.now(), durationMs: 900 },
		});
	}

	/** As the program does when its window is full: the older half leaves the view. */
	#beginEpoch(index: number, entryId: number): void {
		this.#firstEntryIds.push(entryId);
		if (index % TURNS_PER_EPOCH !== 0) return;
		const firstEntryId = this.#firstEntryIds.at(-1 - TURNS_PER_EPOCH) ?? 0;
		const prefix = { prompt: "You are a secretary.", tools: "[]", digest: "an earlier version's", parts: [] };
		const epoch = { trajectoryId: TRAJECTORY, prefix, opening: undefined, firstEntryId };
		this.#epochId = this.#records.epochs.begin(epoch, "the window was full: earlier turns left it").id;
	}
}
