import type { SeenFiles } from "#tools/ports.ts";

/** The most file versions remembered; the oldest are forgotten, and those files have to be read again before a write. */
const MAX_SEEN_FILES = 500;

/** Kept in memory: after a restart every file has to be read again before it is written. */
export function createSeenFiles(): SeenFiles {
	const digests = new Map<string, string>();
	return {
		get: (path) => digests.get(path),
		set: (path, digest) => {
			digests.delete(path);
			digests.set(path, digest);
			const oldest = digests.keys().next().value;
			if (digests.size > MAX_SEEN_FILES && oldest !== undefined) digests.delete(oldest);
		},
		delete: (path) => digests.delete(path),
	};
}
