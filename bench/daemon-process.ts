import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { HttpClient } from "./http-client.ts";
import type { Scope } from "./scope.ts";

/** The built program. */
const PROGRAM = fileURLToPath(new URL("../dist/steward.js", import.meta.url));
const READY = /Steward is ready: (\S+)/;

export interface RunningDaemon {
	pid: number;
	loginLink: string;
	/** From before the process was made to the page's answer after the line that says "ready". */
	readyMs: number;
	stop(): Promise<void>;
}

/** Starts the built program on a home, as `steward start` does. @throws Error with its output where it doesn't get ready */
export async function startDaemon(scope: Scope, home: string): Promise<RunningDaemon> {
	const startedMs = performance.now();
	const child = spawn(process.execPath, [PROGRAM, "--home", home, "start"], {
		stdio: ["ignore", "pipe", "pipe"],
		env: environment(),
	});
	const stop = () => stopChild(child);
	scope.atEnd(stop);
	const loginLink = await untilReady(child);
	const http = new HttpClient(new URL(loginLink).origin);
	const { status } = await http.ask("GET", "/healthz");
	const readyMs = performance.now() - startedMs;
	http.close();
	if (status !== 200) throw new Error(`The daemon called itself ready, but its page answers with ${status}.`);
	return { pid: child.pid ?? 0, loginLink, readyMs, stop };
}

/** Runs a command of the built program to its end. @returns its wall time in ms */
export async function timeCommand(home: string, words: readonly string[]): Promise<number> {
	const startedMs = performance.now();
	const child = spawn(process.execPath, [PROGRAM, "--home", home, ...words], {
		stdio: ["ignore", "ignore", "pipe"],
		env: environment(),
	});
	const errors = collect(child);
	const [code] = await once(child, "close");
	if (code !== 0) throw new Error(`"steward ${words.join(" ")}" ended with ${code}: ${errors()}`);
	return performance.now() - startedMs;
}

/** As a user's: without what `tsx` hands down, which would load it into the daemon too. */
function environment(): NodeJS.ProcessEnv {
	const { NODE_OPTIONS: _, ...rest } = process.env;
	return rest;
}

async function untilReady(child: ChildProcess): Promise<string> {
	const output = collect(child);
	return new Promise((resolve, reject) => {
		child.once("exit", (code) => reject(new Error(`The daemon ended with ${code} before it was ready: ${output()}`)));
		child.stdout?.on("data", () => {
			const [, loginLink] = READY.exec(output()) ?? [];
			if (loginLink !== undefined) resolve(loginLink);
		});
	});
}

/** Reads both outputs, so that the child never waits for a reader. */
function collect(child: ChildProcess): () => string {
	let text = "";
	for (const stream of [child.stdout, child.stderr])
		stream?.setEncoding("utf8").on("data", (chunk: string) => {
			text += chunk;
		});
	return () => text;
}

async function stopChild(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return;
	const ended = once(child, "exit");
	child.kill("SIGTERM");
	await ended;
}
