import type { Language } from "#daemon/schedule/read-problem.ts";
import type { Schedule } from "#daemon/schedule/schedule.ts";

/** What the owner asked for in words that need no model. `language` is the one to answer in. */
export type Request = { language: Language } & (
	| { kind: "remind"; schedule: Schedule; matter: string }
	/** Plainly a reminder, whose time is missing or impossible; `problem` says what to say instead. */
	| { kind: "remind-unclear"; problem: string }
	| { kind: "list" }
	| { kind: "cancel"; which: Which }
	| { kind: "stop" }
	| { kind: "status" }
	| { kind: "help" }
	| { kind: "note"; text: string }
);

/** Which reminders: one by its number, all, or those whose matter has these words; no words mean the only one there is. */
export type Which = { kind: "number"; number: number } | { kind: "all" } | { kind: "words"; words: string };
