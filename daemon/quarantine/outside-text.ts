import { type EventId, formatEventId } from "#core/event.ts";
import type { HandlePart } from "#core/handle.ts";
import { truncate } from "#core/truncate.ts";
import { wrapOutside } from "#daemon/context/wrap.ts";
import type { EventRecord } from "#daemon/records/event-record.ts";

/** Of what is too long, so much is read of the beginning; the rest of the end, where the point often is. */
const SHARE_OF_BEGINNING = 0.75;

/** The most of names and addresses that is read. */
const MAX_NAMES_LENGTH = 2_000;

/** The last `maxLength` units of a text, beginning with a whole character. */
function tailOf(text: string, maxLength: number): string {
	const tail = text.slice(text.length - maxLength);
	return /^[\uDC00-\uDFFF]/.test(tail) ? tail.slice(1) : tail;
}

/** What is read of a long text, and how much of it is left out in the middle. Pure. */
export function cutForReading(text: string, maxLength: number): { text: string; leftOut: number } {
	if (text.length <= maxLength) return { text, leftOut: 0 };
	const head = truncate(text, Math.floor(maxLength * SHARE_OF_BEGINNING));
	const tail = tailOf(text, maxLength - Math.floor(maxLength * SHARE_OF_BEGINNING));
	return { text: `${head}\n[…]\n${tail}`, leftOut: text.length - head.length - tail.length };
}

/** What others wrote, wrapped and escaped, with a word of the program's where some of it is left out. Pure. */
export function wrapForReading(of: { source: string; id: string; text: string }, maxLength: number): string {
	const { text, leftOut } = cutForReading(of.text, maxLength);
	const note = leftOut === 0 ? "" : `It is long: ${leftOut} characters in the middle are left out, at […].\n`;
	return `${note}${wrapOutside(of.source, of.id, text)}`;
}

/** Who sent an event, what came with it, and its words: all of it others' choice. */
export function wholeEvent(event: EventRecord): { source: string; id: string; text: string } {
	const names = [
		`From: ${partOf(event, "sender")}`,
		...(event.attachments.length > 0 ? [`Files: ${partOf(event, "files")}`] : []),
	];
	return { ...labelOf(event), text: `${names.join("\n")}\n\n${event.text}` };
}

/** What a handle of an event stands for. */
export function partOf({ sender, text, attachments }: EventRecord, part: HandlePart): string {
	switch (part) {
		case "body":
			return text;
		case "sender":
			return truncate(sender.name === undefined ? sender.id : `${sender.name} <${sender.id}>`, MAX_NAMES_LENGTH);
		case "files":
			return truncate(attachments.map(({ name, mediaType }) => `${name} (${mediaType})`).join(", "), MAX_NAMES_LENGTH);
	}
}

/** Where it came from and which it is, in the program's words. */
export const labelOf = (event: { id: EventId; outsideSource: string | undefined; channel: string }) => ({
	source: event.outsideSource ?? event.channel,
	id: formatEventId(event.id),
});
