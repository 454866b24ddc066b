import type { DatabaseHooks } from "#core/database.ts";
import type { Counts, CrashPoint } from "./crash-point.ts";

/** Counts what a process does, and kills it at one point. Runs inside the process that is to die. */
export class KillSwitch {
	readonly counts: Counts = {};
	readonly #point: CrashPoint | undefined;

	constructor(point: CrashPoint | undefined) {
		this.#point = point;
	}

	readonly databaseHooks: DatabaseHooks = {
		beforeCommit: () => void this.#begin("commit"),
		afterCommit: (number) => this.#end("commit", number),
	};

	/** Goes over every request to the outside. */
	readonly fetch: typeof fetch = async (input, init) => {
		const what = kindOf(input instanceof Request ? input.url : String(input));
		const number = this.#begin(what);
		const response = await fetch(input, init);
		this.#end(what, number);
		if (this.#isAt(what, number, "answered")) {
			await response.arrayBuffer();
			die();
		}
		return response;
	};

	#begin(what: string): number {
		const counts = this.#countsOf(what);
		counts.begun += 1;
		if (this.#isAt(what, counts.begun, "before")) die();
		return counts.begun;
	}

	#end(what: string, number: number): void {
		this.#countsOf(what).done += 1;
		if (this.#isAt(what, number, "after")) die();
	}

	#countsOf(what: string): { begun: number; done: number } {
		this.counts[what] ??= { begun: 0, done: 0 };
		return this.counts[what];
	}

	#isAt(what: string, number: number, when: CrashPoint["when"]): boolean {
		const point = this.#point;
		return point?.what === what && point.number === number && point.when === when;
	}
}

/** Numbers by kind stay the same from run to run; one number for all would not, since sending and polling overlap. */
function kindOf(url: string): string {
	const { pathname } = new URL(url);
	return pathname.endsWith("/chat/completions") ? "model" : (pathname.split("/").at(-1) ?? pathname);
}

/** The system ends the process before this call returns. */
function die(): void {
	process.kill(process.pid, "SIGKILL");
}
