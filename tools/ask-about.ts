import * as z from "zod";
import { formatHandle, parseHandle } from "#core/handle.ts";
import { ANSWER_FORMS, type ContentQuestion } from "./question-port.ts";
import type { Tool } from "./tool.ts";

const MAX_QUESTION_LENGTH = 500;
const MAX_CHOICE_LENGTH = 60;
const MAX_CHOICES = 8;

const parameters = z
	.strictObject({
		handle: z
			.string()
			.refine((text) => parseHandle(text) !== undefined, { error: "is no handle. Write E-12.body, or A-3" })
			.describe("E-12.body, A-3"),
		question: z.string().max(MAX_QUESTION_LENGTH).default(""),
		form: z.enum(ANSWER_FORMS),
		choices: z.array(z.string().min(1).max(MAX_CHOICE_LENGTH)).min(2).max(MAX_CHOICES).optional(),
	})
	.refine(({ form, question }) => form === "raw" || question.trim() !== "", {
		path: ["question"],
		error: "missing: only raw goes without one",
	})
	.refine(({ form, choices }) => (form === "choice") === (choices !== undefined), {
		path: ["choices"],
		error: "stand beside the form choice, and only there",
	})
	.refine(({ choices = [] }) => new Set(choices).size === choices.length, {
		path: ["choices"],
		error: "must differ from each other",
	});
type Arguments = z.infer<typeof parameters>;

export const askAbout: Tool<Arguments> = {
	name: "ask_about",
	tier: "found",
	description:
		"Use to learn something about content that you hold a handle of, without seeing it: a reader answers with a checked value, " +
		"at most a few times a turn. For words, as a summary, take the form text: you get only a handle, which a reply to the owner " +
		"shows. The form raw brings the content into your view, and most that you do then needs the owner's yes. Returns the value, " +
		"the handle, or the content.",
	parameters,
	examples: [
		{ handle: "E-12.body", question: "By when does it have to be paid?", form: "date" },
		{ handle: "E-12.body", question: "Which one is it?", form: "choice", choices: ["a bill", "a reminder"] },
		{ handle: "E-12.body", question: "Summarise it in three sentences.", form: "text" },
		{ handle: "E-12.body", question: "", form: "raw" },
	],
	// One after the other, so that the limit of a turn holds.
	parallel: false,
	mode: "sync",
	timeoutMs: 300_000,
	recovery: "rerun",
	effects: ({ handle }) => ({ effect: "read", target: plainName(handle) }),
	activity: ({ handle }) => `asking about ${plainName(handle)}`,
	async run(args, { questions }, signal) {
		const question: ContentQuestion = { ...args, handle: plainName(args.handle) };
		questions.check(question);
		const { text, outside, carryOut } = await questions.ask(question, signal);
		if (!carryOut) return { text, ...(outside && { outside }) };
		let name = "";
		return {
			text,
			commit: () => {
				name = carryOut();
			},
			addendum: () => ` Its handle is {${name}}.`,
		};
	},
};

/** In the one way to write it: what else stands there is nobody's name. */
function plainName(written: string): string {
	const handle = parseHandle(written);
	return handle ? formatHandle(handle) : "";
}
