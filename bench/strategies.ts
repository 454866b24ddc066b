import type { ChatRequest } from "#test/stand-ins/model/body.ts";
import { UsageMeter } from "#test/stand-ins/model/usage.ts";
import { extract } from "./extract.ts";
import { LAST_QUESTION, QUERY, QUESTION, READING_ROUNDS, type Source } from "./research-task.ts";

/** How a simple agent treats long results: experiment 2-10's strategies. */
export type Strategy = "none" | "individual" | "combined" | "context-aware" | "with sources" | "adaptive";
export const STRATEGIES: readonly Strategy[] = [
	"none",
	"individual",
	"combined",
	"context-aware",
	"with sources",
	"adaptive",
];

/** What a run came to. */
export interface StrategyOutcome {
	requests: number;
	sentTokens: number;
	/** Of these, what the provider had. */
	cachedTokens: number;
	largestTokens: number;
	/** The first request that was over the window; the run ends with it. */
	overflowAt: number | undefined;
	/** Of the results in the last request, in relation to what was read. */
	ratio: number;
	/** Facts that stand in the last request, to the letter. */
	factsInView: number;
	/** The same, with those in what the agent kept itself and the request names. Fetching a page again does not count. */
	factsInReach: number;
}

/** Room for a summary of one result, or of all of one round in one: two or three paragraphs. */
const SUMMARY_CHARACTERS = 2_000;
/** What a summariser of several results at once takes in; the rest is cut off. */
const COMBINED_CHARACTERS = 80_000;
/** Of the window: from here on `adaptive` summarises what it has kept as it was. */
const ADAPTIVE_AT = 0.8;

/** Plays the research task. @param front system message and tools, as a daemon sends them */
export async function playStrategy(
	strategy: Strategy,
	{
		sources,
		front,
		windowTokens,
	}: { sources: readonly Source[]; front: Pick<ChatRequest, "messages" | "tools">; windowTokens: number },
): Promise<StrategyOutcome> {
	const agent = new SimpleAgent(strategy, front, windowTokens);
	agent.say(QUESTION);
	for (const round of READING_ROUNDS) {
		if (!(await agent.ask())) break;
		await agent.read(round.flatMap((page) => sources[page] ?? []));
	}
	if (await agent.ask()) {
		agent.answer("I have read them all.");
		agent.say(LAST_QUESTION);
		await agent.ask();
	}
	return agent.outcome(sources);
}

type Message = ChatRequest["messages"][number];
interface ReadResult {
	message: Extract<Message, { role: "tool" }>;
	source: Source;
	isRaw: boolean;
}

class SimpleAgent {
	readonly #strategy: Strategy;
	readonly #windowTokens: number;
	readonly #tools: ChatRequest["tools"];
	readonly #messages: Message[];
	readonly #results: ReadResult[] = [];
	readonly #meter = new UsageMeter(false);
	readonly #sum = { requests: 0, sentTokens: 0, cachedTokens: 0, largestTokens: 0 };
	#lastTokens = 0;
	#overflowAt: number | undefined;

	constructor(strategy: Strategy, { messages, tools }: Pick<ChatRequest, "messages" | "tools">, windowTokens: number) {
		this.#strategy = strategy;
		this.#windowTokens = windowTokens;
		this.#messages = [...messages];
		this.#tools = tools;
	}

	say(text: string): void {
		this.#messages.push({ role: "user", content: text });
	}

	answer(text: string): void {
		this.#messages.push({ role: "assistant", content: text });
	}

	/** @returns false where the request is over the window */
	async ask(): Promise<boolean> {
		if (this.#strategy === "adaptive" && this.#lastTokens > ADAPTIVE_AT * this.#windowTokens)
			await this.#summariseAll();
		this.#lastTokens = await this.#send(this.#messages, this.#tools);
		return this.#overflowAt === undefined;
	}

	/** Reads pages in one message, and takes in what the strategy makes of them. */
	async read(pages: readonly Source[]): Promise<void> {
		const calls = pages.map(({ url }, index) => ({
			id: `call-${this.#results.length + index}`,
			type: "function" as const,
			function: { name: "fetch_page", arguments: JSON.stringify({ url }) },
		}));
		this.#messages.push({ role: "assistant", content: null, tool_calls: calls });
		const texts = await this.#textsOf(pages);
		for (const [index, source] of pages.entries()) {
			const message = { role: "tool", tool_call_id: calls[index]?.id ?? "", content: texts[index] ?? "" } as const;
			this.#messages.push(message);
			this.#results.push({ message, source, isRaw: texts[index] === source.text });
		}
	}

	outcome(sources: readonly Source[]): StrategyOutcome {
		const last = this.#messages.map(({ content }) => String(content ?? "")).join("\n");
		const read = this.#results.reduce((sum, { source }) => sum + source.text.length, 0);
		const left = this.#results.reduce((sum, { message }) => sum + String(message.content).length, 0);
		// A request over the window is never answered.
		const facts = this.#overflowAt === undefined ? sources.flatMap((source) => source.facts) : [];
		const inView = facts.filter((fact) => last.includes(fact)).length;
		const ratio = read === 0 ? 1 : left / read;
		return { ...this.#sum, overflowAt: this.#overflowAt, ratio, factsInView: inView, factsInReach: inView };
	}

	async #textsOf(pages: readonly Source[]): Promise<string[]> {
		switch (this.#strategy) {
			case "none":
			case "adaptive":
				return pages.map(({ text }) => text);
			case "combined": {
				const joined = pages
					.map(({ text }) => text)
					.join("\n")
					.slice(0, COMBINED_CHARACTERS);
				const summary = await this.#summarise(joined, undefined);
				return pages.map((_, index) => (index === 0 ? summary : "See the summary above."));
			}
			default:
				return this.#summariesOf(pages);
		}
	}

	async #summariesOf(pages: readonly Source[]): Promise<string[]> {
		const query = this.#strategy === "individual" ? undefined : QUERY;
		const texts: string[] = [];
		for (const { text, url } of pages) {
			const summary = await this.#summarise(text, query);
			texts.push(this.#strategy === "with sources" ? `${summary.replace(/$/gm, ` [${url}]`)}` : summary);
		}
		return texts;
	}

	/** In place, all at once: the provider's cache breaks once. */
	async #summariseAll(): Promise<void> {
		for (const result of this.#results.filter(({ isRaw }) => isRaw)) {
			result.message.content = await this.#summarise(result.source.text, QUERY);
			result.isRaw = false;
		}
	}

	/** A request of its own, with the whole text. */
	async #summarise(text: string, query: string | undefined): Promise<string> {
		const instruction = query === undefined ? "Sum this up." : `Given the search query: ${query}. Sum this up.`;
		await this.#send([{ role: "user", content: `${text}\n\n${instruction}` }], undefined);
		return extract(text, SUMMARY_CHARACTERS, query);
	}

	async #send(messages: Message[], tools: ChatRequest["tools"]): Promise<number> {
		const request = structuredClone({ model: "near", messages, ...(tools && { tools }) });
		const { prompt_tokens, prompt_tokens_details } = await this.#meter.measure(request, "", "");
		this.#sum.requests += 1;
		this.#sum.sentTokens += prompt_tokens;
		this.#sum.cachedTokens += prompt_tokens_details.cached_tokens;
		this.#sum.largestTokens = Math.max(this.#sum.largestTokens, prompt_tokens);
		if (prompt_tokens > this.#windowTokens) this.#overflowAt ??= this.#sum.requests;
		return prompt_tokens;
	}
}
