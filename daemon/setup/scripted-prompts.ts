import { type Choice, type Prompts, SetupLeft, type TextQuestion, type Waiting } from "./prompts.ts";

/** What an owner does at a question: a typed text or the beginning of a label, yes or no, Ctrl-C, Esc, or all of the defaults. */
export type Answer = string | boolean | typeof LEAVE | typeof STOP;
export const LEAVE = Symbol("Ctrl-C");
export const STOP = Symbol("Esc");

export interface ScriptedPrompts extends Prompts {
	/** All that was shown, one entry a line, with what was typed unseen left out. */
	shown: string[];
	/** Beginnings of questions that nobody has asked. */
	left(): string[];
}

/**
 * An owner who answers by a script: the beginning of each question, and what they do there. Questions that the script
 * doesn't name are answered as Enter would. Answers that are refused go on to the next line of the script.
 */
export function scriptedPrompts(
	script: readonly (readonly [question: string, answer: Answer])[] = [],
): ScriptedPrompts {
	const shown: string[] = [];
	const lines = [...script];
	const take = (message: string): Answer | undefined => {
		shown.push(`? ${message}`);
		const place = lines.findIndex(([question]) => message.startsWith(question));
		const [line] = place < 0 ? [] : lines.splice(place, 1);
		if (line?.[1] === LEAVE) throw new SetupLeft();
		return line?.[1];
	};
	const typed = ({ message, initial = "", check }: TextQuestion, isSecret: boolean): string => {
		for (let tries = 0; tries < 5; tries += 1) {
			const answer = String(take(message) ?? "").trim() || initial;
			const problem = check?.(answer);
			shown.push(isSecret ? "(unseen)" : answer);
			if (problem === undefined) return answer;
			shown.push(`! ${problem}`);
		}
		throw new Error(`The script has no answer that this takes: ${message}`);
	};
	return {
		shown,
		left: () => lines.map(([question]) => question),
		begin: (title) => void shown.push(title),
		end: (text) => void shown.push(text),
		done: (text) => void shown.push(`+ ${text}`),
		tell: (text) => void shown.push(text),
		warn: (text) => void shown.push(`! ${text}`),
		text: async (question) => typed(question, false),
		secret: async (question) => typed(question, true),
		choose: async (choice) => pick(choice, take(choice.message), shown),
		confirm: async ({ message, initial }) => {
			const answer = take(message) ?? initial;
			shown.push(String(answer));
			return answer === true;
		},
		busy: (waiting, work) => wait(waiting, take, work),
	};
}

function pick<Value>({ message, options }: Choice<Value>, answer: Answer | undefined, shown: string[]): Value {
	const wanted = answer === undefined ? options[0] : options.find(({ label }) => label.startsWith(String(answer)));
	if (!wanted)
		throw new Error(`"${message}" has no "${String(answer)}": ${options.map(({ label }) => label).join(", ")}`);
	shown.push(wanted.label);
	return wanted.value;
}

/** Leaves or stops once the work has begun. */
async function wait<Result>(
	{ message }: Waiting,
	take: (message: string) => Answer | undefined,
	work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
	const stop = new AbortController();
	const working = work(stop.signal);
	try {
		if (take(message) === STOP) stop.abort();
	} catch (error) {
		stop.abort();
		await working;
		throw error;
	}
	return working;
}
