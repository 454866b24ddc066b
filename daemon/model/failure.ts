import type { FailureCause, Overflow } from "./port.ts";
import type { WantedField } from "./replay-fields.ts";

/** A failed attempt, sorted by what may be done about it. */
export interface Failure extends Overflow {
	cause: FailureCause;
	/** True where the same request to the same model may well succeed in a moment. */
	passing: boolean;
	/** True where only a person can change it (key, credit, a model that doesn't exist). */
	lasting: boolean;
	/** How long the service asks to be left alone. */
	retryAfterMs?: number;
	/** What is wrong and where, in our words alone: for the log, which must not hold what others wrote. */
	summary: string;
	/** For the owner: the same with what the service said. Holds no secret. */
	problem: string;
	/** For the owner: what to do. */
	remedy: string;
	/** Set where the service misses its own reasoning in the conversation. */
	wants?: WantedField;
	/** Set where the stream ended in order but made no sense. */
	malformed?: string;
}
