import type { OwnersRule } from "#config/gate-schema.ts";
import type { Choice } from "#core/message.ts";
import { codeSpan } from "#tools/code-span.ts";

/** What the owner is shown, and what they may answer. */
export interface Card {
	text: string;
	choices: Choice[];
}

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
		label: `Always to ${rule.to.join(", ")}`,
		action: `always:${code}`,
		command: `/always ${code}`,
	};
	const terms = rule && `\n\n*Always* means: ${describeGrant(rule)}.`;
	return {
		text: `May I do this?\n\n${preview}${terms ?? ""}`,
		choices: [{ label: "Allow", ...approve }, { label: "Don't", ...deny }, ...(always ? [always] : [])],
	};
}

/** What the model sees in place of a result. */
export const heldPlaceholder = (callId: number): string =>
	`kept inactive (call C-${callId}): it rests on outside content, so it takes effect only when the owner activates it. They were ` +
	"told so with a button. Don't try it another way, and don't wait for it.";

const describeGrant = ({ to, tools = [], perDay, until }: OwnersRule): string =>
	`${tools.map(codeSpan).join(", ")} to ${to.map(codeSpan).join(", ")} without asking, up to ${perDay} times a day, until ${until}, ` +
	"and never while others' words are in view";
