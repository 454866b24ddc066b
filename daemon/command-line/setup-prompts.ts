import type { Clock } from "#core/clock.ts";
import { type Choice, type Prompts, type SecretQuestion, SetupLeft, type TextQuestion } from "#daemon/setup/prompts.ts";
import type { CommandContext } from "./command.ts";
import { withSpinner } from "./setup-spinner.ts";
import { toTerminal } from "./terminal-text.ts";

type Clack = typeof import("@clack/prompts");

/** What stands left of a text: a bar and two spaces, and one column to spare. */
const MARGIN = 4;

/** A list longer than this is searched by typing. */
const LONGEST_MENU = 12;

/** The setup's questions in a terminal. Loads what draws them. */
export async function openPrompts(
	{ input, output }: Pick<CommandContext, "input" | "output">,
	clock: Clock,
): Promise<Prompts> {
	const clack = await import("@clack/prompts");
	const terminal = { input, output };
	const said = (text: string) => wrap(toTerminal(text), (output.columns ?? 80) - MARGIN);
	return {
		begin: (title) => clack.intro(toTerminal(title), terminal),
		end: (text) => clack.outro(said(text), terminal),
		done: (text) => clack.log.success(said(text), terminal),
		tell: (text) => clack.log.info(said(text), terminal),
		warn: (text) => clack.log.warn(said(text), terminal),
		async text({ message, initial, check }: TextQuestion) {
			const answer = await clack.text({
				...{
					...terminal,
					message: toTerminal(message),
					validate: (typed) => check?.(trimmed(typed) || (initial ?? "")),
				},
				...(initial !== undefined && { defaultValue: initial, placeholder: toTerminal(initial) }),
			});
			return trimmed(stay(clack, answer)) || (initial ?? "");
		},
		async secret({ message, check }: SecretQuestion) {
			const validate = (typed: string | undefined) => check?.(trimmed(typed));
			return trimmed(stay(clack, await clack.password({ ...terminal, message: toTerminal(message), validate })));
		},
		choose: async (choice) => chosen(choice, stay(clack, await menu(clack, choice, terminal))),
		async confirm({ message, initial }) {
			return stay(clack, await clack.confirm({ ...terminal, message: toTerminal(message), initialValue: initial }));
		},
		busy: (waiting, work) => withSpinner(terminal, clock, { ...waiting, message: toTerminal(waiting.message) }, work),
	};
}

/** By their places, since values may be anything. */
function menu<Value>(
	{ select, autocomplete }: Clack,
	{ message, options }: Choice<Value>,
	terminal: Pick<CommandContext, "input" | "output">,
): Promise<number | symbol> {
	const places = options.map(({ label, hint }, value) => ({
		...{ value, label: toTerminal(label) },
		...(hint !== undefined && { hint: toTerminal(hint) }),
	}));
	const question = { ...terminal, message: toTerminal(message), options: places, maxItems: LONGEST_MENU };
	return places.length > LONGEST_MENU
		? autocomplete<number>({ ...question, placeholder: "Type to search" })
		: select<number>(question);
}

function chosen<Value>({ options }: Choice<Value>, place: number): Value {
	const option = options[place];
	if (!option) throw new Error("The menu gave a place that it doesn't have");
	return option.value;
}

/** Breaks lines between words, so that what stands in the next one keeps its margin. */
const wrap = (text: string, width: number): string =>
	text
		.split("\n")
		.map((line) => wrapLine(line, width))
		.join("\n");

function wrapLine(line: string, width: number): string {
	const lines: string[] = [];
	for (const word of line.split(" ")) {
		const last = lines.at(-1);
		if (last === undefined || last.length + 1 + word.length > width) lines.push(word);
		else lines[lines.length - 1] = `${last} ${word}`;
	}
	return lines.join("\n");
}

const trimmed = (typed: string | undefined): string => (typed ?? "").trim();

function stay<Answer>({ isCancel }: Clack, answer: Answer): Exclude<Answer, symbol> {
	if (isCancel(answer)) throw new SetupLeft();
	return answer as Exclude<Answer, symbol>;
}
