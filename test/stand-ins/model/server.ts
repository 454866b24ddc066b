import type { IncomingMessage, ServerResponse } from "node:http";
import { describeError } from "#core/log.ts";
import { listen, readBody, sendJson, shutDown, untilClosed } from "#test/stand-ins/http.ts";
import { Recording } from "#test/stand-ins/recording.ts";
import type { ChatRequest } from "./body.ts";
import { errorForStatus, wireError } from "./errors.ts";
import { type ReplayDemand, replayFault } from "./replay.ts";
import { respond } from "./respond.ts";
import type { ModelScript, ModelServer, ModelServerOptions, ModelStep, RecordedRequest, Violation } from "./types.ts";
import { UsageMeter } from "./usage.ts";
import { parseRequest } from "./validate.ts";

/** Starts a model server on loopback that speaks OpenAI's chat completions and answers what the script says. */
export async function startModelServer(options: ModelServerOptions = {}): Promise<ModelServer> {
	const scripted = new ScriptedModel(options);
	const { server, origin } = await listen((request, response) => {
		scripted.handle(request, response).catch((error) => fail(response, error));
	}, options.port ?? 0);
	return {
		baseUrl: `${origin}/v1`,
		requests: scripted.requests.items,
		violations: scripted.violations,
		get script() {
			return scripted.script;
		},
		set script(script) {
			scripted.script = script;
		},
		enqueue: (...steps) => void scripted.queue.push(...steps),
		get queued() {
			return scripted.queue.length;
		},
		untilRequest: (number) => scripted.requests.until(number),
		close: () => shutDown(server),
	};
}

class ScriptedModel {
	readonly requests = new Recording<RecordedRequest>();
	readonly violations: Violation[] = [];
	readonly queue: ModelStep[];
	script: ModelScript | undefined;
	readonly #models: string[];
	readonly #apiKey: string | undefined;
	readonly #demandReplay: ReplayDemand | undefined;
	readonly #meter: UsageMeter;

	constructor(options: ModelServerOptions) {
		const { script = [], models = ["stand-in"], apiKey, demandReplay, countTokens = true } = options;
		this.queue = typeof script === "function" ? [] : [...script];
		this.script = typeof script === "function" ? script : undefined;
		this.#models = models;
		this.#apiKey = apiKey;
		this.#demandReplay = demandReplay;
		this.#meter = new UsageMeter(countTokens, options);
	}

	async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
		if (this.#apiKey !== undefined && request.headers.authorization !== `Bearer ${this.#apiKey}`) {
			return sendJson(response, 401, errorForStatus(401));
		}
		const path = new URL(request.url ?? "/", "http://loopback").pathname;
		if (request.method === "GET" && path === "/v1/models") return sendJson(response, 200, this.#modelList());
		if (request.method === "POST" && path === "/v1/chat/completions") return await this.#chat(request, response);
		sendJson(response, 404, wireError(`Invalid URL (${request.method} ${path})`));
	}

	#modelList(): object {
		return { object: "list", data: this.#models.map((id) => ({ id, object: "model", created: 0, owned_by: "test" })) };
	}

	async #chat(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const rawBody = (await readBody(request)).toString("utf8");
		const parsed = this.#check(parseRequest(rawBody));
		const body = "request" in parsed ? parsed.request : undefined;
		const recorded = this.#record(request, response, rawBody, body);
		response.setHeader("x-request-id", `req_${recorded.number}`);
		if ("fault" in parsed) {
			const { message, param, code } = parsed.fault;
			this.violations.push({ request: recorded.number, message, param });
			return sendJson(response, 400, wireError(message, "invalid_request_error", param, code));
		}
		const valid = Object.assign(recorded, { body: parsed.request });
		const step = await this.#nextStep(valid);
		await respond(response, step, valid, this.#meter);
	}

	#check(parsed: ReturnType<typeof parseRequest>): ReturnType<typeof parseRequest> {
		if ("fault" in parsed || this.#demandReplay === undefined) return parsed;
		const fault = replayFault(parsed.request, this.#demandReplay);
		return fault ? { fault } : parsed;
	}

	#record(
		{ headers }: IncomingMessage,
		response: ServerResponse,
		rawBody: string,
		body: ChatRequest | undefined,
	): RecordedRequest {
		const recorded: RecordedRequest = {
			number: this.requests.items.length + 1,
			receivedAt: performance.now(),
			rawBody,
			body,
			headers,
			usage: undefined,
			clientWentAway: false,
			connectionCut: false,
			ended: untilClosed(response).then(() => {
				recorded.clientWentAway = !response.writableFinished && !recorded.connectionCut;
			}),
		};
		this.requests.add(recorded);
		return recorded;
	}

	async #nextStep(request: RecordedRequest & { body: ChatRequest }): Promise<ModelStep> {
		const step = this.queue.shift() ?? (await this.script?.(request));
		if (step) return step;
		const message = `The stand-in model has no step for request ${request.number}: its queue is empty and it has no script.`;
		return { kind: "status", code: 500, body: wireError(message, "server_error") };
	}
}

/** A script that throws must be seen where the request is made. */
function fail(response: ServerResponse, error: unknown): void {
	if (response.headersSent) response.destroy();
	else
		sendJson(response, 500, wireError(`The stand-in model's script failed: ${describeError(error)}`, "server_error"));
}
