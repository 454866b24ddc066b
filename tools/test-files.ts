import type { FileFacts, FileOrigins } from "./file-origins-port.ts";
import { outsideOf, sourceNamed } from "./paths.ts";

/** Marks as a test sees and sets them. */
export interface TestFiles extends FileOrigins {
	/** Whether outside content is in view. */
	tainted: boolean;
	/** The marked paths, with the digest of what stood there; empty for a folder. */
	readonly marked: Map<string, { digest: string | undefined; sizeBytes: number }>;
}

/** Kept in memory. Knows marks by path and by bytes, and nothing of what was there before. */
export function testFiles(): TestFiles {
	const marked: TestFiles["marked"] = new Map();
	const sourceOf = ({ path, digest, sizeBytes }: FileFacts) => {
		const sameBytes = [...marked.values()].some((one) => one.digest === digest && one.sizeBytes === sizeBytes);
		return outsideOf(path).outside || marked.has(path) || sameBytes ? sourceNamed(path) : undefined;
	};
	const files: TestFiles = {
		tainted: false,
		marked,
		sourceOf,
		sourceOfName(path) {
			const above = [...marked.keys()].some((one) => path === one || path.startsWith(`${one}/`));
			return above || outsideOf(path).outside ? sourceNamed(path) : undefined;
		},
		mayHold: (size) => [...marked.values()].some(({ sizeBytes }) => sizeBytes === size),
		willWrite(path, { digest, sizeBytes }, kept) {
			if (files.tainted || (kept && sourceOf(kept) !== undefined)) marked.set(path, { digest, sizeBytes });
			else return () => void marked.delete(path);
			return () => undefined;
		},
		willMake(folders) {
			if (files.tainted) for (const folder of folders) marked.set(folder, { digest: undefined, sizeBytes: -1 });
		},
		willMove(from, to) {
			const { digest, sizeBytes } = from;
			if (files.tainted || sourceOf(from) !== undefined) marked.set(to, { digest, sizeBytes });
			return () => void marked.delete(from.path);
		},
		gone: (path) => void marked.delete(path),
	};
	return files;
}
