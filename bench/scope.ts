import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What has to be ended or removed when a measurement is over, however it ended. */
export class Scope {
	readonly #ends: (() => unknown)[] = [];

	/** The last added ends first. */
	atEnd(end: () => unknown): void {
		this.#ends.push(end);
	}

	/** A new empty folder that goes with the scope. Its path holds no symbolic links. */
	tempFolder(): string {
		const folder = realpathSync(mkdtempSync(join(tmpdir(), "steward-bench-")));
		this.atEnd(() => rmSync(folder, { recursive: true, force: true }));
		return folder;
	}

	/** @throws Error with the first thing that went wrong, after everything was tried */
	async end(): Promise<void> {
		const errors: unknown[] = [];
		for (const end of this.#ends.splice(0).reverse()) {
			try {
				await end();
			} catch (error) {
				errors.push(error);
			}
		}
		if (errors.length > 0) throw new Error("Not everything that was used could be ended", { cause: errors[0] });
	}
}

/** Gives `work` a scope and ends it afterwards. */
export async function inScope<Result>(work: (scope: Scope) => Promise<Result>): Promise<Result> {
	const scope = new Scope();
	try {
		return await work(scope);
	} finally {
		await scope.end();
	}
}
