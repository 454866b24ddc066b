/** A text cut into units, so many of which make a token. Equal beginnings of texts have (nearly) equal beginnings of units. */
export interface Encoded {
	units: ArrayLike<unknown>;
	unitsPerToken: number;
}
export type Encode = (text: string) => Encoded;

/** The tokenizers of OpenAI's models, from the newest to that of GPT-3: the older, the more tokens for anything but English. */
export type TokenizerName = "o200k_base" | "cl100k_base" | "p50k_base" | "r50k_base";

const TABLES = {
	o200k_base: () => import("gpt-tokenizer/encoding/o200k_base"),
	cl100k_base: () => import("gpt-tokenizer/encoding/cl100k_base"),
	p50k_base: () => import("gpt-tokenizer/encoding/p50k_base"),
	r50k_base: () => import("gpt-tokenizer/encoding/r50k_base"),
} as const satisfies Record<TokenizerName, unknown>;

/**
 * Loaded at the first call only: a table takes some 100 ms and 50 MB.
 * Names of special tokens inside text are text, as they are for the provider.
 */
export async function loadEncode(name: TokenizerName): Promise<Encode> {
	const { encode } = await TABLES[name]();
	const asText = { disallowedSpecial: new Set<string>() };
	return (text) => ({ units: encode(text, asText), unitsPerToken: 1 });
}

/** A token for each 4 characters, with nothing computed. For benches that measure other things. */
export const estimateEncode: Encode = (text) => ({ units: text, unitsPerToken: 4 });

export const countTokens = ({ units, unitsPerToken }: Encoded): number => Math.ceil(units.length / unitsPerToken);

/** How many tokens two texts have in common at their beginning. */
export function sharedTokens(one: Encoded, other: Encoded): number {
	let length = 0;
	while (length < one.units.length && one.units[length] === other.units[length]) length++;
	return Math.floor(length / one.unitsPerToken);
}
