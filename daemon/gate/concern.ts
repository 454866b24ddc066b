/**
 * What a check beside the table has against a call. It can only make the decision stricter: a check never allows anything.
 */
export interface Concern {
	verdict: "ask" | "deny";
	/** Which check it was, for the journal: `secret in the text`, `hook no-banking`. */
	by: string;
	/** For the owner and the model, in the program's own words; nothing that others wrote. */
	why: string;
}
