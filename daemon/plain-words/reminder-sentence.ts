import { isCutOff, isDoubtful, TIME_WORDS } from "./doubt.ts";
import { type Found, type Moment, mentionsTime, timeAtEnd, timeAtStart } from "./find-time.ts";
import type { Request } from "./request.ts";

/** How the matter is tied to the sentence. It decides whether a time at the end is the reminder's or the matter's. */
type Tie =
	/** "to call Bob", "daran, Bob anzurufen": a time at the end is the reminder's. */
	| "deed"
	/** "about the dentist": "tomorrow at 9" behind it may be when the dentist is. */
	| "thing"
	/** "that I have to go": the time is within a sentence of its own. */
	| "sentence";

interface Tied {
	tie: Tie;
	matter: string;
}

const TIES: [pattern: RegExp, tie: Tie][] = [
	[/^to /i, "deed"],
	[/^(?:about|of) /i, "thing"],
	[/^that /i, "sentence"],
	[/^daran,? (?=dass )/i, "sentence"],
	[/^(?=dass )/i, "sentence"],
	[/^daran,? /i, "deed"],
	[/^ans? /i, "thing"],
];
const ZU_INFINITIVE = /(?: zu [a-zäöüß]+e?n|[a-zäöüß]{2,}zu[a-zäöüß]{2,}e?n)$/i;
const HAS_TIME_OF_ITS_OWN =
	/^(?:book|schedule|reschedule|reserve|arrange|plan|invite|postpone|move)\b|\b(?:that|which|who|whether|dass|ob)\b/i;

/**
 * Reads what follows "remind me": a time and a matter, in either order.
 * @returns undefined where it could mean something else
 */
export function readReminderSentence(sentence: string, moment: Moment): Request | undefined {
	const words = sentence.split(" ");
	const first = timeAtStart(words, moment);
	if (first) {
		const tied = untie(first.others) ?? (/[,:]$/.test(first.written) ? { matter: first.others } : undefined);
		return tied && answer(first, tied.matter, moment);
	}
	const tied = untie(sentence);
	return tied && tied.tie !== "sentence" ? readTied(tied, moment) : undefined;
}

function readTied(tied: Tied, moment: Moment): Request | undefined {
	const { language } = moment;
	const words = tied.matter.split(" ");
	const inner = language === "de" && tied.tie === "deed" ? timeAtStart(words, moment) : undefined;
	if (inner) return answer(inner, inner.others, moment);
	const found = timeAtEnd(words, moment);
	if (found) return mayBeTheMatters(found, tied) ? undefined : answer(found, found.others, moment);
	const mayHaveTime = TIME_WORDS.test(tied.matter) || mentionsTime(tied.matter, moment);
	if (mayHaveTime || isDoubtful(tied.matter)) return undefined;
	return { kind: "remind-unclear", problem: WITHOUT_TIME[language], language };
}

const WITHOUT_TIME = {
	en: 'When should I remind you? Say it together, for example "remind me in 20 minutes to …" or "remind me to … tomorrow at 9".',
	de: "Wann soll ich dich erinnern? Sag es zusammen, zum Beispiel „erinnere mich in 20 Minuten an …“ oder „erinnere mich morgen um 9 an …“.",
};

function untie(text: string): Tied | undefined {
	for (const [pattern, tie] of TIES) {
		const match = pattern.exec(text);
		if (match) return { tie, matter: text.slice(match[0].length) };
	}
	return ZU_INFINITIVE.test(text) ? { tie: "deed", matter: text } : undefined;
}

/** "about the dentist tomorrow at 9", "to book a table tomorrow at 9", "to say that we meet tomorrow at 9". */
function mayBeTheMatters({ when, others }: Found, { tie }: Tied): boolean {
	if (isCutOff(others)) return true;
	if (when.kind === "schedule" && (when.names === "length" || when.names === "rhythm")) return false;
	return tie === "thing" || HAS_TIME_OF_ITS_OWN.test(others);
}

function answer({ when }: Found, matter: string, moment: Moment): Request | undefined {
	const { language } = moment;
	if (isDoubtful(matter)) return undefined;
	if (when.kind !== "schedule") return { kind: "remind-unclear", problem: when.problem, language };
	// "tomorrow … at 5": one half of a time, and perhaps the other.
	if ((when.names === "date" || when.names === "time") && mentionsTime(matter, moment)) return undefined;
	return { kind: "remind", schedule: when.schedule, matter, language };
}
