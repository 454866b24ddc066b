import type { ModelEntry } from "#config/schema.ts";
import type { Failure } from "./failure.ts";
import type { ChatMessage, ModelRequest, Replay } from "./port.ts";
import { replaySource } from "./replay.ts";
import type { WantedField } from "./replay-fields.ts";

const FILLERS: Record<WantedField, Pick<Replay, "message" | "calls">> = {
	/** Not documented. Other clients found that an empty text is not always taken, and one space is. */
	reasoning_content: { message: { reasoning_content: " " } },
	/** Google's own word for calls that come from elsewhere (ai.google.dev/gemini-api/docs/thought-signatures). */
	thought_signature: {
		calls: [{ extra_content: { google: { thought_signature: "skip_thought_signature_validator" } } }],
	},
};

/**
 * Remembers which models refuse a conversation that another model had a part in, since that part has no reasoning of
 * theirs. Without a filler they would refuse every request until it is out of view: after one failover, or a change of
 * the configuration. Not kept over a restart: then one more request is refused.
 */
export class ReplayGaps {
	readonly #wanted = new Map<string, WantedField>();

	/** Takes note of a failure. True where the same request may succeed with its gaps filled, once for each model. */
	note(entry: ModelEntry, failure: Failure): boolean {
		const source = replaySource(entry);
		if (failure.wants === undefined || this.#wanted.has(source)) return false;
		this.#wanted.set(source, failure.wants);
		return true;
	}

	/** The request with a filler wherever this model wants its own reasoning and there is none. */
	fill(request: ModelRequest, entry: ModelEntry): ModelRequest {
		const source = replaySource(entry);
		const wanted = this.#wanted.get(source);
		if (wanted === undefined) return request;
		const messages = request.messages.map((message) =>
			message.role === "assistant" && isGap(message, source, wanted)
				? { ...message, replay: { source, ...FILLERS[wanted] } }
				: message,
		);
		return { ...request, messages };
	}
}

function isGap(
	{ replay, tool_calls }: Extract<ChatMessage, { role: "assistant" }>,
	source: string,
	wanted: WantedField,
): boolean {
	const own = replay?.source === source ? replay : undefined;
	if (wanted === "thought_signature") return tool_calls !== undefined && own?.calls === undefined;
	return !own?.message?.reasoning_content && !own?.message?.reasoning_details;
}
