import { HELP } from "./help-text.ts";
import { sayMoment, type Telling } from "./moment-words.ts";

/** A reminder as it is told of. */
export interface Told {
	/** As the owner calls it: `R-3`. */
	id: string;
	matter: string;
	/** Milliseconds since the epoch, UTC; undefined where none comes any more. */
	nextAt: number | undefined;
	repeats: boolean;
}

/** What became of a request, for the answer. */
export type Done =
	/** `firings`: the next ones, as many as are to be read back; `goesOn` where more come behind them. */
	| { kind: "set"; id: string; matter: string; firings: readonly number[]; goesOn: boolean }
	| { kind: "unclear"; problem: string }
	| { kind: "list"; reminders: readonly Told[] }
	| { kind: "cancelled"; reminders: readonly Pick<Told, "id" | "matter">[] }
	/** `sought`: the number or the words; empty where just "the reminder" was said and there is none. */
	| { kind: "not-found"; sought: string }
	/** More than one has these words, and none was cancelled. */
	| { kind: "several"; reminders: readonly Told[] }
	| { kind: "noted"; text: string }
	| { kind: "help" };

/** The answer to the owner, in the language of the request. Pure. @throws RangeError where the zone is unknown */
export function answerTo(done: Done, telling: Telling): string {
	switch (done.kind) {
		case "set":
			return answerSet(done, telling);
		case "unclear":
			return done.problem;
		case "list":
			return answerList(done.reminders, telling);
		case "cancelled":
			return answerCancelled(done.reminders, telling);
		case "not-found":
			return answerNotFound(done.sought, telling);
		case "several": {
			const [first] = done.reminders;
			const choose = inLanguage(telling, {
				en: `Which one? Say for example "cancel ${first?.id}":`,
				de: `Welche meinst du? Sag zum Beispiel „lösche ${first?.id}“:`,
			});
			return [choose, ...done.reminders.map((reminder) => lineOf(reminder, telling))].join("\n");
		}
		case "noted":
			return inLanguage(telling, { en: `Noted: ${done.text}`, de: `Notiert: ${done.text}` });
		case "help":
			return HELP[telling.language];
	}
}

function inLanguage({ language }: Telling, texts: Record<Telling["language"], string>): string {
	return texts[language];
}

function answerSet({ id, matter, firings, goesOn }: Done & { kind: "set" }, telling: Telling): string {
	const [first, ...others] = firings.map((at) => sayMoment(at, telling));
	const when = first ?? inLanguage(telling, { en: "never", de: "nie" });
	const head = inLanguage(telling, {
		en: `I'll remind you ${when} (${telling.zone}): ${matter}`,
		de: `Ich erinnere dich ${when} (${telling.zone}): ${matter}`,
	});
	const then = inLanguage(telling, { en: "Then", de: "Danach" });
	const next = others.length === 0 ? [] : [`${then} ${others.join(", ")}${goesOn ? ", …" : "."}`];
	const cancel = inLanguage(telling, {
		en: `Cancel it with "cancel ${id}".`,
		de: `Löschen kannst du das mit „lösche ${id}“.`,
	});
	return [head, ...next, cancel].join("\n");
}

function answerList(reminders: readonly Told[], telling: Telling): string {
	if (reminders.length === 0)
		return inLanguage(telling, {
			en: 'You have no reminders. Set one with for example "remind me in 20 minutes to call Bob".',
			de: "Du hast keine Erinnerungen. Stell eine, zum Beispiel mit „erinnere mich in 20 Minuten an den Herd“.",
		});
	const count = reminders.length;
	const head = inLanguage(telling, {
		en: count === 1 ? "You have one reminder:" : `You have ${count} reminders:`,
		de: count === 1 ? "Du hast eine Erinnerung:" : `Du hast ${count} Erinnerungen:`,
	});
	return [head, ...reminders.map((reminder) => lineOf(reminder, telling))].join("\n");
}

function lineOf({ id, matter, nextAt, repeats }: Told, telling: Telling): string {
	const when =
		nextAt === undefined ? inLanguage(telling, { en: "paused", de: "pausiert" }) : sayMoment(nextAt, telling);
	const again = repeats ? inLanguage(telling, { en: " (repeats)", de: " (wiederholt sich)" }) : "";
	return `- ${id}, ${when}: ${matter}${again}`;
}

function answerCancelled(reminders: readonly Pick<Told, "id" | "matter">[], telling: Telling): string {
	const [first] = reminders;
	if (first === undefined) return answerNotFound("", telling);
	if (reminders.length === 1)
		return inLanguage(telling, {
			en: `Cancelled ${first.id}: ${first.matter}`,
			de: `Gelöscht: ${first.id}, ${first.matter}`,
		});
	const ids = reminders.map(({ id }) => id).join(", ");
	return inLanguage(telling, {
		en: `Cancelled ${reminders.length} reminders: ${ids}.`,
		de: `${reminders.length} Erinnerungen gelöscht: ${ids}.`,
	});
}

function answerNotFound(sought: string, telling: Telling): string {
	if (sought === "")
		return inLanguage(telling, {
			en: "There is no reminder to cancel.",
			de: "Es gibt keine Erinnerung, die ich löschen könnte.",
		});
	return inLanguage(telling, {
		en: `I found no reminder for "${sought}". "list my reminders" shows them all.`,
		de: `Zu „${sought}“ habe ich keine Erinnerung gefunden. „Zeig meine Erinnerungen“ zeigt sie alle.`,
	});
}
