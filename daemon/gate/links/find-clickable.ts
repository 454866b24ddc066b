import { findUrls } from "#daemon/gate/urls/find-urls.ts";

/** Something in a text that a client may turn into a link by itself. */
export interface Clickable {
	/**
	 * `url`: with a scheme, or with `www.`, which is as good. `host`: without one. `name`: of a host or a file, nobody can tell.
	 * `mail`: an address of mail.
	 */
	kind: "url" | "host" | "name" | "mail";
	/** The addresses that it may be opened as. */
	urls: string[];
	start: number;
	end: number;
}

/** Shows nothing, but keeps an address from being known as one until a client takes it out. */
const INVISIBLE = /\p{Cf}|\u034F|\u0333|\u033F|\u030A|[\uFE00-\uFE0F]/gu;

/** Every scheme with two slashes, and those that open something without. */
const WITH_SCHEME =
	/[\p{L}\p{N}+.-]*:\/\/[^\s<>"`]+|(?<![\p{L}\p{N}])(?:mailto|tel|sms|callto|tg|ton|xmpp|sip|sips|skype|facetime|geo|magnet|data|javascript|vbscript|file|news|intent|market|slack|whatsapp|viber|bitcoin|ssh|ftp|https?):[^\s<>"`]+/giu;

/** What the program puts others' words in place of, as `{E-12.body}`. */
const HANDLE = /\{\s*(?:E-\d+\.\w*|A-\d+)\s*\}/gi;

const NAME_OR_MAIL =
	/(?:[\p{L}\p{N}._%+-]+@)?(?:[\p{L}\p{N}\p{M}_-]+\.)+(?:\p{L}[\p{L}\p{M}]+|xn--[a-z0-9-]+|(?<=\b\d{1,3}\.\d{1,3}\.\d{1,3}\.)\d{1,3}\b)(?::\d{1,5})?(?:[/?#][^\s<>"`]*)?/giu;

/** Endings of files that are domains, too, or could become some: what has one and nothing else is read as the name of a file. */
const FILE_NAME =
	/^[^/?#:@]+\.(?:md|txt|pdf|zip|png|jpe?g|gif|svg|webp|csv|json|ya?ml|toml|xml|html?|css|jsx?|tsx?|mjs|cjs|mts|py|rs|go|sh|pl|rb|java|cc?|cpp|h|cs|php|sql|log|env|docx?|xlsx?|pptx?|odt|ods|ics|eml|mov|mp[34]|wav|ogg|db|bak|conf|ini|lock|exe)$/i;

/** Whether a name without a scheme is that of a file. */
export const isFileName = (text: string): boolean => FILE_NAME.test(text) && !/^www\./i.test(text);

/** All that clients find in plain text, in order. Reaches further than any of them does: better one too many than one too few. */
export function findClickable(text: string): Clickable[] {
	const { skeleton, places } = withoutInvisible(text);
	const handles = [...skeleton.matchAll(HANDLE)].map(({ index, 0: handle }) => [index, index + handle.length] as const);
	// What will stand there goes on with whatever stands beside it: to an address it would be added.
	const words = skeleton.replace(HANDLE, (handle) => "x".repeat(handle.length));
	const found: Clickable[] = [];
	const take = (kind: Clickable["kind"], urls: string[], start: number, end: number) => {
		const inside = handles.filter(([from, to]) => from < end && to > start);
		const ends = [start, ...inside.flat(), end];
		for (let part = 0; part < ends.length; part += 2) {
			const [from = end, to = end] = ends.slice(part, part + 2);
			if (from >= to) continue;
			const range = { start: places[from] ?? text.length, end: (places[to - 1] ?? text.length - 1) + 1 };
			found.push(
				inside.length === 0 ? { kind, urls, ...range } : { kind: kind === "url" ? kind : "host", urls: [], ...range },
			);
		}
	};
	const rest = words.replace(WITH_SCHEME, (match, offset: number) => {
		const whole = findUrls(match)[0];
		// Of an address of the web only the part that is one; what stands around it may be another.
		const isOne = whole?.bare === false && whole.start === 0 && isEnded(match, whole.end);
		const end = isOne ? whole.end : match.length;
		take("url", isOne ? [whole.url] : [], offset, offset + end);
		return " ".repeat(end) + match.slice(end);
	});
	for (const { 0: match, index } of rest.matchAll(NAME_OR_MAIL)) {
		const written = findUrls(`https://${match}`)[0]?.url.slice("https://".length) || match;
		const kind = kindOf(written);
		const isOne = isEnded(match, written.length);
		const urls = isOne && kind !== "mail" ? [`https://${written}`, `http://${written}`] : [];
		take(kind, urls, index, index + (isOne ? written : match).length);
	}
	return found.sort((one, other) => one.start - other.start);
}

/** Clients differ in where an address ends: words that some of them would add make it another one. */
const isEnded = (run: string, end: number): boolean => !/[\p{L}\p{N}]/u.test(run.slice(end));

function kindOf(written: string): Clickable["kind"] {
	if (/^[^/?#]*@/.test(written)) return "mail";
	if (/^www\./i.test(written)) return "url";
	return /[/?#:]/.test(written) ? "host" : "name";
}

/** The text without characters that nobody sees, and where each of its characters stands. */
function withoutInvisible(text: string): { skeleton: string; places: number[] } {
	const places: number[] = [];
	let skeleton = "";
	let at = 0;
	const keep = (until: number) => {
		for (let place = at; place < until; place++) places.push(place);
		skeleton += text.slice(at, until);
	};
	for (const { 0: match, index } of text.matchAll(INVISIBLE)) {
		keep(index);
		at = index + match.length;
	}
	keep(text.length);
	return { skeleton, places };
}

/**
 * An address that nothing takes for one any more, and people still read: `https[:]//a[.]example/x`. Of a name of a file
 * nothing changes: it is for the code around it to keep it from being opened.
 */
export function defanged(address: string): string {
	const plain = address.replace(INVISIBLE, "");
	if (isFileName(plain)) return plain;
	const [, scheme = "", host = "", rest = ""] = /^((?:[\p{L}\p{N}+.-]*:)?(?:\/\/)?)([^/?#]*)(.*)$/su.exec(plain) ?? [];
	const safeHost = host.replace(/\.(?=[^\s.])/g, "[.]");
	// Also in the midst: what stands there may be an address of its own.
	return `${scheme}${safeHost}${rest}`.replace(/:(?=\/\/)|(?<=\p{L}):(?!\s|$)/gu, "[:]").replace(/(www)\./gi, "$1[.]");
}
