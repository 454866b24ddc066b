import { closeSync, constants, fstatSync, mkdirSync, openSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { type Descriptors, type FolderDescriptor, platformDescriptors } from "./descriptors.ts";
import { errorCode, explained } from "./file-problem.ts";
import { joined, nameOf, parentOf, shown } from "./paths.ts";
import { ToolError } from "./tool.ts";

/** A regular file, open for reading. Whoever opened it closes `fd`. */
export interface OpenFile {
	readonly fd: number;
	/** Where it really is, relative to the workspace. */
	readonly path: string;
	readonly sizeBytes: number;
	/** When it was last changed, milliseconds since the epoch. */
	readonly modifiedMs: number;
	/** Permission bits. */
	readonly mode: number;
	/** How many names (hard links) it has. */
	readonly names: number;
}

/** An open folder. Whoever opened it closes `fd`. */
export interface OpenFolder extends FolderDescriptor {
	/** Where it really is, relative to the workspace. */
	readonly path: string;
}

/** A place for a file, which may or may not exist yet. Whoever opened it closes `folder.fd`. */
export interface Place {
	readonly folder: OpenFolder;
	readonly name: string;
	/** Where it really is, relative to the workspace. */
	readonly path: string;
	/** Folders that had to be made for it, relative to the workspace. */
	readonly made: readonly string[];
}

// A pipe opened without O_NONBLOCK would hang the process until somebody writes to it.
const READ = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY;
const FOLDER = READ | constants.O_DIRECTORY;

/**
 * The workspace, and the only way for tools to open anything. What was opened is asked where it really is, after
 * opening and before it is used: checking a path first would leave a moment for a link to be swapped in. Paths are as
 * `parsePath` gives them. Every method throws `ToolError` for what the model can act on.
 */
export class Inside {
	readonly #root: string;
	readonly #descriptors: Descriptors;

	constructor(workspace: string, descriptors: Descriptors = platformDescriptors) {
		this.#root = explained("", () => realpathSync.native(workspace));
		this.#descriptors = descriptors;
	}

	/** Opens a regular file. Links are followed as long as they end inside. */
	openFile(path: string): OpenFile {
		return this.#file(join(this.#root, path), path, READ);
	}

	/** Opens what has this name in the folder, if it is a regular file and no link; undefined where there is nothing. */
	openChild(folder: OpenFolder, name: string): OpenFile | undefined {
		try {
			return this.#file(this.at(folder, name), joined(folder.path, name), READ | constants.O_NOFOLLOW);
		} catch (error) {
			if (error instanceof ToolError && errorCode(error.cause) === "ENOENT") return undefined;
			throw error;
		}
	}

	/** Opens a folder. Links are followed as long as they end inside. */
	openFolder(path: string): OpenFolder {
		return this.#opened(join(this.#root, path), path, FOLDER);
	}

	/** Opens the folder of `path`, making those that are missing where `make` is set. */
	openPlace(path: string, make: boolean): Place {
		if (path === "") throw new ToolError('That is the workspace itself. Give the path of a file, as "notes.md".');
		const made: string[] = [];
		const folder = make ? this.#makeFolders(parentOf(path), made) : this.openFolder(parentOf(path));
		return { folder, name: nameOf(path), path: joined(folder.path, nameOf(path)), made };
	}

	/** What `path` leads to. Throws for what lies outside or is of another kind. */
	kindOf(path: string): "file" | "folder" | "nothing" {
		try {
			const { fd } = this.#opened(join(this.#root, path), path, READ);
			const kind = fstatSync(fd).isDirectory() ? "folder" : "file";
			closeSync(fd);
			return kind;
		} catch (error) {
			if (error instanceof ToolError && errorCode(error.cause) === "ENOENT") return "nothing";
			throw error;
		}
	}

	/** A path for system calls that means `name` in this very folder. The last step must not follow links. */
	at(folder: OpenFolder, name: string): string {
		return this.#descriptors.child(folder, name);
	}

	#makeFolders(path: string, made: string[]): OpenFolder {
		let folder = this.openFolder("");
		for (const name of path.split("/").filter((segment) => segment !== "")) {
			const above = folder;
			try {
				folder = this.#stepInto(above, name, made);
			} finally {
				closeSync(above.fd);
			}
		}
		return folder;
	}

	#stepInto(above: OpenFolder, name: string, made: string[]): OpenFolder {
		const path = joined(above.path, name);
		const systemPath = this.at(above, name);
		if (explained(path, () => makeMissing(systemPath))) made.push(path);
		return this.#opened(systemPath, path, FOLDER);
	}

	#file(systemPath: string, path: string, flags: number): OpenFile {
		const opened = this.#opened(systemPath, path, flags);
		const stats = fstatSync(opened.fd);
		const { size: sizeBytes, mtimeMs: modifiedMs, nlink: names } = stats;
		if (stats.isFile()) return { ...opened, sizeBytes, modifiedMs, mode: stats.mode & 0o777, names };
		closeSync(opened.fd);
		const kind = stats.isDirectory() ? "a folder" : "a pipe, socket or device";
		throw new ToolError(`${shown(path)} is ${kind}, not a file. Give the path of a file; list_folder shows a folder.`);
	}

	#opened(systemPath: string, path: string, flags: number): OpenFolder {
		const fd = explained(path, () => openSync(systemPath, flags));
		try {
			return { fd, ...this.#checked(fd, systemPath, path) };
		} catch (error) {
			closeSync(fd);
			throw error;
		}
	}

	#checked(fd: number, systemPath: string, path: string): Omit<OpenFolder, "fd"> {
		const realPath = explained(path, () => this.#descriptors.realPath(fd, systemPath));
		if (realPath === undefined) throw new ToolError(`${shown(path)} changed while it was being opened. Try again.`);
		if (realPath === this.#root) return { path: "", realPath };
		if (realPath.startsWith(`${this.#root}/`)) return { path: realPath.slice(this.#root.length + 1), realPath };
		throw new ToolError(`${shown(path)} leads outside the workspace through a link, so it was not touched.`);
	}
}

/** Makes a folder; false where the name is taken, by whatever it is. */
function makeMissing(systemPath: string): boolean {
	try {
		mkdirSync(systemPath);
		return true;
	} catch (error) {
		if (errorCode(error) === "EEXIST") return false;
		throw error;
	}
}
