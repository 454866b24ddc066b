/** Longer names are not shown whole: the line must stay one. */
const MAX_NAME = 80;

/**
 * The last line of mails and messages to others: they must know that a program writes, and for whom (spec: agents act openly).
 * @param owner what the owner is called; where it isn't known, the line says so much
 */
export function onBehalfLine(owner: string | undefined): string {
	const name = (owner ?? "")
		.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ")
		.trim()
		.slice(0, MAX_NAME);
	return `Sent by Steward, an AI assistant, on behalf of ${name === "" ? "its owner" : name}.`;
}
