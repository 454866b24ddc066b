import { formatMoney } from "#daemon/spend/spend-texts.ts";
import type { Choice } from "./compare-choices.ts";
import type { Replayed, ReplayPlan } from "./replay-shape.ts";

/** What a replay will do and cost, for the question before it. */
export function renderPlan({ turn, models, steps, inputTokens, outputTokens, cost }: ReplayPlan): string {
	const asked = steps.filter(({ skipped }) => skipped === undefined).length;
	const [first = "", ...others] = models;
	const whom = others.length === 0 ? first : `${first} (where it does not answer: ${others.join(", ")})`;
	const tokens = `about ${inputTokens} tokens in and ${outputTokens} out`;
	const money =
		cost === undefined ? `what that costs is not known: ${first} has no price` : `about ${formatMoney(cost)} at most`;
	return [
		`Turn ${turn} again: ${count(asked, "request")} to ${whom}, ${tokens}, ${money}.`,
		"What the tools returned then is taken from the record. Nothing is run, nothing is said, nothing is written down but the cost.",
		...steps.flatMap(({ round, skipped }) =>
			skipped === undefined ? [] : [`Round ${round} is left out: ${skipped}.`],
		),
	].join("\n");
}

/** What came of one request. */
export function renderReplayed(round: number, replayed: Replayed): string {
	if (replayed.kind === "skipped") return `Round ${round}: left out, since ${replayed.reason}.`;
	if (replayed.kind === "failed") return `Round ${round}: no model answered. ${replayed.problem} ${replayed.remedy}`;
	const { likeness, recorded, now } = replayed;
	if (likeness === "same") return [`Round ${round}: the same`, ...renderChoice("both", recorded)].join("\n");
	const head = likeness === "same-calls" ? "the same calls, in other words" : "something else";
	return [`Round ${round}: ${head}`, ...renderChoice("then", recorded), ...renderChoice("now", now)].join("\n");
}

/** How it came out as a whole. */
export function renderReplaySum(all: readonly Replayed[]): string {
	const answered = all.filter((one) => one.kind === "answered");
	const of = (likeness: string) => answered.filter((one) => one.likeness === likeness).length;
	const input = answered.reduce((sum, { inputTokens }) => sum + inputTokens, 0);
	const output = answered.reduce((sum, { outputTokens }) => sum + outputTokens, 0);
	return (
		`${count(answered.length, "request")}: ${of("same")} the same, ${of("same-calls")} the same calls in other words, ` +
		`${of("other")} something else; ${input} tokens in, ${output} out.`
	);
}

function renderChoice(when: string, { ended, text, calls }: Choice): string[] {
	const parts = [
		...(ended === "complete" ? [] : [`ended with ${ended}`]),
		...(text === undefined ? [] : [`says ${JSON.stringify(text)}`]),
		...calls.map((call) => `calls ${call.tool} ${call.arguments}`),
	];
	return (parts.length === 0 ? ["nothing"] : parts).map(
		(part, index) => `  ${(index === 0 ? when : "").padEnd(5)}${part}`,
	);
}

const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? "" : "s"}`;
