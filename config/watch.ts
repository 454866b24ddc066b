import { watch } from "node:fs";
import type { Clock } from "#core/clock.ts";

/** Editors save in several steps; this long after the last one the files are read. */
export const QUIET_MS = 200;

/**
 * Calls `onQuiet` once files of these names in `folder` have changed and been left alone for `QUIET_MS`. The folder is
 * watched and not the files: an editor that puts a new file in the old one's place would leave us watching the old one.
 * For the same reason an edit of a file elsewhere that a symbolic link here leads to goes unseen.
 *
 * Doesn't keep the process alive.
 * @param onBroken is called with the reason if watching ends by itself; nothing is called after that
 * @returns a function that ends it; calling that twice is harmless
 * @throws where the system can't watch (its limit of watches is reached, there is no such folder)
 */
export function watchFiles(options: {
	folder: string;
	names: readonly string[];
	clock: Clock;
	onQuiet: () => void;
	onBroken: (error: unknown) => void;
}): () => void {
	const { folder, names, clock, onQuiet, onBroken } = options;
	let cancel: () => void = () => undefined;
	const watcher = watch(folder, { persistent: false }, (_event, name) => {
		// The database lies in the same folder and changes all the time. Some systems don't say which file it was.
		if (name !== null && !names.includes(name)) return;
		cancel();
		cancel = clock.after(QUIET_MS, onQuiet);
	});
	const stop = () => {
		cancel();
		watcher.close();
	};
	watcher.on("error", (error) => {
		stop();
		onBroken(error);
	});
	return stop;
}
