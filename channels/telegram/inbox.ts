import { constants } from "node:fs";
import { type FileHandle, lstat, mkdir, open, rename } from "node:fs/promises";
import { extname, join } from "node:path";
import { sha256 } from "#core/digest.ts";

const FOLDER = "inbox";
const LONGEST_STEM = 40;

/**
 * A file name that is safe everywhere, still says what the sender called it, and is the same whenever the same `key` is
 * saved: a message that comes again, after a crash or edited, finds its file instead of leaving a second one.
 */
export function inboxName(givenName: string, key: string): string {
	const extension = /^\.[a-z0-9]{1,10}$/i.test(extname(givenName)) ? extname(givenName).toLowerCase() : "";
	const stem = givenName
		.slice(0, extension === "" ? undefined : -extension.length)
		.normalize("NFC")
		.replace(/[^\p{L}\p{M}\p{N}_-]+/gu, "-");
	const short = Array.from(stem)
		.slice(0, LONGEST_STEM)
		.join("")
		.replace(/^-+|-+$/g, "");
	return `${short || "file"}-${sha256(key).slice(0, 10)}${extension}`;
}

/**
 * Saves a file below `workspace/inbox/`, complete and on disk or not at all. Does nothing where it is already there.
 * @param fetchContent is only called where the file is needed
 * @returns its path relative to the workspace, and its size
 */
export async function saveToInbox(
	workspace: string,
	name: string,
	fetchContent: () => Promise<AsyncIterable<Uint8Array>>,
): Promise<{ path: string; sizeBytes: number }> {
	await mkdir(join(workspace, FOLDER), { recursive: true });
	// Code in the sandbox can put a link in the place of the folder. We hold on to the real one.
	const folder = await open(join(workspace, FOLDER), constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
	try {
		const base = process.platform === "linux" ? `/proc/self/fd/${folder.fd}` : join(workspace, FOLDER);
		const sizeBytes = await saveIn(base, folder, name, fetchContent);
		return { path: `${FOLDER}/${name}`, sizeBytes };
	} finally {
		await folder.close();
	}
}

async function saveIn(
	base: string,
	folder: FileHandle,
	name: string,
	fetchContent: () => Promise<AsyncIterable<Uint8Array>>,
): Promise<number> {
	const present = await lstat(join(base, name)).catch(() => undefined);
	if (present?.isFile()) return present.size;
	const content = await fetchContent();
	const partial = join(base, `.${name}.part`);
	const { O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW } = constants;
	const file = await open(partial, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0o600);
	let sizeBytes = 0;
	try {
		for await (const chunk of content) {
			await file.writeFile(chunk);
			sizeBytes += chunk.byteLength;
		}
		await file.sync();
	} finally {
		await file.close();
	}
	await rename(partial, join(base, name));
	await folder.sync();
	return sizeBytes;
}
