import { readAlarm } from "./read-alarm.ts";
import { readCancel, readNote, readOrder } from "./read-order.ts";
import { readReminder } from "./read-reminder.ts";
import { readTimer } from "./read-timer.ts";
import type { Request } from "./request.ts";

/** Longer texts are more than one plain wish. */
const MAX_LENGTH = 300;
const POLITE_START = /^(?:(?:hey|hi|hello|hallo|ok|okay|please|pls|bitte)[,!]? )+/i;
const POLITE_END = /,? (?:please|pls|bitte|thanks|thank you|thx|danke)$/i;

/**
 * Understands what can be understood without a model, in English and German. Pure.
 *
 * It is strict: a wrong guess costs more than none. Undefined is whatever could mean something else: questions, long
 * texts, several wishes, conditions, quotations, negations, words that point at the conversation ("remind me of this").
 * Where the rules of times leave a choice, see `readWhen`.
 *
 * @param context.now milliseconds since the epoch, UTC
 * @param context.zone the owner's IANA zone
 * @throws RangeError where the zone is unknown
 */
export function understand(text: string, context: { now: number; zone: string }): Request | undefined {
	const trimmed = text.normalize("NFC").trim();
	if (trimmed === "" || trimmed.length > MAX_LENGTH) return undefined;
	const note = readNote(trimmed);
	if (note) return note;
	if (trimmed.includes("\n")) return undefined;
	const plain = trimmed
		.replace(/\s+/g, " ")
		.replace(POLITE_START, "")
		.replace(/ ?[.!]+$/, "")
		.replace(POLITE_END, "");
	const order = readOrder(plain.replace(/ ?\?$/, ""));
	if (order && !(order.kind === "stop" && plain.endsWith("?"))) return order;
	const reminder = readReminder(plain, context);
	if (reminder || plain.includes("?")) return reminder;
	return readAlarm(plain, context) ?? readTimer(plain, context) ?? readCancel(plain);
}
