import * as z from "zod";
import { sleep } from "#core/clock.ts";
import type { CallEffect } from "#core/effect.ts";
import { type Tool, ToolError } from "#tools/tool.ts";
import type { Life } from "./world.ts";

const parameters = z.strictObject({
	/** Names the call's effect: each call has its own. */
	token: z.string(),
	ms: z.int().min(0),
	end: z.enum(["done", "failed"]),
});
export type RandomToolArguments = z.infer<typeof parameters>;

interface Kind {
	effect: CallEffect;
	mode?: Tool["mode"];
	recovery?: Tool["recovery"];
	parallel?: boolean;
	/** Does not react to its signal. */
	deaf?: boolean;
}

/** Tools of every kind that there is. Each leaves a row with its result; what it does before that is counted by the life. */
const KINDS: Record<string, Kind> = {
	quick_look: { effect: "read", recovery: "rerun", parallel: true },
	quick_write: { effect: "write", recovery: "rerun" },
	slow_write: { effect: "write" },
	slow_run: { effect: "execute" },
	deaf_run: { effect: "execute", deaf: true },
	background: { effect: "execute", mode: "async" },
	background_write: { effect: "write", mode: "async" },
	background_look: { effect: "read", mode: "async", recovery: "rerun" },
	pay: { effect: "spend" },
};

export const randomToolNames = Object.keys(KINDS);

/** @param lifeOf the daemon in which a call is run */
export const randomTools = (lifeOf: () => Life | undefined): Tool[] =>
	Object.entries(KINDS).map(([name, kind]) => makeTool(name, kind, lifeOf));

function makeTool(name: string, kind: Kind, lifeOf: () => Life | undefined): Tool {
	const { effect, mode = "sync", recovery = "unknown", parallel = false, deaf = false } = kind;
	const tool: Tool<RandomToolArguments> = {
		name,
		tier: "direct",
		description: `Use to do something of the kind ${name}. Returns how it went.`,
		parameters,
		examples: [{ token: "t1", ms: 0, end: "done" }],
		parallel,
		mode,
		timeoutMs: mode === "async" ? 120_000 : 25_000,
		recovery,
		effects: ({ token }) => ({ effect, target: token }),
		activity: ({ token }) => `doing ${token}`,
		async run({ token, ms, end }, context, signal) {
			const life = lifeOf();
			if (!life || life.disk.isDead) return new Promise<never>(() => undefined);
			life.world.noteRun(name, token);
			context.progress(`${token} began`);
			if (ms > 0) await sleep(life.clock, ms, deaf ? undefined : signal);
			if (!deaf && signal.aborted) throw signal.reason;
			if (end === "failed") throw new ToolError(`${name} could not do ${token}.`);
			return {
				text: `${token} is done.`,
				commit: () => life.database.run("INSERT INTO test_effects VALUES (?)", token),
			};
		},
	};
	return tool as Tool;
}
