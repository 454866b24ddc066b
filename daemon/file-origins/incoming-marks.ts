import { lstatSync } from "node:fs";
import { join } from "node:path";
import type { Clock } from "#core/clock.ts";
import { type FileMark, type FileMarks, isOfBytes, NAME_ONLY } from "#daemon/records/file-origins.ts";
import { findFiles } from "#daemon/retention/find-files.ts";
import { Inside } from "#tools/inside.ts";
import { sourceNamed } from "#tools/paths.ts";
import { readFacts } from "./read-facts.ts";

/** Where others' words are kept. What lies in `outputs/` itself is the assistant's own. */
const FOLDERS = ["inbox", "outputs/outside"];

/** File systems note a change by a clock that is somewhat behind ours. */
const LAG_MS = 2_000;

export interface IncomingParts {
	marks: FileMarks;
	/** An absolute path. */
	workspace: string;
	clock: Clock;
}

/**
 * Learns the bytes of what came in, and of marked files that somebody changed, so that a copy which a command makes of them is
 * known elsewhere, too.
 */
export class IncomingMarks {
	readonly #parts: IncomingParts;
	#running: Promise<number> = Promise.resolve(0);

	constructor(parts: IncomingParts) {
		this.#parts = parts;
	}

	/**
	 * Reads what is new or changed since the last time. To be called at the start, when something came in, and before anything runs
	 * that may copy files. One call waits for another.
	 * @returns how many files were read
	 * @throws AbortError where `signal` aborts
	 */
	refresh(signal: AbortSignal): Promise<number> {
		const next = this.#running.then(() => this.#read(signal));
		// Whoever called hears of a failure; the next one reads anew.
		this.#running = next.catch(() => 0);
		return next;
	}

	async #read(signal: AbortSignal): Promise<number> {
		const { marks, workspace, clock } = this.#parts;
		const inside = new Inside(workspace);
		const changed = [...(await this.#paths(inside, signal))].filter((path) => this.#hasChanged(path));
		let count = 0;
		for (const path of changed) {
			const createdAt = clock.now();
			const facts = await readFacts(inside, path, signal);
			if (!facts) continue;
			const { source = sourceNamed(path), callId } = marks.find(path) ?? {};
			marks.put({ path, digest: facts.digest, sizeBytes: facts.sizeBytes, source, callId, createdAt });
			count += 1;
		}
		return count;
	}

	async #paths(inside: Inside, signal: AbortSignal): Promise<Set<string>> {
		const paths = new Set(
			this.#parts.marks
				.all()
				.filter(knowsBytes)
				.map(({ path }) => path),
		);
		for (const folder of FOLDERS)
			for (const { path } of (await findFiles(inside, folder, signal)).files) paths.add(path);
		return paths;
	}

	/** What the owner trusted keeps a mark of its name alone: it is not learnt again before it changes. */
	#hasChanged(path: string): boolean {
		const stats = statsOf(join(this.#parts.workspace, path));
		if (!stats?.isFile()) return false;
		const mark = this.#parts.marks.find(path);
		// Not the time of the last write, which whoever writes can set.
		if (!mark || stats.ctimeMs > mark.createdAt - LAG_MS) return true;
		return mark.sizeBytes !== NAME_ONLY && mark.sizeBytes !== stats.size;
	}
}

const knowsBytes = (mark: FileMark): boolean => !isOfBytes(mark) && mark.sizeBytes !== NAME_ONLY;

function statsOf(systemPath: string) {
	try {
		return lstatSync(systemPath, { throwIfNoEntry: false });
	} catch {
		// A folder on the way can't be looked into, or is none any more.
		return undefined;
	}
}
