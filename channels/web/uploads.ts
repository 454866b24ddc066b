import { type FileHandle, link, mkdir, open, readdir, unlink } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { entryPath, openWorkspaceFile, openWorkspaceFolder } from "#channels/workspace-file.ts";
import type { Clock } from "#core/clock.ts";
import type { Attachment } from "#core/event.ts";
import type { Ids } from "#core/ids.ts";
import { readChunks } from "./body.ts";
import { nameOf, storedName } from "./file-name.ts";
import { mediaTypeOf, SIGNATURE_BYTES } from "./media-type.ts";
import { Refusal } from "./responses.ts";

const INBOX = "inbox";
const TEMPORARY = ".upload-";
const MAX_UPLOAD_BYTES = 25_000_000;
const LIMIT = {
	sizeBytes: MAX_UPLOAD_BYTES,
	message: "The file is larger than 25 MB. Put it into the workspace folder and tell Steward its name.",
};
const CODE_LENGTH = 8;

/** Files that the owner attaches, saved below `workspace/inbox/` under names of their own. */
export class Uploads {
	readonly #workspace: string;
	readonly #clock: Clock;
	readonly #ids: Ids;

	constructor(workspace: string, clock: Clock, ids: Ids) {
		this.#workspace = workspace;
		this.#clock = clock;
		this.#ids = ids;
	}

	/**
	 * Saves a request's body as a new file, on disk when this resolves. Never replaces a file.
	 * @param name as the sender calls it
	 * @throws Refusal 413 where it is too large
	 */
	async save(request: IncomingMessage, name: string): Promise<Attachment> {
		const code = this.#ids.code(CODE_LENGTH);
		const stored = storedName(name, code, this.#clock.now());
		const work = async (inbox: FileHandle, path: (name: string) => string): Promise<Attachment> => {
			const temporary = path(TEMPORARY + code);
			const file = await open(temporary, "wx", 0o600);
			try {
				const { head, sizeBytes } = await writeBody(request, file);
				// A link, unlike a rename, fails where the name is taken.
				await link(temporary, path(stored));
				await inbox.sync();
				const shown = nameOf(stored);
				return { path: `${INBOX}/${stored}`, name: shown, mediaType: mediaTypeOf(shown, head), sizeBytes };
			} finally {
				await file.close();
				await unlink(temporary);
			}
		};
		return this.#withInbox(work, () => {
			throw new Refusal(409, "workspace/inbox is a link, not a folder. Remove it, then attach the file again.");
		});
	}

	/**
	 * What an earlier `save` said of a path, read from the file: the page may send it after a restart.
	 * @returns undefined where there is no such file
	 */
	async describe(path: string): Promise<Attachment | undefined> {
		if (!path.startsWith(`${INBOX}/`)) return undefined;
		const file = await openWorkspaceFile(this.#workspace, path);
		if (!file) return undefined;
		try {
			const head = Buffer.alloc(SIGNATURE_BYTES);
			await file.handle.read(head, 0, head.length, 0);
			const name = nameOf(path.slice(path.lastIndexOf("/") + 1));
			return { path, name, mediaType: mediaTypeOf(name, head), sizeBytes: file.stats.size };
		} finally {
			await file.handle.close();
		}
	}

	/** Removes what a crash in the middle of an upload left behind. */
	async removeLeftovers(): Promise<void> {
		await this.#withInbox(
			async (_inbox, path) => {
				const names = await readdir(path("."));
				await Promise.all(names.filter((name) => name.startsWith(TEMPORARY)).map((name) => unlink(path(name))));
			},
			// Whatever was put in its place, the page must open.
			() => undefined,
		);
	}

	/** Works in the open folder, so that code in the sandbox can't lead the file elsewhere by a link in its place. */
	async #withInbox<Result>(
		work: (inbox: FileHandle, path: (name: string) => string) => Promise<Result>,
		otherwise: () => Result,
	): Promise<Result> {
		const folder = join(this.#workspace, INBOX);
		await mkdir(this.#workspace, { recursive: true, mode: 0o700 });
		await mkdir(folder, { mode: 0o700 }).catch(takenAsMade);
		const inbox = await openWorkspaceFolder(this.#workspace, INBOX);
		if (!inbox) return otherwise();
		try {
			return await work(inbox.handle, (name) => entryPath(inbox.handle, folder, name));
		} finally {
			await inbox.handle.close();
		}
	}
}

/** The name is taken, by a folder or by something else; opening it will tell. */
function takenAsMade(error: NodeJS.ErrnoException): void {
	if (error.code !== "EEXIST") throw error;
}

async function writeBody(request: IncomingMessage, file: FileHandle): Promise<{ head: Buffer; sizeBytes: number }> {
	let head = Buffer.alloc(0);
	let sizeBytes = 0;
	for await (const chunk of readChunks(request, LIMIT)) {
		if (head.length < SIGNATURE_BYTES) head = Buffer.concat([head, chunk.subarray(0, SIGNATURE_BYTES)]);
		await file.writeFile(chunk);
		sizeBytes += chunk.length;
	}
	await file.sync();
	return { head, sizeBytes };
}
