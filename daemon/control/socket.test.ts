import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { tempFolder } from "#test/temp-folder.ts";
import { ask, startControl } from "./control-fixture.ts";
import { requireOwnFolder } from "./socket-file.ts";
import { controlSocketPath } from "./socket-path.ts";

const longHome = () => join(tempFolder(), "a".repeat(120));

it("lies in the home, for the owner alone, and goes when the daemon stops", async () => {
	const { home, socketPath, stop } = await startControl();
	expect(socketPath).toBe(join(home, "control.sock"));
	expect(statSync(socketPath).mode & 0o777).toBe(0o600);
	await stop();
	expect(existsSync(socketPath)).toBe(false);
});

it("takes the place of a socket that a killed daemon left", async () => {
	const home = tempFolder();
	const script = `require("node:net").createServer().listen(${JSON.stringify(join(home, "control.sock"))}, () => process.kill(process.pid, "SIGKILL"))`;
	expect(() => execFileSync(process.execPath, ["-e", script], { stdio: "ignore" })).toThrow();
	expect(statSync(join(home, "control.sock")).isSocket()).toBe(true);
	const { socketPath } = await startControl(home);
	expect((await ask(socketPath, "GET", "/status")).status).toBe(200);
});

it("leaves a file alone that is no socket, and says what to do", async () => {
	const home = tempFolder();
	writeFileSync(join(home, "control.sock"), "mine");
	await expect(startControl(home)).rejects.toThrow("Move it elsewhere");
	expect(statSync(join(home, "control.sock")).size).toBe(4);
});

it("moves to a closed folder of its own where the home's path is too long for a socket", async () => {
	const home = longHome();
	const { socketPath, stop } = await startControl(home);
	expect(Buffer.byteLength(socketPath)).toBeLessThan(100);
	expect(statSync(dirname(socketPath)).mode & 0o777).toBe(0o700);
	expect((await ask(socketPath, "GET", "/status")).status).toBe(200);
	await stop();
	expect(existsSync(dirname(socketPath))).toBe(false);
});

it("gives every home with a long path a socket of its own", () => {
	expect(controlSocketPath(`/${"é".repeat(50)}/a`).path).not.toBe(controlSocketPath(`/${"é".repeat(50)}/b`).path);
	expect(controlSocketPath("/home/ada/.steward")).toEqual({
		path: "/home/ada/.steward/control.sock",
		ownFolder: undefined,
	});
});

it("does not trust a folder in the temp folder that others may enter, or that is a link", async () => {
	const home = longHome();
	const socket = controlSocketPath(home);
	const folder = dirname(socket.path);
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	mkdirSync(folder);
	chmodSync(folder, 0o755);
	await expect(startControl(home)).rejects.toThrow("can't be trusted");
	expect(() => requireOwnFolder(socket)).toThrow("can't be trusted");
	rmSync(folder, { recursive: true });
	symlinkSync(tempFolder(), folder);
	expect(() => requireOwnFolder(socket)).toThrow("can't be trusted");
});
