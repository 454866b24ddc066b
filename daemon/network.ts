/** What Node's own fetch takes beside the standard's options. */
type Dispatcher = NonNullable<RequestInit["dispatcher"]>;
type AgentClass = new (options: {
	headersTimeout: number;
	bodyTimeout: number;
	keepAliveTimeout: number;
}) => Dispatcher;

/** Where undici, which is Node's fetch, keeps the agent that it uses. Set by its first use. */
const GLOBAL_AGENT = Symbol.for("undici.globalDispatcher.1");

/** Connections are kept this long for the next request. */
const KEEP_ALIVE_MS = 10_000;

/**
 * Node's fetch without its own time limits: they wake the process twice a second for as long as a request hangs, and
 * Telegram's long poll always hangs. Every request of this program has a deadline of its own on the program's clock.
 * Nothing is loaded before the first request, since that takes some 50 ms.
 */
export function createFetch(): typeof fetch {
	let dispatcher: Dispatcher | undefined;
	return async (input, init) => {
		dispatcher ??= await createAgent();
		return fetch(input, { ...init, ...(dispatcher && { dispatcher }) });
	};
}

/** Undefined where this Node keeps its agent elsewhere: then its own limits stay, which costs wake-ups and nothing else. */
async function createAgent(): Promise<Dispatcher | undefined> {
	// A request that goes nowhere, so that the agent is there.
	await fetch("data:,").catch(() => undefined);
	const agent: unknown = Reflect.get(globalThis, GLOBAL_AGENT);
	if (typeof agent !== "object" || agent === null) return undefined;
	const Agent = agent.constructor as AgentClass;
	return new Agent({ headersTimeout: 0, bodyTimeout: 0, keepAliveTimeout: KEEP_ALIVE_MS });
}
