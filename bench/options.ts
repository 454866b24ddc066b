import { parseArgs } from "node:util";
import { z } from "zod";
import { ENTRIES_PER_TURN } from "./seed.ts";

/** How much is measured. The defaults give the figures that are quoted; smaller ones are for trying things. */
export interface BenchOptions {
	/** How long the daemon is left alone before it counts as idle, and how long it is then watched. */
	idleMs: number;
	/** Turns of the long run before memory is read again. */
	turns: number;
	/** Messages for each latency. */
	samples: number;
	/** Repetitions of what is measured once a run, such as a start. */
	runs: number;
	/** The larger number of earlier entries. */
	entries: number;
	/** Timers that wait, or come due together. */
	timers: number;
	/** Events that wait while the model is at work, and are then worked off. */
	events: number;
	/** Days of the simulated year. */
	days: number;
}

export interface CommandLine {
	/** What to measure; empty for everything. */
	names: string[];
	json: boolean;
	quick: boolean;
	options: BenchOptions;
}

const FULL = {
	turns: "10000",
	samples: "400",
	runs: "10",
	entries: "100000",
	idle: "60",
	timers: "10000",
	events: "10000",
	days: "365",
};
const QUICK = {
	turns: "20",
	samples: "20",
	runs: "2",
	entries: "1000",
	idle: "5",
	timers: "200",
	events: "200",
	days: "20",
};

const amount = z.coerce.number().int().positive();
const amountsSchema = z.object({
	turns: amount,
	samples: amount,
	runs: amount,
	entries: amount.multipleOf(ENTRIES_PER_TURN),
	timers: amount,
	events: amount,
	days: amount,
	idle: z.coerce.number().positive(),
});

/** Reads the words after `npm run bench --`. @throws Error that says which word is wrong */
export function readCommandLine(words: readonly string[]): CommandLine {
	const amountOption = { type: "string" } as const;
	const { values, positionals } = parseArgs({
		args: [...words],
		allowPositionals: true,
		options: {
			json: { type: "boolean", default: false },
			quick: { type: "boolean", default: false },
			turns: amountOption,
			samples: amountOption,
			runs: amountOption,
			entries: amountOption,
			timers: amountOption,
			events: amountOption,
			days: amountOption,
			idle: amountOption,
		},
	});
	const { json, quick, ...given } = values;
	const amounts = amountsSchema.safeParse({ ...(quick ? QUICK : FULL), ...given });
	if (!amounts.success) throw new Error(z.prettifyError(amounts.error));
	const { idle, ...rest } = amounts.data;
	return { names: positionals, json, quick, options: { ...rest, idleMs: idle * 1000 } };
}
