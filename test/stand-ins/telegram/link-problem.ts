import { isIPv6 } from "node:net";

const HOST = /^(?:[a-z0-9._!$,~*'();&+=-]|[^\p{ASCII}]|%[0-9a-f]{2})+$/u;

/**
 * What Telegram has against the address of a link, in its words; undefined where it takes it. As `LinkManager::check_link` and
 * `parse_url` of TDLib do, which the Bot API server runs on: everything that is no `tg:` or `ton:` is an address of the web.
 */
export function linkProblem(url: string): string | undefined {
	const [, scheme, rest = ""] = /^(?:(tg|ton):(?:\/\/)?)?(.*)$/is.exec(url) ?? [];
	const [, protocol, authority = ""] = /^(?:([^:/?#@[\]]*):\/\/)?([^/?#]*)/.exec(rest) ?? [];
	if (protocol !== undefined && !/^https?$/i.test(protocol)) return "Unsupported URL protocol";
	const [, userInfo, host = "", port] = /^(?:(.*)@)?(.*?)(?::([^:\]@]*))?$/s.exec(authority) ?? [];
	const problem = portProblem(port) ?? hostProblem(host.toLowerCase());
	if (problem !== undefined) return problem;
	if (scheme === undefined) return host.includes(".") || host.startsWith("[") ? undefined : "Wrong HTTP URL";
	if ([protocol, userInfo, port].some((part) => part !== undefined)) return `Wrong ${scheme.toLowerCase()} URL`;
	return /^[a-z0-9_-]+$/i.test(host) ? undefined : "Unallowed characters in URL host";
}

function portProblem(port: string | undefined): string | undefined {
	if (port === undefined || (Number(port) > 0 && Number(port) <= 65_535)) return undefined;
	return "Wrong port number specified in the URL";
}

function hostProblem(host: string): string | undefined {
	if (host === "") return "URL host is empty";
	if (host === ".") return "Host is invalid";
	if (host.startsWith("[") && host.endsWith("]")) {
		return isIPv6(host.slice(1, -1)) ? undefined : "Wrong IPv6 address specified in the URL";
	}
	return HOST.test(host) ? undefined : "Wrong URL host";
}
