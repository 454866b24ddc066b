import * as z from "zod";
import { badRequest } from "./refusal.ts";
import type { SentButton } from "./types.ts";

/** Limits of core.telegram.org/bots/api#inlinekeyboardbutton, and of the server for a whole keyboard. */
const MAX_DATA_BYTES = 64;
const MAX_BUTTONS = 100;

const buttonSchema = z.object({
	text: z.string(),
	callback_data: z.string().optional(),
	url: z.string().optional(),
});

/** An inline keyboard; other markups are taken and not shown. */
export const markupSchema = z.looseObject({ inline_keyboard: z.array(z.array(buttonSchema)).optional() });

/** The buttons that a person sees. Throws `Refusal` as Telegram refuses them. */
export function buttonsOf(markup: z.infer<typeof markupSchema> | undefined): SentButton[][] {
	const rows = (markup?.inline_keyboard ?? []).filter((row) => row.length > 0);
	if (rows.flat().length > MAX_BUTTONS) throw badRequest("reply markup is too long");
	return rows.map((row) => row.map(checkedButton));
}

function checkedButton({ text, callback_data: data, url }: z.infer<typeof buttonSchema>): SentButton {
	const fault = (reason: string) => badRequest(`can't parse inline keyboard button: ${reason}`);
	if (text === "") throw fault("Text must be non-empty");
	if (data === undefined && url === undefined) {
		throw fault("Text buttons are unallowed in the inline keyboard");
	}
	if (data !== undefined && url !== undefined) throw badRequest("BUTTON_TYPE_INVALID");
	if (data !== undefined && (data === "" || Buffer.byteLength(data) > MAX_DATA_BYTES)) {
		throw badRequest("BUTTON_DATA_INVALID");
	}
	if (url !== undefined && !/^(?:https?|tg|mailto):/i.test(url)) throw badRequest("BUTTON_URL_INVALID");
	return { text, data, url };
}

/** The markup as Telegram gives it back. */
export const markupOf = (buttons: SentButton[][]) => ({
	inline_keyboard: buttons.map((row) =>
		row.map(({ text, data, url }) => (url === undefined ? { text, callback_data: data ?? "" } : { text, url })),
	),
});
