import * as z from "zod";
import { EFFECTS } from "#core/effect.ts";

const verdict = z.enum(["allow", "inactive", "ask", "deny"]);
const trust = z.enum(["owner", "system", "known", "stranger"]);

/** `GET /policy` */
export const policyAnswerSchema = z.object({
	table: z.array(
		z.object({
			effect: z.enum(EFFECTS),
			cells: z.object({ owner: verdict, system: verdict, known: verdict, stranger: verdict, tainted: verdict }),
			/** The columns in which the owner's own word stands. */
			changed: z.array(z.string()),
		}),
	),
	rules: z.array(z.object({ text: z.string(), usesToday: z.number(), ended: z.string().optional() })),
	/** What rests until the owner activates it. */
	held: z.array(z.object({ code: z.string(), preview: z.string(), expiresAt: z.number() })),
});
export type PolicyAnswer = z.output<typeof policyAnswerSchema>;

/** `POST /policy/explain` */
export const explainedSchema = z.object({
	tool: z.string(),
	effect: z.string(),
	target: z.string(),
	destinations: z.array(z.string()),
	authority: trust,
	tainted: z.boolean(),
	decision: verdict,
	rule: z.string(),
	why: z.string().optional(),
	/** What the gate said when it was made. */
	earlier: z.array(z.object({ decision: z.string(), rule: z.string() })),
});
export type ExplainedAnswer = z.output<typeof explainedSchema>;

/** What `POST /policy/explain` takes: a call that was made, or one that is only supposed. */
export const explainBody = z.union([
	z.object({ call: z.int().min(1) }),
	z.object({
		tool: z.string().trim().min(1).max(64),
		argumentsJson: z.string().max(100_000),
		authority: trust.default("owner"),
		tainted: z.boolean().default(false),
	}),
]);
