import { describe, expect, it } from "vitest";
import { changedKeys } from "./changed-keys.ts";

describe("changedKeys", () => {
	it("names what differs, as deep as both sides have sections", () => {
		const before = { channels: { web: { port: 1 } }, limits: { rounds: 1, minutes: 2 }, models: { main: [{ a: 1 }] } };
		const after = {
			channels: { web: { port: 1 }, telegram: { token: "t" } },
			limits: { rounds: 3, minutes: 2 },
			models: { main: [{ a: 2 }] },
		};
		expect(changedKeys(before, after)).toEqual(["channels.telegram", "limits.rounds", "models.main"]);
		expect(changedKeys(after, before)).toEqual(["channels.telegram", "limits.rounds", "models.main"]);
		expect(changedKeys(after, structuredClone(after))).toEqual([]);
	});
});
