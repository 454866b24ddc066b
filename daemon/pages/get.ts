import type { IncomingMessage, RequestOptions } from "node:http";
import { isIP, type LookupFunction } from "node:net";
import { pipeline, type Readable, type Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { ToolError } from "#tools/tool.ts";
import { type Lookup, publicAddressesOf } from "./lookup.ts";

/** What a server says before the content. */
export interface Answer {
	status: number;
	location: string | undefined;
	contentType: string;
	/** Of the content as it is sent, where the server says so. */
	lengthBytes: number | undefined;
	/** The content, decompressed. To be read once, or not at all. */
	body: Readable;
	/** Ends the connection, whatever was read. */
	close(): void;
}

/** Asks for one address, and follows nothing. Rejects where no answer comes. */
export type Get = (url: string, signal: AbortSignal) => Promise<Answer>;

/** A plain browser's kind of words: what reads, and nothing of the owner, the machine or the version. */
const USER_AGENT = "Mozilla/5.0 (compatible; Steward)";

/** How long each address of a name is tried before the next one: see `daemon/network.ts`. */
const ADDRESS_ATTEMPT_MS = 1_000;

export interface Network {
	lookup: Lookup;
	/** Where an address that was found to be public is dialled. Itself, but in tests, whose server is on loopback. */
	connect?: (address: string) => string;
}

/**
 * A connection of its own for every request: no cookies, no credentials, no Referer, nothing kept. The name is resolved once;
 * all its addresses are judged, and those, not the name, are dialled, so that a second answer of DNS can't lead elsewhere.
 * Certificate and Host header are still the name's.
 */
export function createGet({ lookup, connect = (address) => address }: Network): Get {
	return async (address, signal) => {
		const url = new URL(address);
		const addresses = (await publicAddressesOf(url.hostname, lookup)).map(connect);
		signal.throwIfAborted();
		const { request } = url.protocol === "https:" ? await import("node:https") : await import("node:http");
		return new Promise((resolve, reject) => {
			const sent = request({ ...optionsFor(url, addresses), signal }, (response) => {
				try {
					resolve(toAnswer(response, signal));
				} catch (error) {
					// Thrown on, it would be nobody's, and end the process.
					reject(error);
				}
			});
			sent.on("error", reject).end();
		});
	};
}

function optionsFor(
	url: URL,
	addresses: readonly string[],
): RequestOptions & { autoSelectFamilyAttemptTimeout: number } {
	const isName = isIP(url.hostname.replace(/^\[|\]$/g, "")) === 0;
	return {
		method: "GET",
		host: isName ? url.hostname : addresses[0],
		...(isName && { servername: url.hostname }),
		port: url.port || (url.protocol === "https:" ? 443 : 80),
		path: url.pathname + url.search,
		lookup: answering(addresses),
		autoSelectFamilyAttemptTimeout: ADDRESS_ATTEMPT_MS,
		agent: false,
		headers: {
			host: url.host,
			"user-agent": USER_AGENT,
			accept: "text/html, application/xhtml+xml, text/plain, application/json, application/xml;q=0.9, */*;q=0.5",
			"accept-language": "en, *;q=0.5",
			"accept-encoding": "gzip, deflate, br",
		},
	};
}

/** Stands in for the resolution that Node would do anew. */
function answering(addresses: readonly string[]): LookupFunction {
	const all = addresses.map((address) => ({ address, family: isIP(address) }));
	return (_host, options, done) => {
		const [first] = all;
		if (options.all) done(null, all);
		else done(null, first?.address ?? "", first?.family ?? 0);
	};
}

function toAnswer(response: IncomingMessage, signal: AbortSignal): Answer {
	const { headers } = response;
	const length = Number(headers["content-length"]);
	const close = () => void response.destroy();
	const body = decompressed(response);
	// The request's own signal no longer counts once the answer has begun.
	signal.addEventListener("abort", close, { once: true });
	return {
		status: response.statusCode ?? 0,
		location: headers.location,
		contentType: headers["content-type"] ?? "",
		lengthBytes: Number.isSafeInteger(length) && headers["content-length"] !== undefined ? length : undefined,
		body,
		close,
	};
}

const DECODERS: Record<string, () => Transform> = {
	gzip: createGunzip,
	"x-gzip": createGunzip,
	deflate: createInflate,
	br: createBrotliDecompress,
};

/** An encoding that was not asked for, or several in one another, which only somebody does who means to fill the memory. */
function decompressed(response: IncomingMessage): Readable {
	const encoding = (response.headers["content-encoding"] ?? "identity").trim().toLowerCase();
	if (encoding === "identity" || encoding === "") return response;
	const decoder = DECODERS[encoding]?.();
	if (!decoder) {
		response.destroy();
		throw new ToolError(
			"The page was not read: the server compressed it in a way that is not known here. Try another source.",
		);
	}
	// What goes wrong ends the decoder, where it is met by who reads.
	return pipeline(response, decoder, () => undefined);
}
