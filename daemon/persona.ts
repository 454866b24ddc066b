import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Log } from "#core/log.ts";

/** Who the assistant is and what its owner always wants, as the owner wrote it. */
export interface PersonaTexts {
	/** persona/SOUL.md */
	persona: string;
	/** persona/AGENTS.md */
	instructions: string;
}

/** The persona's files as they are at any time: an edit counts from the next request on. */
export class Persona {
	readonly #soul: PersonaFile;
	readonly #agents: PersonaFile;

	/** @throws where one is there and can't be read */
	constructor(folder: string, log: Log) {
		this.#soul = new PersonaFile(join(folder, "SOUL.md"), log);
		this.#agents = new PersonaFile(join(folder, "AGENTS.md"), log);
	}

	/** A file that the owner removed counts as empty; one that can't be read any more is as it last was. */
	read(): PersonaTexts {
		return { persona: this.#soul.read(), instructions: this.#agents.read() };
	}
}

const NO_FILE = "none";

/** A file that is read again only where its size or its time has changed: to look costs some microseconds. */
class PersonaFile {
	readonly #path: string;
	readonly #log: Log;
	#version: string;
	#text: string;

	constructor(path: string, log: Log) {
		this.#path = path;
		this.#log = log;
		this.#version = this.#look();
		this.#text = this.#version === NO_FILE ? "" : readFileSync(path, "utf8");
	}

	read(): string {
		try {
			const version = this.#look();
			if (version === this.#version) return this.#text;
			this.#text = version === NO_FILE ? "" : readFileSync(this.#path, "utf8");
			this.#version = version;
		} catch (error) {
			this.#log.warn("A persona file can't be read; what it said before still holds", { file: this.#path, error });
		}
		return this.#text;
	}

	#look(): string {
		const stat = statSync(this.#path, { bigint: true, throwIfNoEntry: false });
		return stat ? `${stat.ino} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs}` : NO_FILE;
	}
}
