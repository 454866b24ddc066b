import { styleText } from "node:util";
import type { Clock } from "#core/clock.ts";
import { SetupLeft, type Waiting } from "#daemon/setup/prompts.ts";
import type { CommandContext } from "./command.ts";

const FRAMES = ["◒", "◐", "◓", "◑"];
const FRAME_MS = 80;
const CTRL_C = "\u0003";
const ESCAPE = "\u001b";
/** Up a line, to its start, and away with what stands below. */
const TAKE_BACK = `\u001b[1A\r\u001b[J`;
const [HIDE_CURSOR, SHOW_CURSOR] = ["\u001b[?25l", "\u001b[?25h"];

type Terminal = Pick<CommandContext, "output"> & {
	input: CommandContext["input"] & { setRawMode?(on: boolean): unknown };
};

/**
 * Shows that work is under way, and takes it back at the end. The prompts' own spinner ends the whole process at Ctrl-C; this
 * one lets the work come to its end. What is typed meanwhile is lost, so that an impatient Enter answers no later question.
 * @throws SetupLeft at Ctrl-C, or where the input ends
 */
export async function withSpinner<Result>(
	{ input, output }: Terminal,
	clock: Clock,
	{ message, mayStop = false }: Waiting,
	work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
	const stop = new AbortController();
	const left = new AbortController();
	const onKeys = (keys: Buffer | string) => {
		const typed = String(keys);
		if (typed.includes(CTRL_C)) left.abort();
		else if (mayStop && typed === ESCAPE) stop.abort();
	};
	const leave = () => left.abort();
	const line = oneLine(mayStop ? `${message} (Esc: stop waiting)` : message, output.columns ?? 80);
	let cancel: () => void = () => undefined;
	const draw = (count: number) => {
		output.write(`\r${styleText("magenta", FRAMES[count % FRAMES.length] ?? "")}  ${line}`);
		cancel = clock.after(FRAME_MS, () => draw(count + 1));
	};
	input.setRawMode?.(true);
	input.on("data", onKeys).on("end", leave).resume();
	output.write(`${HIDE_CURSOR}${styleText("gray", "│")}\n`);
	draw(0);
	try {
		return await Promise.race([work(stop.signal), rejectWhen(left.signal)]);
	} finally {
		stop.abort();
		cancel();
		output.write(`${TAKE_BACK}${SHOW_CURSOR}`);
		input.off("data", onKeys).off("end", leave).pause();
		input.setRawMode?.(false);
	}
}

const rejectWhen = (left: AbortSignal): Promise<never> =>
	new Promise((_resolve, reject) => {
		left.addEventListener("abort", () => reject(new SetupLeft()), { once: true });
	});

/** On one line, so that it can be taken back. */
function oneLine(text: string, columns: number): string {
	const room = Math.max(20, columns - 4);
	return text.length <= room ? text : `${text.slice(0, room - 1)}…`;
}
