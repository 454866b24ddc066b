import type { ModelEntry } from "#config/schema.ts";

/** How a service is told what to keep of a request. Without either member it is told nothing: it keeps what it likes. */
interface CacheHint {
	/** The field that takes the request's `cacheKey`. */
	key?: "prompt_cache_key" | "session_id";
	/** What marks the end of a part that the next request will repeat. */
	marks?: MarkStyle;
}

/** Anthropic's way of marking, which routers pass on, and OpenAI's. */
export type MarkStyle = "cache_control" | "prompt_cache_breakpoint";

/**
 * How the service behind an entry is told. Pure. What the owner set counts; without it, only what a service documents, since
 * others may refuse a field that they don't know.
 */
export function decideCacheHint({ baseUrl, model, promptCache }: ModelEntry): CacheHint {
	const service = serviceAt(baseUrl);
	switch (promptCache) {
		case "automatic":
			return {};
		case "key":
			return { key: KEY_FIELDS[service] };
		case "breakpoints":
			return service === "other" ? { marks: MARKS[service] } : { key: KEY_FIELDS[service], marks: MARKS[service] };
		default:
			if (service === "other") return {};
			return {
				key: KEY_FIELDS[service],
				...(wantsMarks(service, model) && { marks: MARKS[service] }),
			};
	}
}

type Service = "openai" | "openrouter" | "other";

function serviceAt(baseUrl: string): Service {
	const host = new URL(baseUrl).hostname;
	if (/^([\w-]+\.)?api\.openai\.com$/.test(host)) return "openai";
	return /^([\w-]+\.)?openrouter\.ai$/.test(host) ? "openrouter" : "other";
}

/** OpenRouter stays with one provider for a session (openrouter.ai/docs/guides/best-practices/prompt-caching). */
const KEY_FIELDS = { openai: "prompt_cache_key", openrouter: "session_id", other: "prompt_cache_key" } as const;

const MARKS = { openai: "prompt_cache_breakpoint", openrouter: "cache_control", other: "cache_control" } as const;

/** Providers behind OpenRouter that keep nothing by themselves (same page). */
const KEEPS_ONLY_MARKED = /^~?(anthropic|alibaba|qwen)\//;

function wantsMarks(service: "openai" | "openrouter", model: string): boolean {
	if (service === "openai") return needsOpenAiMarks(model);
	return KEEPS_ONLY_MARKED.test(model) || (/^~?openai\//.test(model) && needsOpenAiMarks(model.replace(/^.*\//, "")));
}

/**
 * From GPT-5.6 on a prompt is found again only up to a mark, and OpenAI's own stands behind the last message: ours is the
 * status block, so that nothing would ever be found (developers.openai.com/api/docs/guides/prompt-caching). Older ones refuse marks.
 */
function needsOpenAiMarks(model: string): boolean {
	const [, major = "0", minor = "0"] = /^gpt-(\d+)(?:\.(\d+))?/.exec(model) ?? [];
	return Number(major) > 5 || (Number(major) === 5 && Number(minor) >= 6);
}
