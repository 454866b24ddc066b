/**
 * The form that an answer about outside content may have.
 * - `yes-no`, `number`, `amount`, `date`, `choice`: checked values, which say nothing of their own
 * - `text`: words, which the asker never sees: only their handle
 * - `raw`: no answer, the content itself, which is outside content in view from then on
 */
export const ANSWER_FORMS = ["yes-no", "number", "amount", "date", "choice", "text", "raw"] as const;
export type AnswerForm = (typeof ANSWER_FORMS)[number];

/** A question about outside content that the asker does not get to see. */
export interface ContentQuestion {
	/** As `E-12.body` or `A-3`. */
	handle: string;
	/** Empty for `raw` only. */
	question: string;
	form: AnswerForm;
	/** Of `choice`: in the asker's own words. */
	choices?: readonly string[] | undefined;
}

export interface ContentAnswer {
	/** Words for the result. */
	text: string;
	/** Set for `raw`: the text is what others wrote. */
	outside?: { source: string };
	/** Of `text`: writes the answer and gives its handle, as `A-3`. Call it from `ToolOutput.commit` only. */
	carryOut?: () => string;
}

/** What `ask_about` needs of the daemon. */
export interface QuestionPort {
	/** @throws ToolError where the handle names nothing that this trajectory may ask about, or too much was asked in this turn */
	check(question: ContentQuestion): void;
	/**
	 * Has a model without tools read the content and answer, and checks what it says.
	 * @throws ToolError where no usable answer came
	 */
	ask(question: ContentQuestion, signal: AbortSignal): Promise<ContentAnswer>;
}
