import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, it } from "vitest";
import { estimateTokens } from "./tokens.ts";

const rows = Array.from({ length: 50 }, (_, row) => `${row},${(row * 37.123).toFixed(4)},item-${row}`).join("\n");
const call = { id: "c000001a", type: "function", function: { name: "write_file", arguments: '{"path":"notes.md"}' } };

describe("an estimate", () => {
	it.each([
		["an event", "[event 3/50] [E-1203 2026-11-30 10:30:45 +2m10s telegram] fact 3: number 333"],
		["a line of a log", "2026-11-30T16:15:43.290Z info 10.0.0.1 - GET /api/v1/items?id=42 200 12ms"],
		[
			"English",
			"The meeting moves to Thursday at three, since the plumber comes before that and nobody else is at home.",
		],
		[
			"German",
			"Die Sitzung wird auf Donnerstag um 15 Uhr verschoben, weil der Klempner vorher kommt. Bitte bestätige das kurz.",
		],
		["Chinese", "当收到多个连续事件时，请确保全面考虑所有信息。明天下午三点开会，记得带上报告。"],
		["Russian", "Встреча переносится на четверг в пятнадцать часов, потому что придёт сантехник."],
		["a table", rows],
		["a call", JSON.stringify({ role: "assistant", content: null, tool_calls: [call] })],
		["code", estimateTokens.toString()],
		["a digest", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
		["emoji", "🎉🎉 well done 👍🏽 👨‍👩‍👧"],
	])("of %s is near o200k's count, and seldom below it", (_what, text) => {
		const ratio = estimateTokens(text) / encode(text).length;
		expect(ratio).toBeGreaterThan(0.9);
		expect(ratio).toBeLessThan(1.45);
	});

	it("of nothing is nothing", () => {
		expect(estimateTokens("")).toBe(0);
	});
});
