import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { FakeClock } from "#test/fake-clock.ts";
import { createRandom } from "#test/schedules/random.ts";
import type { CompletionStep } from "#test/stand-ins/model/answer.ts";
import type { ChatRequest } from "#test/stand-ins/model/body.ts";
import { contentText } from "#test/stand-ins/model/body.ts";
import type { ScriptedCall } from "#test/stand-ins/model/types.ts";
import { UsageMeter } from "#test/stand-ins/model/usage.ts";
import { prepareNearHome, startNear } from "#test/years/home.ts";
import { Days } from "#test/years/live.ts";
import { NearModel, type NearRequest } from "#test/years/near-model.ts";
import { noteOf, readRequest } from "#test/years/secretary.ts";
import type { Tool } from "#tools/tool.ts";
import { compactionSteps } from "./compaction-rows.ts";
import { extract } from "./extract.ts";
import { LAST_QUESTION, QUERY, QUESTION, READING_ROUNDS, type Source } from "./research-task.ts";
import { inScope } from "./scope.ts";
import type { StrategyOutcome } from "./strategies.ts";

export interface OurOutcome extends StrategyOutcome {
	/** What stands before the conversation, for the others to begin with. */
	front: Pick<ChatRequest, "messages" | "tools">;
	/** How often which step made room. */
	steps: ReturnType<typeof compactionSteps>;
}

const SUMMARY_CHARACTERS = 2_000;

/** Plays the research task with a whole daemon: long output to files, which the model then searches, and room made as it is. */
export const playOurs = (sources: readonly Source[], windowTokens: number): Promise<OurOutcome> =>
	inScope(async (scope) => {
		const home = join(scope.tempFolder(), "home");
		prepareNearHome(home, { windowTokens });
		const clock = new FakeClock();
		const meter = new UsageMeter(false);
		const sum = { requests: 0, sentTokens: 0, cachedTokens: 0, largestTokens: 0 };
		let overflowAt: number | undefined;
		let last: NearRequest | undefined;
		let front: OurOutcome["front"] | undefined;
		const researcher = new Researcher();
		const model = new NearModel((request) => researcher.step(request.body), {
			measure: (request, output) => meter.measure(request, output, ""),
			onRequest(request, { prompt_tokens, prompt_tokens_details }) {
				sum.requests += 1;
				sum.sentTokens += prompt_tokens;
				sum.cachedTokens += prompt_tokens_details.cached_tokens;
				sum.largestTokens = Math.max(sum.largestTokens, prompt_tokens);
				if (prompt_tokens > windowTokens) overflowAt ??= sum.requests;
				front ??= {
					messages: request.body.messages.slice(0, 1),
					...(request.body.tools && { tools: request.body.tools }),
				};
				last = request;
			},
		});
		const steward = await startNear(home, clock, model, [fetchPage(sources)]);
		const days = new Days({ clock, random: createRandom(1) });
		try {
			await days.say(steward, `${QUESTION} ${sources.map(({ url }) => url).join(" ")}`);
			await days.pass(1);
			await days.say(steward, LAST_QUESTION);
		} finally {
			await steward.stop();
		}
		if (!last || !front || model.violations.length > 0) throw new Error(`The task failed: ${model.violations[0]}`);
		const steps = compactionSteps(join(home, "state.db"));
		return { ...sum, overflowAt, front, ...judge(last.body, sources, join(home, "workspace")), steps };
	});

/** What of the pages stands in a request, and what of the rest is in files that it names, or in what it says how to read again. */
function judge({ messages }: ChatRequest, sources: readonly Source[], workspace: string) {
	const texts = messages.map(({ content }) => contentText(content));
	const view = texts.join("\n");
	const results = messages.filter(({ role }) => role === "tool").map(({ content }) => contentText(content).length);
	const read = sources.reduce((total, { text }) => total + text.length, 0);
	const facts = sources.flatMap((source) => source.facts);
	const files = outputFiles(workspace).filter(
		({ path, name }) => view.includes(path) || view.includes(`"from":"${name}"`),
	);
	// What an opening stands for is shown again from its first event on, file names among it.
	const isAllNamed = view.includes("It begins with");
	const kept = isAllNamed ? outputFiles(workspace) : files;
	return {
		ratio: results.reduce((total, length) => total + length, 0) / read,
		factsInView: facts.filter((fact) => view.includes(fact)).length,
		factsInReach: facts.filter((fact) => view.includes(fact) || kept.some(({ text }) => text.includes(fact))).length,
	};
}

/** Long results on disk: `name` is the call's. */
function outputFiles(workspace: string): { path: string; name: string; text: string }[] {
	const paths = readdirSync(join(workspace, "outputs"), { recursive: true, encoding: "utf8" });
	return paths
		.filter((path) => path.endsWith(".txt"))
		.map((path) => ({
			path: `outputs/${path}`,
			name: /(C-\d+)\.txt$/.exec(path)?.[1] ?? "",
			text: readFileSync(join(workspace, "outputs", path), "utf8"),
		}));
}

const parameters = z.strictObject({ url: z.string() });

const fetchPage = (sources: readonly Source[]): Tool =>
	({
		name: "fetch_page",
		tier: "direct",
		description: "Use to read a public page by its address. Returns its text.",
		parameters,
		examples: [{ url: "https://news.example/open-lamp/1" }],
		parallel: true,
		mode: "sync",
		timeoutMs: 5_000,
		recovery: "rerun",
		effects: ({ url }) => ({ effect: "read", target: url }),
		activity: () => "reading a page",
		async run({ url }) {
			return { text: sources.find((source) => source.url === url)?.text ?? "", outside: { source: url } };
		},
	}) satisfies Tool<z.infer<typeof parameters>> as Tool;

/** Reads the pages round by round, and after each searches what was too long to be shown. */
class Researcher {
	readonly #rounds = [...READING_ROUNDS];
	#unsearched = false;

	step(body: ChatRequest): CompletionStep {
		const { texts, open, wants } = readRequest(body);
		// Whoever sums up sees what is in view; what it takes of it is what the other strategies' summariser takes.
		if (wants === "note") return { kind: "say", text: noteOf(extract(texts.join("\n"), SUMMARY_CHARACTERS, QUERY)) };
		if (wants === "summaries") return { kind: "say", text: summariesOf(body) };
		const searches = this.#unsearched ? searchesIn(body) : [];
		this.#unsearched = false;
		if (searches.length > 0) return { kind: "call", calls: searches };
		const round = this.#rounds.shift();
		if (!round)
			return { kind: "call", calls: [{ tool: "reply", arguments: { to: open, text: "I have read them all." } }] };
		this.#unsearched = true;
		const urls = round.map((page) => `https://news.example/open-lamp/${page + 1}`);
		return { kind: "call", calls: urls.map((url) => ({ tool: "fetch_page", arguments: { url } })) };
	}
}

/** A search in each file that the newest results name. */
function searchesIn({ messages }: ChatRequest): ScriptedCall[] {
	const newest = messages.slice(messages.findLastIndex(({ role }) => role === "assistant"));
	const paths = newest.flatMap(({ content }) => /the whole is in (\S+?):/.exec(contentText(content))?.[1] ?? []);
	return paths.map((path) => ({ tool: "grep", arguments: { pattern: "left Open Lamp", path } }));
}

/** One summary for each result that the program names, out of what stands there. */
function summariesOf({ messages }: ChatRequest): string {
	const instruction = contentText(messages.at(-1)?.content);
	const names = [...instruction.matchAll(/^- (C-\d+) /gm)].map(([, name = ""]) => name);
	const of = (name: string): string =>
		messages.map(({ content }) => contentText(content)).find((text) => text.includes(`${name}.txt`)) ?? "";
	return JSON.stringify(
		names.map((id) => ({
			id,
			summary: extract(of(id), SUMMARY_CHARACTERS, QUERY) || "nothing",
			sources: [`${id}.txt`],
		})),
	);
}
