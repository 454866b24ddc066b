import { randomBytes, randomInt } from "node:crypto";

/** The program's only source of randomness, passed in so that tests can fix it. */
export interface Ids {
	/** A code that a person can read aloud and type: `length` characters, none that look alike. */
	code(length: number): string;
	/** A secret of 256 bits as base64url: sessions, CSRF tokens, login codes. */
	secret(): string;
	/** A number in [0, 1), for jitter only. */
	fraction(): number;
}

/** Crockford's base 32 without the letters that are easily misread (I, L, O, U) and the digits 0 and 1. */
const READABLE = "23456789ABCDEFGHJKMNPQRSTVWXYZ";

export const systemIds: Ids = {
	code: (length) => Array.from({ length }, () => READABLE[randomInt(READABLE.length)]).join(""),
	secret: () => randomBytes(32).toString("base64url"),
	fraction: () => randomInt(2 ** 32) / 2 ** 32,
};
