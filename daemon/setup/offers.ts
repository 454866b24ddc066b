import { readEnvFile } from "#config/env-file.ts";
import { type Discovery, discover, isLoopback } from "./discover.ts";
import type { ListPorts } from "./list-models.ts";
import { HOSTED_SERVICES, type HostedService } from "./services.ts";
import type { SetupParts } from "./setup-parts.ts";

/** A place to take a model from. May hold a key. */
export interface Offer {
	name: string;
	hint: string;
	baseUrl: string;
	/** The variable that shall hold the key. */
	keyName: string;
	/** Found already; undefined where none is known, or none is needed. */
	key: string | undefined;
	/** Whether it can't be used without one. */
	needsKey: boolean;
	/** Where a key is made. */
	keyPage: string | undefined;
	models: readonly string[];
	advice: string | undefined;
}

/** All services to choose from: first what this machine has already, then those that want a key. */
export async function findOffers(parts: SetupParts, signal: AbortSignal): Promise<Offer[]> {
	const { environment, clock, fetch, localServers, paths } = parts;
	const ports: ListPorts = { clock, fetch, signal };
	const envFile = readEnvFile(paths.envFile).values;
	const found = await discover({ ...ports, environment, envFile, ...(localServers && { localServers }) });
	const known = new Set(found.map(({ candidate }) => candidate.service));
	const others = HOSTED_SERVICES.filter(({ name }) => !known.has(name));
	return [...found.map(offerFound), ...others.map(offerHosted)];
}

const offerFound = ({ candidate, baseUrl, key, advice }: Discovery): Offer => ({
	name: candidate.service,
	hint: key ? `${key.name} is in ${key.source === "environment" ? "the environment" : ".env"}` : candidate.foundIn,
	...{ baseUrl, advice, key: key?.value, needsKey: key !== undefined, models: candidate.models },
	keyName: key?.name ?? keyNameFor(baseUrl),
	keyPage: HOSTED_SERVICES.find(({ name }) => name === candidate.service)?.keyPage,
});

const offerHosted = ({ name, baseUrl, keyNames, keyPage, suggestedModel }: HostedService): Offer => ({
	...{ name, baseUrl, keyPage, key: undefined, needsKey: true, advice: undefined },
	hint: "with a key",
	keyName: keyNames[0],
	models: suggestedModel === undefined ? [] : [suggestedModel],
});

/** Any other address that speaks the protocol. A key is asked for, and may be left out. */
export const offerAddress = (baseUrl: string): Offer => ({
	name: new URL(baseUrl).host,
	hint: "",
	keyName: keyNameFor(baseUrl),
	...{ baseUrl, key: undefined, needsKey: false, keyPage: undefined, models: [], advice: undefined },
});

/** As the services' own conventions have it: `GROQ_API_KEY` for api.groq.com. */
function keyNameFor(baseUrl: string): string {
	const { hostname } = new URL(baseUrl);
	const label = /^[\d.:[\]]+$/.test(hostname) || isLoopback(hostname) ? undefined : hostname.split(".").at(-2);
	const word = (label ?? hostname.split(".")[0] ?? "").toUpperCase().replace(/[^A-Z0-9]+/g, "_");
	return /^[A-Z]/.test(word) && !isLoopback(hostname) ? `${word}_API_KEY` : "MODEL_API_KEY";
}
