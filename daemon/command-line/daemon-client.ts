import { randomUUID } from "node:crypto";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import type * as z from "zod";
import {
	type ChangeAnswer,
	changeSchema,
	errorSchema,
	historySchema,
	type ItemAnswer,
	type SettledAnswer,
	sentSchema,
	settledSchema,
} from "#daemon/control/answers.ts";
import { requireOwnFolder } from "#daemon/control/socket-file.ts";
import { controlSocketPath } from "#daemon/control/socket-path.ts";
import { CommandFailure, EXIT } from "./command.ts";

const NOT_RUNNING = "Steward is not running. Start it with: steward start";
const CUT_OFF = "Steward stopped before it answered. Start it again with: steward start";
const OTHER_VERSION = "The Steward that runs is of another version than this command. Stop it, then: steward start";

/** Talks to the daemon of one home. Every method throws `CommandFailure` with what to tell the owner. */
export class DaemonClient {
	readonly #home: string;

	constructor(home: string) {
		this.#home = home;
	}

	async get<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.infer<Schema>> {
		return check(schema, await this.#ask("GET", path));
	}

	async post<Schema extends z.ZodType>(path: string, body: unknown, schema: Schema): Promise<z.infer<Schema>> {
		return check(schema, await this.#ask("POST", path, body));
	}

	/** Says something as the owner. @returns the event that it became, as `E-12`, once it is on disk */
	async send(text: string): Promise<string> {
		return (await this.post("/send", { id: randomUUID(), text }, sentSchema)).event;
	}

	/** Waits until an event is settled, for as long as that takes. */
	wait(event: string): Promise<SettledAnswer> {
		return this.get(`/wait?event=${encodeURIComponent(event)}`, settledSchema);
	}

	/** The newest items of the conversation, oldest first. */
	async history(limit: number): Promise<ItemAnswer[]> {
		return (await this.get(`/history?limit=${limit}`, historySchema)).items;
	}

	/**
	 * Follows the conversation. Resolves when the daemon has begun to tell, so that whatever is on disk later will come; the
	 * changes end when the daemon stops or `signal` aborts.
	 */
	async follow(signal: AbortSignal): Promise<AsyncIterable<ChangeAnswer>> {
		const response = await this.#open("GET", "/stream", undefined, signal);
		return readChanges(response, signal);
	}

	async #ask(method: string, path: string, body?: unknown): Promise<unknown> {
		const response = await this.#open(method, path, body);
		const answer = parseJson(await readAll(response));
		if (response.statusCode !== undefined && response.statusCode < 400) return answer;
		throw new CommandFailure(check(errorSchema, answer).error);
	}

	async #open(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<IncomingMessage> {
		const socket = controlSocketPath(this.#home);
		requireOwnFolder(socket);
		const headers = { connection: "close", ...(body !== undefined && { "content-type": "application/json" }) };
		const sent = request({ socketPath: socket.path, method, path, headers, agent: false, ...(signal && { signal }) });
		sent.end(body === undefined ? undefined : JSON.stringify(body));
		return untilAnswered(sent);
	}
}

function untilAnswered(sent: ClientRequest): Promise<IncomingMessage> {
	return new Promise((resolve, reject) => {
		sent.once("response", resolve);
		sent.once("error", (error: NodeJS.ErrnoException) => reject(explain(error)));
	});
}

function explain(error: NodeJS.ErrnoException): CommandFailure {
	if (error.code === "ENOENT" || error.code === "ECONNREFUSED") {
		return new CommandFailure(NOT_RUNNING, EXIT.notRunning, error);
	}
	if (error.code === "EACCES" || error.code === "EPERM") {
		return new CommandFailure("This Steward belongs to another user of this machine.", EXIT.failed, error);
	}
	return new CommandFailure(CUT_OFF, EXIT.notRunning, error);
}

async function readAll(response: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	try {
		for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk);
	} catch (error) {
		throw new CommandFailure(CUT_OFF, EXIT.notRunning, error);
	}
	return Buffer.concat(chunks).toString();
}

async function* readChanges(response: IncomingMessage, signal: AbortSignal): AsyncGenerator<ChangeAnswer> {
	response.setEncoding("utf8");
	let rest = "";
	try {
		// Split by hand: node:readline also ends lines at characters that JSON leaves as they are.
		for await (const chunk of response as AsyncIterable<string>) {
			const lines = `${rest}${chunk}`.split("\n");
			rest = lines.pop() ?? "";
			for (const line of lines) yield check(changeSchema, parseJson(line));
		}
	} catch (error) {
		const isExpected = signal.aborted || (error instanceof Error && "code" in error && error.code === "ECONNRESET");
		if (!isExpected) throw error;
	}
}

function check<Schema extends z.ZodType>(schema: Schema, value: unknown): z.infer<Schema> {
	const checked = schema.safeParse(value);
	if (!checked.success) throw new CommandFailure(OTHER_VERSION, EXIT.failed, checked.error);
	return checked.data;
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch (error) {
		throw new CommandFailure(OTHER_VERSION, EXIT.failed, error);
	}
}
