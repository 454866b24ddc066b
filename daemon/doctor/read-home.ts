import { type Stats, statSync } from "node:fs";

/** Whose a home is. Only in one of our own is looked at what lies in it. */
export type HomeReading =
	| { kind: "ours"; mode: number }
	| { kind: "absent" }
	| { kind: "no-folder" }
	/** Opening things as another user, even as root, could leave files there that its owner can't change. */
	| { kind: "foreign"; ownerUid: number; ownUid: number }
	/** `code` is the system's, as `EACCES`. */
	| { kind: "closed"; code: string };

/** @param home absolute path. Never throws. */
export function readHome(home: string): HomeReading {
	let stats: Stats;
	try {
		stats = statSync(home);
	} catch (error) {
		const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
		return code === "ENOENT" ? { kind: "absent" } : { kind: "closed", code };
	}
	if (!stats.isDirectory()) return { kind: "no-folder" };
	const ownUid = process.getuid?.();
	if (ownUid !== undefined && stats.uid !== ownUid) return { kind: "foreign", ownerUid: stats.uid, ownUid };
	return { kind: "ours", mode: stats.mode & 0o7777 };
}
