import type { Concern } from "#daemon/gate/concern.ts";
import { parsePublicUrl } from "./public-url.ts";

export interface UrlQuestion {
	/** As the call would open it. */
	url: string;
	/** Whether it stands, whole, in what the owner or others wrote and is in view. */
	isVerbatim: boolean;
	/** Outside content is in view. */
	tainted: boolean;
	/** How many addresses this turn has opened, or begun to, while outside content was in view. */
	usedThisTurn: number;
	/**
	 * How many of them go unasked. Which of the addresses in a page is opened says something, too: of `n` addresses log2(n) bits
	 * each time. So few of them can't carry a secret away.
	 */
	cap: number;
}

/**
 * What speaks against opening an address. Pure. Undefined is nothing: it is public, and either nobody but the owner can have
 * had a say in it, or it is one that was written, and not one that a model made up of what it knows.
 */
export function decideUrl({ url, isVerbatim, tainted, usedThisTurn, cap }: UrlQuestion): Concern | undefined {
	const address = parsePublicUrl(url);
	if (address.kind === "refused") {
		return { verdict: "deny", by: "address not public", why: `This address is never opened: ${address.why}.` };
	}
	if (!tainted) return undefined;
	if (!isVerbatim) {
		return {
			verdict: "ask",
			by: "address made up under outside content",
			why:
				"Outside content is in view, and this address stands nowhere in it or in your words as it is: what is known here " +
				"could be in it, and go to whoever reads it.",
		};
	}
	if (usedThisTurn < cap) return undefined;
	return {
		verdict: "ask",
		by: "addresses in one turn",
		why: `Outside content is in view, and ${cap} addresses from it were opened in this turn already.`,
	};
}
