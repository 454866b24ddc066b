import { findWantedField } from "./replay-fields.ts";
import type { ServiceError } from "./service-error.ts";

/** What is behind an error, as far as it changes what is to be done. */
export type ErrorKind =
	| "unauthorized"
	| "billing"
	| "rate-limited"
	| "too-long"
	| "reasoning-missing"
	| "hint-refused"
	| "moderated"
	| "not-found"
	| "rejected"
	| "busy"
	| "server-error"
	| "certificate"
	| "unreachable"
	| "unreadable";

/** The first rule that holds decides: the more telling ones come first, since services reuse status codes. */
const RULES: readonly [ErrorKind, (error: ServiceError) => boolean][] = [
	["billing", (error) => error.status === 402 || hasCode(error, BILLING_CODES)],
	["too-long", isTooLong],
	["reasoning-missing", (error) => error.status === 400 && findWantedField(error.text) !== undefined],
	["hint-refused", (error) => (error.status === 400 || error.status === 422) && HINT_FIELDS.test(error.text)],
	["moderated", (error) => error.status === 403 && MODERATED.test(error.text)],
	["unauthorized", (error) => error.status === 401 || error.status === 403 || hasCode(error, ["invalid_api_key"])],
	// Gemini answers a wrong key with 400.
	["unauthorized", (error) => error.status === 400 && /api key/i.test(error.text)],
	["not-found", (error) => error.status === 404],
	["rate-limited", (error) => error.status === 429 || hasCode(error, RATE_CODES)],
	["busy", (error) => BUSY_STATUSES.has(error.status ?? 0) || hasCode(error, BUSY_CODES)],
	["server-error", (error) => error.status !== undefined && (error.status >= 500 || error.status === 409)],
	["rejected", (error) => error.status !== undefined && error.status >= 400],
	["certificate", ({ networkCode = "" }) => CERTIFICATE.test(networkCode)],
	["unreachable", (error) => error.networkCode !== undefined],
	["server-error", (error) => error.codes.length > 0],
];

/** @param answered whether the headers of an answer had come; without them nothing was there to be read */
export function kindOf(error: ServiceError, answered: boolean): ErrorKind {
	return RULES.find(([, holds]) => holds(error))?.[0] ?? (answered ? "unreadable" : "unreachable");
}

const hasCode = (error: ServiceError, codes: readonly string[]): boolean =>
	error.codes.some((code) => codes.includes(code));

/** OpenAI, Kimi. Their texts would also match Gemini's limit by the minute, so only codes count. */
const BILLING_CODES = [
	"insufficient_quota",
	"exceeded_current_quota_error",
	"billing_hard_limit_reached",
	"insufficient_balance",
];
/** OpenAI, OpenRouter, vLLM; llama.cpp; z.ai. */
const TOO_LONG_CODES = ["context_length_exceeded", "exceed_context_size_error", "model_context_window_exceeded"];
/** What services call the thing that is too small, or too long. Each has words of its own, and changes them. */
const TOO_LONG: readonly RegExp[] = [
	/context[ _]?(length|window|size|limit)/i,
	/maximum (context|prompt)|maximum allowed input length|exceeds max(imum)? length/i,
	/(prompt|input|request|messages?) (is |are )?too (long|large)|request_too_large/i,
	/too many (input )?tokens|input token count.*exceeds|token limit exceeded/i,
	/exceed(s|ed) (the )?(model )?token limit|exceeds the limit of \d/i,
	/reduce the length of the (messages|input)|range of input length/i,
];
/** OpenAI and Groq say so with the code for a rate limit, though no waiting helps: one request is more than a minute's worth. */
const LARGER_THAN_A_MINUTE = /request too large.*\blimit/is;

/** Amazon says "too many tokens" of a minute, too. */
const THROTTLED = /rate limit|throttl|please wait/i;

/** Local servers answer a prompt that is too long with 500, some with 422; inside a stream there may be no status. */
function isTooLong({ status, codes, text }: ServiceError): boolean {
	if (status === 413 || LARGER_THAN_A_MINUTE.test(text)) return true;
	if (status === 401 || status === 403 || status === 429 || THROTTLED.test(text)) return false;
	return codes.some((code) => TOO_LONG_CODES.includes(code)) || TOO_LONG.some((words) => words.test(text));
}

/** The fields by which a service is told what to cache (cache-hint.ts). */
const HINT_FIELDS = /prompt_cache_(key|options|breakpoint)|cache_control|session_id/;
/** OpenRouter's 403. */
const MODERATED = /moderation|flagged|guardrail/i;
const RATE_CODES = ["rate_limit_exceeded", "rate_limit_error", "resource_exhausted"];
const BUSY_CODES = ["overloaded_error", "engine_overloaded_error", "service_unavailable", "unavailable"];
/** 520 to 529 are Cloudflare's words for a server behind it that doesn't answer; 529 is also "overloaded". */
const BUSY_STATUSES = new Set([408, 425, 502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 527, 529]);
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)|ERR_TLS/;
