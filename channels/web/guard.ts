/** The parts of a request that decide whether it is looked at further. */
export interface RequestFacts {
	method: string;
	/** The request target as it was sent, as `/api/history?limit=50`. */
	target: string;
	/** Every Host header that was sent. */
	hosts: readonly string[];
	origin: string | undefined;
	/** The Sec-Fetch-Site header: who caused the request, by the browser's word. */
	fetchSite: string | undefined;
}

export type Verdict = { kind: "ok" } | { kind: "refused"; status: number; message: string };

/**
 * The checks that hold for every request, before any path is looked at. They keep out other web sites: one that points
 * its own name at 127.0.0.1 (DNS rebinding: Host), one that sends requests from its own pages (Origin), and one that
 * embeds ours (Sec-Fetch-Site). Another port on this machine counts as another site, though browsers call it `same-site`.
 */
export function checkRequest(facts: RequestFacts, port: number): Verdict {
	const [host, ...others] = facts.hosts;
	if (host === undefined || others.length > 0 || !ownHosts(port).includes(host)) {
		return refused(421, `This page answers only as http://127.0.0.1:${port}. Forward the same port number, if you do.`);
	}
	if (!facts.target.startsWith("/")) return refused(400, "The request target must be a path.");
	if (facts.method !== "GET" && facts.method !== "POST") return refused(405, "Only GET and POST are answered here.");
	if (facts.origin !== undefined && !isOwnOrigin(facts.origin, host)) {
		return refused(403, "This request came from another web site and was refused.");
	}
	if (facts.target.startsWith("/api/") && !isOwnFetch(facts.fetchSite)) {
		return refused(403, "This request was caused by another web site and was refused.");
	}
	return { kind: "ok" };
}

/** True where the browser says that a page of ours, served under the same name, sent the request. */
export const isOwnOrigin = (origin: string | undefined, host: string | undefined): boolean =>
	host !== undefined && origin === `http://${host}`;

const ownHosts = (port: number): string[] => [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`];

/** `none` is the owner's own doing, as an address typed or a bookmark. Programs that aren't browsers send nothing. */
const isOwnFetch = (site: string | undefined): boolean =>
	site === undefined || site === "same-origin" || site === "none";

const refused = (status: number, message: string): Verdict => ({ kind: "refused", status, message });
