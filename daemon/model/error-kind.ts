import { findWantedField } from "./replay-fields.ts";
import type { ServiceError } from "./service-error.ts";

/** What is behind an error, as far as it changes what is to be done. */
export type ErrorKind =
	| "unauthorized"
	| "billing"
	| "rate-limited"
	| "too-long"
	| "reasoning-missing"
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
	["too-long", (error) => mayBeRequest(error) && (hasCode(error, TOO_LONG_CODES) || TOO_LONG.test(error.text))],
	["reasoning-missing", (error) => error.status === 400 && findWantedField(error.text) !== undefined],
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

/** Local servers answer a prompt that is too long with 500, some with 422; inside a stream there may be no status. */
const mayBeRequest = ({ status }: ServiceError): boolean => status !== 401 && status !== 403 && status !== 429;

/** OpenAI, Kimi. Their texts would also match Gemini's limit by the minute, so only codes count. */
const BILLING_CODES = [
	"insufficient_quota",
	"exceeded_current_quota_error",
	"billing_hard_limit_reached",
	"insufficient_balance",
];
/** OpenAI, llama.cpp. */
const TOO_LONG_CODES = ["context_length_exceeded", "exceed_context_size_error"];
const TOO_LONG =
	/context[ _]?(length|window|size)|maximum context|(prompt|input|request|messages?) (is|are) too long|too many (input )?tokens|input token count.*exceeds|exceeds? the (available|model's) context/i;
/** OpenRouter's 403. */
const MODERATED = /moderation|flagged|guardrail/i;
const RATE_CODES = ["rate_limit_exceeded", "rate_limit_error", "resource_exhausted"];
const BUSY_CODES = ["overloaded_error", "engine_overloaded_error", "service_unavailable", "unavailable"];
/** 520 to 529 are Cloudflare's words for a server behind it that doesn't answer; 529 is also "overloaded". */
const BUSY_STATUSES = new Set([408, 425, 502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 527, 529]);
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)|ERR_TLS/;
