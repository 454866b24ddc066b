import { describe, expect, it } from "vitest";
import { settingsSchema } from "#config/schema.ts";
import { TokenCalibration } from "./calibration.ts";
import { Windows } from "./windows.ts";

const TOO_LONG = { kind: "failed", cause: "too-long", problem: "", remedy: "" } as const;

function open(context: object = {}, entry: object = {}) {
	const model = { baseUrl: "http://127.0.0.1:1/v1", model: "m", apiKey: "k", ...entry };
	const settings = settingsSchema.parse({ owner: { timezone: "UTC" }, models: { main: [model] }, context });
	const calibration = new TokenCalibration();
	return { calibration, windows: new Windows({ settings: () => settings, calibration, installation: "abc" }) };
}

describe("how much may be in view", () => {
	it("is the smaller of the setting and what the model takes beside its answer", () => {
		expect(open({ windowTokens: 10_000 }).windows.limit).toBe(9_600);
		expect(open({ windowTokens: 10_000 }, { contextTokens: 8_000 }).windows.limit).toBe(Math.floor(7_200 * 0.96));
		expect(open({ windowTokens: 10_000 }, { contextTokens: 100_000 }).windows.limit).toBe(9_600);
	});

	it("is less by our count where the service counts more", () => {
		const { windows, calibration } = open({ windowTokens: 10_000 });
		calibration.note("m", 1_000, 1_250);
		expect([windows.limit, windows.calibrated(8_000), windows.fill(8_000)]).toEqual([7_680, 10_000, 1]);
	});

	it("is what a service says that it takes, and never grows again", () => {
		const { windows } = open({ windowTokens: 10_000 });
		windows.noteOverflow({ tokens: 9_000, fixedTokens: 2_000 }, { ...TOO_LONG, limitTokens: 6_000 });
		expect(windows.limit).toBe(Math.floor(5_700 * 0.96));
		windows.noteOverflow({ tokens: 9_000, fixedTokens: 2_000 }, { ...TOO_LONG, limitTokens: 8_000 });
		expect(windows.limit).toBe(Math.floor(5_700 * 0.96));
	});

	it("is well below a request that was refused without a figure, and below one that names a limit above it", () => {
		for (const failure of [TOO_LONG, { ...TOO_LONG, limitTokens: 50_000 }]) {
			const { windows } = open({ windowTokens: 10_000 });
			windows.noteOverflow({ tokens: 9_000, fixedTokens: 2_000 }, failure);
			expect(windows.limit).toBe(Math.floor(7_200 * 0.96));
		}
	});

	it("leaves room for a request at all, however often it is guessed", () => {
		const { windows } = open({ windowTokens: 10_000 });
		for (let time = 0; time < 20; time += 1)
			windows.noteOverflow({ tokens: windows.limit, fixedTokens: 5_000 }, TOO_LONG);
		expect(windows.limit).toBeGreaterThan(5_500);
	});

	it("names the trajectory and the installation to the service, and nobody else", () => {
		expect(open().windows.cacheKey(7)).toBe("steward-abc-7");
	});
});
