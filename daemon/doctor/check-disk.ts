import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { fine, type Observation, problem, warning } from "./finding.ts";
import { formatSize } from "./format-size.ts";
import type { Subject } from "./subject.ts";

/** What a file system says of itself, as in statfs(2). */
export interface DiskFigures {
	type: number;
	freeBytes: number;
	/** Both 0 where the file system has no fixed number of them (btrfs, APFS). */
	inodes: number;
	freeInodes: number;
}

const LITTLE_BYTES = 1e9;
const TOO_LITTLE_BYTES = 100e6;
const FEW_INODES = 10_000;
const TOO_FEW_INODES = 500;

/** NFS, SMB, CIFS, SMB2: the magic numbers in statfs(2). */
const NETWORK_TYPES = new Set([0x6969, 0x517b, 0xff534d42, 0xfe534d42]);

/** Room on the disk that holds the home, or would hold it. */
export async function checkDisk({ paths }: Subject): Promise<Observation[]> {
	const { type, bsize, bavail, files, ffree } = await statfs(nearestFolder(paths.home));
	return judgeDisk({ type, freeBytes: bavail * bsize, inodes: files, freeInodes: ffree });
}

export function judgeDisk({ type, freeBytes, inodes, freeInodes }: DiskFigures): Observation[] {
	const found = [judgeRoom(freeBytes)];
	if (inodes > 0 && freeInodes < FEW_INODES) {
		const judge = freeInodes < TOO_FEW_INODES ? problem : warning;
		found.push(
			judge(
				`The disk has room for only ${freeInodes} more files, whatever their size.`,
				"Find folders with very many small files, and empty them: df -i shows the disk.",
			),
		);
	}
	if (NETWORK_TYPES.has(type)) {
		found.push(
			problem(
				"The home lies on a network drive, where SQLite's database can be damaged (https://sqlite.org/wal.html).",
				"Stop Steward, move the home to a disk of this machine, and set STEWARD_HOME to it.",
			),
		);
	}
	return found;
}

function judgeRoom(freeBytes: number): Observation {
	const what = `${formatSize(freeBytes)} are free.`;
	if (freeBytes < TOO_LITTLE_BYTES) {
		return problem(`Only ${what} Nothing that arrives can be stored when the disk is full.`, "Free some space now.");
	}
	return freeBytes < LITTLE_BYTES
		? warning(`Only ${what}`, "Free some space on the disk that holds the home.")
		: fine(what);
}

function nearestFolder(path: string): string {
	return existsSync(path) || dirname(path) === path ? path : nearestFolder(dirname(path));
}
