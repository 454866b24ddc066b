/** The form that an answer about outside content may have. All but `text` are checked values, which say nothing of their own. */
export type AnswerForm = "yes-no" | "number" | "amount" | "date" | "choice" | "text";

/** A question about outside content that the asker does not get to see. */
export interface ContentQuestion {
	/** As `E-12.body`. */
	handle: string;
	question: string;
	form: AnswerForm;
	/** Of `choice`: in the asker's own words. */
	choices?: readonly string[] | undefined;
}

/** What `ask_about` needs of the daemon. */
export interface QuestionPort {
	/** @throws ToolError where the handle names nothing that this trajectory may ask about */
	check(question: ContentQuestion): void;
	/**
	 * Has a model without tools read the content and answer, and checks what it says.
	 * @returns words for the result: the value, or for `text` the handle of an answer that only the owner gets to see. `carryOut`,
	 * where it is there, is called from `ToolOutput.commit` and gives that handle
	 * @throws ToolError where no usable answer came
	 */
	ask(question: ContentQuestion, signal: AbortSignal): Promise<{ text: string; carryOut?: () => string }>;
}
