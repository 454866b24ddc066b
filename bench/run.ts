import { parseArgs } from "node:util";
import { describeCommand, describeMachine } from "./circumstances.ts";
import type { BenchOptions } from "./options.ts";
import type { Table } from "./row.ts";
import { renderTable, tableAsJson } from "./table.ts";

// npm run bench                    every table
// npm run bench -- NAME            one
// npm run bench -- NAME --json     one, as JSON on one line
// --quick                          everything small, to see whether it works
// --turns N --samples N --runs N --entries N --idle SECONDS     how much of each

/** Loaded only when asked for: what one measures must not carry what another loads. */
const BENCHES: Record<string, () => Promise<(options: BenchOptions) => Promise<Table>>> = {
	daemon: async () => (await import("./daemon.ts")).measureDaemon,
	loop: async () => (await import("./loop.ts")).measureLoop,
	context: async () => (await import("./context.ts")).measureContext,
};

const FULL = { turns: "10000", samples: "400", runs: "10", entries: "100000", idle: "60" };
const QUICK = { turns: "20", samples: "20", runs: "2", entries: "1000", idle: "5" };

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		json: { type: "boolean", default: false },
		quick: { type: "boolean", default: false },
		turns: { type: "string" },
		samples: { type: "string" },
		runs: { type: "string" },
		entries: { type: "string" },
		idle: { type: "string" },
	},
});
const { json, quick, ...given } = values;
const amounts = { ...(quick ? QUICK : FULL), ...given };
const options: BenchOptions = {
	turns: Number(amounts.turns),
	samples: Number(amounts.samples),
	runs: Number(amounts.runs),
	entries: Number(amounts.entries),
	idleMs: Number(amounts.idle) * 1000,
};
const names = positionals.length > 0 ? positionals : Object.keys(BENCHES);
const unknown = names.find((name) => !(name in BENCHES));
const known = Object.keys(BENCHES).join(", ");

if (unknown !== undefined) {
	console.error(`There is nothing to measure by the name of "${unknown}". Known are: ${known}.`);
	process.exitCode = 1;
} else if (json && names.length > 1) {
	console.error(`--json is for one table: name one of ${known}.`);
	process.exitCode = 1;
} else {
	for (const name of names) await runOne(name);
}

async function runOne(name: string): Promise<void> {
	const circumstances = [describeCommand(name, options, quick), describeMachine()];
	const measure = await BENCHES[name]?.();
	const table = await measure?.(options);
	if (table) console.log(json ? tableAsJson(table) : renderTable(table, circumstances));
}
