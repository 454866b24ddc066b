import { expect, it } from "vitest";
import { checkMarks } from "./check-marks.mjs";
import { writeProject } from "./project-fixture.ts";

it.each([
	["work left for later", "// TODO: more", "says TODO"],
	["a known fault", "/* FIXME */", "says FIXME"],
	["types switched off", "// @ts-ignore\nconst x = 1;", "says @ts-ignore"],
	["any", "const x = 1 as any;", 'the type "any"'],
	["any inside a type", "const x: Array<any> = [];", 'the type "any"'],
	["an empty catch", "try { f(); } catch {}", "drops it"],
	["an empty catch of a promise", "f().catch(() => {});", "drops it"],
	["a test that runs alone", 'it.only("x", () => {});', "only this test"],
	["a table that runs alone", 'describe.only.each([1])("x", () => {});', "only this test"],
	["a test skipped without a reason", 'it.skip("x", () => {});', "say why"],
	["a skip on a condition without a reason", 'test.skipIf(f())("x", () => {});', "say why"],
])("stops %s", async (_, source, problem) => {
	expect(await checkMarks(writeProject({ "core/a.ts": `\n${source}` }))).toEqual([
		expect.stringMatching(new RegExp(`^core/a\\.ts:2 .*${problem}`)),
	]);
});

it.each([
	["a word in a text", 'const name = "TODO";'],
	["a method of the same name", "const x = list.only(1); list.skip();"],
	["a catch that acts", "try { f(); } catch { g(); }"],
	["a catch that says why it is empty", "try { f(); } catch {\n\t// The file may be gone already.\n}"],
	["a skip with its reason above", '// The service has no such method.\nit.skip("x", () => {});'],
	["a skip with its reason beside it", 'it.skipIf(f())("x", () => {}); // needs root'],
])("takes %s", async (_, source) => {
	expect(await checkMarks(writeProject({ "core/a.ts": source }))).toEqual([]);
});

it("says which file can't be parsed", async () => {
	await expect(checkMarks(writeProject({ "core/a.ts": "const = ;" }))).rejects.toThrow("core/a.ts can't be parsed");
});
