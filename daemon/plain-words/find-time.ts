import { fold } from "#daemon/schedule/read-folded.ts";
import type { Language } from "#daemon/schedule/read-problem.ts";
import { readWhen, type When } from "#daemon/schedule/read-when.ts";

export interface Moment {
	/** Milliseconds since the epoch, UTC. */
	now: number;
	/** The owner's IANA zone. */
	zone: string;
	language: Language;
}

/** A time within a sentence, and what stands before or after it. */
export interface Found {
	when: When;
	/** As it was written. */
	written: string;
	others: string;
}

/** The longest time that people write has about so many words. */
const MAX_TIME_WORDS = 12;
/** Words of their own, which a time is made of only together with others: "some sun", "20 minutes", "früh". */
const NOT_ALONE = /^(?:sun|mon|tues?|wed|thu|thurs?|fri|sat|frueh)$/;

/** The longest time that a sentence begins with. */
export function timeAtStart(words: string[], moment: Moment): Found | undefined {
	for (let count = Math.min(words.length, MAX_TIME_WORDS); count > 0; count--) {
		const written = words.slice(0, count).join(" ");
		const when = readInSentence(written.replace(/[,:]$/, ""), moment);
		if (when) return { when, written, others: words.slice(count).join(" ") };
	}
	return undefined;
}

/** The longest time that a sentence ends with; something stands before it. */
export function timeAtEnd(words: string[], moment: Moment): Found | undefined {
	for (let start = Math.max(1, words.length - MAX_TIME_WORDS); start < words.length; start++) {
		const written = words.slice(start).join(" ");
		const when = readInSentence(written, moment);
		if (when) return { when, written, others: words.slice(0, start).join(" ").replace(/[,:]$/, "") };
	}
	return undefined;
}

/** Whether some words among these could be a time. */
export function mentionsTime(text: string, moment: Moment): boolean {
	const words = text.split(" ");
	return words.some((_, start) => timeAtStart(words.slice(start), moment) !== undefined);
}

/** A length of time counts only as one with "in": "to wait 20 minutes" says how long, not when. */
function readInSentence(written: string, { now, zone, language }: Moment): When | undefined {
	const folded = fold(written);
	if (folded === "" || NOT_ALONE.test(folded)) return undefined;
	const when = readWhen(written, { now, zone, language });
	if (when.kind === "unclear" && when.reason === "not-a-time") return undefined;
	const isLength = when.kind === "schedule" && when.names === "length";
	return isLength && !/^in |from now$/.test(folded) ? undefined : when;
}
