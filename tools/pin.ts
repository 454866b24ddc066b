import * as z from "zod";
import { codeSpan } from "./code-span.ts";
import type { PinPlan } from "./pin-port.ts";
import type { Tool } from "./tool.ts";

const parameters = z.strictObject({
	text: z.string(),
	kind: z.enum(["fact", "decision"]).optional(),
	why: z.string().optional(),
	replaces: z.string().optional(),
});

/** Whatever the view lets go of, this stays. So it outlives the turn, and under outside content the owner is asked. */
export const pin: Tool<z.infer<typeof parameters>> = {
	name: "pin",
	tier: "direct",
	description:
		"Use to keep a fact or decision in view for good, word for word. At most 500 characters. Returns its number.",
	parameters,
	examples: [
		{ text: "Train, not plane", why: "Ada gets airsick", replaces: "D-3" },
		{ text: "Ada's customer number at the water works is 4711-22." },
		{ text: "The report goes out as PDF.", kind: "decision", why: "the bank can't open anything else" },
	],
	parallel: false,
	mode: "sync",
	timeoutMs: 5_000,
	recovery: "rerun",
	effects(args, { pins }) {
		const plan = pins.plan(args);
		// The words stay out of the target, which the journal keeps for good.
		const inPlace = plan.replaces ? ` in place of ${plan.replaces.name}` : "";
		return { effect: "persist", target: `a pinned ${plan.kind}${inPlace}`, preview: preview(plan) };
	},
	activity: ({ kind }) => (kind === "decision" ? "keeping a decision" : "pinning a fact"),
	async run(args, { pins }) {
		const plan = pins.plan(args);
		let kept = { name: "", isNew: false };
		return {
			text: plan.text === args.text ? "" : `One paragraph of it is kept: "${plan.text}". `,
			commit: () => {
				kept = plan.carryOut();
			},
			addendum: () => `${told(kept)}${plan.replaces ? ` ${plan.replaces.name} holds no longer.` : ""}`,
		};
	},
};

const told = ({ name, isNew }: { name: string; isNew: boolean }): string =>
	isNew ? `Kept as ${name}.` : `${name} says that already: nothing new was kept.`;

function preview({ kind, text, why, replaces }: PinPlan): string {
	const lines = [`Keep this ${kind} in front of me for good:`, codeSpan(text)];
	if (why !== undefined) lines.push("Why:", codeSpan(why));
	if (replaces) lines.push(`${replaces.name} ends with it:`, codeSpan(replaces.text));
	return lines.join("\n\n");
}
