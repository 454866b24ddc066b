import { extname } from "node:path";

/** Images that browsers show and that can't hold a script (SVG can). */
const IMAGE_TYPES: [mediaType: string, matches: (start: string) => boolean][] = [
	["image/png", (start) => start.startsWith("\x89PNG\r\n\x1a\n")],
	["image/jpeg", (start) => start.startsWith("\xff\xd8\xff")],
	["image/gif", (start) => start.startsWith("GIF87a") || start.startsWith("GIF89a")],
	["image/webp", (start) => start.startsWith("RIFF") && start.startsWith("WEBP", 8)],
];

const BY_EXTENSION: Record<string, string> = {
	".csv": "text/csv",
	".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
	".html": "text/html",
	".json": "application/json",
	".m4a": "audio/mp4",
	".md": "text/markdown",
	".mp3": "audio/mpeg",
	".mp4": "video/mp4",
	".ogg": "audio/ogg",
	".pdf": "application/pdf",
	".svg": "image/svg+xml",
	".txt": "text/plain",
	".wav": "audio/wav",
	".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
	".zip": "application/zip",
};

/** Enough of a file's beginning for `imageType`. */
export const SIGNATURE_BYTES = 16;

/** The type of an image that is safe to show, by its first bytes; undefined for every other file. */
export function imageType(head: Uint8Array): string | undefined {
	const start = Buffer.from(head).toString("latin1");
	return IMAGE_TYPES.find(([, matches]) => matches(start))?.[0];
}

/** What a file is: by its content where it is an image, else by its name. Never an image type on the name's word. */
export const mediaTypeOf = (name: string, head: Uint8Array): string =>
	imageType(head) ?? BY_EXTENSION[extname(name).toLowerCase()] ?? "application/octet-stream";
