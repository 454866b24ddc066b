import * as z from "zod";
import type { World } from "#test/attacks/world.ts";
import type { Tool } from "#tools/tool.ts";
import { make, shown } from "./make-tool.ts";

const query = z.strictObject({ query: z.string() });

/** What is looked into, and what its words are called in a result. */
const LOOKED_INTO = {
	search_mail: ["mail", "email"],
	read_calendar: ["calendar", "calendar"],
	load_skill: ["skill", "a skill of somebody else's"],
	look_up: ["service", "a service"],
} as const;

/** What looks into what others wrote. */
export const lookingTools = (world: World): Tool[] => [
	...Object.entries(LOOKED_INTO).map(([name, [what, source]]) =>
		make({
			name,
			parameters: query,
			example: { query: "invoices" },
			effects: () => ({ effect: "read", target: what }),
			run: () => shown(world, what, source),
		}),
	),
	make({
		name: "recall_memory",
		parameters: query,
		example: { query: "tea" },
		effects: () => ({ effect: "read", target: "memory" }),
		run() {
			const kept = world.memory.join("\n");
			if (!world.shown.has("memory")) return { text: kept === "" ? "Nothing is known." : kept };
			return shown(world, "memory", "memory of what others wrote");
		},
	}),
];
