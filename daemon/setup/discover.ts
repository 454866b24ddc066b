import type { SetupCandidate } from "#channels/web/ports.ts";
import type { Environment } from "#config/interpolate.ts";
import { parseUrl } from "#core/parse-url.ts";
import { type ListPorts, listModels } from "./list-models.ts";
import { HOSTED_SERVICES, type HostedService, LOCAL_SERVERS, type LocalServer } from "./services.ts";

/** Something that could be the main model, with what it takes to use it. Holds a secret: only `candidate` may be shown. */
export interface Discovery {
	candidate: SetupCandidate;
	baseUrl: string;
	key: FoundKey | undefined;
	/** What is to be known before it is used. */
	advice: string | undefined;
}

export interface FoundKey {
	name: string;
	value: string;
	/** A key that only this process has would be missing where Steward is started in another way. */
	source: "environment" | "env-file";
}

export interface DiscoverOptions extends ListPorts {
	/** The process's own. */
	environment: Environment;
	/** What the home's `.env` sets. */
	envFile: Environment;
	localServers?: readonly LocalServer[];
}

/** A server on this machine that takes longer is not waited for. */
const PROBE_LIMIT_MS = 1_000;

/**
 * Looks for what this machine offers: keys of known services by the names of their variables, and servers on the usual
 * loopback ports. Uses nothing: a key is sent nowhere, and local servers are asked for their list of models alone. Takes a
 * second at the most, never throws.
 */
export async function discover(options: DiscoverOptions): Promise<Discovery[]> {
	const { localServers = LOCAL_SERVERS } = options;
	const local = await Promise.all(localServers.map((server) => probe(server, options)));
	return [...HOSTED_SERVICES.flatMap((service) => findKeys(service, options)), ...local.flat()];
}

/** A service without a key in sight is none: every service could be used with one, and the owner is asked for it elsewhere. */
function findKeys(service: HostedService, { environment, envFile }: DiscoverOptions): Discovery[] {
	const key = findKey(service.keyNames, environment, envFile);
	if (!key) return [];
	const otherAddress = service.baseUrlName && (environment[service.baseUrlName] || envFile[service.baseUrlName]);
	// A key that belongs to another address must not be offered for this one.
	const baseUrl = otherAddress || service.baseUrl;
	if (!isAddress(baseUrl)) return [];
	const { host, hostname } = new URL(baseUrl);
	const isOther = baseUrl.replace(/\/+$/, "") !== service.baseUrl;
	const place = key.source === "environment" ? "the environment" : ".env";
	return [
		{
			candidate: {
				id: `${service.id}:${key.name}`,
				service: isOther ? host : service.name,
				foundIn: `${key.name} in ${place}`,
				isLocal: isLoopback(hostname),
				models: service.suggestedModel && !isOther ? [service.suggestedModel] : [],
			},
			...{ baseUrl, key, advice: undefined },
		},
	];
}

function findKey(names: readonly string[], environment: Environment, envFile: Environment): FoundKey | undefined {
	for (const name of names) {
		// As `mergeEnvironment` has it: what the process was started with wins.
		const [outer, inner] = [environment[name], envFile[name]];
		const value = outer || inner;
		if (value && /^\S+$/.test(value)) {
			return { name, value, source: value === inner ? "env-file" : "environment" };
		}
	}
	return undefined;
}

async function probe(server: LocalServer, ports: ListPorts): Promise<Discovery[]> {
	const address = `127.0.0.1:${server.port}`;
	const baseUrl = `http://${address}/v1`;
	const list = await listModels({ baseUrl }, PROBE_LIMIT_MS, ports);
	if (list.kind === "unknown") return [];
	const candidate: SetupCandidate = {
		id: server.id,
		service: server.name,
		foundIn: `answers on ${address}`,
		isLocal: true,
		models: suggestedFirst(list.models, server.suggestedModel),
	};
	return [{ candidate, baseUrl, key: undefined, advice: server.advice }];
}

/** The names in their order, but the suggested one first where it is among them. */
export const suggestedFirst = (models: readonly string[], suggested: string | undefined): string[] =>
	suggested !== undefined && models.includes(suggested)
		? [suggested, ...models.filter((model) => model !== suggested)]
		: [...models];

export const isLoopback = (hostname: string): boolean =>
	hostname === "localhost" || hostname === "[::1]" || hostname.startsWith("127.");

const isAddress = (text: string): boolean => /^https?:\/\//i.test(text) && parseUrl(text) !== undefined;
