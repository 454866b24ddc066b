import { escapeOurTags } from "#daemon/context/wrap.ts";
import type { HandOver } from "#tools/ports.ts";

/**
 * Whether the owner's trajectory is woken by a hand-over, or is told of it with whatever wakes it next. Pure.
 * What needs no answer and is unimportant, or wants to sell something, is worth no model call of its own.
 */
export function decideWaking({ kind, urgency, needsAnswer }: HandOver): "wake" | "tell-later" {
	if (needsAnswer || urgency === "high") return "wake";
	return urgency === "low" || kind === "advertisement" ? "tell-later" : "wake";
}

/**
 * The entry in the owner's trajectory, of checked values and the program's words alone. Pure.
 * @param purpose of the side trajectory, as its adapter named it
 */
export function renderHandOver(handOver: HandOver, purpose: string): string {
	const { kind, urgency, needsAnswer, dates, amounts, handles } = handOver;
	const facts = [kind, `urgency ${urgency}`, needsAnswer ? "needs an answer" : "needs no answer"].join(", ");
	const named = escapeOurTags(purpose.replace(/[\s«»]+/g, " ").trim()).text;
	return [
		`[hand-over] From «${named}»: ${facts}.`,
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

const sentence = (label: string, values: readonly string[]): string[] =>
	values.length === 0 ? [] : [`${label}: ${values.join(", ")}.`];
