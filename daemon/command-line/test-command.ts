import { EventEmitter } from "node:events";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { tempFolder } from "#test/temp-folder.ts";
import { runCommandLine, type Surroundings } from "./program.ts";

/** A process that a command runs in, in memory. */
export interface TestProcess extends Surroundings {
	input: PassThrough & { isTTY?: boolean };
	output: PassThrough & { isTTY?: boolean; columns?: number };
	errors: PassThrough;
	signals: EventEmitter;
	/** All that was written so far. */
	written(): { output: string; errors: string };
	exits: number[];
}

/** @param home what STEWARD_HOME says */
export function createProcess(home: string = join(tempFolder(), "home")): TestProcess {
	const texts = { output: "", errors: "" };
	const exits: number[] = [];
	const output = new PassThrough();
	const errors = new PassThrough();
	output.setEncoding("utf8").on("data", (text: string) => {
		texts.output += text;
	});
	errors.setEncoding("utf8").on("data", (text: string) => {
		texts.errors += text;
	});
	return {
		environment: { STEWARD_HOME: home },
		input: new PassThrough(),
		output,
		errors,
		signals: new EventEmitter(),
		exit: (code) => void exits.push(code),
		exits,
		written: () => ({ ...texts }),
	};
}

/** Runs one command to its end. @param input what is piped in */
export async function runCommand(home: string, words: string[], input = "") {
	const surroundings = createProcess(home);
	surroundings.input.end(input);
	const code = await runCommandLine(words, surroundings);
	return { code, ...surroundings.written() };
}
