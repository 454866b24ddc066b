import type { FileStore } from "./file-store.ts";
import type { MessageContent } from "./state.ts";
import type { MediaOptions } from "./types.ts";

/** Where Telegram keeps a kind of file, and what it is usually. */
const KINDS = {
	document: { folder: "documents", name: "file.bin", mimeType: "application/octet-stream" },
	photo: { folder: "photos", name: "photo.jpg", mimeType: "image/jpeg" },
	voice: { folder: "voice", name: "voice.oga", mimeType: "audio/ogg" },
	audio: { folder: "music", name: "audio.mp3", mimeType: "audio/mpeg" },
	video: { folder: "videos", name: "video.mp4", mimeType: "video/mp4" },
	video_note: { folder: "video_notes", name: "note.mp4", mimeType: "video/mp4" },
	animation: { folder: "animations", name: "animation.mp4", mimeType: "video/mp4" },
	sticker: { folder: "stickers", name: "sticker.webp", mimeType: "image/webp" },
} as const;

/** What a message with a file holds. The bytes are kept for getFile. */
export function mediaContent(files: FileStore, options: MediaOptions): MessageContent {
	const { kind, bytes, caption, durationSeconds: duration = 1 } = options;
	const { folder, name, mimeType } = KINDS[kind];
	const stored = files.add(folder, options.name ?? name, bytes, options.claimedSizeBytes);
	const id = { file_id: stored.file_id, file_unique_id: stored.file_unique_id, file_size: stored.file_size };
	const named = options.name === undefined ? {} : { file_name: options.name };
	const typed = { ...id, ...named, mime_type: options.mimeType ?? mimeType };
	const sized = { width: 100, height: 100 };
	const captioned = caption === undefined ? {} : { caption };
	switch (kind) {
		case "document":
			return { document: typed, ...captioned };
		case "photo":
			// Telegram makes smaller sizes too, and gives them first.
			return {
				photo: [
					{ ...id, file_id: "a-smaller-size", width: 1, height: 1 },
					{ ...id, ...sized },
				],
				...captioned,
			};
		case "voice":
			return { voice: { ...typed, duration }, ...captioned };
		case "audio":
			return { audio: { ...typed, duration, title: "A song", performer: "A singer" }, ...captioned };
		case "video":
			return { video: { ...typed, ...sized, duration }, ...captioned };
		case "video_note":
			return { video_note: { ...id, length: 100, duration } };
		case "animation":
			// Telegram sets both, for older programs.
			return { animation: { ...typed, ...sized, duration }, document: typed, ...captioned };
		case "sticker":
			return { sticker: { ...id, ...sized, type: "regular", is_animated: false, is_video: false, emoji: "😀" } };
	}
}
