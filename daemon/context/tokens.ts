/**
 * How many tokens a text will be, roughly and without a network: four ASCII characters, or one and a half others, are a
 * token. Over-counts prose a little, which is the safe side for a limit.
 */
export function estimateTokens(text: string): number {
	let ascii = 0;
	for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) < 128) ascii += 1;
	return Math.ceil(ascii / 4 + (text.length - ascii) / 1.5);
}
