import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Effect } from "#core/effect.ts";
import { decidedCall, openGate } from "./gate-setting.ts";
import type { BenchOptions } from "./options.ts";
import { tellProgress } from "./progress.ts";
import { atMost, latencyRows, type Row, type Table } from "./row.ts";

const DECISION = atMost(1);
const TIMES = 5_000;
const WARM_UP = 2_000;

interface Case {
	what: string;
	effect: Effect;
	tainted: boolean;
	destinations?: readonly string[];
	discloses?: readonly string[];
}

/** 10,000 characters in lines, as people write. */
const LONG_TEXT = Array.from(
	{ length: 150 },
	(_, line) =>
		`${line + 1}. On the ${(line % 28) + 1}th we agreed, as on the phone, what it costs: ${line * 37} euros.`,
)
	.join("\n")
	.slice(0, 10_000);

const CASES: readonly Case[] = [
	{ what: "a write, nothing of others in view", effect: "write", tainted: false },
	{ what: "a timer under outside content", effect: "persist", tainted: true },
	{
		what: "a mail of 1,000 characters, by the last of 100 rules",
		effect: "tell-others",
		tainted: false,
		destinations: ["colleague99@work.example"],
		discloses: ["Minutes", LONG_TEXT.slice(0, 1_000)],
	},
	{
		what: "a mail of 10,000 characters, by the last of 100 rules",
		effect: "tell-others",
		tainted: false,
		destinations: ["colleague99@work.example"],
		discloses: ["Minutes", LONG_TEXT],
	},
	{
		what: "the same under outside content",
		effect: "tell-others",
		tainted: true,
		destinations: ["colleague99@work.example"],
		discloses: ["Minutes", LONG_TEXT],
	},
	{
		what: "a page whose address stands in outside content",
		effect: "reach",
		tainted: true,
		destinations: ["https://shop.example/offer?id=17"],
	},
];

/** How long the gate takes over one call, with a full window in view. */
export async function measureGate(_options: BenchOptions): Promise<Table> {
	const rows: Row[] = [];
	for (const one of CASES) {
		tellProgress(one.what);
		rows.push(...latencyRows(one.what, measure(one), { p99: DECISION }));
	}
	return {
		name: "gate",
		title: "the gate's decision over one call, 600 entries of 48,000 tokens in view, 100 rules of the owner's",
		rows,
		notes: [
			"From the call's arguments as JSON to the decision: tool found, arguments parsed, effect worked out, table, rules, taint, secrets, addresses.",
			`${TIMES} decisions each, after ${WARM_UP} that are not counted. Without hooks and sidecar, which take what they take.`,
		],
	};
}

function measure({ effect, tainted, destinations, discloses }: Case): number[] {
	const folder = mkdtempSync(join(tmpdir(), "steward-gate-"));
	const gate = openGate(folder, {
		effect,
		tainted,
		...(destinations && { destinations }),
		...(discloses && { discloses }),
	});
	try {
		for (let run = 0; run < WARM_UP; run += 1) decidedCall(gate);
		return Array.from({ length: TIMES }, () => {
			const startedMs = performance.now();
			decidedCall(gate);
			return performance.now() - startedMs;
		});
	} finally {
		gate.database.close();
		rmSync(folder, { recursive: true });
	}
}
