import * as z from "zod";
import type { Clock } from "#core/clock.ts";

export interface ListPorts {
	clock: Clock;
	fetch: typeof fetch;
	signal: AbortSignal;
}

/** What a service says of its models. */
export type ModelList =
	| { kind: "listed"; models: string[] }
	/** Nothing answered, or something that is not a list: `status` is undefined where no answer came. */
	| { kind: "unknown"; status: number | undefined };

const listSchema = z.object({ data: z.array(z.object({ id: z.string().min(1).max(200) })) });

/** The longest list known, a router's, has some 500 kB. */
const MAX_LIST_BYTES = 5_000_000;
const MAX_MODELS = 1_000;

/**
 * Asks an OpenAI-compatible address for its models (`GET /models`). Those that can't hold a conversation are left out, by
 * their names. Never throws.
 * @param limitMs how long all of it may take
 */
export async function listModels(
	source: { baseUrl: string; apiKey?: string | undefined },
	limitMs: number,
	{ clock, fetch, signal }: ListPorts,
): Promise<ModelList> {
	const ended = new AbortController();
	const end = () => ended.abort();
	const cancel = clock.after(limitMs, end);
	if (signal.aborted) end();
	signal.addEventListener("abort", end, { once: true });
	let status: number | undefined;
	try {
		const headers = source.apiKey === undefined ? {} : { authorization: `Bearer ${source.apiKey}` };
		const url = `${source.baseUrl.replace(/\/+$/, "")}/models`;
		// A redirect could lead the key to another host.
		const response = await fetch(url, { headers, signal: ended.signal, redirect: "error" });
		status = response.status;
		const list = listSchema.safeParse(JSON.parse(await readText(response)));
		if (!response.ok || !list.success) return { kind: "unknown", status };
		// Gemini writes models/NAME in its list, and takes NAME.
		const names = list.data.data.map(({ id }) => id.replace(/^models\//, ""));
		return { kind: "listed", models: [...new Set(names)].filter(canTalk).slice(0, MAX_MODELS) };
	} catch {
		return { kind: "unknown", status };
	} finally {
		cancel();
		signal.removeEventListener("abort", end);
		end();
	}
}

async function readText(response: Response): Promise<string> {
	const decoder = new TextDecoder();
	let text = "";
	for await (const chunk of response.body ?? []) {
		text += decoder.decode(chunk, { stream: true });
		if (text.length > MAX_LIST_BYTES) throw new Error("The list is too long");
	}
	return text;
}

/** Models for vectors, sound and pictures stand in the same lists. */
const NO_TALKERS =
	/embed|rerank|whisper|transcribe|\btts\b|-tts|dall-e|image|moderation|realtime|-audio|sora|babbage|davinci|minilm|^(bge|gte|e5)[-_]/i;

const canTalk = (name: string): boolean => !NO_TALKERS.test(name);
