import { escapeOurTags } from "#daemon/context/wrap.ts";
import type { HandOver } from "#tools/ports.ts";

/**
 * Whether the owner's trajectory is woken by a hand-over, or is told of it with whatever wakes it next. Pure.
 * What needs no answer and is unimportant, or wants to sell something, is worth no model call of its own; what could not be read
 * may be anything.
 */
export function decideWaking({ kind, urgency, needsAnswer, read }: HandOver): "wake" | "tell-later" {
	if (needsAnswer || urgency === "high" || read === "not") return "wake";
	return urgency === "low" || kind === "advertisement" ? "tell-later" : "wake";
}

/**
 * The entry in the owner's trajectory, of checked values and the program's words alone. Pure.
 * @param purpose of the side trajectory, as its adapter named it
 */
export function renderHandOver(handOver: HandOver, purpose: string): string {
	const { dates, amounts, handles } = handOver;
	const named = escapeOurTags(purpose.replace(/[\s«»]+/g, " ").trim()).text;
	return [
		`[hand-over] From «${named}»: ${factsOf(handOver)}.`,
		...sentence(
			"Asks to",
			handOver.asks.filter((ask) => ask !== "none"),
		),
		...doubts(handOver),
		...sentence("Dates", dates),
		...sentence(
			"Amounts",
			amounts.map(({ value, currency }) => `${value} ${currency}`),
		),
		...sentence(
			"Content",
			handles.map((handle) => `{${handle}}`),
		),
		...(handles.length === 0
			? []
			: ["Written in a reply to the owner, such a handle becomes the words that it stands for."]),
	].join(" ");
}

function factsOf({ kind, urgency, needsAnswer, read }: HandOver): string {
	if (read === "not") return `${kind}, could not be read, needs a look`;
	return [kind, `urgency ${urgency}`, needsAnswer ? "needs an answer" : "needs no answer"].join(", ");
}

function doubts({ looksLikePhishing, confidence, read }: HandOver): string[] {
	return [
		...(looksLikePhishing ? ["It looks like phishing."] : []),
		...(read === "in-part" ? ["It is long, and only a part of it was read."] : []),
		...(confidence === "low" && read !== "not" ? ["Whoever read it is not sure."] : []),
	];
}

const sentence = (label: string, values: readonly string[]): string[] =>
	values.length === 0 ? [] : [`${label}: ${[...new Set(values)].join(", ")}.`];
