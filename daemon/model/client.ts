import type OpenAI from "openai";
import type { ModelEntry } from "#config/schema.ts";
import type { ModelRequest } from "./port.ts";
import { requestBody } from "./request-body.ts";
import { inWholeLines } from "./whole-lines.ts";

/** The longest that a timer of Node can be set to: the SDK has no other way to switch its time-out off. */
const NO_TIMEOUT_MS = 2 ** 31 - 1;

export interface OpenStream {
	mediaType: string;
	/** Each `data:` of the stream, parsed as JSON, not checked. Throws where one isn't JSON or holds an error. */
	chunks: AsyncIterable<unknown>;
	/** The body as text, for answers that are no stream. Only one of the two can be used. */
	text: () => Promise<string>;
}

/** One client for each entry of the configuration, made at its first request: making one takes as long as a request does. */
export class ModelClients {
	readonly #fetch: typeof globalThis.fetch;
	/** An entry that was changed is another object, and the old one's client goes with it. */
	readonly #clients = new WeakMap<ModelEntry, Promise<OpenAI>>();

	constructor(fetch: typeof globalThis.fetch) {
		this.#fetch = fetch;
	}

	/**
	 * Sends a request and waits for the headers of its answer.
	 * @throws whatever the network or the SDK throws; for an HTTP error, the SDK's APIError
	 */
	async openStream(entry: ModelEntry, request: ModelRequest, signal: AbortSignal): Promise<OpenStream> {
		const client = this.#clients.get(entry) ?? createClient(entry, this.#fetch);
		this.#clients.set(entry, client);
		const { data, response } = await (await client).chat.completions
			.create(requestBody(entry, request), { signal })
			.withResponse();
		const mediaType = response.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
		return { mediaType, chunks: data, text: () => response.text() };
	}
}

/**
 * The SDK takes 150 ms to load, so that is left to the first request. What it would read from the environment (keys,
 * organisation, log level) is given here: a key for OpenAI must not reach another service.
 */
async function createClient(entry: ModelEntry, fetch: typeof globalThis.fetch): Promise<OpenAI> {
	const { OpenAI } = await import("openai");
	return new OpenAI({
		baseURL: entry.baseUrl,
		// The SDK refuses to be made without a key; local servers need none, so the header is taken out again.
		apiKey: entry.apiKey ?? "none",
		...(entry.apiKey === undefined ? { defaultHeaders: { Authorization: null } } : {}),
		adminAPIKey: null,
		organization: null,
		project: null,
		maxRetries: 0,
		timeout: NO_TIMEOUT_MS,
		// Its log would hold what people wrote.
		logLevel: "off",
		fetch: forSdk(fetch),
	});
}

/** Answers in a form that the SDK can cope with. */
function forSdk(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
	return async (input, init) => {
		const response = await fetch(input, init);
		const { status, headers, body } = response;
		if (!response.ok) return new Response(unwrapError(await response.text()), { status, headers });
		return body ? new Response(body.pipeThrough(inWholeLines()), { status, headers }) : response;
	};
}

/** Puts an error where the SDK looks for it: Gemini sends it in a list, older versions of vLLM without the `error` around it. */
function unwrapError(body: string): string {
	try {
		const parsed: unknown = JSON.parse(body);
		const error: unknown = Array.isArray(parsed) ? parsed[0] : parsed;
		if (typeof error !== "object" || error === null) return body;
		return JSON.stringify("error" in error || !("message" in error) ? error : { error });
	} catch {
		return body; // not JSON: the SDK shows it as text
	}
}
