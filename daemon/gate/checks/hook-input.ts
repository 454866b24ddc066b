import { sha256 } from "#core/digest.ts";
import { truncate } from "#core/truncate.ts";
import type { CallOutcome, CheckedCall } from "./checked-call.ts";
import { redactValue } from "./redact-value.ts";

/** Goes up when a field changes its meaning or goes away, not when one is added. */
const VERSION = 1;

/** The most of a result that an after-hook gets, in UTF-16 units. */
const MAX_RESULT_LENGTH = 2_048;

/** The JSON that a hook reads from its input: one object on one line. docs/hooks.md promises its fields. */
export function renderHookInput(
	when: "before" | "after",
	call: CheckedCall,
	redact: (text: string) => string,
	outcome?: CallOutcome,
): string {
	const { callId, turnId, tool, effect, target, destinations, authority, tainted } = call;
	const facts = { tool, arguments: call.arguments, effect, target, destinations, authority, outsideInView: tainted };
	const input = {
		version: VERSION,
		when,
		call: `C-${callId}`,
		turn: turnId,
		...(redactValue(facts, redact) as object),
		...(outcome && { outcome: renderOutcome(outcome, redact) }),
	};
	return `${JSON.stringify(input)}\n`;
}

function renderOutcome({ state, durationMs, text }: CallOutcome, redact: (text: string) => string): object {
	// The digest is of what may be seen: one of the text before would let a short secret be guessed.
	const clean = redact(text);
	return { state, durationMs, resultDigest: sha256(clean), result: truncate(clean, MAX_RESULT_LENGTH) };
}
