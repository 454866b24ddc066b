import type { Action } from "#core/event.ts";
import type { Choice } from "#core/message.ts";

/** Telegram's limit for `callback_data`, in bytes of UTF-8. A button above it is left out; its command can be typed. */
const MAX_DATA_BYTES = 64;
const LONGEST_LABEL_IN_A_ROW = 20;
const MOST_IN_A_ROW = 3;

/**
 * Reads what one of our buttons carries: `approve:CODE`, `always:CODE`, `deny:CODE`, `stop`, `spend:allow`. Undefined for
 * anything else.
 */
export function parseAction(data: string): Action | undefined {
	if (data === "stop") return { kind: "stop" };
	if (data === "spend:allow") return { kind: "spend-allow" };
	const [, word, code] = /^(approve|always|deny):(\S+)$/.exec(data) ?? [];
	if (!code) return undefined;
	if (word === "deny") return { kind: "deny", code };
	return { kind: "approve", code, ...(word === "always" && { always: true }) };
}

interface Button {
	text: string;
	callback_data: string;
}

/** The buttons below a message: side by side while they are few and short. Undefined where there are none. */
export function keyboard(choices: readonly Choice[]): { inline_keyboard: Button[][] } | undefined {
	const buttons = choices
		.filter(({ action }) => Buffer.byteLength(action) <= MAX_DATA_BYTES)
		.map(({ label, action }) => ({ text: label, callback_data: action }));
	if (buttons.length === 0) return undefined;
	const sideBySide =
		buttons.length <= MOST_IN_A_ROW && buttons.every(({ text }) => text.length <= LONGEST_LABEL_IN_A_ROW);
	return { inline_keyboard: sideBySide ? [buttons] : buttons.map((button) => [button]) };
}

/** What to type where buttons don't work, as `Or type: /approve K7Q2 (Allow) · /deny K7Q2 (Deny)`. */
export const typedHint = (choices: readonly Choice[]): string =>
	`Or type: ${choices.map(({ command, label }) => `${command} (${label})`).join(" · ")}`;
