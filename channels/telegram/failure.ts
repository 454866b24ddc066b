import * as z from "zod";
import { describeError } from "#core/log.ts";
import { UnreadableAnswer } from "./client.ts";
import { NoAnswer } from "./deadline.ts";

/**
 * What went wrong with a call, told apart by what is known about the request.
 * - `refused`: Telegram answered with an error of its own
 * - `unreadable`: something answered that is not the Bot API
 * - `unreachable`: no connection came about, so the request never left
 * - `silent`: no answer in time
 * - `broken`: the connection broke at an unknown point
 * - `not-stored`: Telegram is fine, but the gateway could not store what came
 */
export type Failure =
	| { kind: "refused"; code: number; description: string; retryAfterMs?: number }
	| { kind: "unreadable"; status: number }
	| { kind: "unreachable"; reason: string }
	| { kind: "silent"; afterMs: number }
	| { kind: "broken"; reason: string }
	| { kind: "not-stored"; reason: string };

/** Thrown where an update came but is not on disk. */
export class NotStored extends Error {
	override name = "NotStored";
}

/** By their members and not by class, so that grammY need not be loaded to read them. */
const refusalSchema = z.object({
	name: z.literal("GrammyError"),
	error_code: z.number(),
	description: z.string(),
	parameters: z.object({ retry_after: z.number().optional() }),
});
const networkSchema = z.object({ name: z.literal("HttpError"), error: z.unknown() });
const systemSchema = z.object({ code: z.string(), syscall: z.string().optional() });

/** Codes of Node and undici that can only come up before a request is written. */
const BEFORE_REQUEST = new Set([
	"ECONNREFUSED",
	"ENOTFOUND",
	"EAI_AGAIN",
	"EHOSTUNREACH",
	"ENETUNREACH",
	"ENETDOWN",
	"UND_ERR_CONNECT_TIMEOUT",
	"CERT_HAS_EXPIRED",
	"CERT_NOT_YET_VALID",
	"DEPTH_ZERO_SELF_SIGNED_CERT",
	"SELF_SIGNED_CERT_IN_CHAIN",
	"UNABLE_TO_VERIFY_LEAF_SIGNATURE",
	"UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
	"ERR_TLS_CERT_ALTNAME_INVALID",
]);

/**
 * Reads any error of a call. `reason` is a code or a class name and never a message: fetch puts the address, which holds
 * the token, into some of its messages.
 */
export function readFailure(error: unknown): Failure {
	if (error instanceof NotStored) return { kind: "not-stored", reason: describeError(error.cause) };
	if (error instanceof NoAnswer) return { kind: "silent", afterMs: error.afterMs };
	if (error instanceof UnreadableAnswer) return { kind: "unreadable", status: error.status };
	const refusal = refusalSchema.safeParse(error);
	if (refusal.success) return readRefusal(refusal.data);
	const network = networkSchema.safeParse(error);
	if (network.success) return readFailure(network.data.error);
	return readSystemError(error);
}

function readRefusal(error: z.infer<typeof refusalSchema>): Failure {
	const { retry_after: retryAfterSeconds } = error.parameters;
	return {
		kind: "refused",
		code: error.error_code,
		description: error.description,
		...(retryAfterSeconds === undefined ? {} : { retryAfterMs: retryAfterSeconds * 1000 }),
	};
}

/** fetch throws a TypeError whose cause, or its cause, carries the code; several addresses give an AggregateError. */
function readSystemError(error: unknown): Failure {
	for (let current = error, depth = 0; current instanceof Error && depth < 5; depth++) {
		const system = systemSchema.safeParse(current);
		if (system.success) {
			const { code, syscall } = system.data;
			const attempts = current instanceof AggregateError ? current.errors.map(readFailure) : [];
			const neverLeft =
				BEFORE_REQUEST.has(code) ||
				syscall === "connect" ||
				(attempts.length > 0 && attempts.every((attempt) => attempt.kind === "unreachable"));
			return { kind: neverLeft ? "unreachable" : "broken", reason: code };
		}
		if (current.cause === undefined) return { kind: "broken", reason: current.name };
		current = current.cause;
	}
	return { kind: "broken", reason: "unknown error" };
}
