import type { OwnersRule } from "#config/gate-schema.ts";
import type { Database } from "#core/database.ts";
import type { ApprovalDesk } from "#daemon/gate/approval-desk.ts";
import type { Outbox } from "#daemon/outbox/outbox.ts";
import type { PinOrders } from "#daemon/pins/pin-orders.ts";
import type { EventRecord } from "#daemon/records/event-record.ts";
import type { Events } from "#daemon/records/events.ts";
import type { Journal } from "#daemon/records/journal.ts";
import { formatRegistrationId } from "#daemon/records/registrations.ts";
import { parseTaskId } from "#daemon/records/tasks.ts";
import type { StopDesk } from "#daemon/router/stop-desk.ts";
import type { SpendDesk } from "#daemon/spend/spend-desk.ts";
import { type TimerDesk, TimerProblem } from "#daemon/timers/timer-desk.ts";
import { HELP } from "./help-text.ts";
import { done, type OrderResult, refused } from "./order-result.ts";
import { PairingOrders } from "./pairing-orders.ts";
import type { People } from "./people.ts";
import { type Command, orderOf } from "./route.ts";

/** The most timers that one message lists. */
const MAX_LISTED = 40;

export interface CommandParts {
	database: Database;
	events: Events;
	outbox: Outbox;
	journal: Journal;
	people: People;
	desk: Pick<ApprovalDesk, "decide">;
	/** Allows something for good. @returns what to say */
	grantRule: (rule: OwnersRule, by: string) => string;
	stops: StopDesk;
	timers: TimerDesk;
	pins: PinOrders;
	/** A few lines for the owner. */
	status: () => string;
	/** What is kept about the owner, for the owner. */
	memory: () => string;
	spend: Pick<SpendDesk, "text" | "allow">;
	/** Sums up what is in view, as soon as nothing else is to be done. @returns what to say now */
	compact: (focus: string | undefined, cause: EventRecord | undefined) => string;
}

/** Carries out what the owner orders by button or command. No model is asked, so that it works when none answers. */
export class Commands {
	readonly #parts: CommandParts;
	readonly #pairing: PairingOrders;

	constructor(parts: CommandParts) {
		this.#parts = parts;
		this.#pairing = new PairingOrders(parts);
	}

	/** Handles all that wait, also what a crash left. An order that is done twice (stop, approve) does nothing more. */
	handleWaiting(): void {
		const { events, database, outbox } = this.#parts;
		for (const event of events.waiting("command", 100)) {
			// Together, or an order that was obeyed would after a crash be told "it is already approved: nothing was done".
			database.write(() => {
				const answer = this.#handle(event);
				if (answer !== undefined)
					outbox.add({ conversation: event.conversation, kind: "notice", text: answer, toOwner: true });
				events.settle(event.id, "handled");
			});
		}
	}

	#handle(event: EventRecord): string | undefined {
		const order = orderOf({
			trust: event.trust,
			text: event.text,
			outside: event.outsideSource !== undefined,
			relation: event.about?.relation,
			action: event.action,
			hasAttachments: event.attachments.length > 0,
			hasOwnTrajectory: false,
		});
		if (!order) return undefined;
		const result = this.order(order.command, `owner on ${event.channel}`, event);
		return result.kind === "done" ? result.say : result.problem;
	}

	/**
	 * Carries out one order of the authenticated owner.
	 * @param by for the journal: `owner on telegram`
	 * @param cause the event that it came as, where it did
	 */
	order(command: Command, by: string, cause?: EventRecord): OrderResult {
		switch (command.kind) {
			case "stop":
				return done(this.#parts.stops.stop({ all: command.all ?? false, by, cause }));
			case "approve":
			case "deny":
				return this.#decide(command, by);
			case "pair":
				return this.#pairing.pair(command.code, by);
			case "unpair":
				return this.#pairing.unpair(command.channel, command.senderId, by);
			case "cancel":
				return this.#cancel(command.registration, by, cause);
			case "pin":
			case "pins":
			case "unpin":
				return this.#parts.pins.carryOut(command, { by, cause });
			case "status":
				return done(this.#status());
			case "timers":
				return done(listTimers(this.#parts.timers));
			case "memory":
				return done(this.#parts.memory());
			case "spend":
				return done(this.#parts.spend.text());
			case "spend-allow":
				return done(this.#parts.spend.allow(by));
			case "compact":
				return done(this.#parts.compact(command.focus, cause));
			case "help":
				return done(HELP);
		}
	}

	#decide(command: Extract<Command, { kind: "approve" | "deny" }>, by: string): OrderResult {
		const result = this.#parts.desk.decide(command.code, command, by);
		if (result.kind === "rejected") return refused(result.problem);
		if (command.kind === "deny" || !command.always) return done(undefined);
		const { rule } = result.approval;
		return done(rule ? this.#parts.grantRule(rule, by) : "Allowed this once: no rule was offered for it.");
	}

	#status(): string {
		const paired = this.#parts.people
			.paired()
			.map(({ channel, senderId, name }) => `Paired: ${channel} ${senderId} (${name ?? "no name"})`);
		return [this.#parts.status(), ...paired].join("\n");
	}

	#cancel(registration: string, by: string, cause: EventRecord | undefined): OrderResult {
		const { timers, journal, stops } = this.#parts;
		const task = parseTaskId(registration);
		if (task !== undefined) {
			const { ended, say } = stops.cancelTask(task, { by, cause });
			return ended ? done(say) : refused(say);
		}
		try {
			const timer = timers.cancel(registration);
			const target = formatRegistrationId(timer.id);
			journal.add({ kind: "timer", target, decision: by, outcome: "cancelled" });
			return done(`Cancelled ${target}: ${timer.purpose}`);
		} catch (error) {
			if (error instanceof TimerProblem) return refused(error.message);
			throw error;
		}
	}
}

/** Everything that waits for its time, as a Markdown list. */
function listTimers(timers: TimerDesk): string {
	const pending = timers.pending();
	if (pending.length === 0) return "Nothing waits for its time.";
	const lines = pending.slice(0, MAX_LISTED).map((timer) => `- ${timers.describe(timer)}`);
	if (pending.length > MAX_LISTED)
		lines.push(`- … and ${pending.length - MAX_LISTED} later ones: \`steward timers\` lists all`);
	return lines.join("\n");
}
