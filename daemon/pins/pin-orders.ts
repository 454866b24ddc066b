import type { Database } from "#core/database.ts";
import { formatEventId } from "#core/event.ts";
import type { Ids } from "#core/ids.ts";
import type { Outbox } from "#daemon/outbox/outbox.ts";
import { type EventRecord, MAIN_TRAJECTORY } from "#daemon/records/event-record.ts";
import type { Events } from "#daemon/records/events.ts";
import type { Journal } from "#daemon/records/journal.ts";
import { codeSpan } from "#tools/code-span.ts";
import { countOf, formatCount } from "#tools/text.ts";
import type { Kept } from "./kept.ts";
import { type PinDesk, PinProblem } from "./pin-desk.ts";

/** `text` is left out where the message replied to is meant. */
export type PinOrder = { kind: "pin"; text?: string } | { kind: "pins" } | { kind: "unpin"; name: string };

/** Who ordered it, and how. */
interface Origin {
	/** For the journal: `owner on telegram`. */
	by: string;
	/** The event that ordered it. A terminal's orders have none. */
	cause: EventRecord | undefined;
}

export interface PinOrdersParts {
	database: Database;
	events: Events;
	outbox: Pick<Outbox, "find">;
	journal: Journal;
	ids: Ids;
	desk: PinDesk;
}

/** The owner's orders about what is kept word for word in the main trajectory. No model is asked; it is told what changed. */
export class PinOrders {
	readonly #parts: PinOrdersParts;

	constructor(parts: PinOrdersParts) {
		this.#parts = parts;
	}

	/** What is refused has changed nothing. The words are for the owner. */
	carryOut(order: PinOrder, origin: Origin): { kind: "done"; say: string } | { kind: "refused"; problem: string } {
		try {
			return { kind: "done", say: this.#carryOut(order, origin) };
		} catch (error) {
			if (error instanceof PinProblem) return { kind: "refused", problem: error.message };
			throw error;
		}
	}

	#carryOut(order: PinOrder, origin: Origin): string {
		switch (order.kind) {
			case "pin":
				return this.#pin(order.text, origin);
			case "pins":
				return this.#list();
			case "unpin":
				return this.#unpin(order.name, origin);
		}
	}

	#pin(given: string | undefined, origin: Origin): string {
		const { database, desk } = this.#parts;
		return database.write(() => {
			const request = { text: given ?? this.#textOfAbout(origin.cause), kind: "fact" as const };
			const pinOrigin = { createdBy: "owner" as const, eventId: origin.cause?.id };
			const { name, text, isNew } = desk.keep(MAIN_TRAJECTORY, request, pinOrigin);
			if (!isNew) return `That is pinned already: it is ${name}.`;
			this.#note("pinned", { name, text }, origin);
			return `Pinned as ${name}: ${codeSpan(text)}`;
		});
	}

	#unpin(written: string, origin: Origin): string {
		const { database, desk } = this.#parts;
		return database.write(() => {
			const kept = desk.letGo(MAIN_TRAJECTORY, written);
			this.#note("unpinned", kept, origin);
			return `Unpinned ${kept.name}: ${codeSpan(kept.text)}`;
		});
	}

	#list(): string {
		const { desk } = this.#parts;
		const inForce = desk.inForce(MAIN_TRAJECTORY);
		if (inForce.length === 0) return "Nothing is pinned. `/pin TEXT` keeps something in front of me, word for word.";
		const { pins, decisions, tokens, budgetTokens } = desk.reading(MAIN_TRAJECTORY);
		const counts = `${countOf(pins, "pin")} and ${countOf(decisions, "decision")}`;
		const room = `${formatCount(tokens)} of ${formatCount(budgetTokens)} tokens`;
		return [`${counts}, ${room}:\n`, ...inForce.map(lineOf)].join("\n");
	}

	/** Words of others are not pinned by an answer to them: they would stand in view for good as if the owner had said them. */
	#textOfAbout(cause: EventRecord | undefined): string {
		const { events, outbox } = this.#parts;
		const about = cause?.about?.relation === "reply" ? cause.about : undefined;
		const event = about?.eventId === undefined ? undefined : events.find(about.eventId);
		const ours = about?.outboxId === undefined ? undefined : outbox.find(about.outboxId);
		const isForeign = event ? event.trust !== "owner" || event.outsideSource !== undefined : ours?.outside;
		if (isForeign)
			throw new PinProblem("Others wrote that message, or part of it. Say in your own words: `/pin TEXT`.");
		const text = event?.text ?? ours?.text ?? "";
		if (text.trim() === "")
			throw new PinProblem("Write what to pin: `/pin TEXT`, or answer one of our messages with `/pin`.");
		return text;
	}

	/** Shown to the model with whatever wakes it next, and kept for the owner to look up. */
	#note(what: "pinned" | "unpinned", { name, text }: Pick<Kept, "name" | "text">, { by, cause }: Origin): void {
		const { events, ids, journal } = this.#parts;
		journal.add({ kind: "pin", target: name, decision: by, outcome: what });
		const how = cause ? ` (${formatEventId(cause.id)})` : "";
		events.leaveNote({
			dedupKey: `pin:${cause?.id ?? ids.code(20)}`,
			conversation: cause?.conversation ?? events.ownerConversation(),
			kind: "pin",
			text: `[note] The owner ${what} ${name}${how}: ${JSON.stringify(text)}`,
			causeEventId: cause?.id,
		});
	}
}

const lineOf = ({ name, text, reason }: Kept): string =>
	`- ${name} ${codeSpan(text)}${reason === undefined ? "" : ` because ${codeSpan(reason)}`}`;
