import * as z from "zod";

/*
 * The parts of a message that come with a file at Telegram (https://core.telegram.org/bots/api#message).
 */

const fileSchema = z.object({
	file_id: z.string(),
	file_unique_id: z.string(),
	file_size: z.number().optional(),
	file_name: z.string().optional(),
	mime_type: z.string().optional(),
});
const timedSchema = fileSchema.extend({ duration: z.number() });

/** At most one of them is set, except that an animation comes as a document too, for older programs. */
export const mediaSchema = z.object({
	document: fileSchema.optional(),
	photo: z.array(fileSchema).optional(),
	voice: timedSchema.optional(),
	video_note: timedSchema.optional(),
	video: timedSchema.optional(),
	audio: timedSchema.extend({ title: z.string().optional(), performer: z.string().optional() }).optional(),
	animation: fileSchema.optional(),
	live_photo: timedSchema.optional(),
	sticker: fileSchema
		.extend({ emoji: z.string().optional(), is_animated: z.boolean().optional(), is_video: z.boolean().optional() })
		.optional(),
});
type Media = z.infer<typeof mediaSchema>;
type TelegramFile = z.infer<typeof fileSchema>;

/** A file at Telegram that belongs to an event. */
export interface RemoteFile {
	fileId: string;
	/** The same at each delivery of the message, and never the same for two files. Can't be used to download. */
	key: string;
	/** As the sender named it, or what it is and when it was sent. Never used as a path. */
	name: string;
	mediaType: string;
	sizeBytes: number | undefined;
}

const EXTENSIONS: Record<string, string> = {
	"application/x-tgsticker": ".tgs",
	"audio/mp4": ".m4a",
	"audio/mpeg": ".mp3",
	"audio/ogg": ".ogg",
	"audio/x-m4a": ".m4a",
	"image/gif": ".gif",
	"image/jpeg": ".jpg",
	"image/webp": ".webp",
	"video/mp4": ".mp4",
	"video/webm": ".webm",
};

/**
 * The file of a message. Something that has no name of its own is called by what it is and when it was sent, in UTC:
 * `voice-2026-11-30-103045.ogg`.
 * @param message its `date` in seconds since the epoch, and the key of the message, from which the file's key is made
 */
export function listFiles(message: Media & { date: number }, messageKey: string): RemoteFile[] {
	const found = findFile(message);
	if (!found) return [];
	const { file, kind, usualType } = found;
	const mediaType = file.mime_type ?? usualType;
	const sentAt = new Date(message.date * 1000).toISOString().slice(0, 19).replace("T", "-").replaceAll(":", "");
	return [
		{
			fileId: file.file_id,
			key: `${messageKey}:${file.file_unique_id}`,
			name: file.file_name ?? `${kind}-${sentAt}${EXTENSIONS[mediaType] ?? ""}`,
			mediaType,
			sizeBytes: file.file_size,
		},
	];
}

function findFile(media: Media): { file: TelegramFile; kind: string; usualType: string } | undefined {
	const { sticker } = media;
	if (sticker) return { file: sticker, kind: "sticker", usualType: stickerType(sticker) };
	const candidates: [TelegramFile | undefined, kind: string, usualType: string][] = [
		[media.voice, "voice", "audio/ogg"],
		[media.video_note, "video-message", "video/mp4"],
		// Before the document, which is the same file.
		[media.animation, "animation", "video/mp4"],
		[media.video, "video", "video/mp4"],
		[media.audio, "audio", "audio/mpeg"],
		// Before the photo, which is its still picture.
		[media.live_photo, "live-photo", "video/mp4"],
		[media.document, "document", "application/octet-stream"],
		// Sizes of one photo come smallest first.
		[media.photo?.at(-1), "photo", "image/jpeg"],
	];
	for (const [file, kind, usualType] of candidates) if (file) return { file, kind, usualType };
	return undefined;
}

/** Stickers have no media type of their own (https://core.telegram.org/stickers). */
function stickerType(sticker: NonNullable<Media["sticker"]>): string {
	if (sticker.is_animated) return "application/x-tgsticker";
	return sticker.is_video ? "video/webm" : "image/webp";
}
