import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { Tool } from "#tools/tool.ts";

const parameters = z.strictObject({ amount: z.number() });

/** Where `pay_invoice` leaves a line for each time it was run. */
export const LEDGER = "ledger.txt";

/** An act that needs the owner's word, and of which it can be seen if it was done twice. */
export const payInvoice: Tool<z.infer<typeof parameters>> = {
	name: "pay_invoice",
	tier: "found",
	description: "Use to pay the open invoice. Returns what was paid.",
	parameters,
	examples: [{ amount: 5 }],
	parallel: false,
	timeoutMs: 30_000,
	recovery: "unknown",
	effects: ({ amount }) => ({ effect: "spend", target: `workspace/${LEDGER}`, preview: `Pay ${amount} €` }),
	activity: () => "paying",
	async run({ amount }, { workspace }) {
		await appendFile(join(workspace, LEDGER), `paid ${amount}\n`);
		return { text: `Paid ${amount} €.` };
	},
};
