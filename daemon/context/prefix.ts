import { canonicalJson, sha256 } from "#core/digest.ts";
import type { ToolDefinition } from "#daemon/model/port.ts";
import { RULES, TOOL_GUIDANCE, TRUST } from "./rules.ts";
import { estimateTokens } from "./tokens.ts";

/** The parts of the prompt, in the order of the wire: what changes least comes first. */
export type PartName = "persona" | "owner" | "rules" | "tools" | "trust" | "instructions" | "skills" | "cards";

/** A part as it is now. */
export interface PrefixPart {
	name: PartName;
	/**
	 * - `program`: comes with this version of the program. Another version begins another epoch
	 * - `owner`: may change at any time; in the midst of an epoch the trajectory is told so by an entry
	 */
	by: "program" | "owner";
	text: string;
}

/** A part as an epoch has it. */
export interface FrozenPart {
	name: string;
	digest: string;
	tokens: number;
}

/** What stands at the front of every request, the same for chat, timer, mail and recovery. Frozen for the epoch. */
export interface Prefix {
	/** The system message. */
	prompt: string;
	/** The tool list as canonical JSON. */
	tools: string;
	digest: string;
	/** The parts that `prompt` consists of; empty in epochs that an earlier version began. */
	parts: readonly FrozenPart[];
}

/** What the prompt is made from. */
export interface PrefixSources {
	/** The text of persona/SOUL.md. */
	persona: string;
	/** The text of persona/AGENTS.md, the owner's standing instructions; may be empty. */
	instructions: string;
	/** What the owner is called. */
	owner: string;
	/** Name and purpose of each skill, a line each; may be empty. */
	skills: string;
	/** The stated and confirmed facts that are in view, a line each; may be empty. */
	cards: string;
}

/** Tokens that the parts which grow with use may take. What does not fit is left out, whole lines at a time, and said so. */
const PART_BUDGETS = { skills: 1_500, cards: 3_000 } as const;

/** The parts as they are now, in their order; an empty one is left out. Pure. */
export function prefixParts(sources: PrefixSources): PrefixPart[] {
	const parts: PrefixPart[] = [
		{ name: "persona", by: "owner", text: withoutComments(sources.persona) },
		{ name: "owner", by: "owner", text: `Your owner is ${sources.owner}.` },
		{ name: "rules", by: "program", text: RULES },
		{ name: "tools", by: "program", text: TOOL_GUIDANCE },
		{ name: "trust", by: "program", text: TRUST },
		{ name: "instructions", by: "owner", text: section(HEADINGS.instructions, withoutComments(sources.instructions)) },
		{ name: "skills", by: "owner", text: section(HEADINGS.skills, withinBudget(sources.skills, PART_BUDGETS.skills)) },
		{ name: "cards", by: "owner", text: section(HEADINGS.cards, withinBudget(sources.cards, PART_BUDGETS.cards)) },
	];
	return parts.filter(({ text }) => text !== "");
}

const HEADINGS = {
	instructions: "Your owner's standing instructions",
	skills: "What you know how to do",
	cards: "What you know about your owner",
} as const;

const section = (heading: string, text: string): string => (text === "" ? "" : `# ${heading}\n\n${text}`);

/** Puts the parts together, as they will be sent until the epoch ends. */
export function freezePrefix(parts: readonly PrefixPart[], tools: readonly ToolDefinition[]): Prefix {
	const prompt = parts.map(({ text }) => text).join("\n\n");
	const toolsText = canonicalJson(tools);
	const frozen = parts.map(({ name, text }) => ({ name, digest: sha256(text), tokens: estimateTokens(text) }));
	return { prompt, tools: toolsText, digest: sha256(`${prompt}\n${toolsText}`), parts: frozen };
}

/** Persona files explain themselves to their owner in HTML comments, which are not for the model. */
export const withoutComments = (text: string): string => text.replace(/<!--[\s\S]*?-->/g, "").trim();

/** The first lines that fit, with a word on how many are left out. */
function withinBudget(text: string, maxTokens: number): string {
	if (estimateTokens(text) <= maxTokens) return text.trim();
	const lines = text.trim().split("\n");
	let tokens = 0;
	const shown = lines.findIndex((line) => {
		tokens += estimateTokens(line) + 1;
		return tokens > maxTokens - NOTE_TOKENS;
	});
	const kept = lines.slice(0, shown);
	return [...kept, `(${lines.length - kept.length} more lines are left out for want of room)`].join("\n");
}

const NOTE_TOKENS = 20;
