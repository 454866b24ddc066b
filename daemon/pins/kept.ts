import type { DecisionRecord } from "#daemon/records/decisions.ts";
import type { PinRecord } from "#daemon/records/pins.ts";
import type { PinKind } from "#tools/pin-port.ts";

/** A pin or a decision in force. */
export interface Kept {
	kind: PinKind;
	id: number;
	/** As people and models see it: `P-3`, `D-3`. */
	name: string;
	text: string;
	/** Of a decision: why. */
	reason: string | undefined;
	/** Of text and reason. */
	tokens: number;
	createdAt: number;
}

/** Reads `P-3` or `D-3` (any case, spaces around it). Returns undefined for anything else. */
export function parseKeptName(text: string): Pick<Kept, "kind" | "id"> | undefined {
	const match = /^\s*([PD])-([1-9]\d*)\s*$/i.exec(text);
	return match ? { kind: match[1]?.toUpperCase() === "P" ? "fact" : "decision", id: Number(match[2]) } : undefined;
}

export const keptPin = ({ id, name, text, tokens, createdAt }: PinRecord): Kept => ({
	...{ kind: "fact", id, name, text, reason: undefined, tokens, createdAt },
});

export const keptDecision = ({ id, name, text, reason, tokens, createdAt }: DecisionRecord): Kept => ({
	...{ kind: "decision", id, name, text, reason, tokens, createdAt },
});
