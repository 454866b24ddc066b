import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { homePaths } from "#config/paths.ts";
import { tempFolder } from "#test/temp-folder.ts";
import { resolveHookCommand } from "./hook-command.ts";

function openHome() {
	const places = homePaths(tempFolder());
	for (const folder of ["workspace/tools", "skills", "memory", "persona", "hooks"])
		mkdirSync(join(places.home, folder), { recursive: true });
	for (const file of ["workspace/tools/check.sh", "skills/check.sh", "hooks/check.sh"])
		writeFileSync(join(places.home, file), "");
	symlinkSync(join(places.workspace, "tools"), join(places.home, "elsewhere"));
	return { home: places.home, resolve: (...command: string[]) => resolveHookCommand(command, places) };
}

it("looks for a program with a slash from the home on, and for any other in PATH", () => {
	const { home, resolve } = openHome();
	expect(resolve("hooks/check.sh", "a b")).toEqual({ kind: "ready", command: [join(home, "hooks/check.sh"), "a b"] });
	expect(resolve("./check.sh")).toEqual({ kind: "ready", command: [join(home, "check.sh")] });
	expect(resolve("/usr/bin/env", "node")).toEqual({ kind: "ready", command: ["/usr/bin/env", "node"] });
	expect(resolve("node", "hooks/check.sh", "--strict", "")).toEqual({
		kind: "ready",
		command: ["node", "hooks/check.sh", "--strict", ""],
	});
});

it.each([
	["the program itself", ["workspace/tools/check.sh"]],
	["a script for an interpreter", ["node", "workspace/tools/check.sh"]],
	["a module that an option names", ["node", "--require=workspace/tools/check.sh", "hooks/check.sh"]],
	["a folder that an interpreter runs", ["node", "workspace"]],
	["a link that leads there", ["elsewhere/check.sh"]],
	["a way round", ["hooks/../workspace/tools/check.sh"]],
	["a skill", ["sh", "skills/check.sh"]],
	["the memory", ["sh", "memory"]],
	["the persona", ["sh", "./persona"]],
])("refuses what the assistant could have written: %s", (_, command) => {
	expect(openHome().resolve(...command)).toEqual({
		kind: "unsafe",
		problem: expect.stringContaining("where the assistant itself writes"),
	});
});

it("takes a neighbour whose name begins like the workspace's", () => {
	const { home, resolve } = openHome();
	mkdirSync(join(home, "workspace-hooks"));
	writeFileSync(join(home, "workspace-hooks/check.sh"), "");
	expect(resolve("workspace-hooks/check.sh")).toMatchObject({ kind: "ready" });
});
