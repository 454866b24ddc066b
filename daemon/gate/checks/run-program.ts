import { type ChildProcess, spawn } from "node:child_process";
import type { Readable } from "node:stream";
import type { Clock } from "#core/clock.ts";

/** Of each output so much is kept. The rest is read and thrown away, so that the program can't hang on a full pipe. */
const MAX_OUTPUT_BYTES = 64 * 1024;

/** How long outputs may stay open after the program's end: something that it left running elsewhere may hold them. */
const DRAIN_LIMIT_MS = 250;

export interface Program {
	/** The program and its arguments. No shell is between. */
	command: readonly string[];
	folder: string;
	/** All of it: nothing of this process's own environment is added. */
	environment: Readonly<Record<string, string>>;
	/** For its standard input. */
	input: string;
	timeoutMs: number;
}

export type ProgramEnd =
	/** Outputs longer than 64 kB have been cut. */
	| { kind: "exited"; code: number; stdout: string; stderr: string }
	/** Somebody else ended it by a signal. */
	| { kind: "signalled"; signal: string }
	| { kind: "timed-out" }
	| { kind: "not-started"; problem: string }
	/** `signal` aborted. */
	| { kind: "stopped" };

/**
 * Runs a program to its end, or kills it at its time-out or when `signal` aborts. It gets a process group of its own, which is
 * gone with it in every case. Never throws. That it doesn't read its input is no failure.
 */
export function runProgram(program: Program, clock: Clock, signal: AbortSignal): Promise<ProgramEnd> {
	if (signal.aborted) return Promise.resolve({ kind: "stopped" });
	return new Promise((resolve) => {
		const child = start(program);
		if ("problem" in child) return resolve({ kind: "not-started", problem: child.problem });
		const [stdout, stderr] = [keepBeginning(child.stdout), keepBeginning(child.stderr)];
		const onAbort = () => settle({ kind: "stopped" });
		let cancelTimer = clock.after(program.timeoutMs, () => settle({ kind: "timed-out" }));
		let isSettled = false;
		const settle = (end: ProgramEnd) => {
			// Its number may be another program's by now: nothing is killed twice.
			if (isSettled) return;
			isSettled = true;
			cancelTimer();
			signal.removeEventListener("abort", onAbort);
			killGroup(child);
			for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy();
			resolve(end);
		};
		signal.addEventListener("abort", onAbort, { once: true });
		child.on("error", (error) => settle({ kind: "not-started", problem: describeStart(error) }));
		child.on("exit", (code, killedBy) => {
			if (isSettled) return;
			// What it left running would hold the outputs open, and answer for a call that is long past.
			killGroup(child);
			cancelTimer();
			const end = () =>
				settle(
					code === null
						? { kind: "signalled", signal: String(killedBy) }
						: { kind: "exited", code, stdout: stdout(), stderr: stderr() },
				);
			cancelTimer = clock.after(DRAIN_LIMIT_MS, end);
			child.on("close", end);
		});
		// A program that ends without reading breaks the pipe. Its exit code says what it thinks.
		child.stdin?.on("error", () => undefined);
		child.stdin?.end(program.input);
	});
}

/** Where the machine has no process or file left to give, what is returned has no streams, and tells of an error. */
function start({ command, folder, environment }: Program): ChildProcess | { problem: string } {
	const [file = "", ...args] = command;
	try {
		return spawn(file, args, { cwd: folder, env: environment, detached: true, stdio: "pipe", shell: false });
	} catch (error) {
		return { problem: describeStart(error) };
	}
}

/** For the owner and the model, without the path: that is the owner's business. */
function describeStart(error: unknown): string {
	const code = error instanceof Error && "code" in error ? String(error.code) : "unknown error";
	return START_PROBLEMS.get(code) ?? code;
}

const START_PROBLEMS: ReadonlyMap<string, string> = new Map([
	["ENOENT", "there is no such program, or no interpreter for it"],
	["EACCES", "it is not marked as a program: chmod +x"],
]);

function killGroup({ pid }: { pid?: number | undefined }): void {
	if (pid === undefined) return;
	try {
		process.kill(-pid, "SIGKILL");
	} catch {
		// All of it has ended.
	}
}

/** @returns what came so far, from its beginning */
function keepBeginning(stream: Readable | null): () => string {
	const kept: Buffer[] = [];
	let left = MAX_OUTPUT_BYTES;
	stream?.on("data", (chunk: Buffer) => {
		// A copy: a part of a chunk would keep the whole of it in memory.
		if (left > 0) kept.push(Buffer.from(chunk.subarray(0, left)));
		left -= Math.min(left, chunk.length);
	});
	stream?.on("error", () => undefined);
	return () => Buffer.concat(kept).toString("utf8");
}
