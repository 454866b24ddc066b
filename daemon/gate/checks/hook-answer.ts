import * as z from "zod";
import type { ProgramEnd } from "./run-program.ts";

/** What a hook's end means for the call that it looked at. */
export type HookAnswer =
	| { kind: "agrees"; note?: string }
	/** `reason` is as the program wrote it, empty where it gave none. */
	| { kind: "refuses"; reason: string }
	/** It did not do its work, and what it was put there to guard stays shut. */
	| { kind: "broken"; problem: string }
	| { kind: "stopped" };

const REFUSES = 2;

const noteSchema = z.object({ note: z.string().trim().min(1) });

/** Pure. @param timeoutMs the limit that it had, for the words */
export function readHookAnswer(end: ProgramEnd, timeoutMs: number): HookAnswer {
	switch (end.kind) {
		case "exited":
			if (end.code === 0) return { kind: "agrees", ...readNote(end.stdout) };
			if (end.code === REFUSES) return { kind: "refuses", reason: end.stderr };
			return { kind: "broken", problem: `it ended with exit code ${end.code} (0 agrees, 2 refuses)` };
		case "signalled":
			return { kind: "broken", problem: `it was ended by ${end.signal}` };
		case "timed-out":
			return { kind: "broken", problem: `it took longer than ${timeoutMs / 1_000} s and was ended` };
		case "not-started":
			return { kind: "broken", problem: `it can't be started (${end.problem})` };
		case "stopped":
			return { kind: "stopped" };
	}
}

/** Whatever else a program prints is its own affair. */
function readNote(stdout: string): { note?: string } {
	try {
		const { success, data } = noteSchema.safeParse(JSON.parse(stdout));
		return success ? { note: data.note } : {};
	} catch {
		return {};
	}
}
