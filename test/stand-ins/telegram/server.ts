import type { IncomingMessage, ServerResponse } from "node:http";
import { describeError } from "#core/log.ts";
import { listen, readBody, sendJson, shutDown, untilClosed } from "#test/stand-ins/http.ts";
import { Recording } from "#test/stand-ins/recording.ts";
import { type Fault, FaultTable } from "./faults.ts";
import type { Method, Methods } from "./method.ts";
import { createMethods } from "./methods.ts";
import { type CallInput, readParameters } from "./parameters.ts";
import { Person } from "./person.ts";
import { describeCode, Refusal } from "./refusal.ts";
import { BotState } from "./state.ts";
import type { ApiCall, BotApi, BotApiOptions, InjectedError } from "./types.ts";

const DEFAULT_TOKEN = "987654321:stand-in-token";

/** Starts a server on loopback that speaks the Bot API for one bot. */
export async function startBotApi({ token = DEFAULT_TOKEN, port = 0, maxPollMs }: BotApiOptions = {}): Promise<BotApi> {
	const state = new BotState(Number.parseInt(token, 10));
	const faults = new FaultTable();
	const handler = new CallHandler(token, state, faults, createMethods(state, maxPollMs));
	const { server, origin } = await listen((request, response) => {
		handler.handle(request, response).catch((error) => sendRefusal(response, new Refusal(500, describeError(error))));
	}, port);
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
		clearFaults: () => faults.clearFaults(),
		close: () => shutDown(server),
	};
}

const isNamed = (call: ApiCall, method: string): boolean =>
	method === "*" || call.method.toLowerCase() === method.toLowerCase();

class CallHandler {
	readonly calls = new Recording<ApiCall>();
	readonly #token: string;
	readonly #state: BotState;
	readonly #faults: FaultTable;
	/** Telegram takes the names of methods in any case. */
	readonly #methods: Map<string, [name: string, method: Method]>;

	constructor(token: string, state: BotState, faults: FaultTable, methods: Methods) {
		this.#token = token;
		this.#state = state;
		this.#faults = faults;
		this.#methods = new Map(Object.entries(methods).map((entry) => [entry[0].toLowerCase(), entry]));
	}

	async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const url = new URL(request.url ?? "/", "http://loopback");
		const [, file, token, rest = ""] = /^(\/file)?\/bot([^/]+)\/(.*)$/.exec(url.pathname) ?? [];
		const body = await readBody(request);
		if (token === undefined) return sendRefusal(response, new Refusal(404, describeCode(404)));
		if (decodeURIComponent(token) !== this.#token) return sendRefusal(response, new Refusal(401, describeCode(401)));
		if (file) return this.#sendFile(response, decodeURIComponent(rest));
		const [name, method] = this.#methods.get(rest.toLowerCase()) ?? [];
		if (!name || !method) return sendRefusal(response, new Refusal(404, "Not Found: method not found"));
		try {
			const input = readParameters(body, request.headers["content-type"] ?? "", url.searchParams);
			await this.#call(response, name, method, input);
		} catch (error) {
			if (!(error instanceof Refusal)) throw error;
			sendRefusal(response, error);
		}
	}

	async #call(response: ServerResponse, name: string, method: Method, input: CallInput): Promise<void> {
		const ended = untilClosed(response);
		const call: ApiCall = { method: name, ...input, receivedAt: performance.now(), ended, status: undefined };
		response.once("finish", () => {
			call.status = response.statusCode;
		});
		const fault = this.#faults.take(name);
		this.calls.add(call);
		if (fault?.kind === "fail") return sendInjected(response, fault.error);
		if (fault?.kind === "drop-before") return void response.socket?.destroy();
		if (fault?.kind === "hang") await Promise.race([fault.until, ended]);
		if (response.closed) return;
		answer(response, await method(input, ended), fault);
	}

	#sendFile(response: ServerResponse, path: string): void {
		const file = this.#state.files.atPath(path);
		if (!file) {
			sendRefusal(response, new Refusal(404, describeCode(404)));
			return;
		}
		response.writeHead(200, { "content-type": "application/octet-stream", "content-length": file.bytes.length });
		response.end(file.bytes);
	}
}

function answer(response: ServerResponse, result: unknown, fault: Fault | undefined): void {
	if (fault?.kind === "drop-after") {
		response.socket?.destroy();
	} else if (fault?.kind === "half-open") {
		const body = Buffer.from(JSON.stringify({ ok: true, result }));
		response.writeHead(200, { "content-type": "application/json", "content-length": body.length });
		response.write(body.subarray(0, body.length / 2));
	} else if (!response.closed) {
		sendJson(response, 200, { ok: true, result });
	}
}

function sendInjected(response: ServerResponse, { code, description, parameters, body }: InjectedError): void {
	if (body !== undefined) {
		response.writeHead(code, { "content-type": "text/html" });
		response.end(body);
		return;
	}
	// Telegram always says how long to wait.
	const wait = code === 429 ? { retry_after: 1, ...parameters } : parameters;
	sendRefusal(response, new Refusal(code, description ?? describeCode(code, wait?.retry_after), wait));
}

function sendRefusal(response: ServerResponse, { code, message, parameters }: Refusal): void {
	const body = { ok: false, error_code: code, description: message };
	if (!response.headersSent) sendJson(response, code, parameters ? { ...body, parameters } : body);
}
