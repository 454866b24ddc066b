import { sha256 } from "#core/digest.ts";
import type { ChatMessage, ToolDefinition } from "#daemon/model/port.ts";
import type { Epoch, Epochs, Opening } from "#daemon/records/epochs.ts";
import type { Replacement, Replacements } from "#daemon/records/replacements.ts";
import type { Prefix } from "./prefix.ts";
import { estimateTokens } from "./tokens.ts";
import type { ViewEntry } from "./view-entry.ts";
import type { ViewReader } from "./view-reader.ts";

/** What a provider adds around messages, and the status block, which is not known yet. */
const STATUS_TOKENS = 600;

export interface ViewParts {
	epochs: Epochs;
	replacements: Replacements;
	reader: ViewReader;
}

/** What a view showed in a request. */
interface Snapshot {
	epoch: Epoch;
	entries: ViewEntry[];
	digest: string;
	lastEntryId: number;
}

/** How the next epoch differs from the one before. What is left out stays as it was. */
export interface EpochChange {
	prefix?: Prefix;
	opening?: Opening;
	firstEntryId?: number;
	replacements?: readonly Replacement[];
}

/**
 * What the model sees of one trajectory. Rendered once and only extended, so that a request costs the same with ten
 * earlier entries and with a hundred thousand. Holds at most one working window in memory. Its bytes change only with `begin`.
 */
export class View {
	readonly #parts: ViewParts;
	readonly #trajectoryId: number;
	/** Of a fork: what its parent had seen by then. */
	readonly #base: Snapshot | undefined;
	#epoch: Epoch | undefined;
	#fixed: ChatMessage[] = [];
	#entries: ViewEntry[] = [];
	#tools: ToolDefinition[] = [];
	#lastEntryId = 0;
	#digest = "";
	#fixedTokens = 0;

	constructor(parts: ViewParts, trajectoryId: number, base?: Snapshot) {
		this.#parts = parts;
		this.#trajectoryId = trajectoryId;
		this.#base = base;
		this.reset();
	}

	/** Reads everything again: after a rollback, rows that were already rendered never were. */
	reset(): void {
		const epoch = this.#base?.epoch ?? this.#parts.epochs.current(this.#trajectoryId);
		this.#epoch = undefined;
		if (epoch) this.#open(epoch);
		if (!this.#base) return;
		this.#entries = [...this.#base.entries];
		this.#digest = this.#base.digest;
		this.#lastEntryId = this.#base.lastEntryId;
	}

	/**
	 * A view that begins with what this one showed in its latest request, and goes on with entries of its own. Its requests
	 * have the same bytes up to there. Undefined before the first request, also the first one after a start or a rollback.
	 */
	fork(trajectoryId: number): View | undefined {
		if (!this.#epoch || !this.hasShown) return undefined;
		return new View(this.#parts, trajectoryId, {
			epoch: this.#epoch,
			entries: [...this.#entries],
			digest: this.#digest,
			lastEntryId: this.#lastEntryId,
		});
	}

	/** Whether it has shown anything since it was made or reset. */
	get hasShown(): boolean {
		return this.#entries.length > 0;
	}

	get isFork(): boolean {
		return this.#base !== undefined;
	}

	get trajectoryId(): number {
		return this.#trajectoryId;
	}

	get epoch(): Epoch | undefined {
		return this.#epoch;
	}

	get tools(): ToolDefinition[] {
		return this.#tools;
	}

	/** The last entry that it has shown. */
	get lastEntryId(): number {
		return this.#lastEntryId;
	}

	/** Of the prefix and every message, in order. Costs the same however long the view is. */
	get digest(): string {
		return this.#digest;
	}

	/** The digest of what stands before the entries. */
	get openingDigest(): string {
		return this.#epoch ? firstDigest(this.#epoch, this.#fixed) : "";
	}

	/** What is in view of the trajectory, in the order of the wire. */
	get entries(): readonly ViewEntry[] {
		return this.#entries;
	}

	/** Of prompt, tools, opening and status block; not calibrated, as all counts here. */
	get fixedTokens(): number {
		return this.#fixedTokens;
	}

	get tokens(): number {
		return this.#entries.reduce((sum, { tokens }) => sum + tokens, this.#fixedTokens);
	}

	/** Of prompt, tools and opening alone. */
	get prefixTokens(): number {
		return this.#fixedTokens - STATUS_TOKENS;
	}

	/** Where a fork's own entries, or those in view, begin: what came before is out of sight, and taints no longer. */
	get firstOwnEntryId(): number {
		return this.#base ? 0 : (this.#epoch?.firstEntryId ?? 0);
	}

	/** The messages of a request, all but the status block. */
	messages(): ChatMessage[] {
		return [...this.#fixed, ...this.#entries.map(({ message }) => message)];
	}

	/** Takes in what has been appended since. */
	extend(): void {
		if (!this.#epoch) return;
		for (const entry of this.#parts.reader.entries(this.#epoch, this.#trajectoryId, this.#lastEntryId)) {
			this.#entries.push(entry);
			this.#digest = nextDigest(this.#digest, entry.message);
			this.#lastEntryId = Math.max(this.#lastEntryId, entry.id);
		}
	}

	/**
	 * Begins an epoch: the one place where bytes that were sent change. Call inside a write.
	 * @param reason for the trace
	 * @throws Error where it is a fork, or the first epoch has no prefix
	 */
	begin(change: EpochChange, reason: string): void {
		const before = this.#epoch;
		const prefix = change.prefix ?? before?.prefix;
		if (!prefix || this.#base) throw new Error("Only a trajectory of its own, with a prefix, begins an epoch.");
		const epoch = this.#parts.epochs.begin(
			{
				trajectoryId: this.#trajectoryId,
				prefix,
				opening: change.opening ?? before?.opening,
				firstEntryId: change.firstEntryId ?? before?.firstEntryId ?? 0,
			},
			reason,
		);
		for (const replacement of change.replacements ?? []) this.#parts.replacements.add(epoch.id, replacement);
		this.#open(epoch);
		this.extend();
	}

	#open(epoch: Epoch): void {
		this.#epoch = epoch;
		this.#fixed = this.#parts.reader.fixed(epoch);
		this.#tools = JSON.parse(epoch.prefix.tools);
		this.#fixedTokens =
			estimateTokens(epoch.prefix.tools) + STATUS_TOKENS + estimateTokens(JSON.stringify(this.#fixed));
		this.#digest = firstDigest(epoch, this.#fixed);
		this.#entries = [];
		this.#lastEntryId = Math.max(0, epoch.firstEntryId - 1);
	}
}

/** The digest of what stands before the entries. */
export const firstDigest = (epoch: Epoch, fixed: readonly ChatMessage[]): string =>
	sha256(epoch.prefix.digest + JSON.stringify(fixed));

/** The digest with one more message. */
export const nextDigest = (digest: string, message: ChatMessage): string => sha256(digest + JSON.stringify(message));
