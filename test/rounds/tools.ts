import * as z from "zod";
import { handTool } from "#test/hand-tool.ts";
import type { Tool } from "#tools/tool.ts";
import { evilText } from "./attack.ts";

const parameters = z.strictObject({ what: z.string(), lines: z.int().max(2_000), outside: z.boolean() });
type Arguments = z.infer<typeof parameters>;

/** Gives as many lines as it is asked for, more than stay in view among them; also such as others wrote. */
const lookUp: Tool<Arguments> = {
	name: "look_up",
	tier: "direct",
	description: "Use to look something up. Returns lines of text.",
	parameters,
	examples: [{ what: "trains", lines: 20, outside: false }],
	parallel: true,
	mode: "sync",
	timeoutMs: 5_000,
	recovery: "rerun",
	effects: ({ what }) => ({ effect: "read", target: what }),
	activity: ({ what }) => `looking up ${what}`,
	async run({ what, lines, outside }) {
		const text = Array.from(
			{ length: lines },
			(_, line) => `${line + 1}. what is known about ${what}, part ${line + 1}`,
		);
		if (!outside) return { text: text.join("\n") };
		return { text: `${evilText(lines)}\n${text.join("\n")}`, outside: { source: "web" } };
	},
};

/** The tools of the rounds: one that looks up, one that works until it is told to end. */
export function roundsTools() {
	const work = handTool({ effect: "read" });
	return { tools: [lookUp as Tool, work.tool], work };
}
