/** Turns text into token numbers; equal prefixes of text give (nearly) equal prefixes of tokens. */
export type Encode = (text: string) => number[];

/**
 * OpenAI's o200k_base. Loaded at the first call only: its table takes some 100 ms and 50 MB.
 * Names of special tokens inside text are text, as they are for the provider.
 */
export async function loadEncode(): Promise<Encode> {
	const { encode } = await import("gpt-tokenizer/encoding/o200k_base");
	const asText = { disallowedSpecial: new Set<string>() };
	return (text) => encode(text, asText);
}

const CHARACTERS_PER_TOKEN = 4;

/** One made-up token for each 4 characters, the same for the same characters. For benches that measure other things. */
export function estimateEncode(text: string): number[] {
	const tokens: number[] = [];
	for (let start = 0; start < text.length; start += CHARACTERS_PER_TOKEN) {
		let token = 0;
		for (let at = start; at < start + CHARACTERS_PER_TOKEN; at++) token = token * 31 + (text.charCodeAt(at) || 0);
		tokens.push(token);
	}
	return tokens;
}
