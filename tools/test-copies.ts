import type { CopyPort, KeptFile } from "./copy-port.ts";
import { ToolError } from "./tool.ts";

/** What a test's calls kept, in memory. */
export interface TestCopies extends CopyPort {
	/** The change that comes next; the latest by default. */
	change: string;
	kept: Map<string, { file: KeptFile; bytes: Buffer }[]>;
}

export function testCopies(): TestCopies {
	const kept: TestCopies["kept"] = new Map();
	const add = (file: KeptFile, bytes: Buffer) => {
		const sofar = kept.get(copies.change) ?? [];
		if (!sofar.some(({ file: { path } }) => path === file.path)) sofar.push({ file, bytes });
		kept.set(copies.change, sofar);
	};
	const copies: TestCopies = {
		change: "C-1",
		kept,
		keep: ({ path, bytes, digest, mode }) => add({ path, kind: "file", digest, sizeBytes: bytes.length, mode }, bytes),
		keepAbsence: (path) => add({ path, kind: "nothing" }, Buffer.alloc(0)),
		of(change) {
			const files = kept.get(change);
			if (!files) throw new ToolError(`Nothing is kept for ${change}.`);
			return files.map(({ file }) => file);
		},
		bytesOf({ digest }) {
			const all = [...kept.values()].flat();
			const found = all.find(({ file }) => file.kind === "file" && file.digest === digest);
			if (!found) throw new ToolError("The copy is gone.");
			return found.bytes;
		},
	};
	return copies;
}
