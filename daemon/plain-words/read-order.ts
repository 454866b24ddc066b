import type { Language } from "#daemon/schedule/read-problem.ts";
import { hidesWish, isDoubtful, TIME_WORDS } from "./doubt.ts";
import type { Request, Which } from "./request.ts";

const LISTS: [pattern: RegExp, language: Language][] = [
	[/^(?:my )?(?:reminders|timers|alarms)$/, "en"],
	[
		/^(?:please )?(?:list|show|show me|give me)(?: all)?(?: of)?(?: my| the)? (?:active |open |pending |running |current )?(?:reminders|timers|alarms)$/,
		"en",
	],
	[
		/^(?:what|which) (?:reminders|timers|alarms) (?:do i have|are (?:set|active|running|pending|there))(?: set| right now| now)?$/,
		"en",
	],
	[/^(?:what are my|do i have any) (?:reminders|timers|alarms)$/, "en"],
	[/^(?:meine )?(?:erinnerungen|wecker)$|^meine timer$/, "de"],
	[
		/^(?:bitte )?(?:zeige?|liste|nenne?)(?: mir)?(?: bitte)?(?: alle)?(?: meine| die)? (?:aktiven |laufenden |offenen )?(?:erinnerungen|timer|wecker)(?: auf| an)?$/,
		"de",
	],
	[
		/^welche (?:erinnerungen|timer|wecker) (?:habe ich|gibt es|sind (?:gestellt|aktiv|offen)|laufen)(?: gerade| noch)?$/,
		"de",
	],
	[/^(?:was sind meine|habe ich) (?:erinnerungen|timer|wecker)$/, "de"],
];

const STOPS: [pattern: RegExp, language: Language][] = [
	[/^(?:please )?(?:stop|halt|abort)(?: it| that| now| please)?$/, "en"],
	[/^(?:bitte )?(?:stopp|anhalten|hör auf|aufhören|brich ab)(?: damit| bitte| sofort| jetzt)?$/, "de"],
];
const HELPS: [pattern: RegExp, language: Language][] = [
	[/^help$/, "en"],
	[/^hilfe$/, "de"],
];
const STATUSES: [pattern: RegExp, language: Language][] = [
	[/^(?:(?:show|show me|give me|what is|what's) (?:your |the )?)?status$/, "en"],
	[/^(?:zeige? (?:mir )?(?:den |deinen )?|wie ist (?:der|dein) |dein )status$/, "de"],
];

const NOTES: [pattern: RegExp, language: Language][] = [
	[/^(?:(?:take|make|add|write)(?: down)? a )?note(?: to self)?: ?(?<text>.+)$/is, "en"],
	[
		/^note (?:to self )?(?!(?:that|this|the|these|those|how|what|why|to|it|on|for|of|from|about|book|taking|is|was)\b)(?<text>[^\s?]+(?: [^\s?]+){1,7})$/i,
		"en",
	],
	[/^(?:notiz|notiere?|mach(?:e)? (?:dir )?eine notiz|neue notiz): ?(?<text>.+)$/is, "de"],
	[/^notiere? (?:dir |bitte )?(?!(?:dass|das|dies|wie|was|es)\b)(?<text>[^\s?]+(?: [^\s?]+){1,7})$/i, "de"],
];

const THING = "(?:reminders?|timers?|alarms?)";
const DING = "(?:erinnerung(?:en)?|timer|wecker)";
const CANCEL = "(?:cancel|delete|remove|clear|stop)";
const STREICHE = "(?:lösche?|streiche?|entferne?|storniere?|stoppe?|beende)";
const WEG = "(?:löschen|streichen|entfernen|stornieren|stoppen|beenden)";
const NUMBER = "(?:r ?-? ?|#)(?<number>\\d{1,9})";

const CANCELS: [pattern: RegExp, language: Language][] = [
	[new RegExp(`^${CANCEL} (?:the )?(?:${THING} )?(?:number |no\\.? )?${NUMBER}$`, "i"), "en"],
	[new RegExp(`^${CANCEL} (?:the )?${THING} (?:number |no\\.? )?(?<number>\\d{1,9})$`, "i"), "en"],
	[new RegExp(`^${CANCEL} (?<all>all)(?: of)?(?: my| the)? (?:reminders|timers|alarms)$`, "i"), "en"],
	[new RegExp(`^${CANCEL} (?:the|my) (?<one>reminder|timer|alarm)$`, "i"), "en"],
	[new RegExp(`^${CANCEL} (?:the|my) ${THING} (?:about|for|to|of|called|named) (?<words>.+)$`, "i"), "en"],
	[new RegExp(`^${CANCEL} (?:the|my) (?<words>\\S+(?: \\S+){0,3})[ -](?:reminder|timer|alarm)$`, "i"), "en"],
	[new RegExp(`^(?:bitte )?${STREICHE} (?:die |den )?(?:${DING} )?(?:nummer |nr\\.? )?${NUMBER}$`, "i"), "de"],
	[new RegExp(`^(?:${DING} )?${NUMBER} ${WEG}$`, "i"), "de"],
	[new RegExp(`^(?:bitte )?${STREICHE} (?:die |den )?${DING} (?:nummer |nr\\.? )?(?<number>\\d{1,9})$`, "i"), "de"],
	[new RegExp(`^${DING} (?:nummer |nr\\.? )?(?<number>\\d{1,9}) ${WEG}$`, "i"), "de"],
	[new RegExp(`^(?:bitte )?${STREICHE} (?<all>alle)(?: meine)? (?:erinnerungen|timer|wecker)$`, "i"), "de"],
	[new RegExp(`^(?<all>alle)(?: meine)? (?:erinnerungen|timer|wecker) ${WEG}$`, "i"), "de"],
	[new RegExp(`^(?:bitte )?${STREICHE} (?:die|den|meine|meinen) (?<one>erinnerung|timer|wecker)$`, "i"), "de"],
	[new RegExp(`^(?:die |den |meine |meinen )?(?<one>erinnerung|timer|wecker) ${WEG}$`, "i"), "de"],
	[
		new RegExp(
			`^(?:bitte )?${STREICHE} (?:die |den |meine |meinen )?(?:erinnerung ans?|(?:timer|wecker) für|timer) (?<words>.+)$`,
			"i",
		),
		"de",
	],
	[
		new RegExp(`^(?:die |den |meine |meinen )?(?:erinnerung ans?|(?:timer|wecker) für) (?<words>.+) ${WEG}$`, "i"),
		"de",
	],
	[
		new RegExp(`^(?:bitte )?${STREICHE} (?:den|meinen|die|meine) (?<words>\\S+)[ -](?:timer|wecker|erinnerung)$`, "i"),
		"de",
	],
];

/** The reminder itself may have been "the dentist" or "my dentist". */
const ARTICLE = /^(?:the|my|an?|den|die|das|dem|der|meine[nmr]?|eine?[nmr]?) /i;
/** "the last reminder": which one that is, a model can look up. */
const WHICH_OF_SEVERAL =
	/^(?:last|next|first|second|third|other|old|new|previous|current|same|latest|(?:letzte|nächste|erste|zweite|andere|alte|neue|vorige|aktuelle)[nr]?)\b/i;

/**
 * Reads the short orders: list, cancel, stop, status, help, note. Each is the whole message.
 *
 * @param text one blank between words, without a sign at its end
 */
export function readOrder(text: string): Request | undefined {
	const lower = text.toLowerCase();
	const listed = findLanguage(LISTS, lower);
	if (listed) return { kind: "list", language: listed };
	const stopped = findLanguage(STOPS, lower);
	if (stopped) return { kind: "stop", language: stopped };
	const helped = findLanguage(HELPS, lower);
	if (helped) return { kind: "help", language: helped };
	const asked = findLanguage(STATUSES, lower);
	return asked ? { kind: "status", language: asked } : undefined;
}

function findLanguage(forms: [pattern: RegExp, language: Language][], text: string): Language | undefined {
	return forms.find(([pattern]) => pattern.test(text))?.[1];
}

/** Reads "note: buy milk". What follows stays as it was written. */
export function readNote(text: string): Request | undefined {
	for (const [pattern, language] of NOTES) {
		const note = pattern.exec(text)?.groups?.text?.trim();
		if (note !== undefined && note !== "" && !hidesWish(note)) return { kind: "note", text: note, language };
	}
	return undefined;
}

/** Reads "cancel R-3", "lösch die Erinnerung an Bob". */
export function readCancel(text: string): Request | undefined {
	for (const [pattern, language] of CANCELS) {
		const groups = pattern.exec(text)?.groups;
		if (groups === undefined) continue;
		const which = readWhich(groups);
		return which && { kind: "cancel", which, language };
	}
	return undefined;
}

function readWhich({ number, all, one, words = "" }: Partial<Record<string, string>>): Which | undefined {
	if (number !== undefined) return { kind: "number", number: Number(number) };
	if (all !== undefined) return { kind: "all" };
	if (one !== undefined) return { kind: "words", words: "" };
	const isMore = /(?:^|\s)(?:and|und|or|oder|but|aber|except|außer|all|alle)\s|,/i.test(words);
	const isPointing = WHICH_OF_SEVERAL.test(words) || TIME_WORDS.test(words);
	return isMore || isPointing || isDoubtful(words) ? undefined : { kind: "words", words: words.replace(ARTICLE, "") };
}
