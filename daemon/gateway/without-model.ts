import type { Clock } from "#core/clock.ts";
import type { Database } from "#core/database.ts";
import { formatEventId } from "#core/event.ts";
import { Stamper } from "#daemon/context/stamp.ts";
import type { Outbox } from "#daemon/outbox/outbox.ts";
import { answerTo, type Done } from "#daemon/plain-words/answers.ts";
import type { Request } from "#daemon/plain-words/request.ts";
import { understand } from "#daemon/plain-words/understand.ts";
import type { EventRecord } from "#daemon/records/event-record.ts";
import type { Events } from "#daemon/records/events.ts";
import type { TimerDesk } from "#daemon/timers/timer-desk.ts";
import { addNote } from "./notes.ts";
import type { OrderResult } from "./order-result.ts";
import { PlainTimers } from "./plain-timers.ts";
import type { Command } from "./route.ts";

/** Events that are looked at in one go. */
const BATCH = 100;

export interface WithoutModelParts {
	database: Database;
	events: Events;
	outbox: Outbox;
	timers: TimerDesk;
	clock: Clock;
	workspace: string;
	ownerZone: () => string;
	/** Carries out what there is a command for. */
	order: (command: Command, by: string) => OrderResult;
}

/**
 * Does what the owner asks for in plain words while no model is in reach: reminders, lists, notes. What it does not
 * understand waits for a model, and what it did is told to the model when there is one again.
 */
export class WithoutModel {
	readonly #parts: WithoutModelParts;
	readonly #timers: PlainTimers;

	constructor(parts: WithoutModelParts) {
		this.#parts = parts;
		this.#timers = new PlainTimers(parts.timers);
	}

	/** Looks at what waits for the loop. To be called when it arrived while no model was in reach. */
	handleWaiting(): void {
		for (const event of this.#parts.events.waiting("loop", BATCH)) this.#handle(event);
	}

	/** Looks at what a turn has taken up, when no model answered it. */
	handleTurn(turnId: number): void {
		for (const event of this.#parts.events.ofTurn(turnId)) if (event.state !== "settled") this.#handle(event);
	}

	/** One commit: after a crash a request has been done, answered and settled, or none of it. */
	#handle(event: EventRecord): void {
		if (!isPlain(event)) return;
		const { database, events, outbox, clock, ownerZone } = this.#parts;
		const request = understand(event.text, { now: event.receivedAt, zone: ownerZone() });
		if (!request) return;
		database.write(() => {
			const answer = this.#carryOut(request, event, { now: clock.now(), zone: ownerZone() });
			outbox.add({ conversation: event.conversation, kind: "notice", text: answer, toOwner: true });
			// What a turn has taken up is in view already.
			if (event.state === "waiting") events.leaveUnseen(event.id);
			events.settle(event.id, "handled", "understood without a model");
			this.#tellModel(event, answer);
		});
	}

	/** @returns what to say to the owner */
	#carryOut(request: Request, event: EventRecord, moment: { now: number; zone: string }): string {
		const { order } = this.#parts;
		const by = `owner on ${event.channel}`;
		switch (request.kind) {
			case "stop":
			case "status":
				return wordsOf(order({ kind: request.kind }, by));
			default:
				return answerTo(this.#do(request, event, moment.zone), { ...moment, language: request.language });
		}
	}

	#do(request: Exclude<Request, { kind: "stop" | "status" }>, event: EventRecord, zone: string): Done {
		switch (request.kind) {
			case "remind":
				return this.#timers.set(request.matter, request.schedule, event);
			case "remind-unclear":
				return { kind: "unclear", problem: request.problem };
			case "list":
				return this.#timers.list();
			case "cancel":
				return this.#timers.cancel(request.which);
			case "note":
				addNote(this.#parts.workspace, event.id, new Stamper(zone).time(event.receivedAt), request.text);
				return { kind: "noted", text: request.text };
			case "help":
				return { kind: "help" };
		}
	}

	#tellModel(event: EventRecord, answer: string): void {
		this.#parts.events.leaveNote({
			dedupKey: `without-model:${event.id}`,
			conversation: event.conversation,
			kind: "handled",
			text: `[note] No model was in reach, so the program itself answered ${formatEventId(event.id)}: ${answer}`,
			causeEventId: event.id,
		});
	}
}

const wordsOf = (result: OrderResult): string => (result.kind === "done" ? (result.say ?? "") : result.problem);

/** The owner's own words, said now: no correction of earlier ones, which may have been obeyed, and nothing passed on. */
function isPlain({ trust, kind, outsideSource, attachments, about }: EventRecord): boolean {
	const isOwn = trust === "owner" && kind === "message" && outsideSource === undefined && attachments.length === 0;
	return isOwn && (about === undefined || about.relation === "reply");
}
