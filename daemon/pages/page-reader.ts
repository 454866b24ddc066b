import type { Clock } from "#core/clock.ts";
import { withLimit } from "#daemon/doctor/time-limit.ts";
import { parsePublicUrl } from "#daemon/gate/urls/public-url.ts";
import type { PagePort, PageText } from "#tools/page-port.ts";
import { ToolError } from "#tools/tool.ts";
import { decodeText } from "./decode.ts";
import { follow } from "./follow.ts";
import { type Answer, createGet, type Get, type Network } from "./get.ts";
import { htmlToText } from "./html-text.ts";
import { pageProblem, statusProblem } from "./page-problem.ts";
import { readBody } from "./read-body.ts";
import { visible } from "./visible.ts";

/** From the question for its name to its last byte, with all that it leads on to. */
const LIMIT_MS = 20_000;

export interface PageReaderParts extends Network {
	clock: Clock;
}

/**
 * Reads pages of the open web, and nothing else: each address on the way, and each that a name stands for, is judged before
 * anything is sent to it. It can't be told otherwise. It keeps nothing between two pages.
 */
export class PageReader implements PagePort {
	readonly #clock: Clock;
	readonly #get: Get;

	constructor({ clock, ...network }: PageReaderParts) {
		this.#clock = clock;
		this.#get = createGet(network);
	}

	resolve(url: string): string {
		const address = parsePublicUrl(url);
		if (address.kind === "public") return address.url;
		throw new ToolError(
			`This address is not opened: ${address.why}. Give one of the open web, as https://example.org/page, as it was written.`,
		);
	}

	async read(url: string, signal: AbortSignal): Promise<PageText> {
		const address = this.resolve(url);
		try {
			const outcome = await withLimit(this.#clock, LIMIT_MS, (limited) => this.#read(address, limited), signal);
			if (outcome.kind === "done") return outcome.result;
		} catch (error) {
			throw pageProblem(error);
		}
		if (signal.aborted)
			throw new ToolError("The page was not read: the call was ended. Call again if it is still needed.");
		throw new ToolError(
			`The page was not read: it took more than ${LIMIT_MS / 1_000} s. Try again later, or another source.`,
		);
	}

	async #read(url: string, signal: AbortSignal): Promise<PageText> {
		const { url: finalUrl, answer } = await follow(url, this.#get, signal);
		try {
			if (answer.status < 200 || answer.status > 299) throw statusProblem(answer.status);
			return await toPage(finalUrl, answer);
		} finally {
			answer.close();
		}
	}
}

async function toPage(url: string, answer: Answer): Promise<PageText> {
	const kind = kindOf(answer.contentType);
	if (kind === "other") return { url, title: "", text: describe(answer), notes: ["it is no text, and was not read"] };
	const source = decodeText(await readBody(answer), answer.contentType);
	const { title, text, notes } =
		kind === "html" ? await htmlToText(source, url) : { title: "", text: source, notes: [] };
	const seen = visible(text);
	return { url, title: visible(title).text, text: seen.text, notes: [...notes, ...noteOn(seen.invisible)] };
}

const noteOn = (invisible: number): string[] => {
	if (invisible === 0) return [];
	return [invisible === 1 ? "1 invisible character was left out" : `${invisible} invisible characters were left out`];
};

/** By what the server says; who says nothing is taken to mean a page. */
function kindOf(contentType: string): "html" | "text" | "other" {
	const type = mediaTypeOf(contentType);
	if (type === "" || type === "text/html" || type === "application/xhtml+xml") return "html";
	const isText =
		/^(text\/.+|application\/(json|xml|javascript|yaml|x-yaml|toml|x-ndjson|ld\+json)|.+\+(json|xml))$/.test(type);
	return isText && !type.startsWith("image/") ? "text" : "other";
}

const mediaTypeOf = (contentType: string): string => contentType.split(";")[0]?.trim().toLowerCase() ?? "";

function describe({ contentType, lengthBytes }: Answer): string {
	const type = mediaTypeOf(contentType);
	const name = /^[\w.+-]+\/[\w.+-]{1,80}$/.test(type) ? type : "unknown type";
	const size = lengthBytes === undefined ? "size unknown" : `${lengthBytes} bytes`;
	return `A file of the type ${name}, ${size}. Only text can be read.`;
}
