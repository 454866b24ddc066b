import { isIPv4 } from "node:net";
import { parseUrl } from "#core/parse-url.ts";
import { isLocalName } from "./local-names.ts";
import { isPublicAddress } from "./public-address.ts";

export type PublicUrl =
	| {
			kind: "public";
			/** Its one form, as it will be opened: names in Punycode, no port that goes without saying, no fragment. */
			url: string;
			/** The name in Punycode or the address, without a port. */
			host: string;
	  }
	/** In the program's words; nothing of the address is repeated. */
	| { kind: "refused"; why: string };

/** No page needs more, and what is longer carries something. */
const MAX_LENGTH = 2_000;

/** Web servers at ports of the system are on these. Mail, SSH, DNS and others are on the rest, and could be told things by HTTP. */
const LOW_PORTS = new Set([80, 443]);

/**
 * Above 1023 everybody may serve pages, and many do (8080, 8443, 3000). Only what the Fetch standard keeps browsers from, since
 * its servers take a request for commands, stays closed (https://fetch.spec.whatwg.org/#port-blocking).
 */
const BAD_PORTS = new Set([
	...[
		1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10_080,
	],
]);

const refused = (why: string): PublicUrl => ({ kind: "refused", why });

/**
 * Reads an address of the web, in every spelling that a browser takes, as `http://0x7f.1` or `http://①②⑦.0.0.1`. Public is
 * one of http or https, without a name and password, with a host that can be in the open network, at a port for pages. What a
 * name leads to is another question, asked when it is opened.
 */
export function parsePublicUrl(text: string): PublicUrl {
	const given = text.trim();
	if (given.length > MAX_LENGTH) return refused(`it has more than ${MAX_LENGTH} characters`);
	// The parser would leave them out: what is opened would differ from what is read.
	if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(given)) return refused("it holds a line break or another control character");
	const url = parseUrl(given);
	if (!url) return refused("it is no whole address like https://example.org/page");
	if (url.protocol !== "http:" && url.protocol !== "https:") return refused("only http and https addresses are opened");
	if (url.username !== "" || url.password !== "") return refused("it holds a user name or a password");
	if (!isWebPort(url.port)) return refused("its port is none for web pages");
	url.hash = "";
	const host = url.hostname.replace(/\.$/, "");
	const problem = hostProblem(host);
	if (problem !== undefined) return refused(problem);
	if (host !== url.hostname) url.hostname = host;
	if (url.href.length > MAX_LENGTH) return refused(`it has more than ${MAX_LENGTH} characters`);
	return { kind: "public", url: url.href, host };
}

/** @param port as `URL` has it: empty where it goes without saying */
function isWebPort(port: string): boolean {
	if (port === "") return true;
	const number = Number(port);
	return LOW_PORTS.has(number) || (number > 1_023 && !BAD_PORTS.has(number));
}

function hostProblem(host: string): string | undefined {
	if (host.startsWith("[") || isIPv4(host)) {
		return isPublicAddress(host.replace(/^\[|\]$/g, "")) ? undefined : "its host is no place of the open internet";
	}
	if (host.split(".").includes("")) return "its host is no proper name";
	return isLocalName(host) ? "its host is a name of this machine or its network" : undefined;
}
