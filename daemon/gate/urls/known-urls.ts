import { findUrls } from "./find-urls.ts";
import { parsePublicUrl } from "./public-url.ts";

/**
 * All addresses that a text holds, each in its one form; in HTML `&` is written `&amp;`. An address is verbatim where it is among
 * these: whole, with its query, in any spelling of the same; the fragment, which a server never sees, doesn't count. Ask only of
 * what the owner or others wrote, and never of what comes back from the model: its own messages, what its calls repeat of
 * their arguments, files that it wrote. Else a model would first write down an address with what it knows in it, and then find it.
 */
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
