import type { ModelEntry } from "#config/schema.ts";
import type { ErrorKind } from "./error-kind.ts";
import type { FailureCause } from "./port.ts";

/** Where an error came from, in words that may be shown. */
export interface Place {
	/** As `gpt-5.6 at api.openai.com`. */
	name: string;
	model: string;
	host: string;
	/** True where the host is this machine. */
	local: boolean;
	/** The status or the network's code, as ` (429)`; may be empty. */
	code: string;
}

export function placeOf({ baseUrl, model }: ModelEntry): Place {
	const { host, hostname } = new URL(baseUrl);
	const local = hostname === "localhost" || hostname === "[::1]" || hostname.startsWith("127.");
	return { name: `${model} at ${host}`, model, host, local, code: "" };
}

interface Treatment {
	cause: FailureCause;
	passing: boolean;
	lasting: boolean;
	problem: (place: Place) => string;
	remedy: (place: Place) => string;
}

const SECOND_MODEL = "With a second entry under models.main in config.yaml, Steward goes on with that one meanwhile.";

/** What each kind of error means for the next attempt, and what its owner is told. */
export const TREATMENTS: Record<ErrorKind, Treatment> = {
	unauthorized: {
		cause: "unauthorized",
		passing: false,
		lasting: true,
		problem: ({ name, code }) => `${name} refuses the API key${code}`,
		remedy: ({ model }) => `Check the apiKey of ${model} in config.yaml, or the variable in .env that it names.`,
	},
	billing: {
		cause: "billing",
		passing: false,
		lasting: true,
		problem: ({ name, code }) => `${name} has no credit or quota left for this account${code}`,
		remedy: ({ host }) => `Top up the account at ${host}, or raise its limit there. ${SECOND_MODEL}`,
	},
	"rate-limited": {
		cause: "rate-limited",
		passing: true,
		lasting: false,
		problem: ({ name, code }) => `${name} takes no more requests for now${code}`,
		remedy: ({ host }) => `Wait, or raise the account's rate limit at ${host}. ${SECOND_MODEL}`,
	},
	"too-long": {
		cause: "too-long",
		passing: false,
		lasting: false,
		problem: ({ name, code }) => `The conversation is longer than ${name} can take${code}`,
		remedy: ({ model }) =>
			`Set contextTokens of ${model} in config.yaml to its real window, or use a model with a larger one.`,
	},
	"reasoning-missing": {
		cause: "rejected",
		passing: false,
		lasting: false,
		problem: ({ name, code }) => `${name} misses its own reasoning in the conversation${code}`,
		remedy: () => "Use its variant without thinking, or another model: see Reasoning in docs/models.md.",
	},
	"hint-refused": {
		cause: "rejected",
		passing: false,
		lasting: false,
		problem: ({ name, code }) => `${name} does not take being told what to cache${code}`,
		remedy: ({ model }) =>
			`Set promptCache of ${model} in config.yaml to "key", and if that is refused too to "automatic".`,
	},
	moderated: {
		cause: "rejected",
		passing: false,
		lasting: false,
		problem: ({ name, code }) => `${name} refuses the content of the request${code}`,
		remedy: () => "Say it in other words, or use a model that takes such content.",
	},
	"not-found": {
		cause: "rejected",
		passing: false,
		lasting: true,
		problem: ({ host, model, code }) => `${host} knows no model "${model}", or its address is wrong${code}`,
		remedy: ({ model }) => `Check model and baseUrl of ${model} in config.yaml; most base URLs end in /v1.`,
	},
	rejected: {
		cause: "rejected",
		passing: false,
		lasting: false,
		problem: ({ name, code }) => `${name} refuses the request${code}`,
		remedy: ({ model }) => `Check the entry of ${model} in config.yaml, and docs/models.md for what the service takes.`,
	},
	busy: {
		cause: "unreachable",
		passing: true,
		lasting: false,
		problem: ({ name, code }) => `${name} is overloaded or down${code}`,
		remedy: ({ host }) => `Wait for ${host} to come back. ${SECOND_MODEL}`,
	},
	"server-error": {
		cause: "broken",
		passing: true,
		lasting: false,
		problem: ({ name, code }) => `${name} failed to answer${code}`,
		remedy: ({ host }) => `Try again later, or look for a report of trouble at ${host}. ${SECOND_MODEL}`,
	},
	certificate: {
		cause: "unreachable",
		passing: false,
		lasting: false,
		problem: ({ host, code }) => `${host} shows a certificate that this machine doesn't trust${code}`,
		remedy: () =>
			"Check the machine's clock and baseUrl in config.yaml; for a private authority set NODE_EXTRA_CA_CERTS.",
	},
	unreachable: {
		cause: "unreachable",
		passing: true,
		lasting: false,
		problem: ({ name, code }) => `${name} can't be reached${code}`,
		remedy: ({ local }) =>
			local
				? "Start the model server, or correct baseUrl in config.yaml."
				: "Check this machine's network, and baseUrl in config.yaml.",
	},
	unreadable: {
		cause: "broken",
		passing: true,
		lasting: false,
		problem: ({ name, code }) => `${name} sent an answer that can't be read${code}`,
		remedy: () => "Check baseUrl in config.yaml: most end in /v1. A proxy on the way may also be at fault.",
	},
};
