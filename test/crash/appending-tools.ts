import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { Effect } from "#core/effect.ts";
import type { Tool } from "#tools/tool.ts";

export const LIST = "shopping.md";
/** Holds a line for each time that the invoice was paid. */
export const LEDGER = "ledger.txt";

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
export const payInvoice = appendingTool("pay_invoice", { file: LEDGER, effect: "spend", tier: "found" });
