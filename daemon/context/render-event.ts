import { formatEventId } from "#core/event.ts";
import { truncate } from "#core/truncate.ts";
import type { About, EventRecord } from "#daemon/records/event-record.ts";
import type { Stamper } from "./stamp.ts";
import { escapeOurTags, wrapOutside } from "./wrap.ts";

export interface BatchPlace {
	/** From 1. */
	position: number;
	size: number;
	/** For the last of a batch: `3 messages, 1 approval outcome`. */
	summary: string;
}

/**
 * The text of an event as the model sees it, now and for ever: batch mark, stamp, words, files. Pure.
 * @param about what the event is about, from `describeAbout`; empty where it stands alone
 * @param shown its text, or what is shown of it, from `keepInView`
 */
export function renderEvent(
	event: EventRecord,
	stamper: Stamper,
	previousAt: number | undefined,
	place: BatchPlace,
	about: string,
	shown: string,
): string {
	const mark = place.size > 1 ? `[event ${place.position}/${place.size}] ` : "";
	const stamp = stamper.event({ id: event.id, at: event.receivedAt, channel: event.channel }, previousAt);
	const id = formatEventId(event.id);
	const relation = about === "" ? "" : ` (${about})`;
	const words =
		event.outsideSource === undefined ? escapeOurTags(shown).text : `\n${wrapOutside(event.outsideSource, id, shown)}`;
	const files = event.attachments.map(
		(file) =>
			`\n[file] ${file.path} (${escapeOurTags(file.mediaType).text}, ${file.sizeBytes} bytes): read it with read_file`,
	);
	const summary =
		place.size > 1 && place.position === place.size
			? `\n[${place.size} events: ${place.summary}. Cover all of them.]`
			: "";
	return `${mark}${stamp}${relation} ${words}${files.join("")}${summary}`;
}

/** How much of one of our messages is repeated where somebody answers it. */
const QUOTED_LENGTH = 80;

const RELATIONS: Record<About["relation"], string> = { reply: "in reply to", edit: "corrects", reaction: "on" };

/**
 * What an event is about, in a few words of the program: `in reply to E-12`, `on your message "Shall I …"`.
 * @param ours our message that it is about, where it is one of ours. What others wrote in it is not repeated: it would stand
 *   there as the program's own words
 */
export function describeAbout(
	about: About | undefined,
	ours: { id: number; text: string; outside: boolean } | undefined,
): string {
	if (!about) return "";
	const relation = RELATIONS[about.relation];
	if (about.eventId !== undefined) return `${relation} ${formatEventId(about.eventId)}`;
	if (ours === undefined) return `${relation} a message from before my time`;
	if (ours.outside) return `${relation} your message M-${ours.id}, which shows outside content`;
	const flat = ours.text.replace(/\s+/g, " ").trim();
	const quoted = flat.length > QUOTED_LENGTH ? `${truncate(flat, QUOTED_LENGTH)}…` : flat;
	return `${relation} your message "${escapeOurTags(quoted).text}"`;
}

/** Counts a batch by kind: `2 messages, 1 approval outcome`. */
export function summarise(kinds: readonly string[]): string {
	const counts = new Map<string, number>();
	for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
	return [...counts]
		.map(([kind, count]) => `${count} ${kind.replaceAll("-", " ")}${count === 1 ? "" : "s"}`)
		.join(", ");
}
