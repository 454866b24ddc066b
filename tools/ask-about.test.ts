import { expect, it } from "vitest";
import { askAbout } from "./ask-about.ts";
import type { ContentAnswer, ContentQuestion, QuestionPort } from "./question-port.ts";
import { call, testContext } from "./test-context.ts";
import { ToolError } from "./tool.ts";

const QUESTION = { handle: "E-12.body", question: "Is it a bill?", form: "yes-no" };

const args = (changes: object = {}) => askAbout.parameters.parse({ ...QUESTION, ...changes });

/** A context whose reader gives this answer. */
function answering(answer: ContentAnswer, check: QuestionPort["check"] = () => undefined) {
	const asked: ContentQuestion[] = [];
	const ask = async (question: ContentQuestion) => {
		asked.push(question);
		return answer;
	};
	return { context: { ...testContext(), questions: { check, ask } }, asked };
}

it("asks about the handle in its one way of writing, and returns the value as the program's words", async () => {
	const { context, asked } = answering({ text: "yes" });
	const output = await call(askAbout, args({ handle: " e-12.BODY " }), context);
	expect(output).toEqual({ text: "yes" });
	expect(asked).toEqual([QUESTION]);
	expect(askAbout.effects(args(), context)).toEqual({ effect: "read", target: "E-12.body" });
	expect(askAbout.effects(args({ handle: "a-3" }), context).target).toBe("A-3");
});

it("keeps an answer in words in the commit only, and gives its handle", async () => {
	let kept = 0;
	const carryOut = () => {
		kept += 1;
		return "A-3";
	};
	const { context } = answering({ text: "Answered.", carryOut });
	const output = await call(askAbout, args({ form: "text" }), context);
	expect([kept, output.outside]).toEqual([0, undefined]);
	output.commit?.();
	expect([kept, output.text + output.addendum?.()]).toEqual([1, "Answered. Its handle is {A-3}."]);
});

it("marks the content itself as others' words", async () => {
	const { context } = answering({ text: "pay me", outside: { source: "email" } });
	const output = await call(askAbout, args({ form: "raw", question: "" }), context);
	expect(output).toEqual({ text: "pay me", outside: { source: "email" } });
});

it("asks nothing where the daemon refuses it", async () => {
	const { context, asked } = answering({ text: "yes" }, () => {
		throw new ToolError("not yours");
	});
	await expect(call(askAbout, args(), context)).rejects.toThrow("not yours");
	expect(asked).toEqual([]);
});

it.each([
	{ handle: "E-12" },
	{ handle: "the mail" },
	{ question: " " },
	{ question: "x".repeat(501) },
	{ form: "words" },
	{ form: "choice" },
	{ choices: ["a", "b"] },
	{ form: "choice", choices: ["a"] },
	{ form: "choice", choices: ["a", "a"] },
	{ form: "choice", choices: ["a", "x".repeat(61)] },
	{ form: "choice", choices: Array.from({ length: 9 }, (_, index) => `${index}`) },
	{ more: 1 },
])("takes no such question: %j", (changes) => {
	expect(askAbout.parameters.safeParse({ ...QUESTION, ...changes }).success).toBe(false);
});
