import type { IncomingMessage, ServerResponse } from "node:http";
import { describeError } from "#core/log.ts";
import { listen, readBody, shutDown, untilClosed } from "#test/stand-ins/http.ts";
import { Recording } from "#test/stand-ins/recording.ts";
import { sendBody, sendInjected, sendRefusal, sendResult } from "./answers.ts";
import { Connections } from "./connections.ts";
import { FaultTable } from "./faults.ts";
import type { Method, Methods } from "./method.ts";
import { createMethods } from "./methods.ts";
import { readParameters } from "./parameters.ts";
import { Person } from "./person.ts";
import { describeCode, Refusal } from "./refusal.ts";
import { BotState } from "./state.ts";
import type { ApiCall, BotApi, BotApiOptions } from "./types.ts";

const DEFAULT_TOKEN = "987654321:stand-in-token";

/** Starts a server on loopback that speaks the Bot API for one bot. */
export async function startBotApi({ token = DEFAULT_TOKEN, port = 0, maxPollMs }: BotApiOptions = {}): Promise<BotApi> {
	const state = new BotState(Number.parseInt(token, 10));
	const faults = new FaultTable();
	const connections = new Connections();
	const handler = new CallHandler({ token, state, faults, connections, methods: createMethods(state, maxPollMs) });
	const { server, origin } = await listen((request, response) => {
		handler.handle(request, response).catch((error) => sendRefusal(response, new Refusal(500, describeError(error))));
	}, port);
	connections.watch(server);
	const people = new Map<number, Person>();
	return {
		apiRoot: origin,
		token,
		calls: handler.calls.items,
		sent: state.sent.items,
		user(id, firstName = `User ${id}`) {
			const person = people.get(id) ?? new Person(state, id, firstName);
			people.set(id, person);
			return person;
		},
		pendingUpdates: () => state.updates.pending,
		pushUpdate: (update) => state.pushUpdate(update),
		setWebhook: (url) => {
			state.updates.webhookUrl = url;
		},
		untilSent: (count) => state.sent.until(count),
		untilCalled: (method, count = 1) => handler.calls.until(count, (call) => isNamed(call, method)),
		fail: (method, error) => faults.fail(method, error),
		hang: (method, until) => faults.hang(method, until),
		dropAfter: (method, times) => faults.dropAfter(method, times),
		dropBefore: (method, times) => faults.dropBefore(method, times),
		halfOpen: (method, times) => faults.halfOpen(method, times),
		resetInBody: (method, times) => faults.resetInBody(method, times),
		killConnections: () => connections.kill(),
		clearFaults: () => faults.clearFaults(),
		close: () => shutDown(server),
	};
}

const isNamed = (call: ApiCall, method: string): boolean =>
	method === "*" || call.method.toLowerCase() === method.toLowerCase();

interface HandlerParts {
	token: string;
	state: BotState;
	faults: FaultTable;
	connections: Connections;
	methods: Methods;
}

class CallHandler {
	readonly calls = new Recording<ApiCall>();
	readonly #parts: HandlerParts;
	/** Telegram takes the names of methods in any case. */
	readonly #methods: Map<string, [name: string, method: Method]>;

	constructor(parts: HandlerParts) {
		this.#parts = parts;
		this.#methods = new Map(Object.entries(parts.methods).map((entry) => [entry[0].toLowerCase(), entry]));
	}

	async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const url = new URL(request.url ?? "/", "http://loopback");
		const [, file, token, rest = ""] = /^(\/file)?\/bot([^/]+)\/(.*)$/.exec(url.pathname) ?? [];
		const body = await readBody(request);
		if (token === undefined) return sendRefusal(response, new Refusal(404, describeCode(404)));
		if (decodeURIComponent(token) !== this.#parts.token)
			return sendRefusal(response, new Refusal(401, describeCode(401)));
		if (file) return this.#sendFile(response, decodeURIComponent(rest));
		const [name, method] = this.#methods.get(rest.toLowerCase()) ?? [];
		if (!name || !method) return sendRefusal(response, new Refusal(404, "Not Found: method not found"));
		try {
			await this.#call(request, response, name, method, { body, query: url.searchParams });
		} catch (error) {
			if (!(error instanceof Refusal)) throw error;
			if (!this.#parts.connections.isDead(response)) sendRefusal(response, error);
		}
	}

	async #call(
		request: IncomingMessage,
		response: ServerResponse,
		name: string,
		method: Method,
		{ body, query }: { body: Buffer; query: URLSearchParams },
	): Promise<void> {
		const { headers } = request;
		const input = readParameters(body, headers["content-type"] ?? "", query);
		const ended = untilClosed(response);
		const call: ApiCall = { method: name, ...input, headers, receivedAt: performance.now(), ended, status: undefined };
		response.once("finish", () => {
			call.status = response.statusCode;
		});
		const fault = this.#parts.faults.take(name);
		this.calls.add(call);
		if (fault?.kind === "fail") return sendInjected(response, fault.error);
		if (fault?.kind === "drop-before") return void response.socket?.destroy();
		if (fault?.kind === "hang") await Promise.race([fault.until, ended]);
		if (response.closed) return;
		const result = await method(input, ended);
		if (!this.#parts.connections.isDead(response)) sendResult(response, result, fault);
	}

	async #sendFile(response: ServerResponse, path: string): Promise<void> {
		const file = this.#parts.state.files.atPath(path);
		if (!file) return sendRefusal(response, new Refusal(404, describeCode(404)));
		const fault = this.#parts.faults.take("file");
		if (fault?.kind === "fail") return sendInjected(response, fault.error);
		if (fault?.kind === "drop-before") return void response.socket?.destroy();
		if (fault?.kind === "hang") await Promise.race([fault.until, untilClosed(response)]);
		sendBody(response, "application/octet-stream", file.bytes, fault);
	}
}
