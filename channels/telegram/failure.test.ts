import { expect, it } from "vitest";
import { UnreadableAnswer } from "./client.ts";
import { NoAnswer } from "./deadline.ts";
import { NotStored, readFailure } from "./failure.ts";

const withCode = (code: string, more: Record<string, unknown> = {}) =>
	Object.assign(new Error("secret"), { code, ...more });
/** As fetch throws it, and as grammY wraps it. */
const wrapped = (cause: unknown) =>
	Object.assign(new Error("Network request failed"), { name: "HttpError", error: new TypeError("secret", { cause }) });
const severalAddresses = (...errors: Error[]) =>
	Object.assign(new AggregateError(errors, "secret"), { code: "ETIMEDOUT" });
const refusal = {
	name: "GrammyError",
	error_code: 429,
	description: "Too Many Requests",
	parameters: { retry_after: 3 },
};

it.each([
	["a refused connection", wrapped(withCode("ECONNREFUSED")), "unreachable"],
	["an unknown name", wrapped(withCode("ENOTFOUND")), "unreachable"],
	["a time-out while connecting", wrapped(withCode("ETIMEDOUT", { syscall: "connect" })), "unreachable"],
	["a time-out later", wrapped(withCode("ETIMEDOUT", { syscall: "read" })), "broken"],
	["no address that works", wrapped(severalAddresses(withCode("ETIMEDOUT", { syscall: "connect" }))), "unreachable"],
	["a wrong certificate", wrapped(withCode("CERT_HAS_EXPIRED")), "unreachable"],
	["a socket that was closed", wrapped(withCode("UND_ERR_SOCKET")), "broken"],
	["an interruption", wrapped(new DOMException("secret", "AbortError")), "broken"],
	["an answer that is a page", wrapped(new UnreadableAnswer(502)), "broken"],
	["no answer", new NoAnswer(1000, undefined), "silent"],
	["the disk", new NotStored("secret", { cause: new Error("full") }), "not-stored"],
	["a refusal", Object.assign(new Error("secret"), refusal), "refused"],
	["anything else", "secret", "broken"],
])("tells %s apart and keeps messages to itself", (_what, error, kind) => {
	const failure = readFailure(error);
	expect(failure.kind).toBe(kind);
	expect(JSON.stringify(failure)).not.toContain("secret");
});

it("reads what Telegram says", () => {
	expect(readFailure(Object.assign(new Error(), refusal))).toEqual({
		kind: "refused",
		code: 429,
		description: "Too Many Requests",
		retryAfterMs: 3000,
	});
	const page = Object.assign(new Error(), { name: "HttpError", error: new UnreadableAnswer(502) });
	expect(readFailure(page)).toEqual({ kind: "unreadable", status: 502 });
});
