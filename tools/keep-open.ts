import { readFileSync } from "node:fs";
import { sha256 } from "#core/digest.ts";
import type { CopyPort } from "./copy-port.ts";
import { explained } from "./file-problem.ts";
import { MAX_FILE_BYTES } from "./file-version.ts";
import type { OpenFile } from "./inside.ts";

/** Whether a copy of so large a file would be kept. */
export const canBeKept = ({ sizeBytes }: Pick<OpenFile, "sizeBytes">): boolean => sizeBytes <= MAX_FILE_BYTES;

/**
 * Keeps a file that was just opened, and not read yet, before it is taken away. Leaves it open.
 * @returns false where it is too large: then undo can't bring it back
 */
export function keepOpen(copies: CopyPort, file: OpenFile): boolean {
	if (!canBeKept(file)) return false;
	const bytes = explained(file.path, () => readFileSync(file.fd));
	copies.keep({ path: file.path, bytes, digest: sha256(bytes), mode: file.mode });
	return true;
}
