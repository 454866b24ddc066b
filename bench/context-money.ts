import { cpSync } from "node:fs";
import { join } from "node:path";
import type { Price } from "#daemon/model/price.ts";
import { PRICE_LIST } from "#daemon/model/price-list.ts";
import { FakeClock } from "#test/fake-clock.ts";
import { createRandom } from "#test/schedules/random.ts";
import type { CompletionStep } from "#test/stand-ins/model/answer.ts";
import { UsageMeter, type WireUsage } from "#test/stand-ins/model/usage.ts";
import { configureNearHome, prepareNearHome, startNear } from "#test/years/home.ts";
import { Days } from "#test/years/live.ts";
import { NearModel, type NearRequest } from "#test/years/near-model.ts";
import { noteOf, readRequest } from "#test/years/secretary.ts";
import { compactionRows, compactionSteps } from "./compaction-rows.ts";
import type { Row } from "./row.ts";
import { inScope } from "./scope.ts";

const MODEL = "claude-sonnet-5";
const MODEL_ENTRY = `model: ${MODEL}, promptCache: breakpoints`;
const WINDOW_TOKENS = 48_000;
/** So much is never full: nothing ever makes room. */
const ENDLESS_TOKENS = 1_000_000;
/** How full the default window is when the day begins. With more, the guard in front of a request would clear first. */
const FULL_AT = 0.88;
const BURSTS = 10;
const MESSAGES = 4;
const SILENCE_MINUTES = 90;
const CACHE_MS = 5 * 60_000;

/** Tokens of one kind each, and what they cost in US dollars. */
interface Spent {
	uncached: number;
	cached: number;
	written: number;
	output: number;
	dollars: number;
}

export const MONEY_NOTES = [
	`The day: ${BURSTS} bursts of ${MESSAGES} messages with reading and searching, then ${SILENCE_MINUTES} minutes of silence each; the same conversation, ${FULL_AT * 100} % of ${WINDOW_TOKENS} tokens long in the morning. With: the default window. Without: one of ${ENDLESS_TOKENS}, in which nothing ever makes room, so that the conversation only grows. The provider keeps what is marked for ${CACHE_MS / 60_000} minutes; priced as ${MODEL} by the shipped list; four characters a token.`,
	"Pays after: the first burst after which the day so far is cheaper with than without, the price of making room included. What was lost or read again for it is not in the figures: a scripted model asks for nothing twice.",
];

/** What a day of cold bursts costs, with and without making room when a burst ends. */
export const measureMoney = (): Promise<Row[]> =>
	inScope(async (scope) => {
		const folder = scope.tempFolder();
		const [endless, bounded] = [join(folder, "endless"), join(folder, "bounded")];
		prepareNearHome(endless, { windowTokens: ENDLESS_TOKENS, model: MODEL_ENTRY });
		await liveEvening(endless);
		cpSync(endless, bounded, { recursive: true });
		configureNearHome(bounded, { windowTokens: WINDOW_TOKENS, model: MODEL_ENTRY });
		const without = await liveDay(endless);
		const withIt = await liveDay(bounded);
		const steps = compactionRows("a day of bursts, with", compactionSteps(join(bounded, "state.db")));
		const pays = without.findIndex((_, burst) => dollarsUntil(withIt, burst) < dollarsUntil(without, burst));
		return [
			...spentRows("without making room", without),
			...spentRows("with", withIt),
			...steps,
			{ what: "a day of bursts: pays after burst (0: never)", value: pays + 1, unit: "" },
			{
				what: "a day of bursts: money saved",
				value: 100 * (1 - total(withIt).dollars / total(without).dollars),
				unit: "%",
			},
		];
	});

/** Until the conversation is as long as wanted. */
async function liveEvening(home: string): Promise<void> {
	let tokens = 0;
	const clock = new FakeClock("2026-11-29T18:00:00Z");
	const model = new NearModel(secretary, {
		onRequest: (_, { prompt_tokens }) => {
			tokens = prompt_tokens;
		},
	});
	const steward = await startNear(home, clock, model);
	const days = new Days({ clock, random: createRandom(2), name: "evening" });
	try {
		while (tokens < FULL_AT * WINDOW_TOKENS) await days.say(steward, `Listen: ${talk(days.said.length)}`);
	} finally {
		await steward.stop();
	}
}

/** @returns what each burst cost, with what was done at its end */
async function liveDay(home: string): Promise<Spent[]> {
	const price = PRICE_LIST.get(MODEL)?.price;
	if (!price) throw new Error(`${MODEL} has no price in the list.`);
	const clock = new FakeClock("2026-11-30T07:00:00Z");
	const meter = new UsageMeter(false, { promptCache: { clock, ttlMs: CACHE_MS, needsMarks: true } });
	const bursts: Spent[] = [];
	const model = new NearModel(secretary, {
		measure: (request, output) => meter.measure(request, output, ""),
		onRequest: (_, usage) => bursts.push(add(bursts.pop() ?? NOTHING, usage, price)),
	});
	const steward = await startNear(home, clock, model);
	const days = new Days({ clock, random: createRandom(3), name: "day" });
	try {
		for (let burst = 0; burst < BURSTS; burst += 1) {
			bursts.push(NOTHING);
			for (let message = 0; message < MESSAGES; message += 1)
				await days.say(steward, `Burst ${burst}: please look up number ${message} for me.`);
			await days.pass(SILENCE_MINUTES);
		}
	} finally {
		await steward.stop();
	}
	if (model.violations.length > 0) throw new Error(`The model refused a request: ${model.violations[0]}`);
	return bursts;
}

/** Does the same for the same event, whatever else is in view. */
function secretary({ body }: NearRequest): CompletionStep {
	const { texts, open, round, wants } = readRequest(body);
	if (wants === "note") return { kind: "say", text: noteOf("The house is in order; what was read is on record.") };
	if (wants === "summaries") return { kind: "say", text: "[]" };
	const said = texts.findLast((text) => text.startsWith("[E-")) ?? "";
	if (said.includes("Listen: ")) return answer(open, talk(Number(open[0]?.slice(2)) + 1_000));
	const random = createRandom(4, Number(open[0]?.slice(2)), round);
	if (round <= 2 && random.chance(0.6))
		return { kind: "call", calls: [{ tool: "read_file", arguments: { path: `notes/${random.between(1, 9)}.md` } }] };
	return answer(open, "All is well with the house.");
}

const answer = (open: readonly string[], text: string): CompletionStep => ({
	kind: "call",
	calls: [{ tool: "reply", arguments: { to: open, text } }],
});

/** Some hundred words, others for each number. */
function talk(number: number): string {
	const random = createRandom(5, number);
	const sentence = () =>
		`${random.pick(["The roof", "Our neighbour", "The garden", "My sister"])} ${random.pick(["needs more care", "asked about the summer", "was on my mind"])} ${random.pick(["this week", "since we spoke", "for a while now"])}, number ${random.between(10, 99)}.`;
	return Array.from({ length: 12 }, sentence).join(" ");
}

const NOTHING: Spent = { uncached: 0, cached: 0, written: 0, output: 0, dollars: 0 };

function add(spent: Spent, usage: WireUsage, price: Price): Spent {
	const { cached_tokens: cached, cache_write_tokens: written = 0 } = usage.prompt_tokens_details;
	const { inputPerMillion, cachedPerMillion = inputPerMillion, cacheWritePerMillion = inputPerMillion } = price;
	const uncached = usage.prompt_tokens - cached - written;
	const output = usage.completion_tokens;
	const millionths =
		uncached * inputPerMillion +
		cached * cachedPerMillion +
		written * cacheWritePerMillion +
		output * price.outputPerMillion;
	return sumOf(spent, { uncached, cached, written, output, dollars: millionths / 1e6 });
}

const sumOf = (one: Spent, other: Spent): Spent => ({
	uncached: one.uncached + other.uncached,
	cached: one.cached + other.cached,
	written: one.written + other.written,
	output: one.output + other.output,
	dollars: one.dollars + other.dollars,
});

const total = (bursts: readonly Spent[]): Spent => bursts.reduce(sumOf, NOTHING);
const dollarsUntil = (bursts: readonly Spent[], burst: number): number => total(bursts.slice(0, burst + 1)).dollars;

function spentRows(name: string, bursts: readonly Spent[]): Row[] {
	const { uncached, cached, written, output, dollars } = total(bursts);
	const what = (text: string) => `a day of bursts, ${name}: ${text}`;
	return [
		{ what: what("tokens that were neither cached nor kept"), value: uncached, unit: "tokens" },
		{ what: what("cached tokens"), value: cached, unit: "tokens" },
		{ what: what("tokens written to the cache"), value: written, unit: "tokens" },
		{ what: what("output tokens"), value: output, unit: "tokens" },
		{ what: what("first burst"), value: bursts[0]?.dollars ?? 0, unit: "USD" },
		{ what: what("last burst"), value: bursts.at(-1)?.dollars ?? 0, unit: "USD" },
		{ what: what("the whole day"), value: dollars, unit: "USD" },
	];
}
