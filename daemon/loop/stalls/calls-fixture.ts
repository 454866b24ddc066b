import { argumentsDigestOf, problemClassOf, resultDigestOf } from "./fingerprint.ts";
import type { FinishedCall } from "./finished-call.ts";

/** A call as a test writes it: what was asked for, and what came back. */
export interface WrittenCall {
	tool: string;
	arguments?: Record<string, unknown>;
	state?: FinishedCall["state"];
	result?: string;
}

/** The calls of a turn, each in a message of its own, numbered from 1. */
export const turn = (...calls: readonly WrittenCall[]): FinishedCall[] =>
	calls.map((call, index) => finished(call, index + 1));

/** The calls of one message. */
export const inMessage = (messageId: number, ...calls: readonly WrittenCall[]): FinishedCall[] =>
	calls.map((call) => finished(call, messageId));

function finished(call: WrittenCall, messageId: number): FinishedCall {
	const { tool, state = "done", result = "ok" } = call;
	const problemClass = problemClassOf(tool, state, result);
	return {
		tool,
		state,
		messageId,
		argumentsDigest: argumentsDigestOf(JSON.stringify(call.arguments ?? {})),
		resultDigest: resultDigestOf(tool, result),
		problemClass,
		problem: problemClass === undefined ? undefined : result,
	};
}

export const times = <Value>(count: number, ...values: readonly Value[]): Value[] =>
	Array.from({ length: count }, () => values).flat();
