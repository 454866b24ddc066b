import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { syncFolder } from "#config/sync-folder.ts";
import { sha256 } from "#core/digest.ts";
import { writeFileWhole } from "#core/write-file-whole.ts";

/** Bytes by their digest, in a folder of the home's that nobody else reads. The same bytes are there once. */
export class CopyStore {
	readonly #folder: string;

	/** @param folder an absolute path; it is made when the first copy comes */
	constructor(folder: string) {
		this.#folder = folder;
	}

	/** On the disk when it returns. @throws Error where the disk refuses */
	put(digest: string, bytes: Buffer): void {
		const place = this.#placeOf(digest);
		if (existsSync(place)) return;
		const isNew = mkdirSync(this.#folder, { recursive: true, mode: 0o700 }) !== undefined;
		// Half a copy under a digest's name would be taken for the whole.
		writeFileWhole(`${place}.draft`, place, bytes);
		syncFolder(this.#folder);
		if (isNew) syncFolder(dirname(this.#folder));
	}

	/** Undefined where it is not there, or is no longer what it was. */
	get(digest: string): Buffer | undefined {
		const place = this.#placeOf(digest);
		if (!existsSync(place)) return undefined;
		const bytes = readFileSync(place);
		return sha256(bytes) === digest ? bytes : undefined;
	}

	/** @returns how many bytes it had; 0 where there was none */
	remove(digest: string): number {
		const place = this.#placeOf(digest);
		const sizeBytes = statSync(place, { throwIfNoEntry: false })?.size ?? 0;
		rmSync(place, { force: true });
		return sizeBytes;
	}

	/** Whatever lies in the folder, half copies of a crash as well. */
	list(): { digest: string; changedAt: number }[] {
		if (!existsSync(this.#folder)) return [];
		return readdirSync(this.#folder).flatMap((digest) => {
			const stats = statSync(this.#placeOf(digest), { throwIfNoEntry: false });
			return stats?.isFile() ? [{ digest, changedAt: stats.mtimeMs }] : [];
		});
	}

	#placeOf(digest: string): string {
		return join(this.#folder, digest);
	}
}
