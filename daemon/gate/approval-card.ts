import type { OwnersRule } from "#config/gate-schema.ts";
import type { Choice } from "#core/message.ts";
import { codeSpan } from "#tools/code-span.ts";

/** What the owner is shown, and what they may answer. */
export interface Card {
	text: string;
	choices: Choice[];
}

const LONGEST_LABEL = 60;

/**
 * The card of one question. Pure. The preview is the exact action: what is allowed is what is shown.
 * @param of.held it is kept inactive, and nothing waits for the answer
 * @param of.rule may be granted with the yes
 */
export function cardFor(of: { code: string; preview: string; held: boolean; rule: OwnersRule | undefined }): Card {
	const { code, preview, held, rule } = of;
	const approve = { action: `approve:${code}`, command: `/approve ${code}` };
	const deny = { action: `deny:${code}`, command: `/deny ${code}` };
	if (held) {
		return {
			text: `Kept, but not active. It came up while others' words were in view, so it rests until you activate it:\n\n${preview}`,
			choices: [
				{ label: "Activate", ...approve },
				{ label: "Discard", ...deny },
			],
		};
	}
	const always = rule && {
		label: alwaysLabel(rule),
		action: `always:${code}`,
		command: `/always ${code}`,
	};
	const terms = rule && `\n\n*Always* means: ${describeGrant(rule)}.`;
	return {
		text: `May I do this?\n\n${preview}${terms ?? ""}`,
		choices: [{ label: "Allow", ...approve }, { label: "Don't", ...deny }, ...(always ? [always] : [])],
	};
}

/** What the model sees in place of a result while the owner is being asked. */
export const askedPlaceholder = (callId: number): string =>
	`waiting for approval (call C-${callId}): not done. The owner is being asked; on a yes the program does it, and the outcome ` +
	"comes as an event. Go on with what does not depend on it, or end your turn.";

/** What it sees of what rests. */
export const heldPlaceholder = (callId: number): string =>
	`kept inactive (call C-${callId}): it rests on outside content, so it takes effect only when the owner activates it. They were ` +
	"told so with a button. Don't try it another way, and don't wait for it.";

/** A button is one short line: an address of a page may be longer than a screen. The terms in the card say it in full. */
function alwaysLabel({ to }: OwnersRule): string {
	const label = `Always to ${to.join(", ")}`;
	return label.length <= LONGEST_LABEL && /^[\x21-\x7e ]+$/.test(label) ? label : "Always, as said above";
}

const describeGrant = ({ to, tools = [], perDay, until }: OwnersRule): string =>
	`${tools.map(codeSpan).join(", ")} to ${to.map(codeSpan).join(", ")} without asking, up to ${perDay} times a day, until ${until}, ` +
	"and never while others' words are in view";
