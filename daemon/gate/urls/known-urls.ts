import { findUrls } from "./find-urls.ts";
import { parsePublicUrl } from "./public-url.ts";

/** Something that was written, as an entry of a view. The same object as long as its text is the same. */
export interface Written {
	message: { content: string | null };
}

/**
 * Finds out whether an address stands in what somebody wrote, word for word: whole, with its query, in any spelling of the
 * same address; the fragment, which never leaves a browser, doesn't matter. Each text is looked through once.
 *
 * What may be asked about is only what the owner or others wrote, and never what comes back from the model: its own messages,
 * what its calls repeat of their arguments, files that it wrote. Else a model would first write down an address with what it
 * knows in it, and then find it.
 */
export class KnownUrls {
	readonly #ofMessage = new WeakMap<Written["message"], ReadonlySet<string>>();

	/** @param url in any spelling */
	has(written: Iterable<Written>, url: string): boolean {
		const address = parsePublicUrl(url);
		if (address.kind === "refused") return false;
		for (const { message } of written) if (this.#urlsOf(message).has(address.url)) return true;
		return false;
	}

	#urlsOf(message: Written["message"]): ReadonlySet<string> {
		let urls = this.#ofMessage.get(message);
		if (!urls) {
			urls = publicUrlsIn(message.content ?? "");
			this.#ofMessage.set(message, urls);
		}
		return urls;
	}
}

/** All addresses that a text holds, each in its one form. In HTML `&` is written `&amp;`. */
export function publicUrlsIn(text: string): ReadonlySet<string> {
	const urls = new Set<string>();
	for (const { url } of findUrls(text)) {
		for (const spelling of url.includes("&amp;") ? [url, url.replaceAll("&amp;", "&")] : [url]) {
			const address = parsePublicUrl(spelling);
			if (address.kind === "public") urls.add(address.url);
		}
	}
	return urls;
}
