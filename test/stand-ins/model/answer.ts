import type { ModelStep, ScriptedCall } from "./types.ts";

/** A step that produces (the beginning of) a completion, rather than some other HTTP answer. */
export type CompletionStep = Extract<
	ModelStep,
	{ kind: "say" | "call" | "refuse" | "length" | "stall" | "cut" | "empty" }
>;

/** A whole completion, before it is cut into chunks. */
export interface Answer {
	reasoning: string;
	reasoningDetails: Record<string, unknown>[];
	text: string;
	refusal: string;
	calls: AnswerCall[];
	finishReason: "stop" | "length" | "tool_calls" | "content_filter";
}

export interface AnswerCall {
	/** Undefined for a provider that gives none. */
	id: string | undefined;
	name: string;
	arguments: string;
	extraContent: Record<string, unknown> | undefined;
}

const REFUSAL = "I'm sorry, but I can't help with that.";
const UNFINISHED = "Let me think about this for a moment before I answer.";

/** @param requestNumber makes ids that are unique over the server's life */
export function answerOf(step: CompletionStep, requestNumber: number): Answer {
	const calls = ("calls" in step ? (step.calls ?? []) : []).map((call, index) =>
		answerCall(call, `call_${requestNumber}_${index}`),
	);
	const answer: Answer = {
		reasoning: step.reasoning ?? "",
		reasoningDetails: step.reasoningDetails ?? [],
		text: "text" in step ? (step.text ?? "") : "",
		refusal: "",
		calls,
		finishReason: calls.length > 0 ? "tool_calls" : "stop",
	};
	switch (step.kind) {
		case "refuse":
			return step.contentFilter
				? { ...answer, finishReason: "content_filter" }
				: { ...answer, text: "", refusal: step.text ?? REFUSAL };
		case "length":
			return { ...answer, calls: cutLastCall(calls), finishReason: "length" };
		case "stall":
		case "cut":
			return { ...answer, text: answer.text || (calls.length > 0 ? "" : UNFINISHED) };
		default:
			return answer;
	}
}

const answerCall = (call: ScriptedCall, defaultId: string): AnswerCall => ({
	id: call.id === null ? undefined : (call.id ?? defaultId),
	name: call.tool,
	arguments: typeof call.arguments === "string" ? call.arguments : JSON.stringify(call.arguments),
	extraContent: call.extraContent,
});

/** The output limit strikes in the middle of the last call's arguments. */
const cutLastCall = (calls: AnswerCall[]): AnswerCall[] =>
	calls.map((call, index) =>
		index === calls.length - 1
			? { ...call, arguments: call.arguments.slice(0, Math.floor(call.arguments.length / 2)) }
			: call,
	);

/** What the answer's tokens are counted from. */
export const outputText = (answer: Answer): string =>
	[answer.text, answer.refusal, ...answer.calls.flatMap((call) => [call.name, call.arguments])].join("");
