import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { Clock } from "#core/clock.ts";

/** A request that is not served, with a sentence for the person who made it. */
export class Refusal extends Error {
	override name = "Refusal";
	readonly status: number;
	readonly headers: OutgoingHttpHeaders;

	constructor(status: number, message: string, headers: OutgoingHttpHeaders = {}) {
		super(message);
		this.status = status;
		this.headers = headers;
	}
}

/** The name of the only Trusted Types policy that the page may create (page/trusted-html.js). */
const TRUSTED_TYPES_POLICY = "steward-markdown";

/** On every response. What a stored message or a file could smuggle in has nothing to run with and nowhere to send to. */
const SECURITY_HEADERS = {
	"content-security-policy": [
		"default-src 'none'",
		"script-src 'self'",
		"style-src 'self'",
		"img-src 'self'",
		"connect-src 'self'",
		"font-src 'self'",
		"form-action 'none'",
		"base-uri 'none'",
		"frame-ancestors 'none'",
		"require-trusted-types-for 'script'",
		`trusted-types ${TRUSTED_TYPES_POLICY}`,
	].join("; "),
	"x-content-type-options": "nosniff",
	"referrer-policy": "no-referrer",
	"cross-origin-opener-policy": "same-origin",
	"cross-origin-resource-policy": "same-origin",
	"cache-control": "no-store",
};

/** To be called before anything is decided, so that refusals carry the headers too. */
export function setSecurityHeaders(response: ServerResponse): void {
	for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value);
}

export function sendJson(
	response: ServerResponse,
	status: number,
	value: unknown,
	headers: OutgoingHttpHeaders = {},
): void {
	const body = Buffer.from(JSON.stringify(value));
	response.writeHead(status, { ...headers, "content-type": "application/json", "content-length": body.length });
	response.end(body);
}

/** How long a client that is still sending gets to finish before its connection is cut. */
const LINGER_MS = 5_000;

/**
 * Answers with the refusal. Where the client is still sending, the rest is read and thrown away first: closing at once
 * would make the kernel reset the connection, and the client would see "connection lost" instead of the sentence.
 */
export function refuse(request: IncomingMessage, response: ServerResponse, refusal: Refusal, clock: Clock): void {
	if (response.headersSent || response.destroyed) {
		response.destroy();
		return;
	}
	const body = { error: refusal.message };
	const hasBody = request.headers["transfer-encoding"] !== undefined || request.headers["content-length"] !== undefined;
	if (!hasBody || request.complete) {
		sendJson(response, refusal.status, body, refusal.headers);
		return;
	}
	const bytes = Buffer.from(JSON.stringify(body));
	response.writeHead(refusal.status, {
		...refusal.headers,
		"content-type": "application/json",
		"content-length": bytes.length,
		connection: "close",
	});
	response.write(bytes);
	const finish = () => {
		cancel();
		response.end();
	};
	const cancel = clock.after(LINGER_MS, finish);
	request.once("end", finish).once("close", finish).resume();
}
