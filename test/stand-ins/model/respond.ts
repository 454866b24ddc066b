import type { ServerResponse } from "node:http";
import { pause, sendJson, untilClosed } from "#test/stand-ins/http.ts";
import { type Answer, answerOf, type CompletionStep, outputText } from "./answer.ts";
import type { ChatRequest } from "./body.ts";
import { chunkFrame, completionOf, type Delta, DONE_FRAME, deltasOf, type Envelope, usageFrame } from "./chunks.ts";
import { errorForStatus } from "./errors.ts";
import type { ModelStep, RecordedRequest } from "./types.ts";
import type { UsageMeter, WireUsage } from "./usage.ts";

const EVENT_STREAM = "text/event-stream; charset=utf-8";

/** Does to the client what the step says. Ends early, without an error, where the client goes away. */
export async function respond(
	response: ServerResponse,
	step: ModelStep,
	request: RecordedRequest & { body: ChatRequest },
	meter: UsageMeter,
): Promise<void> {
	request.connectionCut = step.kind === "cut";
	await pause(response, step.delayMs ?? 0);
	switch (step.kind) {
		case "status":
			sendStatus(response, step);
			return;
		case "garbage":
			response.writeHead(200, { "content-type": request.body.stream ? EVENT_STREAM : "application/json" });
			response.end(step.bytes ?? 'data: {"id": oops, this is no JSON\n\n');
			return;
		case "wrong-content-type":
			response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
			response.end(step.body ?? "<!doctype html><title>Sign in</title><p>Please sign in to the network.</p>");
			return;
		default:
			await complete(response, step, request, meter);
	}
}

function sendStatus(response: ServerResponse, { code, headers, body }: Extract<ModelStep, { kind: "status" }>): void {
	if (typeof body === "string") {
		response.writeHead(code, { "content-type": "text/html", ...headers });
		response.end(body);
	} else {
		sendJson(response, code, body ?? errorForStatus(code), headers);
	}
}

async function complete(
	response: ServerResponse,
	step: CompletionStep,
	request: RecordedRequest & { body: ChatRequest },
	meter: UsageMeter,
): Promise<void> {
	const answer = answerOf(step, request.number);
	const usage = await meter.measure(request.body, outputText(answer), answer.reasoning);
	request.usage = usage;
	const envelope: Envelope = {
		id: `chatcmpl-${request.number}`,
		created: Math.floor(Date.now() / 1000),
		model: request.body.model,
		includeUsage: request.body.stream_options?.include_usage === true && !step.withoutUsage,
	};
	const send = request.body.stream ? stream : sendWhole;
	await send(response, step, answer, envelope, usage);
}

async function stream(
	response: ServerResponse,
	step: CompletionStep,
	answer: Answer,
	envelope: Envelope,
	usage: WireUsage,
): Promise<void> {
	const deltas = deltasOf(answer, step.chunkSize);
	const sent = step.kind === "stall" || step.kind === "cut" ? deltas.slice(0, step.afterChunks ?? 1) : deltas;
	if (step.kind !== "cut" || sent.length > 0) {
		response.writeHead(200, { "content-type": EVENT_STREAM, "cache-control": "no-cache" });
		response.flushHeaders();
	}
	await sendDeltas(response, step, envelope, sent);
	if (step.kind === "stall") return await untilClosed(response);
	if (step.kind === "cut") return breakOff(response);

	await write(response, chunkFrame(envelope, {}, answer.finishReason), step.writeSizeBytes);
	if (envelope.includeUsage) await write(response, usageFrame(envelope, usage), step.writeSizeBytes);
	await write(response, DONE_FRAME, step.writeSizeBytes);
	response.end();
}

async function sendDeltas(
	response: ServerResponse,
	step: CompletionStep,
	envelope: Envelope,
	deltas: Delta[],
): Promise<void> {
	const holdAt = Math.min(step.holdAfterChunks ?? 2, deltas.length);
	for (const [index, delta] of deltas.entries()) {
		if (index === holdAt) await held(response, step);
		if (index > 0) await pause(response, step.delayBetweenChunksMs ?? 0);
		await write(response, chunkFrame(envelope, delta), step.writeSizeBytes);
	}
	if (holdAt === deltas.length) await held(response, step);
}

async function sendWhole(
	response: ServerResponse,
	step: CompletionStep,
	answer: Answer,
	envelope: Envelope,
	usage: WireUsage,
): Promise<void> {
	await held(response, step);
	if (step.kind === "stall") return await untilClosed(response);
	const completion = completionOf(envelope, answer, step.withoutUsage ? undefined : usage);
	if (step.kind !== "cut") return sendJson(response, 200, completion);
	const body = JSON.stringify(completion);
	response.writeHead(200, { "content-type": "application/json" });
	await write(response, body.slice(0, body.length / 2), undefined);
	breakOff(response);
}

/** Waits for the test to let the answer go on, or for the client to go away. */
async function held(response: ServerResponse, step: CompletionStep): Promise<void> {
	if (step.hold) await Promise.race([step.hold, untilClosed(response)]);
}

/** Ends the connection after what was written has left, in the middle of the answer. */
const breakOff = (response: ServerResponse): void => response.socket?.destroySoon();

/** Each piece becomes a TCP write of its own: one turn of the event loop lies between two of them. */
async function write(response: ServerResponse, text: string, sizeBytes: number | undefined): Promise<void> {
	const bytes = Buffer.from(text);
	for (let start = 0; start < bytes.length; start += sizeBytes ?? bytes.length) {
		if (response.closed) return;
		response.write(bytes.subarray(start, start + (sizeBytes ?? bytes.length)));
		await new Promise((resolve) => setImmediate(resolve));
	}
}
