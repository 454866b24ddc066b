import * as z from "zod";
import { EFFECTS, type Effect } from "#core/effect.ts";
import { choice, wholeNumber, words } from "./fields.ts";

/**
 * What the gate does with a call: let it through, keep what it makes inactive until the owner activates it, ask the owner, or
 * refuse it. In this order each is stricter than the one before.
 */
export const VERDICTS = ["allow", "inactive", "ask", "deny"] as const;
export type Verdict = (typeof VERDICTS)[number];

const verdict = () => choice(["allow", "ask", "deny"]).exactOptional();
/** Only what outlives the turn can be kept inactive. */
const persistVerdict = () => choice(VERDICTS).exactOptional();

/** One row of the gate's table: a verdict for each authority, and one for when outside content is in view. */
const row = () =>
	z
		.strictObject({ owner: verdict(), system: verdict(), known: verdict(), stranger: verdict(), tainted: verdict() })
		.exactOptional();

export const policySchema = z.strictObject({
	read: row(),
	write: row(),
	"tell-owner": row(),
	"tell-others": row(),
	execute: row(),
	reach: row(),
	persist: z
		.strictObject({
			owner: persistVerdict(),
			system: persistVerdict(),
			known: persistVerdict(),
			stranger: persistVerdict(),
			tainted: persistVerdict(),
		})
		.exactOptional(),
	spend: row(),
} satisfies Record<Effect, unknown>);
export type PolicyOverrides = z.output<typeof policySchema>;

/** An address, a host or a target, in which a star stands for any characters but an `@` and a `/`. One star alone would be everything. */
const destination = () =>
	words("who or where it may go to, as bob@example.org or *@school.example").refine(
		(text) => !/^[*@./\s]+$/.test(text),
		{
			error: "must name somebody: a star alone would allow everything",
		},
	);

const day = () => {
	const error = "must be a day, as 2026-12-04; the rule holds until its end";
	return z.string({ error }).refine((text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)), {
		error,
	});
};

/** What the owner allows ahead of time. It turns a question into a yes, never a refusal. */
export const ownersRuleSchema = z.strictObject({
	allow: choice(EFFECTS.filter((effect) => effect !== "read" && effect !== "tell-owner")),
	to: z.array(destination()).min(1, { error: "must name at least one place: what may go where" }),
	/** Only these tools. */
	tools: z.array(words("the name of a tool")).min(1).exactOptional(),
	/** How often a day at most, in the owner's time zone. */
	perDay: wholeNumber(1, 10_000).exactOptional(),
	until: day().exactOptional(),
	/** Also while outside content is in view, when a model may have been talked round to it. */
	evenWithOutsideContent: z.boolean().default(false),
});
export type OwnersRule = z.output<typeof ownersRuleSchema>;

const hookName = () => {
	const error = "must be a short name, which stands in the journal: letters, digits, spaces, dots, hyphens";
	return z
		.string({ error })
		.trim()
		.regex(/^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._-]{0,59}$/u, { error });
};

const commandLine = () => {
	const error = "must be a list: the program, and its arguments";
	return z.array(z.string({ error: "must be text" }), { error }).refine(([program = ""]) => program.trim() !== "", {
		error,
	});
};

/** A program of the owner's that looks at calls. It gets JSON on its input; exit code 2 refuses. */
const hookSchema = z.strictObject({
	/** What it is called in the journal, and in what the model is told. */
	name: hookName(),
	/** Names of tools, in which a star stands for anything; every tool without it. */
	tools: z
		.array(words("the name of a tool, as send_mail or read_*"))
		.min(1, { error: "must name at least one tool, or be left out for all" })
		.exactOptional(),
	/** The program and its arguments. No shell is between. */
	command: commandLine(),
	timeoutMs: wholeNumber(100, 60_000, "milliseconds").default(5_000),
});
export type Hook = z.output<typeof hookSchema>;

const hookList = () =>
	z
		.array(hookSchema)
		.refine((hooks) => new Set(hooks.map(({ name }) => name)).size === hooks.length, {
			error: "must have a name of its own for each hook",
		})
		.default([]);

/** In the order in which they are written. */
export const hooksSchema = z.strictObject({
	/** Before a call is run; one that fails or takes too long refuses, since it was put there to protect. */
	before: hookList(),
	/** After it, with its outcome. Changes nothing of that. */
	after: hookList(),
});

export const checksSchema = z.strictObject({
	/** A look of the `light` model at calls with an effect. It may add a question, never an allowance. */
	sidecar: z.boolean().default(true),
});
