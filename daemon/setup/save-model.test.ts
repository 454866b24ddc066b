import { writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { nameFor, saveMainModel } from "./save-model.ts";
import { freshHome } from "./setup-fixture.ts";

const key = { name: "OPENAI_API_KEY", value: "sk-new" };
const chosen = { baseUrl: "https://api.openai.com/v1", model: "gpt-5.6", key };
const ENTRY = { baseUrl: chosen.baseUrl, model: chosen.model, apiKey: `\${OPENAI_API_KEY}` };
const OTHER = { baseUrl: "http://127.0.0.1:11434/v1", model: "qwen3:8b", contextTokens: 32_000 };
const OLD = { ...ENTRY, apiKey: `\${OLD_KEY}`, maxOutputTokens: 8_000 };

function save(main: object[] | undefined, keepOthers: boolean, environment: Record<string, string> = {}) {
	const files = freshHome();
	if (main) writeFileSync(files.paths.configFile, `models:\n  main: ${JSON.stringify(main)}\n`);
	const saved = saveMainModel({ paths: files.paths, environment }, chosen, keepOthers);
	return { ...files, saved, main: parse(files.config()).models.main };
}

it.each<[string, object[] | undefined, boolean, object[]]>([
	["is the only one in a new home", undefined, true, [ENTRY]],
	["goes before the others", [OTHER], true, [ENTRY, OTHER]],
	["takes their place", [OTHER, OLD], false, [ENTRY]],
	["keeps its own settings where it is first already", [OLD, OTHER], true, [{ ...OLD, apiKey: ENTRY.apiKey }, OTHER]],
	["moves to the front where it stood behind", [OTHER, OLD], true, [ENTRY, OTHER]],
])("a model %s", (_, before, keepOthers, after) => {
	const { saved, main, env } = save(before, keepOthers);
	expect(saved).toEqual({ kind: "saved" });
	expect(main).toEqual(after);
	expect(env()).toContain("\nOPENAI_API_KEY=sk-new\n");
});

it("stores a key under another name where the environment has another one under its own", () => {
	const { main, env } = save(undefined, true, { OPENAI_API_KEY: "sk-of-something-else" });
	expect(main).toMatchObject([{ apiKey: `\${STEWARD_OPENAI_API_KEY}` }]);
	expect(env()).toContain("\nSTEWARD_OPENAI_API_KEY=sk-new\n");
	const { paths } = freshHome();
	expect(nameFor(key, { paths, environment: { OPENAI_API_KEY: "sk-new" } })).toBe("OPENAI_API_KEY");
});

it("tells what keeps it from being saved, without the key", () => {
	const { paths } = freshHome();
	writeFileSync(paths.configFile, "models: 7\n");
	const saved = saveMainModel({ paths, environment: {} }, chosen, true);
	expect(saved).toMatchObject({ kind: "refused", problem: expect.stringContaining("models must be a section") });
	expect(JSON.stringify(saved)).not.toContain("sk-new");
});
