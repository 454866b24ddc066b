import type { Api, InputFile } from "grammy";

/** What this channel uses of grammY: typed calls, and files to upload. Nothing else of it runs. */
export interface TelegramClient {
	/**
	 * The methods of the Bot API, whose calls end when `signal` aborts.
	 * @param onNewConnection asks for a connection that nothing went wrong on yet
	 */
	api(signal: AbortSignal, onNewConnection?: boolean): Api;
	/** Wraps a stream as a file to upload. It can be read once. */
	upload(content: AsyncIterable<Uint8Array>, fileName: string): InputFile;
	/** Opens the file that `getFile` named. The answer's status is for the caller to check. */
	download(filePath: string, signal: AbortSignal): Promise<Response>;
}

export interface TelegramSettings {
	token: string;
	/** Root of the Bot API, as `https://api.telegram.org`. */
	apiRoot: string;
}

/** The answer was not one of the Bot API: a page of a proxy in between, or of another server. */
export class UnreadableAnswer extends Error {
	override name = "UnreadableAnswer";
	readonly status: number;

	constructor(status: number) {
		super(`The answer with status ${status} is not from the Bot API`);
		this.status = status;
	}
}

/** Loads grammY, which takes a tenth of a second, and opens its client. Makes no request. */
export async function openClient(settings: TelegramSettings, port: typeof fetch): Promise<TelegramClient> {
	const grammy = await import("./grammy.ts");
	const apiRoot = settings.apiRoot.replace(/\/+$/, "");
	return {
		api: (signal, onNewConnection = false) =>
			grammy.createApi(settings.token, {
				apiRoot,
				fetch: bridgeFetch(port, signal, onNewConnection ? { connection: "close" } : {}),
			}),
		upload: (content, fileName) => grammy.createUpload(content, fileName),
		download: (filePath, signal) =>
			port(`${apiRoot}/file/bot${settings.token}/${filePath.split("/").map(encodeURIComponent).join("/")}`, { signal }),
	};
}

/** The part of grammY's request options that a WHATWG fetch understands; the rest is for node-fetch. */
interface GrammyRequest {
	method: string;
	headers: Record<string, string>;
	body: string | AsyncIterable<Uint8Array>;
}

/**
 * Fits a WHATWG fetch to grammY, which was made for node-fetch: its signal is a polyfill that fetch may refuse, its upload
 * is a Node stream, and it would lose the status of an answer that is no JSON.
 */
function bridgeFetch(port: typeof fetch, signal: AbortSignal, headers: Record<string, string>) {
	return async (url: string, request: GrammyRequest): Promise<{ json(): Promise<unknown> }> => {
		const response = await port(url, {
			method: request.method,
			headers: { ...request.headers, ...headers },
			body: request.body,
			duplex: "half",
			signal,
		});
		const answer = parseJson(await response.text());
		if (answer === undefined) throw new UnreadableAnswer(response.status);
		return { json: () => Promise.resolve(answer.value) };
	};
}

function parseJson(text: string): { value: unknown } | undefined {
	try {
		return { value: JSON.parse(text) };
	} catch {
		return undefined;
	}
}
