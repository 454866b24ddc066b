import { expect, it } from "vitest";
import { builtInTools } from "./built-in.ts";
import { type Catalogue, createCatalogue } from "./catalogue.ts";
import { deleteFile } from "./delete-file.ts";
import { readFile } from "./read-file.ts";
import { call, testContext } from "./test-context.ts";

const catalogue = createCatalogue(builtInTools);

function problemOf(name: string, args: unknown, kind: "invalid" | "unknown-tool"): string {
	const resolution = catalogue.resolve(name, args);
	expect(resolution.kind).toBe(kind);
	return resolution.kind === "ready" ? "" : resolution.problem;
}

async function found(need: string, within: Catalogue = catalogue): Promise<string> {
	const resolution = within.resolve("find_tool", { need });
	if (resolution.kind !== "ready") throw new Error(resolution.problem);
	return (await call(resolution.tool, resolution.arguments, testContext())).text;
}

it("puts the direct tools into the request in a fixed order, then find_tool and call_tool", () => {
	const names = catalogue.definitions().map((definition) => definition.function.name);
	expect(names).toEqual([
		"read_file",
		"write_file",
		"edit_file",
		"glob",
		"grep",
		"set_timer",
		"list_pending",
		"read_task",
		"read_page",
		"change",
		"cancel",
		"todo",
		"pin",
		"reply",
		"no_reply",
		"find_tool",
		"call_tool",
	]);
	expect(catalogue.definitions()).toBe(catalogue.definitions());
	expect(JSON.stringify(createCatalogue(builtInTools).definitions())).toBe(JSON.stringify(catalogue.definitions()));
});

it("resolves a call with arguments that fit", () => {
	expect(catalogue.resolve("read_file", { path: "a.md", limit: 5 })).toEqual({
		kind: "ready",
		tool: readFile,
		arguments: { path: "a.md", limit: 5 },
		effectiveName: "read_file",
	});
});

it("resolves call_tool to the tool inside it, and what is wrong there too", () => {
	expect(catalogue.resolve("call_tool", { name: "delete_file", arguments: { path: "a.md" } })).toEqual({
		kind: "ready",
		tool: deleteFile,
		arguments: { path: "a.md" },
		effectiveName: "delete_file",
	});
	expect(problemOf("call_tool", { name: "delete_file", arguments: {} }, "invalid")).toContain("delete_file");
	expect(problemOf("call_tool", { name: "delete", arguments: {} }, "unknown-tool")).toContain("Nearest: delete_file");
	const nested = { name: "call_tool", arguments: { name: "delete_file", arguments: { path: "a.md" } } };
	expect(problemOf("call_tool", nested, "invalid")).toContain("can't call itself");
});

it("names the nearest tools for a name that there is not", () => {
	expect(problemOf("readfile", {}, "unknown-tool")).toBe(
		'There is no tool "readfile", so nothing was done. Nearest: read_file, read_page, write_file.',
	);
	expect(problemOf("zzzzzzzzzzzzz", {}, "unknown-tool")).toContain("find_tool");
});

it("says for each argument what is wrong, and shows a right call", () => {
	expect(problemOf("read_file", { offest: 3, limit: "ten" }, "invalid")).toBe(
		"The arguments of read_file are not right, so nothing was done:\n" +
			"- path: missing\n" +
			"- limit: Invalid input: expected number, received string\n" +
			"- offest: there is no such argument. Did you mean offset?\n" +
			'A right call: {"path":"notes.md"}',
	);
	expect(problemOf("read_file", "notes.md", "invalid")).toContain("must be one JSON object");
	expect(problemOf("reply", { to: ["E-1", 2], text: "x" }, "invalid")).toContain("- to.1:");
	expect(problemOf("call_tool", { name: "delete_file", arguments: '{"path":"a"}' }, "invalid")).toContain(
		"- arguments:",
	);
});

it("never mistakes a name of JavaScript's own objects for a tool or an argument", () => {
	for (const name of ["constructor", "__proto__", "toString"]) problemOf(name, {}, "unknown-tool");
	expect(problemOf("read_file", JSON.parse('{"path":"a","__proto__":{"limit":1}}'), "invalid")).toContain("__proto__");
});

it("finds tools by the words of the need, best first, with their arguments", async () => {
	expect(await found("deleting old files")).toMatch(
		/^Call one of these with call_tool.*\n\ndelete_file: .*\nArguments: \{.*"path"/,
	);
	expect(await found("rename a file")).toMatch(/\n\nmove_file: Use to move or rename.*Example: \{"from"/);
	expect(await found("what is in this directory")).toContain("\n\nlist_folder: ");
});

it("says when there is none, what there is, and what to do instead", async () => {
	const text = await found("order a pizza");
	expect(text).toContain('Not found: no tool fits "order a pizza"');
	expect(text).toContain("list_folder, move_file, delete_file");
	expect(text).toMatch(/read_file.*or tell the owner that you can't/);
	expect(await found("anything", createCatalogue([readFile]))).not.toContain("to be found are");
});

it("answers with at most five candidates", async () => {
	const many = Array.from({ length: 9 }, (_, index) => ({ ...deleteFile, name: `delete_kind_${index}` }));
	expect((await found("delete", createCatalogue(many))).match(/^delete_kind/gm)).toHaveLength(5);
});

it("refuses two tools of one name, and names that services don't take", () => {
	expect(() => createCatalogue([readFile, readFile])).toThrow('Two tools are called "read_file".');
	expect(() => createCatalogue([{ ...readFile, name: "find_tool" }])).toThrow('Two tools are called "find_tool".');
	expect(() => createCatalogue([{ ...readFile, name: "read file" }])).toThrow(/must be like/);
});
