import { EFFECTS } from "#core/effect.ts";
import { TRUSTS } from "#core/trust.ts";
import {
	type ExplainedAnswer,
	explainedSchema,
	type PolicyAnswer,
	policyAnswerSchema,
} from "#daemon/control/policy-answer.ts";
import { type CommandContext, CommandFailure, EXIT } from "./command.ts";
import { DaemonClient } from "./daemon-client.ts";
import { createLocalTime } from "./local-time.ts";
import { print, printJson } from "./terminal-text.ts";

/** `steward policy`: the table, the owner's rules, and what rests until they activate it. */
export async function policy({ home, output }: CommandContext, { json }: { json?: boolean }): Promise<number> {
	const answer = await new DaemonClient(home).get("/policy", policyAnswerSchema);
	if (json) printJson(output, answer);
	else print(output, [...tableLines(answer), "", ...ruleLines(answer), "", ...heldLines(answer)].join("\n"));
	return EXIT.done;
}

export interface ExplainOptions {
	as: string;
	tainted?: boolean;
	json?: boolean;
}

/** `steward policy explain C-12`, or `steward policy explain send_mail '{"to": "bob@example.org"}'`. */
export async function explainPolicy(
	{ home, output }: CommandContext,
	call: string,
	argumentsJson: string | undefined,
	options: ExplainOptions,
): Promise<number> {
	const explained = await new DaemonClient(home).post(
		"/policy/explain",
		questionOf(call, argumentsJson, options),
		explainedSchema,
	);
	if (options.json) printJson(output, explained);
	else print(output, explainedLines(explained).join("\n"));
	return EXIT.done;
}

function questionOf(call: string, argumentsJson: string | undefined, { as, tainted }: ExplainOptions): unknown {
	const number = /^\s*C-([1-9]\d{0,14})\s*$/i.exec(call)?.[1];
	if (number !== undefined) return { call: Number(number) };
	const authority = TRUSTS.find((trust) => trust === as);
	if (!authority) throw new CommandFailure(`--as must be one of ${TRUSTS.join(", ")}.`);
	return { tool: call, argumentsJson: checkedJson(argumentsJson ?? "{}"), authority, tainted: tainted ?? false };
}

function checkedJson(text: string): string {
	try {
		JSON.parse(text);
		return text;
	} catch {
		throw new CommandFailure(
			`The arguments must be JSON in quotes, as: steward policy explain write_file '{"path": "a.md", "content": ""}'`,
		);
	}
}

const COLUMNS = ["owner", "system", "known", "stranger", "tainted"] as const;
const HEADINGS: Record<(typeof COLUMNS)[number], string> = {
	owner: "owner",
	system: "system",
	known: "known",
	stranger: "stranger",
	tainted: "outside content in view",
};

function tableLines({ table }: PolicyAnswer): string[] {
	const width = Math.max(...EFFECTS.map(({ length }) => length)) + 2;
	const head = ["".padEnd(width), ...COLUMNS.map((column) => HEADINGS[column].padEnd(10))].join("");
	const rows = table.map(({ effect, cells, changed }) =>
		[
			effect.padEnd(width),
			...COLUMNS.map((column) => `${cells[column]}${changed.includes(column) ? "*" : ""}`.padEnd(10)),
		].join(""),
	);
	const isChanged = table.some(({ changed }) => changed.length > 0);
	return [head, ...rows, ...(isChanged ? ["* yours, from config.yaml"] : [])].map((line) => line.trimEnd());
}

function ruleLines({ rules }: PolicyAnswer): string[] {
	if (rules.length === 0) return ["No rules: nothing is allowed ahead of time."];
	return rules.map(({ text, usesToday, ended }) => `Without asking: ${text} (${ended ?? `used ${usesToday}× today`})`);
}

function heldLines({ held }: PolicyAnswer): string[] {
	if (held.length === 0) return ["Nothing is kept inactive."];
	const time = createLocalTime();
	return held.map(
		({ code, preview, expiresAt }) =>
			`Inactive until you say: steward approve ${code} (or deny), up to ${time(expiresAt)}\n  ${preview.trim().replaceAll("\n", "\n  ")}`,
	);
}

const VERDICTS: Record<ExplainedAnswer["decision"], string> = {
	allow: "It would be done.",
	inactive: "It would be kept inactive until you activate it.",
	ask: "You would be asked.",
	deny: "It would be refused.",
};

function explainedLines(explained: ExplainedAnswer): string[] {
	const { tool, effect, target, destinations, authority, tainted, decision, rule, why, earlier } = explained;
	return [
		`${tool}: ${effect} on ${target}${destinations.length > 0 ? `, to ${destinations.join(", ")}` : ""}`,
		`asked for by ${authority}, ${tainted ? "with" : "without"} outside content in view`,
		`${VERDICTS[decision]} Because: ${rule}${why === undefined ? "" : `; ${why}`}`,
		...earlier.map((at) => `When it was made: ${at.decision}, because: ${at.rule}`),
	];
}
