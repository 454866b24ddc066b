import * as z from "zod";
import { parseUrl } from "#core/parse-url.ts";
import { nearest } from "./nearest.ts";

/*
 * Each field has one sentence that says what it must be, given for whatever is wrong with it. zod's own texts would
 * name the rule that failed, and leave the owner to guess the others.
 */

export function wholeNumber(minimum: number, maximum: number, meaning = "") {
	const range = maximum === Number.MAX_SAFE_INTEGER ? `of at least ${minimum}` : `from ${minimum} to ${maximum}`;
	const error = `must be a whole number ${range}${meaning && `: ${meaning}`}`;
	return z.number({ error }).int({ error }).min(minimum, { error }).max(maximum, { error });
}

/** An amount of money, in whatever currency the owner counts. */
export function money() {
	const error = "must be a number, 0 or more";
	return z.number({ error }).min(0, { error });
}

export function words(meaning: string) {
	const error = `must be text: ${meaning}`;
	return z.string({ error }).trim().min(1, { error });
}

/** A secret that an HTTP header carries, so that line breaks and spaces are always a mistake in copying. */
export function secretText(pattern: RegExp, meaning: string) {
	const error = `must be ${meaning}`;
	return z.string({ error }).regex(pattern, { error });
}

export function choice<const T extends readonly string[]>(options: T) {
	return z.enum(options, { error: `must be one of ${options.join(", ")}` });
}

/** fetch refuses an address with a user name or password in it, so we say so before the first call fails. */
export function httpUrl() {
	const error = "must be an address that starts with http:// or https://, without a user name or password in it";
	return z.string({ error }).refine(isHttpUrl, { error });
}

function isHttpUrl(text: string): boolean {
	if (!/^https?:\/\//i.test(text)) return false;
	const url = parseUrl(text);
	return url?.username === "" && url.password === "";
}

/** A time zone of the IANA data base, as this Node knows it. Fixed offsets are refused: they know no summer time. */
export function timeZone() {
	const error = ({ input }: { input?: unknown }) => {
		const close = typeof input === "string" && nearest(input, Intl.supportedValuesOf("timeZone"));
		return `must be the name of a time zone${close ? ` (did you mean ${close}?)` : ", as Europe/Berlin or UTC"}`;
	};
	return z.string({ error }).refine(isTimeZone, { error });
}

function isTimeZone(name: string): boolean {
	try {
		new Intl.DateTimeFormat("en", { timeZone: name });
		return /^[a-z]/i.test(name);
	} catch {
		return false; // Intl has no other way to say that it doesn't know a zone
	}
}

export const machineTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
