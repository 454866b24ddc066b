import { existsSync } from "node:fs";
import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import type { Effect } from "#core/effect.ts";
import type { Tool } from "#tools/tool.ts";

export const LIST = "shopping.md";
/** Holds a line for each time that the invoice was paid. */
export const LEDGER = "ledger.txt";
/** Holds a line for each time that the letter was sent. */
export const LETTERS = "letters.txt";
/** A letter is on its way until this file is there. */
export const POSTBOX = "postbox-is-empty";

const POSTBOX_INTERVAL_MS = 10;

const parameters = z.strictObject({ line: z.string() });
type Arguments = z.infer<typeof parameters>;

/** A tool whose effect shows how often it was run. The file tools would not do: they refuse a change that is there already. */
const appendingTool = (
	name: string,
	{ file, effect, tier }: { file: string; effect: Effect; tier: Tool["tier"] },
): Tool<Arguments> => ({
	name,
	tier,
	description: `Use to append a line to ${file}. Returns what was appended.`,
	parameters,
	examples: [{ line: "milk" }],
	parallel: false,
	mode: "sync" as const,
	timeoutMs: 30_000,
	recovery: "unknown",
	effects: ({ line }) => ({ effect, target: `workspace/${file}`, preview: `Append "${line}" to ${file}` }),
	activity: () => `appending to ${file}`,
	async run({ line }, { workspace }) {
		await appendFile(join(workspace, file), `${line}\n`);
		return { text: `Appended "${line}".` };
	},
});

export const addLine = appendingTool("add_line", { file: LIST, effect: "write", tier: "direct" });

const send = appendingTool("send_letter", { file: LETTERS, effect: "execute", tier: "direct" });

/** Goes on in the background: its effect comes at once, its result only when the world says so. */
export const sendLetter: Tool<Arguments> = {
	...send,
	mode: "async",
	async run(args, context, signal) {
		const output = await send.run(args, context, signal);
		while (!existsSync(join(context.workspace, POSTBOX)) && !signal.aborted) await delay(POSTBOX_INTERVAL_MS);
		return output;
	},
};

export const payInvoice = appendingTool("pay_invoice", { file: LEDGER, effect: "spend", tier: "found" });
