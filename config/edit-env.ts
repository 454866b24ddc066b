import { isDeepStrictEqual, parseEnv } from "node:util";
import { replaceFile } from "./edit-file.ts";
import { readText } from "./read-text.ts";

/** Only its owner may read a file of secrets. */
const MODE = 0o600;

/** Those of POSIX shells (IEEE 1003.1, 3.216). */
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

const MAX_TRIES = 5;

/**
 * Sets `NAME=value` in a `.env` and keeps every other line: in the place of the line that sets it, else of one that has it
 * commented out, else at the end. The file is replaced in one step, made where it isn't there, and closed to others.
 * @throws an Error that says what is wrong and never holds a value of the file
 */
export function setEnvValue(file: string, name: string, value: string): void {
	if (!NAME.test(name)) throw new Error(`A name in ${file} has letters, digits and _ only, and no digit at its front.`);
	for (let attempt = 1; attempt <= MAX_TRIES; attempt += 1) {
		const text = readEnvText(file);
		const edited = withLine(text ?? "", name, value);
		if (edited === undefined) {
			throw new Error(`${name} can't be written to ${file}, for its quotes or line breaks: write it there by hand.`);
		}
		const stillWanted = () => readEnvText(file) === text;
		if (replaceFile({ file, text: edited, mode: MODE, stillWanted })) return;
	}
	throw new Error(`${file} is being changed by another program all the time: close that, and try again.`);
}

function readEnvText(file: string): string | undefined {
	const read = readText(file);
	if (read.kind === "unreadable") throw new Error(`${file} ${read.problem}.`);
	return read.kind === "text" ? read.text : undefined;
}

/** Undefined where the result would not say what it should. */
function withLine(text: string, name: string, value: string): string | undefined {
	const quoted = quote(value);
	if (quoted === undefined) return undefined;
	const wanted = { ...parseEnv(text), [name]: value };
	const line = `${name}=${quoted}`;
	const ways = [replaced(text, name, line), appended(text, line)];
	return ways.find((way) => way !== undefined && isDeepStrictEqual({ ...parseEnv(way) }, wanted));
}

/** The form that Node's `parseEnv` reads as the value itself; undefined where it has none. */
function quote(value: string): string | undefined {
	if (/^[\w.:/+=@,~-]+$/.test(value)) return value;
	if (/[\r\n]/.test(value)) return undefined;
	const mark = ["'", '"', "`"].find((candidate) => !value.includes(candidate));
	return mark === undefined ? undefined : `${mark}${value}${mark}`;
}

function replaced(text: string, name: string, line: string): string | undefined {
	// A value in quotes may go over several lines.
	const set = new RegExp(`^[ \\t]*(?:export[ \\t]+)?${name}[ \\t]*=[ \\t]*(?:"[^"]*"|'[^']*'|\`[^\`]*\`)?.*$`, "gm");
	const commented = new RegExp(`^#[ \\t]*${name}=.*$`, "m");
	// The last line of that name is the one that counts.
	const last = [...text.matchAll(set)].at(-1) ?? commented.exec(text);
	return last ? `${text.slice(0, last.index)}${line}${text.slice(last.index + last[0].length)}` : undefined;
}

function appended(text: string, line: string): string {
	const before = text === "" || text.endsWith("\n") ? text : `${text}\n`;
	return `${before}${line}\n`;
}
