import type { KeptFiles } from "#daemon/records/kept-files.ts";
import { DAY_MS, decideRetention, type KeepLimits } from "#daemon/retention/decide-retention.ts";
import type { Pruned } from "#daemon/retention/prune-rows.ts";
import type { CopyStore } from "./copy-store.ts";

/** Some hundred small files are deleted in a few milliseconds. */
const AT_ONCE = 100;

/** Throws away what was kept for undoing and is too old, or too much; and copies that a crash left without a row. */
export function* pruneCopies(
	{ keptFiles, copyStore }: { keptFiles: KeptFiles; copyStore: CopyStore },
	limits: KeepLimits,
	now: number,
): Generator<Pruned> {
	const items = keptFiles.all().map((row) => ({ ...row, at: row.keptAt, bytes: row.sizeBytes }));
	const { goes } = decideRetention(items, limits, now);
	for (let first = 0; first < goes.length; first += AT_ONCE) {
		const some = goes.slice(first, first + AT_ONCE);
		keptFiles.forget(some.map(({ id }) => id));
		yield { what: "copies", count: some.length, bytes: removeUnused(some.map(({ digest }) => digest)) };
	}
	// A copy is written before its row: one that is new may be waiting for it.
	const left = copyStore.list().filter(({ changedAt }) => changedAt < now - DAY_MS);
	for (const { digest } of left) if (!keptFiles.isKept(digest)) copyStore.remove(digest);

	function removeUnused(digests: readonly (string | undefined)[]): number {
		let bytes = 0;
		for (const digest of new Set(digests))
			if (digest !== undefined && !keptFiles.isKept(digest)) bytes += copyStore.remove(digest);
		return bytes;
	}
}
