import { readElapsing } from "#daemon/schedule/read-duration.ts";
import { fold, looksGerman } from "#daemon/schedule/read-folded.ts";
import { readWhen } from "#daemon/schedule/read-when.ts";
import { isDoubtful } from "./doubt.ts";
import type { Moment } from "./find-time.ts";
import type { Request } from "./request.ts";

const SET = "(?:(?:set|start|make)(?: me)? |(?:stell|start|setz)e? (?:mir )?)?(?:an? |another |einen |den )?";
const LENGTH_BEHIND = new RegExp(`^${SET}timer:? (?:for |in |auf |für |von |über )?(?<rest>.+)$`, "i");
/** "a 10 minute timer", "10 Minuten Tee-Timer". */
const LENGTH_BEFORE = new RegExp(
	`^${SET}(?<length>\\S+?[ -]\\S+?)[ -](?:(?<name>\\S+)[ -])?timer(?: (?<label>.+))?$`,
	"i",
);
const WITHOUT_LENGTH = /^(?:(?:set|start|make)(?: me)? an? timer|(?:stell|start|setz)e? (?:mir )?einen timer)$/i;
const LABEL_TIE = /^(?:(?:for|called|named|to|about|für|zum|zur|namens|mit dem namen) |[:,-] ?)/i;
const GERMAN_ORDER = /^(?:stell|start|setz)e? (?:mir )?(?:den|einen)\b/i;
const MAX_LENGTH_WORDS = 5;

const ASK = {
	en: 'For how long? Say it together, for example "timer 10 minutes".',
	de: "Wie lange? Sag es zusammen, zum Beispiel „Timer 10 Minuten“.",
};

/** Reads "timer 10 min tea", "set a 10 minute timer". Undefined where it is something else, also without a length. */
export function readTimer(text: string, { now, zone }: Omit<Moment, "language">): Request | undefined {
	const language = looksGerman(text) || GERMAN_ORDER.test(text) ? "de" : "en";
	if (WITHOUT_LENGTH.test(text)) return { kind: "remind-unclear", problem: ASK[language], language };
	const parts = splitTimer(text);
	const label = parts?.label.replace(LABEL_TIE, "") ?? "";
	if (parts === undefined || (label !== "" && isDoubtful(label))) return undefined;
	const when = readWhen(parts.length, { now, zone, language });
	if (when.kind === "past") return undefined;
	if (when.kind === "unclear") return { kind: "remind-unclear", problem: when.problem, language };
	return { kind: "remind", schedule: when.schedule, matter: label || `Timer: ${parts.length}`, language };
}

/** The length as it was written, and what the timer is for. */
function splitTimer(text: string): { length: string; label: string } | undefined {
	const { length, name, label = "" } = LENGTH_BEFORE.exec(text)?.groups ?? {};
	if (length !== undefined && isLength(length.replace("-", " ")))
		return { length: length.replace("-", " "), label: name ?? (label || `${length} timer`) };
	const words = LENGTH_BEHIND.exec(text)?.groups?.rest?.split(" ") ?? [];
	for (let count = Math.min(words.length, MAX_LENGTH_WORDS); count > 0; count--) {
		const written = words.slice(0, count).join(" ").replace(/[,:]$/, "");
		if (isLength(written)) return { length: written, label: words.slice(count).join(" ") };
	}
	return undefined;
}

function isLength(text: string): boolean {
	return readElapsing(fold(text)) !== undefined;
}
