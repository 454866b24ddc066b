import type { ServerResponse } from "node:http";
import { sendJson } from "#test/stand-ins/http.ts";
import type { Fault } from "./faults.ts";
import { describeCode, Refusal } from "./refusal.ts";
import type { InjectedError } from "./types.ts";

/** Answers with a result, or breaks off as `fault` says. */
export function sendResult(response: ServerResponse, result: unknown, fault: Fault | undefined): void {
	if (fault?.kind === "drop-after") response.socket?.destroy();
	else sendBody(response, "application/json", Buffer.from(JSON.stringify({ ok: true, result })), fault);
}

/** Answers with bytes, or breaks off as `fault` says. */
export function sendBody(response: ServerResponse, type: string, body: Uint8Array, fault: Fault | undefined): void {
	if (response.closed) return;
	response.writeHead(200, { "content-type": type, "content-length": body.length });
	if (fault?.kind !== "half-open" && fault?.kind !== "reset") {
		response.end(body);
		return;
	}
	response.write(body.subarray(0, body.length / 2), () => {
		if (fault.kind === "reset") response.socket?.resetAndDestroy();
	});
}

export function sendInjected(response: ServerResponse, { code, description, parameters, body }: InjectedError): void {
	if (body !== undefined) {
		response.writeHead(code, { "content-type": "text/html" });
		response.end(body);
		return;
	}
	// Telegram always says how long to wait.
	const wait = code === 429 ? { retry_after: 1, ...parameters } : parameters;
	sendRefusal(response, new Refusal(code, description ?? describeCode(code, wait?.retry_after), wait));
}

export function sendRefusal(response: ServerResponse, { code, message, parameters }: Refusal): void {
	const body = { ok: false, error_code: code, description: message };
	if (!response.headersSent) sendJson(response, code, parameters ? { ...body, parameters } : body);
}
