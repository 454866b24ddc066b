import * as z from "zod";
import { entitiesSchema } from "./entities.ts";
import { buttonsOf, markupSchema } from "./keyboard.ts";
import type { Methods } from "./method.ts";
import { type CallInput, check, flag, integer } from "./parameters.ts";
import { badRequest, describeCode, Refusal } from "./refusal.ts";
import type { BotState } from "./state.ts";
import { captionText, messageText } from "./text.ts";
import type { SentMessage } from "./types.ts";

const MAX_DOCUMENT_BYTES = 50_000_000;
const MAX_PHOTO_BYTES = 10 * 1024 * 1024;

const target = {
	chat_id: z.union([integer, z.string().min(1)]),
	message_thread_id: integer.optional(),
	reply_parameters: z.looseObject({ message_id: integer, allow_sending_without_reply: flag.optional() }).optional(),
	reply_markup: markupSchema.optional(),
	parse_mode: z.string().optional(),
};

const textSchema = z.object({ ...target, text: z.string().default(""), entities: entitiesSchema.optional() });
const fileSchema = z.object({
	...target,
	document: z.string().optional(),
	photo: z.string().optional(),
	caption: z.string().default(""),
	caption_entities: entitiesSchema.optional(),
});
const actionSchema = z.object({ chat_id: target.chat_id, action: z.string() });

const ACTIONS = new Set([
	...["typing", "upload_photo", "record_video", "upload_video", "record_voice", "upload_voice"],
	...["upload_document", "choose_sticker", "find_location", "record_video_note", "upload_video_note"],
]);

/** Methods that put something into a chat. */
export function sendMethods(state: BotState): Methods {
	return {
		sendMessage({ parameters }) {
			const asked = check(textSchema, parameters);
			const chat = state.openChat(asked.chat_id);
			const { text, entities } = messageText({
				text: asked.text,
				parseMode: asked.parse_mode,
				entities: asked.entities,
			});
			return store(state, asked, { chatId: chat.id, text, entities, source: asked.text, file: undefined });
		},
		sendDocument: (input) => sendFile(state, "document", input),
		sendPhoto: (input) => sendFile(state, "photo", input),
		sendChatAction({ parameters }) {
			const { chat_id, action } = check(actionSchema, parameters);
			state.openChat(chat_id);
			if (!ACTIONS.has(action)) throw badRequest("wrong parameter action in request");
			return true;
		},
	};
}

function sendFile(state: BotState, kind: "document" | "photo", input: CallInput) {
	const asked = check(fileSchema, input.parameters);
	const chat = state.openChat(asked.chat_id);
	const file = fileOf(state, kind, asked[kind], input);
	const { text, entities } = captionText({
		text: asked.caption,
		parseMode: asked.parse_mode,
		entities: asked.caption_entities,
	});
	return store(state, asked, { chatId: chat.id, text, entities, source: asked.caption, file });
}

/** A file is uploaded (as `attach://NAME` or in a field of its own) or named by the id of one that is there. */
function fileOf(state: BotState, kind: "document" | "photo", named: string | undefined, input: CallInput) {
	const upload = input.files.get(named?.startsWith("attach://") ? named.slice("attach://".length) : kind);
	if (upload) checkUpload(kind, upload.bytes);
	else if (named === undefined || named === "") throw badRequest(`there is no ${kind} in the request`);
	else if (/^(?:https?|attach):/.test(named)) throw badRequest("wrong file identifier/HTTP URL specified");
	const stored = upload ? state.files.add(kind, upload.name, upload.bytes) : state.files.get(named ?? "");
	return { kind, name: stored.name, bytes: stored.bytes, fileId: stored.file_id };
}

function checkUpload(kind: "document" | "photo", bytes: Buffer): void {
	if (bytes.length > MAX_DOCUMENT_BYTES) throw new Refusal(413, describeCode(413));
	if (bytes.length === 0) throw badRequest("file must be non-empty");
	if (kind === "document") return;
	if (bytes.length > MAX_PHOTO_BYTES) {
		const size = `file of size ${bytes.length} bytes is too big for a photo`;
		throw badRequest(`${size}; the maximum size is ${MAX_PHOTO_BYTES} bytes`);
	}
	if (!/^(?:ffd8ff|89504e47|52494646)/.test(bytes.subarray(0, 4).toString("hex"))) {
		throw badRequest("IMAGE_PROCESS_FAILED");
	}
}

type Content = Pick<SentMessage, "chatId" | "text" | "entities" | "source" | "file">;
type Asked = Pick<z.infer<typeof textSchema>, "reply_parameters" | "reply_markup" | "parse_mode">;

function store(state: BotState, asked: Asked, content: Content) {
	const buttons = buttonsOf(asked.reply_markup);
	const reply = asked.reply_parameters;
	const found = reply && state.message(content.chatId, reply.message_id);
	if (reply && !found && !reply.allow_sending_without_reply) throw badRequest("message to be replied not found");
	const sent: SentMessage = {
		...content,
		firstText: content.text,
		messageId: state.nextMessageId(),
		parseMode: asked.parse_mode,
		buttons,
		replyTo: found ? reply.message_id : undefined,
		edits: 0,
		deleted: false,
		sentAt: performance.now(),
	};
	state.sent.add(sent);
	return state.wire(sent);
}
