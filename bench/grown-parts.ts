import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { prefixParts } from "#daemon/context/prefix.ts";

/** Tokens of the parts of a system message that grow with use: DESIGN counts them apart. 0 for one that is not there. */
export function grownParts(systemMessage: string): { skills: number; cards: number } {
	return { skills: partTokens(systemMessage, "skills"), cards: partTokens(systemMessage, "cards") };
}

/** From the part's heading, as the program writes it, to the next one. */
function partTokens(systemMessage: string, name: "skills" | "cards"): number {
	const sources = { persona: "", instructions: "", owner: "", skills: "", cards: "", [name]: "-" };
	const heading =
		prefixParts(sources)
			.find((part) => part.name === name)
			?.text.split("\n", 1)[0] ?? "";
	const start = systemMessage.indexOf(heading);
	if (start < 0) return 0;
	const end = systemMessage.indexOf("\n\n# ", start);
	return countTokens(systemMessage.slice(start, end < 0 ? undefined : end));
}
