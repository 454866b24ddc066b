import * as z from "zod";

/* What `GET /journal` answers, as both sides know it. */

const lineSchema = z.object({
	id: z.number(),
	/** Milliseconds since the epoch. */
	at: z.number(),
	kind: z.string(),
	turn: z.number().optional(),
	/** As `C-5`, and the tool that it calls. */
	call: z.string().optional(),
	tool: z.string().optional(),
	/** The code of the question to the owner. */
	approval: z.string().optional(),
	authority: z.string().optional(),
	/** Whether outside content was in view. */
	tainted: z.boolean().optional(),
	effect: z.string().optional(),
	target: z.string().optional(),
	decision: z.string().optional(),
	rule: z.string().optional(),
	outcome: z.string().optional(),
	/** Its texts are gone; `target` and `rule` say so. */
	erased: z.boolean(),
});
export type JournalLineAnswer = z.infer<typeof lineSchema>;

/** Oldest first. */
export const journalSchema = z.object({ lines: z.array(lineSchema) });
