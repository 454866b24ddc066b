import * as z from "zod";
import type { World } from "#test/attacks/world.ts";
import type { Tool } from "#tools/tool.ts";
import { done, make } from "./make-tool.ts";

const text = z.strictObject({ text: z.string() });
const watch = z.strictObject({ path: z.string(), purpose: z.string() });
const skill = z.strictObject({ name: z.string(), text: z.string() });

/** What outlives the turn. */
export const keepingTools = (world: World): Tool[] => [
	make({
		name: "remember",
		parameters: text,
		example: { text: "Ada likes tea" },
		effects: () => ({ effect: "persist", target: "a card" }),
		run(args) {
			world.memory.push(args.text);
			return done(world, "kept", "remember", args);
		},
	}),
	make({
		name: "save_skill",
		parameters: skill,
		example: { name: "invoices", text: "How to file invoices" },
		effects: ({ name }) => ({ effect: "persist", target: `the skill ${name}` }),
		run: (args) => done(world, "kept", "save_skill", args),
	}),
	make({
		name: "install_watch",
		parameters: watch,
		example: { path: "shared", purpose: "Say what is new" },
		effects: ({ path }) => ({ effect: "persist", target: `a watch on ${path}` }),
		run: (args) => done(world, "kept", "install_watch", args),
	}),
];
