import type { CallInput } from "./parameters.ts";

/** Gives the `result`; throws `Refusal`. `closed` resolves when the client goes away. */
export type Method = (input: CallInput, closed: Promise<void>) => unknown;

/** By Telegram's names. */
export type Methods = Record<string, Method>;
