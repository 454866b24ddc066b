import * as z from "zod";
import { escapeOurTags } from "#daemon/context/wrap.ts";
import { amountValue, dateValue, numberValue } from "#tools/checked-values.ts";
import type { ContentQuestion } from "#tools/question-port.ts";

/** The most of an answer in words, in UTF-16 units: as much as one quotation shows. */
const MAX_TEXT_LENGTH = 4_000;

/** What an answer came to. `value` is in checked values, or in the asker's own words. */
export type Answered = { kind: "unknown" } | { kind: "value"; value: string } | { kind: "words"; words: string };

/** What a form of answer wants to hear, and what it makes of that. */
export interface AnswerForm {
	/** For the reader: what stands behind "answer". */
	wanted: string;
	schema: z.ZodType<Answered>;
}

const UNKNOWN: Answered = { kind: "unknown" };
const value = (text: string): Answered => ({ kind: "value", value: text });

/** One key, and null where the content does not say. */
const form = <Said>(wanted: string, said: z.ZodType<Said>, toAnswer: (said: Said) => Answered): AnswerForm => ({
	wanted,
	schema: z
		.strictObject({ answer: said.nullable() })
		.transform(({ answer }) => (answer === null ? UNKNOWN : toAnswer(answer))),
});

/** The form of a question's answer; undefined for `raw`, which no reader answers. Pure. */
export function answerFormOf({
	form: name,
	choices = [],
}: Pick<ContentQuestion, "form" | "choices">): AnswerForm | undefined {
	switch (name) {
		case "yes-no":
			return form("true or false", z.boolean(), (said) => value(said ? "yes" : "no"));
		case "number":
			return form("a number, with three decimal places at most", numberValue, (said) => value(String(said)));
		case "amount":
			return form('a sum of money, as {"value": 120.5, "currency": "EUR"}', amountValue, (said) =>
				value(`${said.value} ${said.currency}`),
			);
		case "date":
			return form('a date, as "2026-11-30" or "2026-11-30T10:30+01:00"', dateValue, value);
		case "choice": {
			const list = choices.map((choice, index) => `${index + 1} for ${JSON.stringify(choice)}`).join(", ");
			const said = z.int().min(1).max(choices.length);
			return form(`the number of the one that is right: ${list}`, said, (number) =>
				value(escapeOurTags(choices[number - 1] ?? "").text),
			);
		}
		case "text":
			return form(
				`a text of at most ${MAX_TEXT_LENGTH} characters, in the language of the question`,
				z.string().min(1).max(MAX_TEXT_LENGTH),
				(words) => ({ kind: "words", words }),
			);
		case "raw":
			return undefined;
	}
}
