import type { Database } from "#core/database.ts";
import { type Conversation, isSameConversation } from "#core/event.ts";
import type { Outbox } from "#daemon/outbox/outbox.ts";
import type { Approvals } from "#daemon/records/approvals.ts";
import type { Calls } from "#daemon/records/calls.ts";
import { type EventRecord, MAIN_TRAJECTORY } from "#daemon/records/event-record.ts";
import type { Events } from "#daemon/records/events.ts";
import type { Recoveries } from "#daemon/records/recoveries.ts";
import type { Tasks } from "#daemon/records/tasks.ts";
import type { Todos } from "#daemon/records/todos.ts";
import type { Trajectories } from "#daemon/records/trajectories.ts";
import type { Turns } from "#daemon/records/turns.ts";
import type { NextStep, TurnEnd, TurnOutcome } from "./decide-next.ts";
import type { Recorder } from "./recorder.ts";
import { pendingAmong } from "./reviewer.ts";
import type { Speech } from "./speech.ts";
import { isToOwner, openEvents } from "./tool-contexts.ts";

export interface CloserParts {
	database: Database;
	events: Events;
	calls: Calls;
	turns: Turns;
	tasks: Tasks;
	todos: Todos;
	approvals: Approvals;
	recoveries: Recoveries;
	trajectories: Trajectories;
	outbox: Outbox;
	recorder: Recorder;
	speech: Speech;
	/** Where to tell the owner of what came from somebody else. */
	ownerConversation: () => Conversation;
}

/** Writes down how a turn ended: what is owed to whom, and who is told. */
export class Closer {
	readonly #parts: CloserParts;

	constructor(parts: CloserParts) {
		this.#parts = parts;
	}

	/** The model wrote plain text instead of calling reply: the program delivers it, where the turn's events came from. */
	async deliverText(turnId: number, step: Extract<NextStep, { kind: "deliver" }>): Promise<TurnOutcome> {
		const { database, events, outbox } = this.#parts;
		const { speech, recorder } = this.#parts;
		// With a handle that can't be shown it is better said as it is than not at all.
		const { text, outside, derived } = await speech.toOwner(recorder.trajectoryOf(turnId), step.text, "leave");
		const message = { text, outside, derived };
		database.write(() => {
			for (const { conversation, events: answered } of this.#openByConversation(turnId)) {
				outbox.add({ ...message, conversation, kind: "reply", toOwner: true, turnId });
				for (const event of answered) events.settle(event.id, "replied", "plain text, delivered by the program");
			}
		});
		return { kind: "end", end: step.end };
	}

	remind(turnId: number, { path, notice }: Extract<NextStep, { kind: "remind" }>): void {
		const { database, recoveries, recorder } = this.#parts;
		database.write(() => {
			recoveries.count(turnId, path);
			recorder.note(turnId, notice);
		});
	}

	/** Ends a turn, with a word to the owner wherever an event got no answer. What a task works for stays open. */
	end(turnId: number, { end }: Extract<TurnOutcome, { kind: "end" }>): void {
		const { database, events, turns, todos, trajectories, recorder } = this.#parts;
		const outcome = end.kind === "stopped" ? "stopped" : end.kind === "done" ? "handled" : "failed";
		const trajectoryId = recorder.trajectoryOf(turnId);
		database.write(() => {
			const open = events.ofTurn(turnId).filter(({ state }) => state !== "settled");
			const pending = pendingAmong(openEvents(open), turnId, this.#parts);
			this.#tell(turnId, end, open);
			for (const { id } of open) if (!pending.includes(id)) events.settle(id, outcome, end.detail);
			// Who stopped the work knows that it is not done: the next turn must not be put back to it.
			const stopped = end.kind === "stopped" ? todos.open(trajectoryId).map(({ id }) => id) : [];
			todos.handOver(end.leavesTodos ?? stopped);
			if (end.kind !== "done") recorder.note(turnId, `This turn ended: ${end.detail}.`);
			turns.end(turnId, end.kind, end.detail);
			trajectories.setState(trajectoryId, this.#isAsking(trajectoryId) ? "waiting-for-approval" : "idle");
		});
	}

	/** Nothing is left to do: says so in the row, where it does not say so yet. */
	rest(trajectoryId: number): void {
		const { database, trajectories } = this.#parts;
		const state = this.#isAsking(trajectoryId) ? "waiting-for-approval" : "idle";
		if (trajectories.find(trajectoryId)?.state === state) return;
		database.write(() => trajectories.setState(trajectoryId, state));
	}

	/** Each conversation in which something is open hears of it; people other than the owner don't: the owner is told. */
	#tell(turnId: number, end: TurnEnd, open: readonly EventRecord[]): void {
		const { events, outbox, recorder, ownerConversation } = this.#parts;
		if (end.tell === undefined) return;
		// What went wrong may be told in words that a model read elsewhere.
		const outside = recorder.trajectoryOf(turnId) !== MAIN_TRAJECTORY;
		const about = open.length > 0 || !end.tellAlways ? open : events.ofTurn(turnId);
		const conversations = about.map((event) => (isToOwner(event) ? event.conversation : ownerConversation()));
		for (const conversation of distinct(conversations))
			outbox.add({ conversation, kind: "notice", text: end.tell, outside, toOwner: true, turnId });
	}

	#isAsking(trajectoryId: number): boolean {
		const { approvals, calls, recorder } = this.#parts;
		return approvals.asking().some(({ callId }) => {
			const call = calls.find(callId);
			return call !== undefined && recorder.trajectoryOf(call.turnId) === trajectoryId;
		});
	}

	/** The unanswered events of a turn by where they came from, each group oldest first. */
	#openByConversation(turnId: number): { conversation: Conversation; events: EventRecord[] }[] {
		const open = this.#parts.events.ofTurn(turnId).filter(({ state }) => state !== "settled");
		return distinct(open.map(({ conversation }) => conversation)).map((conversation) => ({
			conversation,
			events: open.filter((event) => isSameConversation(event.conversation, conversation)),
		}));
	}
}

const distinct = (conversations: readonly Conversation[]): Conversation[] =>
	conversations.filter((one, index) => conversations.findIndex((other) => isSameConversation(one, other)) === index);
