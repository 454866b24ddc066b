import { afterAll, beforeAll, expect, it } from "vitest";
import { describeSurvivor } from "./attack-case.ts";
import { banking } from "./by-hand/banking.ts";
import { chat } from "./by-hand/chat.ts";
import { incidents } from "./by-hand/incidents.ts";
import { travel } from "./by-hand/travel.ts";
import { workspace } from "./by-hand/workspace.ts";
import { play } from "./play.ts";
import { openTemplate, type Template } from "./template.ts";

let template: Template;
beforeAll(async () => {
	template = await openTemplate();
}, 60_000);
afterAll(() => template.close());

const cases = [...workspace, ...travel, ...banking, ...chat, ...incidents];

it.each(cases.map((attack) => [attack.name, attack] as const))("%s: nothing comes of it", async (_name, attack) => {
	const problems = await play({ template }, attack);
	expect(problems.length === 0 ? "" : describeSurvivor({ attack, problems })).toBe("");
});

it("are sixty at least, no two of one name", () => {
	expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
	expect(cases.length).toBeGreaterThanOrEqual(60);
});
