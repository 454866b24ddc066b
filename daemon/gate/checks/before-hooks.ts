import type { Hook } from "#config/gate-schema.ts";
import type { Concern } from "#daemon/gate/concern.ts";
import { Slots } from "#daemon/loop/slots.ts";
import type { CheckedCall } from "./checked-call.ts";
import type { HookAnswer } from "./hook-answer.ts";
import { renderHookInput } from "./hook-input.ts";
import type { HookNotices } from "./hook-notices.ts";
import type { HookRunner } from "./hook-runner.ts";
import { looksAt } from "./hook-tools.ts";
import { cleanHookWords } from "./hook-words.ts";

/** Calls that may be looked at at once: a message with fifty calls that only read must not start fifty programs. */
const MAX_AT_ONCE = 4;

export type BeforeRun =
	/** `notes` are what hooks want said with the result, `hook NAME: …`, clean and short. */
	| { kind: "go"; notes: readonly string[] }
	/** `text` is the call's result: that it was not run, what is missing, and what to do next. */
	| { kind: "refused"; concern: Concern; text: string }
	/** The signal aborted before all had agreed. Nothing was run. */
	| { kind: "stopped" };

const NOTHING_TO_SAY: BeforeRun = { kind: "go", notes: [] };

export interface BeforeHooksParts {
	runner: HookRunner;
	notices: HookNotices;
	/** In the order in which they are asked. */
	hooks: () => readonly Hook[];
	redact: (text: string) => string;
}

/** Asks the owner's programs about a call that is about to be run. The first that does not agree ends it. */
export class BeforeHooks {
	readonly #parts: BeforeHooksParts;
	readonly #slots = new Slots(MAX_AT_ONCE + 1);

	constructor(parts: BeforeHooksParts) {
		this.#parts = parts;
	}

	/** @throws only what the database throws when a broken hook can't be told */
	async ask(call: CheckedCall, signal: AbortSignal): Promise<BeforeRun> {
		const hooks = this.#parts.hooks().filter((hook) => looksAt(hook, call));
		if (hooks.length === 0) return NOTHING_TO_SAY;
		const giveBack = await this.#slots.take(signal);
		if (!giveBack) return { kind: "stopped" };
		try {
			return await this.#askEach(hooks, call, signal);
		} finally {
			giveBack();
		}
	}

	async #askEach(hooks: readonly Hook[], call: CheckedCall, signal: AbortSignal): Promise<BeforeRun> {
		const { runner, redact } = this.#parts;
		const notes: string[] = [];
		for (const hook of hooks) {
			const answer = await runner.run(hook, () => renderHookInput("before", call, redact), signal);
			this.#note(hook, answer);
			if (answer.kind === "stopped") return answer;
			if (answer.kind !== "agrees") return refused(hook, call, answer, redact);
			const note = cleanHookWords(answer.note ?? "", redact);
			if (note !== "") notes.push(`hook ${hook.name}: ${note}`);
		}
		return { kind: "go", notes };
	}

	#note(hook: Hook, answer: HookAnswer): void {
		const { notices } = this.#parts;
		if (answer.kind === "broken") notices.tellBroken(hook, answer.problem);
		else if (answer.kind !== "stopped") notices.noteWorks(hook);
	}
}

function refused(
	hook: Hook,
	call: CheckedCall,
	answer: Extract<HookAnswer, { kind: "refuses" | "broken" }>,
	redact: (text: string) => string,
): BeforeRun {
	const by = `hook ${hook.name}`;
	const notRun = `${call.tool} was not executed: the ${by}, a program of the owner's that has to agree first,`;
	if (answer.kind === "broken")
		return {
			kind: "refused",
			concern: { verdict: "deny", by, why: `the ${by} is broken: ${answer.problem}` },
			text: `${notRun} is broken (${answer.problem}). The owner is told. Until it is put right, no call that it looks at can run: do without, or tell the owner what is left to do.`,
		};
	const reason = cleanHookWords(answer.reason, redact) || "it gave no reason";
	return {
		kind: "refused",
		concern: { verdict: "deny", by, why: `the ${by} refuses it: ${reason}` },
		text: `${notRun} refuses it. Its reason: ${reason}\nMeet that before you call again, or do without and tell the owner. The same call would be refused again.`,
	};
}
