import type { Trust } from "#core/trust.ts";

/** What the loop needs of a language model: one request in, one outcome with a name out. Never throws. */
export interface Model {
	/**
	 * Streams one completion. Retries, failover to the next model of the list and idle time-outs happen inside.
	 * @param signal aborting it ends the stream at once with `aborted`
	 * @param onProgress called as soon as something arrives, for status lines; must not throw
	 */
	complete(
		request: ModelRequest,
		signal: AbortSignal,
		onProgress: (progress: ModelProgress) => void,
	): Promise<ModelOutcome>;
}

/**
 * The messages of a chat completion, in the wire's own form: what the view renders is what is sent, byte for byte. Only
 * `replay` is spread over the message, or taken off, by who is asked.
 */
export type ChatMessage =
	| { role: "system"; content: string }
	| { role: "user"; content: string }
	| { role: "assistant"; content: string | null; tool_calls?: WireToolCall[]; replay?: Replay }
	| { role: "tool"; tool_call_id: string; content: string };

export interface WireToolCall {
	id: string;
	type: "function";
	function: { name: string; arguments: string };
}

/**
 * What a service wants back with a message that its model wrote, word for word: reasoning, or a signature of it. Stored
 * with the message and looked into by the model port alone; of limited size.
 */
export interface Replay {
	/** Names the model and its address. No other gets it: it would refuse it, or learn what is none of its business. */
	source: string;
	/** Fields of the message. */
	message?: Record<string, unknown>;
	/** Fields of its calls, in call order. */
	calls?: Record<string, unknown>[];
}

export interface ToolDefinition {
	type: "function";
	function: { name: string; description: string; parameters: Record<string, unknown> };
}

export interface ModelRequest {
	messages: ChatMessage[];
	tools: ToolDefinition[];
	/** What it is for, in the ledger: `turn`, later `classify`, `extract`. */
	purpose: string;
	/** The turn it is for, in the ledger. */
	turnId?: number;
	/** On whose behalf the turn acts. At a limit of money only the owner is answered. */
	authority?: Trust;
	/** The manifest it was made from, in the ledger. */
	modelCallId?: number;
	/**
	 * What requests that begin alike have in common, for services that keep a prompt by it. The same for as long as the
	 * installation and the trajectory are; says nothing about either to who reads it.
	 */
	cacheKey?: string;
	/** How many messages at the beginning the next request will repeat. Without it, all but the last, the status block. */
	stableMessages?: number;
	/** How long it will be in tokens, tools included, calibrated. Without it a request that can't fit is sent all the same. */
	estimatedTokens?: number;
}

export type ModelProgress = { kind: "thinking" } | { kind: "text" } | { kind: "calling"; tool: string };

/** A call that the model asks for. Arguments that are not JSON, even after repair, come as `malformed`. */
export type ProposedCall = {
	/** The provider's id, unique within the message; made up where the provider gave none. */
	id: string;
	tool: string;
	/** The arguments as the model wrote them, for the record. */
	rawArguments: string;
} & ({ kind: "parsed"; arguments: unknown; repaired: boolean } | { kind: "malformed"; problem: string });

/** How a request ended. Only `complete` may be recorded as an assistant message, only its calls may be run. */
export type ModelOutcome =
	/** May have neither text nor calls, where the model had nothing to say. */
	| { kind: "complete"; text: string; calls: ProposedCall[]; usage: Usage; model: string; replay?: Replay }
	/** Cut at the model's output limit. Nothing of it is run. */
	| { kind: "length"; text: string; usage: Usage; model: string }
	| { kind: "refusal"; text: string; usage: Usage; model: string }
	/** The stream ended in order but made no sense: calls without a name, or announced and never sent. */
	| { kind: "malformed"; problem: string; model: string }
	| { kind: "aborted" }
	/** No model of the list answered. `remedy` tells the owner what to do. */
	| ({ kind: "failed"; cause: FailureCause; problem: string; remedy: string; retryAfterMs?: number } & Overflow);

/**
 * By how much a request was too long: it has to lose at least `requestTokens` - `limitTokens`. Of the largest model that
 * could not take it, also where the cause is another model's. Either is missing where the service didn't say.
 */
export interface Overflow {
	limitTokens?: number;
	requestTokens?: number;
}

export type FailureCause =
	| "not-configured"
	| "unauthorized"
	| "billing"
	| "rate-limited"
	| "unreachable"
	/** The request doesn't fit into the model's window, as the model said or as was seen before sending. */
	| "too-long"
	| "rejected"
	| "broken"
	/** The owner's limit is used up: nothing was sent. */
	| "over-budget";

/** Token counts as the provider reported them; `estimated` where it reported none. */
export interface Usage {
	inputTokens: number;
	/** Of the input, what the service had kept from an earlier request. */
	cachedTokens: number;
	/** Of the input, what the service kept anew, where it says so. */
	cacheWriteTokens?: number;
	outputTokens: number;
	estimated: boolean;
}

/** One line of the ledger: every attempt that a provider answered is metered, also those that failed later. */
export interface UsageRecord extends Usage {
	model: string;
	purpose: string;
	turnId: number | undefined;
	modelCallId?: number;
	startedAt: number;
	durationMs: number;
	outcome: ModelOutcome["kind"];
	/** In the currency of the models' prices. Not there where the model has no price. */
	cost?: number;
}
