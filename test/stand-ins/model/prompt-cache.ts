import { type ChatRequest, contentText, isMarked, type RequestMessage } from "./body.ts";
import { countTokens, type Encode, type Encoded, sharedTokens } from "./tokens.ts";

/** OpenAI caches prompts of 1024 tokens and more, in steps of 128 (platform.openai.com/docs/guides/prompt-caching). */
const MIN_CACHED_TOKENS = 1024;
const CACHE_STEP_TOKENS = 128;

/** How a provider's cache behaves. */
export interface CacheRules {
	/** For how long something is kept after it was used last. Without it, for ever. Anthropic: 5 minutes. */
	ttlMs?: number;
	/** Needed with `ttlMs`. Default: the machine's. */
	clock?: { now(): number };
	/** True for a provider that keeps what is before a mark, and finds it again only at a mark: Anthropic, OpenAI from GPT-5.6 on. */
	needsMarks?: boolean;
}

/** A part of a prompt that earlier requests had too, and what followed it in each. */
interface Node {
	encoded: Encoded;
	usedAt: number;
	/** A mark stood behind it. */
	isKept: boolean;
	next: Level;
}
type Level = Map<string, Node>;

/** One part of the prompt that is being measured. */
interface Step {
	node: Node;
	isNew: boolean;
	isMarked: boolean;
	/** How many tokens of a new part others at its place begin with, too. */
	othersShare: number;
}

interface Measured {
	promptTokens: number;
	cachedTokens: number;
	/** Only of a provider that needs marks; the others say nothing. */
	writtenTokens: number | undefined;
}

/** Counts prompts and says how much of each an earlier request had already brought, for one model. */
export class PromptCache {
	readonly #encode: Encode;
	readonly #rules: CacheRules;
	readonly #root: Level = new Map();

	constructor(encode: Encode, rules: CacheRules = {}) {
		this.#encode = encode;
		this.#rules = rules;
	}

	/** Measures a prompt and remembers it. */
	measure(request: ChatRequest): Measured {
		const now = this.#rules.clock?.now() ?? Date.now();
		const path: Step[] = [];
		let level = this.#root;
		for (const segment of segments(request)) {
			this.#forgetOld(level, now);
			const known = level.get(segment.text);
			const node = known ?? { encoded: this.#encode(segment.text), usedAt: now, isKept: false, next: new Map() };
			const othersShare = known ? 0 : longestShare(node, level);
			level.set(segment.text, node);
			path.push({ node, isNew: !known, isMarked: segment.isMarked, othersShare });
			level = node.next;
		}
		for (const { node } of path) node.usedAt = now;
		return this.#rules.needsMarks ? measureMarked(path) : measurePrefix(path);
	}

	/** With a part goes everything that was behind it. */
	#forgetOld(level: Level, now: number): void {
		const { ttlMs } = this.#rules;
		if (ttlMs === undefined) return;
		for (const [text, { usedAt }] of level) if (now - usedAt >= ttlMs) level.delete(text);
	}
}

function measurePrefix(path: readonly Step[]): Measured {
	let promptTokens = 0;
	let shared = 0;
	for (const { node, isNew, othersShare } of path) {
		const tokens = countTokens(node.encoded);
		// Nothing is known behind a new part, so that from there on this adds nothing.
		shared += isNew ? othersShare : tokens;
		promptTokens += tokens;
	}
	const inSteps = shared - (shared % CACHE_STEP_TOKENS);
	return { promptTokens, cachedTokens: inSteps < MIN_CACHED_TOKENS ? 0 : inSteps, writtenTokens: undefined };
}

function measureMarked(path: readonly Step[]): Measured {
	let promptTokens = 0;
	let cachedTokens = 0;
	let lastMark = 0;
	for (const { node, isMarked } of path) {
		promptTokens += countTokens(node.encoded);
		if (!isMarked || promptTokens < MIN_CACHED_TOKENS) continue;
		if (node.isKept) cachedTokens = promptTokens;
		node.isKept = true;
		lastMark = promptTokens;
	}
	return { promptTokens, cachedTokens, writtenTokens: lastMark - cachedTokens };
}

const longestShare = ({ encoded }: Node, others: Level): number =>
	Math.max(0, ...[...others.values()].map((other) => sharedTokens(encoded, other.encoded)));

/** The prompt in the order in which it is cached: system messages at the start, tools, the other messages. */
function segments({ messages, tools = [] }: ChatRequest): { text: string; isMarked: boolean }[] {
	const firstOther = messages.findIndex((message) => message.role !== "system" && message.role !== "developer");
	const split = firstOther === -1 ? messages.length : firstOther;
	return [
		...messages.slice(0, split).map(segmentOf),
		...tools.map((tool) => ({ text: JSON.stringify(tool), isMarked: false })),
		...messages.slice(split).map(segmentOf),
	];
}

/** A text is the same with and without a mark, and as a list of one part. */
function segmentOf(message: RequestMessage): { text: string; isMarked: boolean } {
	const { content } = message;
	const isText = Array.isArray(content) && content.every(({ type }) => type === "text");
	const plain = isText ? { ...message, content: contentText(content) } : message;
	return { text: JSON.stringify(plain), isMarked: isMarked(message) };
}
