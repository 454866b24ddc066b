import * as z from "zod";
import { codeSpan } from "./code-span.ts";
import type { Tool } from "./tool.ts";

const parameters = z.strictObject({ id: z.string(), why: z.string().optional() });

export const unpin: Tool<z.infer<typeof parameters>> = {
	name: "unpin",
	tier: "found",
	description:
		"Use to let go of a pinned fact or a decision that no longer holds. Only for numbers like P-3 or D-3; a decision that " +
		"another takes the place of ends by pin with `replaces`. Returns what it said.",
	parameters,
	examples: [{ id: "P-3", why: "Ada moved" }, { id: "D-3" }],
	parallel: false,
	mode: "sync",
	timeoutMs: 5_000,
	recovery: "rerun",
	effects({ id, why }, { pins }) {
		const { name, kind, text } = pins.find(id);
		const reason = why === undefined ? "" : `\n\nWhy:\n\n${codeSpan(why.replace(/\s+/g, " ").trim())}`;
		return {
			effect: "persist",
			target: name,
			preview: `Let go of ${name}, a ${kind} that I keep in view:\n\n${codeSpan(text)}${reason}`,
		};
	},
	activity: ({ id }) => `letting go of ${id}`,
	async run({ id }, { pins }) {
		const { name, text } = pins.find(id);
		return { text: `${name} is kept no longer. It said: "${text}"`, commit: () => pins.remove(name) };
	},
};
