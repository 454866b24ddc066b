import { describeError } from "#core/log.ts";
import { describeCommand, describeMachine } from "./circumstances.ts";
import { type BenchOptions, type CommandLine, readCommandLine } from "./options.ts";
import type { Table } from "./row.ts";
import { renderTable, tableAsJson } from "./table.ts";

// npm run bench                    every table
// npm run bench -- NAME            one
// npm run bench -- NAME --json     one, as JSON on one line
// npm run bench -- --quick         everything small, to see whether it works; see options.ts for single amounts

type Measure = (options: BenchOptions) => Promise<Table>;

/** Loaded only when asked for: what one measures must not carry what another loads. */
const BENCHES = new Map<string, () => Promise<Measure>>([
	["daemon", async () => (await import("./daemon.ts")).measureDaemon],
	["timers", async () => (await import("./timers.ts")).measureTimers],
	["loop", async () => (await import("./loop.ts")).measureLoop],
	["gate", async () => (await import("./gate.ts")).measureGate],
	["context", async () => (await import("./context.ts")).measureContext],
]);

try {
	const commandLine = readCommandLine(process.argv.slice(2));
	for (const name of namesToRun(commandLine)) await run(name, commandLine);
} catch (error) {
	console.error(describeError(error));
	process.exitCode = 1;
}

/** @throws Error where a name is not known, or where several tables should become one line */
function namesToRun({ names, json }: CommandLine): string[] {
	const known = [...BENCHES.keys()];
	const unknown = names.find((name) => !BENCHES.has(name));
	if (unknown !== undefined) throw new Error(`There is no bench "${unknown}". There are: ${known.join(", ")}.`);
	if (json && names.length !== 1) throw new Error(`--json is for one table. Name one of: ${known.join(", ")}.`);
	return names.length > 0 ? names : known;
}

async function run(name: string, { options, quick, json }: CommandLine): Promise<void> {
	const circumstances = [describeCommand(name, options, quick), describeMachine()];
	const measure = await BENCHES.get(name)?.();
	const table = await measure?.(options);
	if (table) console.log(json ? tableAsJson(table) : renderTable(table, circumstances));
}
