import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { needChromium } from "./services.ts";
import { tempFolder } from "./temp-folder.ts";

/** Puts a shell script on the machine's PATH. */
function addProgram(folder: string, name: string, script: string) {
	const path = join(folder, name);
	writeFileSync(path, `#!/bin/sh\n${script}\n`);
	chmodSync(path, 0o755);
	return path;
}

it("finds Chromium under any of its names", async () => {
	const folder = tempFolder();
	const path = addProgram(folder, "google-chrome", "");
	expect(await needChromium({ path: `${tempFolder()}:${folder}`, isRoot: false })).toEqual({ kind: "ready", path });
});

it("passes over a file that can't be run", async () => {
	const folder = tempFolder();
	writeFileSync(join(folder, "chromium"), "");
	expect(await needChromium({ path: folder, isRoot: false })).toMatchObject({ kind: "missing" });
});

it("installs Chromium when it may", async () => {
	const folder = tempFolder();
	const path = join(folder, "chromium");
	addProgram(folder, "apt-get", `case "$*" in *install*) printf '' >${path}; /bin/chmod +x ${path};; esac`);
	expect(await needChromium({ path: folder, isRoot: true })).toEqual({ kind: "ready", path });
});

it("installs nothing without the right to", async () => {
	const folder = tempFolder();
	addProgram(folder, "apt-get", `printf '' >${folder}/chromium; /bin/chmod +x ${folder}/chromium`);
	const service = await needChromium({ path: folder, isRoot: false });
	expect(service).toMatchObject({ kind: "missing", reason: expect.stringContaining("install it") });
});

it("gives the installer's words when it fails", async () => {
	const folder = tempFolder();
	addProgram(folder, "apt-get", "echo 'no such mirror' >&2; exit 100");
	const service = await needChromium({ path: folder, isRoot: true });
	expect(service).toMatchObject({ kind: "missing", reason: expect.stringContaining("no such mirror") });
});
