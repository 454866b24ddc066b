import { parseUrl } from "#core/parse-url.ts";
import { parsePublicUrl } from "#daemon/gate/urls/public-url.ts";
import { ToolError } from "#tools/tool.ts";
import type { Answer, Get } from "./get.ts";

const MAX_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export type Hop = { kind: "arrived" } | { kind: "on"; url: string } | { kind: "stop"; why: string };

/**
 * Where an answer leads. Pure. What the server wrote is repeated nowhere: an error is the program's word, and would be read
 * as such.
 * @param url that was asked
 * @param followed how many redirects led there
 */
export function decideHop(
	url: string,
	{ status, location }: Pick<Answer, "status" | "location">,
	followed: number,
): Hop {
	if (!REDIRECTS.has(status)) return { kind: "arrived" };
	const target = location === undefined ? undefined : parseUrl(location, url);
	if (!target) {
		return { kind: "stop", why: "the server sends on to nowhere. Try another source." };
	}
	if (followed >= MAX_REDIRECTS) {
		return { kind: "stop", why: `it was sent on more than ${MAX_REDIRECTS} times. Try another source.` };
	}
	const next = parsePublicUrl(target.href);
	if (next.kind === "refused") {
		return {
			kind: "stop",
			why: `the server sends on to an address that is never opened: ${next.why}. Try another source.`,
		};
	}
	if (url.startsWith("https:") && !next.url.startsWith("https:")) {
		return {
			kind: "stop",
			why: "the server sends on from https to http, where anybody could change the page. Try another source.",
		};
	}
	return { kind: "on", url: next.url };
}

/**
 * Opens an address and what it leads on to, each judged anew.
 * @returns the answer, whatever its status, and the address that gave it
 * @throws ToolError, and what `get` rejects with
 */
export async function follow(url: string, get: Get, signal: AbortSignal): Promise<{ url: string; answer: Answer }> {
	let at = url;
	for (let followed = 0; ; followed++) {
		const answer = await get(at, signal);
		const hop = decideHop(at, answer, followed);
		if (hop.kind === "arrived") return { url: at, answer };
		answer.close();
		if (hop.kind === "stop") throw new ToolError(`The page was not opened: ${hop.why}`);
		at = hop.url;
	}
}
