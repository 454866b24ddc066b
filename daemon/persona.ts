import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Who the assistant is and what its owner always wants, as the owner wrote it. */
export interface Persona {
	/** persona/SOUL.md */
	persona: string;
	/** persona/AGENTS.md */
	instructions: string;
}

/** Reads the persona's files; one that the owner removed counts as empty. @throws where one can't be read */
export const readPersona = (folder: string): Persona => ({
	persona: readText(join(folder, "SOUL.md")),
	instructions: readText(join(folder, "AGENTS.md")),
});

function readText(path: string): string {
	try {
		return readFileSync(path, "utf8");
	} catch (error) {
		if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
		throw new Error(`${path} can't be read`, { cause: error });
	}
}
