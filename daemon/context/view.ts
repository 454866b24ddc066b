import { sha256 } from "#core/digest.ts";
import type { ChatMessage, ToolDefinition } from "#daemon/model/port.ts";
import type { Entries, EntryRecord } from "#daemon/records/entries.ts";
import type { Epoch, Epochs } from "#daemon/records/epochs.ts";
import { decideEpoch, type Weight } from "./decide-epoch.ts";
import type { Prefix } from "./prompt.ts";
import { estimateTokens } from "./tokens.ts";
import { notice } from "./wrap.ts";

const CLEARED = "[This result was cleared to save room. Call the tool again if you need it.]";
const LEFT_OUT = notice("Earlier conversation is out of view to save room. It is kept on disk.");

/** Room for the status block and for what the provider adds around messages. */
const STATUS_TOKENS = 400;

export type Built =
	| {
			kind: "built";
			messages: ChatMessage[];
			tools: ToolDefinition[];
			epochId: number;
			lastEntryId: number;
			/** Of the prefix and every message, in order. Costs the same however long the view is. */
			digest: string;
	  }
	| { kind: "too-large"; tokens: number };

/** What a view showed in a request. */
interface Snapshot {
	epoch: Epoch;
	messages: ChatMessage[];
	weights: Weight[];
	digest: string;
	lastEntryId: number;
}

/**
 * What the model sees of one trajectory. Rendered once and only extended, so that a request costs the same with ten
 * earlier entries and with a hundred thousand. Holds at most one working window in memory.
 */
export class View {
	readonly #entries: Entries;
	readonly #epochs: Epochs;
	readonly #trajectoryId: number;
	/** Of a fork: what its parent had seen by then. */
	readonly #base: Snapshot | undefined;
	#epoch: Epoch | undefined;
	#fixed: ChatMessage[] = [];
	#messages: ChatMessage[] = [];
	#weights: Weight[] = [];
	#tools: ToolDefinition[] = [];
	#lastEntryId = 0;
	#digest = "";
	#fixedTokens = 0;

	constructor(entries: Entries, epochs: Epochs, trajectoryId: number, base?: Snapshot) {
		this.#entries = entries;
		this.#epochs = epochs;
		this.#trajectoryId = trajectoryId;
		this.#base = base;
		this.reset();
	}

	/** Reads everything again: after a rollback, rows that were already rendered never were. */
	reset(): void {
		if (this.#base) {
			this.#open(this.#base.epoch);
			this.#messages = [...this.#base.messages];
			this.#weights = [...this.#base.weights];
			this.#digest = this.#base.digest;
			this.#lastEntryId = this.#base.lastEntryId;
			return;
		}
		this.#epoch = this.#epochs.current(this.#trajectoryId);
		if (this.#epoch) this.#open(this.#epoch);
	}

	/**
	 * A view that begins with what this one showed in its latest request, and goes on with entries of its own. Its requests
	 * have the same bytes up to there. Undefined before the first request, also the first one after a start or a rollback.
	 */
	fork(trajectoryId: number): View | undefined {
		if (!this.#epoch || !this.hasShown) return undefined;
		return new View(this.#entries, this.#epochs, trajectoryId, {
			epoch: this.#epoch,
			messages: [...this.#messages],
			weights: [...this.#weights],
			digest: this.#digest,
			lastEntryId: this.#lastEntryId,
		});
	}

	/** Whether it has shown anything since it was made or reset. */
	get hasShown(): boolean {
		return this.#messages.length > 0;
	}

	/** The last entry that it has shown. */
	get lastEntryId(): number {
		return this.#lastEntryId;
	}

	/** The first entry in view: outside content before it is out of sight, and taints no longer. */
	get firstOwnEntryId(): number {
		return this.#base ? 0 : (this.#epoch?.firstEntryId ?? 0);
	}

	/** Builds the messages of the next request, all but the status block. Call inside a write: it may begin an epoch. */
	build(prefix: Prefix, turnId: number, windowTokens: number): Built {
		// A fork is an answer to one question: it goes on with the prefix that its parent had.
		if (!this.#base && this.#epoch?.prefix.digest !== prefix.digest) {
			const reason = this.#epoch ? "persona, rules or tools changed" : "the first request";
			this.#begin(
				{
					prefix,
					firstEntryId: this.#epoch?.firstEntryId ?? 0,
					clearResultsBefore: this.#epoch?.clearResultsBefore ?? 0,
				},
				reason,
			);
		}
		this.#extend();
		const decision = decideEpoch(this.#weights, turnId, this.#fixedTokens, windowTokens);
		if (decision.kind === "too-large") return decision;
		if (decision.kind === "begin" && this.#base) return { kind: "too-large", tokens: this.#tokens() };
		if (decision.kind === "begin") {
			// What was cleared stays cleared: showing it again would fill the window at once.
			const clearResultsBefore = Math.max(decision.clearResultsBefore, this.#epoch?.clearResultsBefore ?? 0);
			this.#begin({ prefix, firstEntryId: decision.firstEntryId, clearResultsBefore }, decision.reason);
			this.#extend();
		}
		return {
			kind: "built",
			messages: [...this.#fixed, ...this.#messages],
			tools: this.#tools,
			epochId: this.#epoch?.id ?? 0,
			lastEntryId: this.#lastEntryId,
			digest: this.#digest,
		};
	}

	#tokens(): number {
		return this.#weights.reduce((sum, { tokens }) => sum + tokens, this.#fixedTokens);
	}

	#begin(epoch: Omit<Epoch, "id">, reason: string): void {
		this.#open(this.#epochs.begin(this.#trajectoryId, epoch, reason));
	}

	#open(epoch: Epoch): void {
		this.#epoch = epoch;
		this.#fixed = [{ role: "system", content: epoch.prefix.prompt }];
		if (epoch.firstEntryId > 0) this.#fixed.push({ role: "user", content: LEFT_OUT });
		this.#tools = JSON.parse(epoch.prefix.tools);
		this.#fixedTokens = estimateTokens(epoch.prefix.prompt) + estimateTokens(epoch.prefix.tools) + STATUS_TOKENS;
		this.#digest = sha256(epoch.prefix.digest + JSON.stringify(this.#fixed));
		this.#messages = [];
		this.#weights = [];
		this.#lastEntryId = Math.max(0, epoch.firstEntryId - 1);
	}

	#extend(): void {
		const cleared = this.#epoch?.clearResultsBefore ?? 0;
		for (const entry of this.#entries.after(this.#trajectoryId, this.#lastEntryId)) {
			const message = entry.kind === "result" && entry.groupId < cleared ? clear(entry.message) : entry.message;
			this.#messages.push(message);
			this.#digest = sha256(this.#digest + JSON.stringify(message));
			this.#weights.push(weigh(entry, message));
			this.#lastEntryId = Math.max(this.#lastEntryId, entry.id);
		}
	}
}

/** Keeps the first line: the stamp and the count are facts that the model goes by. */
function clear(message: ChatMessage): ChatMessage {
	const stamp = message.content?.split("\n", 1)[0] ?? "";
	return message.role === "tool" ? { ...message, content: `${stamp}\n${CLEARED}` } : message;
}

const weigh = (entry: EntryRecord, message: ChatMessage): Weight => ({
	id: entry.id,
	turnId: entry.turnId,
	groupId: entry.groupId,
	isResult: entry.kind === "result",
	tokens: message === entry.message ? entry.tokens : estimateTokens(JSON.stringify(message)),
});
