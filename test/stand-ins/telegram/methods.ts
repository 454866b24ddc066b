import * as z from "zod";
import { editMethods } from "./edit-methods.ts";
import { MAX_DOWNLOAD_BYTES } from "./file-store.ts";
import type { Methods } from "./method.ts";
import { check, flag, integer } from "./parameters.ts";
import { badRequest } from "./refusal.ts";
import { sendMethods } from "./send-methods.ts";
import type { BotState } from "./state.ts";

/** Telegram holds a call no longer than that, whatever is asked for. */
const MAX_POLL_MS = 50_000;
const MAX_BATCH = 100;

const pollSchema = z.object({
	offset: integer.default(0),
	limit: integer.default(MAX_BATCH),
	timeout: integer.default(0),
	allowed_updates: z.array(z.string()).optional(),
});
const deleteWebhookSchema = z.object({ drop_pending_updates: flag.optional() });
const fileSchema = z.object({ file_id: z.string() });
const commandsSchema = z.object({
	commands: z.array(z.object({ command: z.string(), description: z.string() })).max(100),
});

/** All methods that this server knows, by Telegram's names. */
export function createMethods(state: BotState, maxPollMs = MAX_POLL_MS): Methods {
	return {
		getMe: () => ({
			...state.bot,
			can_join_groups: true,
			can_read_all_group_messages: false,
			supports_inline_queries: false,
			can_connect_to_business: false,
			has_main_web_app: false,
		}),
		getUpdates({ parameters }, closed) {
			const { offset, limit, timeout, allowed_updates: allowed } = check(pollSchema, parameters);
			const timeoutMs = Math.min(timeout * 1000, maxPollMs, MAX_POLL_MS);
			const batchSize = limit < 1 ? MAX_BATCH : Math.min(limit, MAX_BATCH);
			return state.updates.poll({ offset, limit: batchSize, timeoutMs, allowed }, closed);
		},
		deleteWebhook({ parameters }) {
			if (check(deleteWebhookSchema, parameters).drop_pending_updates) state.updates.clear();
			state.updates.webhookUrl = "";
			return true;
		},
		getWebhookInfo: () => ({
			url: state.updates.webhookUrl,
			has_custom_certificate: false,
			pending_update_count: state.updates.pending.length,
		}),
		setMyCommands({ parameters }) {
			for (const { command, description } of check(commandsSchema, parameters).commands) {
				if (!/^\/?[a-z0-9_]{1,32}$/.test(command)) throw badRequest("BOT_COMMAND_INVALID");
				if (description === "" || description.length > 256) throw badRequest("BOT_COMMAND_DESCRIPTION_INVALID");
			}
			return true;
		},
		getFile({ parameters }) {
			const { name: _, bytes: __, ...file } = state.files.get(check(fileSchema, parameters).file_id);
			if (file.file_size > MAX_DOWNLOAD_BYTES) throw badRequest("file is too big");
			return file;
		},
		...sendMethods(state),
		...editMethods(state),
	};
}
