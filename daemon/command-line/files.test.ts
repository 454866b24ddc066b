import { createServer } from "node:http";
import { expect, it, onTestFinished } from "vitest";
import { systemClock } from "#core/clock.ts";
import { createLog } from "#core/log.ts";
import { createDispatch } from "#daemon/control/dispatch.ts";
import { fileRoutes } from "#daemon/control/file-routes.ts";
import { controlSocketPath } from "#daemon/control/socket-path.ts";
import type { MarkedFile } from "#daemon/file-origins/marked-files.ts";
import { tempFolder } from "#test/temp-folder.ts";
import { ToolError } from "#tools/tool.ts";
import { runCommand } from "./test-command.ts";

const log = createLog({ clock: systemClock, level: "error", write: () => undefined });

async function serve(files: MarkedFile[]) {
	const home = tempFolder();
	const trusted: string[] = [];
	const routes = fileRoutes({
		list: async () => files,
		async trust(path) {
			if (path === "inbox/a") throw new ToolError("What lies in inbox/ always counts.");
			if (path === "broken") throw new Error("the database is gone");
			trusted.push(path);
			return { path: "real.md" };
		},
	});
	const server = createServer(createDispatch(routes, new AbortController().signal, log));
	await new Promise<void>((resolve) => server.listen(controlSocketPath(home).path, resolve));
	onTestFinished(() => {
		server.close();
		server.closeAllConnections();
	});
	return { home, trusted };
}

const since = Date.parse("2026-11-30T10:30:00Z");

it("shows what is marked, why and since when, for people and for scripts", async () => {
	const file = { path: "a/obey\u202e\nme.md", source: "written while outside content was in view", since };
	const { home } = await serve([file]);
	const { output, code } = await runCommand(home, ["files"]);
	expect(code).toBe(0);
	expect(output).toMatch(
		/^a\/obey\\u\{202e\}\\u\{a\}me\.md\n {4}since 20\d\d-\d\d-\d\d [\d:]{8}: written while outside content was in view\n/,
	);
	expect(output).toContain("inbox/ or outputs/outside/ counts as others' words as well");
	expect(JSON.parse((await runCommand(home, ["files", "--json"])).output)).toEqual([file]);
	const empty = await serve([]);
	expect((await runCommand(empty.home, ["files"])).output).toMatch(/^No file is marked\. /);
});

it("trusts a file, and says why one can't be", async () => {
	const { home, trusted } = await serve([]);
	expect(await runCommand(home, ["files", "trust", "a.md"])).toMatchObject({
		code: 0,
		output: "real.md counts as yours now.\n",
	});
	expect(trusted).toEqual(["a.md"]);
	const refused = await runCommand(home, ["files", "trust", "inbox/a"]);
	expect(refused).toMatchObject({ code: 1, errors: "What lies in inbox/ always counts.\n" });
	expect((await runCommand(home, ["files", "trust", "broken"])).errors).toContain("Something went wrong inside");
	expect((await runCommand(home, ["files", "trust", ""])).code).toBe(1);
});
