import { badRequest } from "./refusal.ts";

/** What getFile hands out, and what a bot may upload (core.telegram.org/bots/api#getfile, #sending-files). */
export const MAX_DOWNLOAD_BYTES = 20_000_000;

export interface StoredFile {
	file_id: string;
	file_unique_id: string;
	name: string;
	bytes: Uint8Array;
	/** What Telegram says the size is; differs from `bytes` only where a test says so. */
	file_size: number;
	file_path: string;
}

/** Files of both sides, by their ids and by the paths below `/file/bot<token>/`. */
export class FileStore {
	readonly #files = new Map<string, StoredFile>();

	/** @param folder the first part of its path, as `documents` */
	add(folder: string, name: string, bytes: Uint8Array, claimedSizeBytes = bytes.length): StoredFile {
		const number = this.#files.size;
		const extension = /\.[a-z0-9]{1,8}$/i.exec(name)?.[0] ?? "";
		const file = {
			file_id: `stand-in-file-${number}`,
			file_unique_id: `unique-${number}`,
			name,
			bytes,
			file_size: claimedSizeBytes,
			file_path: `${folder}/file_${number}${extension}`,
		};
		this.#files.set(file.file_id, file);
		return file;
	}

	/** Throws `Refusal` where no file has this id. */
	get(fileId: string): StoredFile {
		const file = this.#files.get(fileId);
		if (!file) throw badRequest("invalid file_id");
		return file;
	}

	atPath(path: string): StoredFile | undefined {
		return [...this.#files.values()].find((file) => file.file_path === path);
	}
}
