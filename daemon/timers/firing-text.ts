import { formatDuration } from "#core/duration.ts";
import { formatEventId } from "#core/event.ts";
import type { Stamper } from "#daemon/context/stamp.ts";
import { formatRegistrationId, type TimerRecord } from "#daemon/records/registrations.ts";
import type { FiringDecision } from "./decide-firing.ts";

type Firing = Extract<FiringDecision, { kind: "fire" }>;

/** A firing that comes later than this says so. */
const LATE_MS = 60_000;

/** What the owner is told, as Markdown. The purpose stands as it was given. */
export function reminderText(timer: TimerRecord, firing: Firing, stamper: Stamper): string {
	const remarks = lateness(firing, stamper);
	return `⏰ ${timer.purpose}${remarks === "" ? "" : `\n\n(${remarks})`}`;
}

/** What the model is told of a reminder that was delivered without it. */
export const deliveredText = (timer: TimerRecord, firing: Firing, stamper: Stamper): string =>
	`[note] The program reminded the owner on ${timer.conversation.channel}: "${timer.purpose}" (${described(timer, firing, stamper)}). No answer is needed.`;

/** What wakes the model: why it set this, for whom, and what comes after. */
export function wakingText(timer: TimerRecord, firing: Firing, stamper: Stamper): string {
	const origin = timer.originEventId === undefined ? "" : `, from ${formatEventId(timer.originEventId)}`;
	return `Timer due: ${timer.purpose}\n(${described(timer, firing, stamper)}; set by ${timer.createdBy}${origin})`;
}

function described(timer: TimerRecord, firing: Firing, stamper: Stamper): string {
	const next = firing.nextAt === undefined ? "the last firing" : `next ${stamper.time(firing.nextAt)}`;
	const late = lateness(firing, stamper);
	const due = `${formatRegistrationId(timer.id)} due ${stamper.time(firing.slotAt)} ${stamper.zone}`;
	return [due, ...(late === "" ? [] : [late]), next].join("; ");
}

function lateness({ slotAt, lateMs, missed }: Firing, stamper: Stamper): string {
	const remarks: string[] = [];
	if (lateMs > LATE_MS) remarks.push(`${formatDuration(lateMs)} late: it was due ${stamper.time(slotAt)}`);
	if (missed) remarks.push(`${missed.count} earlier missed since ${stamper.time(missed.firstAt)}`);
	return remarks.join("; ");
}
