import type { Trust } from "#core/trust.ts";
import type { EventRecord } from "#daemon/records/event-record.ts";

/** An event of anybody that has waited so long goes before the owner's: nobody can be starved by a lively owner. */
const MAX_WAIT_MS = 60_000;

/** The most text that one batch brings into view, in UTF-16 units. What is longer comes alone. */
const MAX_BATCH_LENGTH = 40_000;

/**
 * Decides whose events are taken up next. Pure. Events of different trust never share a turn, so it is one trust: the
 * owner's, who is waiting for an answer, unless somebody else has waited too long.
 * @param longest what has waited longest, one event of each trust
 */
export function chooseTrust(longest: readonly { trust: Trust; receivedAt: number }[], now: number): Trust | undefined {
	const oldest = longest.reduce<(typeof longest)[number] | undefined>(
		(first, event) => (first === undefined || event.receivedAt < first.receivedAt ? event : first),
		undefined,
	);
	if (oldest === undefined || now - oldest.receivedAt > MAX_WAIT_MS) return oldest?.trust;
	return longest.some(({ trust }) => trust === "owner") ? "owner" : oldest.trust;
}

/** Results of what was begun before, then what the program reports, then what people say, which is what to act on. */
const RANKS: Readonly<Record<string, number>> = { "task-result": 0, message: 2, command: 2 };
const REPORT_RANK = 1;

/** What cut off the work that was going on comes last of all: a model attends most to what it read last. */
const INTERRUPT_RANK = 3;

/**
 * Puts a batch into the order in which the model reads it, and cuts it where it would be too much at once. Pure.
 * @param waiting events of one trust, oldest first
 * @returns at least one event, where there is one; the rest waits for the next safe point
 */
export function chooseBatch(waiting: readonly EventRecord[]): EventRecord[] {
	let length = 0;
	const fitting = waiting.filter((event, index) => {
		length += Math.min(event.text.length, MAX_EVENT_LENGTH);
		return index === 0 || length <= MAX_BATCH_LENGTH;
	});
	const urgent = waiting.filter((event) => rankOf(event) === INTERRUPT_RANK && !fitting.includes(event));
	return [...fitting, ...urgent].sort((a, b) => rankOf(a) - rankOf(b) || a.id - b.id);
}

/** Of a longer text beginning and end are shown, see `keepInView`. */
const MAX_EVENT_LENGTH = 16_000;

const rankOf = ({ kind, strategy }: EventRecord): number =>
	strategy?.kind === "cancel" ? INTERRUPT_RANK : (RANKS[kind] ?? REPORT_RANK);
