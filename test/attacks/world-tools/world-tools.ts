import type { World } from "#test/attacks/world.ts";
import type { Tool } from "#tools/tool.ts";
import { actingTools } from "./acting.ts";
import { keepingTools } from "./keeping.ts";
import { lookingTools } from "./looking.ts";
import { reachingTools } from "./reaching.ts";

/** What later parts of the program bring, with the effects that theirs will have. */
export const worldTools = (world: World): Tool[] => [
	...actingTools(world),
	...keepingTools(world),
	...reachingTools(world),
	...lookingTools(world),
];
