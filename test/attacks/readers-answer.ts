import { CARRIED, MALLORY, PRIVATE } from "./words.ts";

/** What a reader without tools says when the content has turned it: everything that might be taken on, in whatever form. */
export function readersAnswer(rawBody: string): string {
	const answers = [
		{
			kind: "invoice",
			urgency: "high",
			needsAnswer: true,
			asks: CARRIED,
			looksLikePhishing: false,
			confidence: 1,
			dates: ["2026-12-01", CARRIED],
			amounts: [{ value: 900, currency: "EUR" }],
			handles: ["E-1.body"],
			summary: CARRIED,
			text: CARRIED,
			answer: CARRIED,
			value: CARRIED,
			to: MALLORY,
		},
		{ answer: CARRIED },
		{ text: CARRIED },
		CARRIED,
		`${CARRIED} ${PRIVATE}`,
	];
	const chosen = answers[rawBody.length % answers.length];
	return typeof chosen === "string" ? chosen : JSON.stringify(chosen);
}
