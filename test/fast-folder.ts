import { accessSync, constants, mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Containers mostly have 64 MB in memory, which the daemons of a few tests can fill. */
const LEAST_FREE_BYTES = 512 * 1024 * 1024;

/**
 * The folder to make temporary folders in: in memory where the system offers that with room enough, on disk otherwise. A
 * commit in memory takes a twentieth of one on disk. Whether a killed process loses what it wrote is the same in both.
 */
export function fastFolder({ inMemory = "/dev/shm", leastFreeBytes = LEAST_FREE_BYTES } = {}): string {
	try {
		const { bavail, bsize } = statfsSync(inMemory);
		if (bavail * bsize < leastFreeBytes) return tmpdir();
		requirePrograms(inMemory);
		return inMemory;
	} catch {
		// It isn't there, isn't ours to write to, or runs no programs.
		return tmpdir();
	}
}

/** Containers often forbid programs there, and some tests write one and run it. @throws where that is so */
function requirePrograms(folder: string): void {
	const probe = mkdtempSync(join(folder, "steward-probe-"));
	try {
		const program = join(probe, "program");
		writeFileSync(program, "", { mode: 0o700 });
		accessSync(program, constants.X_OK);
	} finally {
		rmSync(probe, { recursive: true, force: true });
	}
}
