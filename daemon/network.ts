import type { LookupFunction } from "node:net";

/** What Node's own fetch takes beside the standard's options. */
type Dispatcher = NonNullable<RequestInit["dispatcher"]>;
type AgentClass = new (options: {
	headersTimeout: number;
	bodyTimeout: number;
	keepAliveTimeout: number;
	autoSelectFamily: boolean;
	autoSelectFamilyAttemptTimeout: number;
	connect: { lookup?: LookupFunction };
}) => Dispatcher;

/** Where undici, which is Node's fetch, keeps the agent that it uses. Set by its first use. */
const GLOBAL_AGENT = Symbol.for("undici.globalDispatcher.1");

/**
 * How long each address of a name is tried before the next one. Node's 250 ms are too short for slow links: where IPv6
 * leads nowhere and IPv4 takes longer, no address would ever be reached.
 */
const ADDRESS_ATTEMPT_MS = 1_000;

/** Connections are kept this long for the next request. */
const KEEP_ALIVE_MS = 10_000;

/**
 * Node's fetch without its own time limits: they wake the process twice a second for as long as a request hangs, and
 * Telegram's long poll always hangs. Every request of this program has a deadline of its own on the program's clock.
 * Nothing is loaded before the first request, since that takes some 50 ms.
 *
 * A request with the header `connection: close` says that something is wrong with the connections there are: it and all
 * after it get new ones. The old ones end when their requests do, or after `KEEP_ALIVE_MS`.
 * @param lookup stands in for the machine's resolution of names
 */
export function createFetch(lookup?: LookupFunction): typeof fetch {
	let dispatcher: Dispatcher | undefined;
	return async (input, init) => {
		const renews = new Headers(init?.headers).get("connection") === "close";
		if (!dispatcher || renews) dispatcher = await createAgent(lookup);
		return fetch(input, { ...init, ...(dispatcher && { dispatcher }) });
	};
}

/** Undefined where this Node keeps its agent elsewhere: then its own limits stay, which costs wake-ups and nothing else. */
async function createAgent(lookup?: LookupFunction): Promise<Dispatcher | undefined> {
	// A request that goes nowhere, so that the agent is there.
	await fetch("data:,").catch(() => undefined);
	const agent: unknown = Reflect.get(globalThis, GLOBAL_AGENT);
	if (typeof agent !== "object" || agent === null) return undefined;
	const Agent = agent.constructor as AgentClass;
	return new Agent({
		headersTimeout: 0,
		bodyTimeout: 0,
		keepAliveTimeout: KEEP_ALIVE_MS,
		autoSelectFamily: true,
		autoSelectFamilyAttemptTimeout: ADDRESS_ATTEMPT_MS,
		connect: lookup ? { lookup } : {},
	});
}
