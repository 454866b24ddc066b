import { describe, expect, it } from "vitest";
import type { ChatMessage } from "#daemon/model/port.ts";
import { chatRequestSchema } from "#test/stand-ins/model/body.ts";
import type { TokenizerName } from "#test/stand-ins/model/tokens.ts";
import { UsageMeter } from "#test/stand-ins/model/usage.ts";
import { TokenCalibration } from "./calibration.ts";
import { estimateTokens } from "./tokens.ts";

const ENGLISH =
	"The meeting moves to Thursday at three, since the plumber comes before that and nobody else is at home.";
const GERMAN = "Die Sitzung wird auf Donnerstag verschoben, weil vorher der Klempner kommt. Bitte bestätige das kurz.";
const CHINESE = "当收到多个连续事件时，请确保全面考虑所有信息。明天下午三点开会，记得带上报告。";
const CODE = "export const pick = (rows: Row[], id: number): Row | undefined => rows.find((row) => row.id === id);\n";
const json = (n: number) =>
	JSON.stringify({ id: `E-${n}`, at: "2026-11-30T10:30:45Z", size: n * 37, done: n % 2 === 0 });

const MIXES: Record<string, (n: number) => string> = {
	English: () => ENGLISH,
	German: () => GERMAN,
	Chinese: () => CHINESE,
	code: () => CODE.repeat(4),
	JSON: (n) => [n, n + 1, n + 2].map(json).join("\n"),
	"all of them in turn": (n) => [ENGLISH, GERMAN, CHINESE, CODE, json(n)][n % 5] ?? "",
	"one after the other": (n) => [ENGLISH, CODE.repeat(2), CHINESE, json(n), GERMAN][Math.floor(n / 6)] ?? "",
};

const SYSTEM: ChatMessage = { role: "system", content: `You are Steward. ${ENGLISH.repeat(10)}` };

/** What the n-th round adds: an event, a call and its result. */
function round(n: number, text: (n: number) => string): ChatMessage[] {
	const id = `c${n}`;
	const call = {
		id,
		type: "function" as const,
		function: { name: "read_file", arguments: `{"path":"notes-${n}.md"}` },
	};
	return [
		{ role: "user", content: `[2026-11-30 10:30:45 +2m10s telegram] ${text(n)}` },
		{ role: "assistant", content: null, tool_calls: [call] },
		{ role: "tool", tool_call_id: id, content: `Tool call #${n} for 'read_file'\n${text(n + 1).repeat(3)}` },
	];
}

const estimate = (messages: ChatMessage[]) => messages.reduce((sum, of) => sum + estimateTokens(JSON.stringify(of)), 0);

/** How far the calibrated estimate is from the count of each of `rounds` requests, as a share of it. */
async function errors(tokenizer: TokenizerName, text: (n: number) => string, rounds: number): Promise<number[]> {
	const meter = new UsageMeter(true, { tokenizer });
	const calibration = new TokenCalibration();
	const messages = [SYSTEM];
	const found: number[] = [];
	for (let n = 1; n <= rounds; n += 1) {
		messages.push(...round(n, text));
		const estimated = estimate(messages);
		const counted = await meter.measure(chatRequestSchema.parse({ model: "m", messages }), "", "");
		found.push(Math.abs((estimated * calibration.factor("m")) / counted.prompt_tokens - 1));
		calibration.note("m", estimated, counted.prompt_tokens);
	}
	return found;
}

describe("after ten calls, the estimate is within a tenth of what the service counts", () => {
	const tokenizers: TokenizerName[] = ["o200k_base", "cl100k_base", "p50k_base", "r50k_base"];
	const cases = tokenizers.flatMap((tokenizer) =>
		Object.entries(MIXES).map(([mix, text]) => [tokenizer, mix, text] as const),
	);

	it.each(cases)(
		"%s, %s",
		async (tokenizer, _, text) => {
			expect(Math.max(...(await errors(tokenizer, text, 25)).slice(10))).toBeLessThan(0.1);
		},
		20_000,
	);

	it("… which it is not by itself", async () => {
		expect(Math.max(...(await errors("r50k_base", () => CHINESE, 1)))).toBeGreaterThan(0.1);
	}, 20_000);
});

describe("a calibration", () => {
	it("is 1 before a model's first request, and each model has its own", () => {
		const calibration = new TokenCalibration();
		calibration.note("a", 100, 130);
		expect(calibration.factor("a")).toBeCloseTo(1.3);
		expect(calibration.factor("b")).toBe(1);
	});

	it("begins with what is on record", () => {
		const rows = [100, 120, 140].map((actual) => ({ model: "a", estimated: 100, actual }));
		expect(new TokenCalibration(rows).factor("a")).toBeCloseTo(1.2);
	});

	it("is not spoilt by one odd report, at any place", () => {
		for (let odd = 0; odd < 10; odd += 1) {
			const calibration = new TokenCalibration();
			for (let n = 0; n < 10; n += 1) calibration.note("a", 1_000, n === odd ? 600 : 1_200 + n);
			expect(calibration.factor("a")).toBeGreaterThan(1.19);
			expect(calibration.factor("a")).toBeLessThan(1.21);
		}
	});

	it("takes no notice of a service that counts only what did not come from its cache", () => {
		const calibration = new TokenCalibration();
		calibration.note("a", 1_000, 1_100);
		for (let n = 0; n < 30; n += 1) calibration.note("a", 20_000, 350);
		expect(calibration.factor("a")).toBeCloseTo(1.1);
	});

	it("is never above 2.5, nor below a half", () => {
		const calibration = new TokenCalibration();
		for (let n = 0; n < 10; n += 1) calibration.note("many", 100, 900);
		for (let n = 0; n < 10; n += 1) calibration.note("few", 100, 50);
		expect(calibration.factor("many")).toBe(2.5);
		expect(calibration.factor("few")).toBe(0.5);
	});

	it.each([
		[0, 100],
		[100, 0],
		[0, 0],
		[100, Number.NaN],
		[-5, 10],
	])("takes no notice of what is no count: %d, %d", (estimated, actual) => {
		const calibration = new TokenCalibration([{ model: "a", estimated, actual }]);
		expect(calibration.factor("a")).toBe(1);
	});

	it("goes up with two of the latest three, and down only with most of ten", () => {
		const calibration = new TokenCalibration();
		const note = (times: number, actual: number) => {
			for (let n = 0; n < times; n += 1) calibration.note("a", 100, actual);
			return calibration.factor("a");
		};
		expect(note(10, 100)).toBeCloseTo(1);
		expect(note(1, 180)).toBeCloseTo(1);
		expect(note(1, 180)).toBeCloseTo(1.8);
		expect(note(8, 180)).toBeCloseTo(1.8);
		expect(note(4, 100)).toBeCloseTo(1.8);
		expect(note(2, 100)).toBeCloseTo(1);
	});

	it("follows a conversation that becomes another", () => {
		const calibration = new TokenCalibration();
		for (let n = 0; n < 100; n += 1) calibration.note("a", 100, 100);
		for (let n = 0; n < 10; n += 1) calibration.note("a", 100, 180);
		expect(calibration.factor("a")).toBeCloseTo(1.8);
	});
});
