import * as z from "zod";
import { readRetryAfter } from "./retry-after.ts";

/** An error as the SDK threw it or the network gave it, taken apart without asking for its class. */
export interface ServiceError {
	/** The HTTP status, also where it came inside a stream; undefined where no service answered. */
	status: number | undefined;
	/** The service's own words for what is wrong, in lower case: codes and types. */
	codes: string[];
	/** The service's text, or the error's. Written by others, and as long as they like. */
	text: string;
	/** Node's code for what went wrong on the way, as `ECONNREFUSED`. */
	networkCode: string | undefined;
	retryAfterMs: number | undefined;
}

const word = z.union([z.string(), z.number()]).nullish().catch(undefined);

/** What APIError of the `openai` package has; `error` is the service's `error` member. */
const apiErrorSchema = z.object({
	status: z.number().nullish().catch(undefined),
	headers: z.custom<Headers>(isHeaders).nullish().catch(undefined),
	code: word,
	type: word,
	error: z.unknown(),
	message: z.string().catch(""),
});

const bodySchema = z.object({
	message: z.string().nullish().catch(undefined),
	/** Google's name for the code. */
	status: word,
	/** OpenRouter says in `message` that a provider failed, and here what that provider said. */
	metadata: z
		.object({ raw: z.string().nullish().catch(undefined) })
		.nullish()
		.catch(undefined),
	/** Google says here how long to wait (google.rpc.RetryInfo), as `38s`. */
	details: z
		.array(z.object({ retryDelay: z.string().nullish() }).catch({ retryDelay: null }))
		.nullish()
		.catch(undefined),
});

/** @param now milliseconds since the epoch */
export function readServiceError(thrown: unknown, now: number): ServiceError {
	const error = apiErrorSchema.safeParse(thrown).data;
	if (!error) {
		return { status: undefined, codes: [], text: String(thrown), networkCode: undefined, retryAfterMs: undefined };
	}
	const body = bodySchema.safeParse(error.error).data;
	const codes = [error.code, error.type, body?.status].flatMap((code) => (code ? [String(code).toLowerCase()] : []));
	const status = error.status ?? codes.map(Number).find((code) => code >= 400 && code < 600);
	return {
		status,
		codes,
		text: [body?.message ?? error.message, body?.metadata?.raw ?? ""].filter(Boolean).join(": "),
		networkCode: status === undefined ? findNetworkCode(thrown) : undefined,
		retryAfterMs: readRetryAfter(error.headers ?? undefined, now) ?? googleDelay(body?.details ?? []),
	};
}

function googleDelay(details: { retryDelay?: string | null | undefined }[]): number | undefined {
	const seconds = details.map(({ retryDelay }) => /^(\d+(?:\.\d+)?)s$/.exec(retryDelay ?? "")?.[1]).find(Boolean);
	return seconds === undefined ? undefined : Math.ceil(Number(seconds) * 1000);
}

/** System calls, the resolver, TLS and undici name what happened in a code, as a rule in a cause of the error thrown. */
function findNetworkCode(error: unknown): string | undefined {
	for (let current = error, depth = 0; current instanceof Error && depth < 8; current = current.cause, depth++) {
		const code = "code" in current ? current.code : undefined;
		if (typeof code === "string" && /^[A-Z][A-Z0-9_]+$/.test(code)) return code;
	}
	return undefined;
}

/** Names the class only when it is asked: naming it loads Node's fetch, which takes some 60 ms of a start. */
function isHeaders(value: unknown): boolean {
	return value instanceof Headers;
}
