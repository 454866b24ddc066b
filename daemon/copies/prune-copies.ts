import type { KeptFiles } from "#daemon/records/kept-files.ts";
import { DAY_MS, decideRetention, type KeepLimits } from "#daemon/retention/decide-retention.ts";
import type { Pruned } from "#daemon/retention/prune-rows.ts";
import type { CopyStore } from "./copy-store.ts";

/** Some hundred small files are deleted in a few milliseconds. */
const AT_ONCE = 100;

interface CopyParts {
	keptFiles: KeptFiles;
	copyStore: CopyStore;
}

/** Throws away what was kept for undoing and is too old, or too much; and copies that a crash left without a row. */
export function* pruneCopies(parts: CopyParts, limits: KeepLimits, now: number): Generator<Pruned> {
	const { keptFiles, copyStore } = parts;
	const items = keptFiles.all().map((row) => ({ ...row, at: row.keptAt, bytes: row.sizeBytes }));
	const { goes } = decideRetention(items, limits, now);
	for (const some of inPieces(goes)) {
		keptFiles.forget(some.map(({ id }) => id));
		yield {
			what: "copies",
			count: some.length,
			bytes: removeUnused(
				parts,
				some.map(({ digest }) => digest),
			),
		};
	}
	// A copy is written before its row: one that is new may be waiting for it.
	const isLeft = ({ digest, changedAt }: { digest: string; changedAt: number }) =>
		changedAt < now - DAY_MS && !keptFiles.isKept(digest);
	for (const some of inPieces(copyStore.list().filter(isLeft)))
		yield {
			what: "copies",
			count: 0,
			bytes: removeUnused(
				parts,
				some.map(({ digest }) => digest),
			),
		};
}

/** @returns how many bytes became free */
function removeUnused({ keptFiles, copyStore }: CopyParts, digests: readonly (string | undefined)[]): number {
	let bytes = 0;
	for (const digest of new Set(digests))
		if (digest !== undefined && !keptFiles.isKept(digest)) bytes += copyStore.remove(digest);
	return bytes;
}

const inPieces = <Item>(items: readonly Item[]): Item[][] =>
	Array.from({ length: Math.ceil(items.length / AT_ONCE) }, (_, index) =>
		items.slice(index * AT_ONCE, (index + 1) * AT_ONCE),
	);
