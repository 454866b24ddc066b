import { holds, type Row, type Table, type Target } from "./row.ts";

const SIGN = { "at-most": "≤", "at-least": "≥", exactly: "=" } as const;

/**
 * The table on one line, for programs: the value as measured, the target as `"≤ 500"` or null, and `holds`, which is false
 * only where a target was missed.
 */
export function tableAsJson({ name, rows }: Table): string {
	const plain = rows.map((row) => {
		const { what, value, unit, target } = row;
		return { what, value, unit, target: target ? writeTarget(target) : null, holds: holds(row) };
	});
	return JSON.stringify({ name, rows: plain });
}

/** The table for a person. @param circumstances the command and the machine */
export function renderTable({ name, title, rows, notes }: Table, circumstances: readonly string[]): string {
	const cells = [["what", "value", "target", "", "OpenClaw"], ...rows.map(rowCells)];
	const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...cells.map((line) => line[column]?.length ?? 0)));
	const lines = cells.map((line) => alignLine(line, widths));
	const rule = "-".repeat(widths.reduce((sum, width) => sum + width + 2, -2));
	const missed = rows.filter((row) => !holds(row)).length;
	const verdict =
		missed === 0 ? "Every target is met." : `Missed: ${missed} of ${rows.filter(hasTarget).length} targets.`;
	const [head = "", ...body] = lines;
	return [`${name}: ${title}`, ...circumstances, "", head, rule, ...body, rule, verdict, ...notes, ""].join("\n");
}

const hasTarget = ({ target }: Row): boolean => target !== undefined;

function rowCells(row: Row): string[] {
	const { what, unit, target, openClaw = "–" } = row;
	const judged = target ? (holds(row) ? "holds" : "MISSED") : "";
	return [what, `${writeValue(row)} ${unit}`, target ? writeTarget(target) : "", judged, openClaw];
}

/** A value that misses its target is never rounded to it. */
function writeValue(row: Row): string {
	for (let extraDigits = 0; ; extraDigits += 1) {
		const text = writeNumber(row.value, extraDigits);
		if (holds(row) || row.target === undefined || text !== writeNumber(row.target.value) || extraDigits > 9)
			return text;
	}
}

const writeTarget = ({ kind, value }: Target): string => `${SIGN[kind]} ${writeNumber(value)}`;

/** Three digits that matter, or as many as the whole number has, with separators as in `1,234`. */
function writeNumber(value: number, extraDigits = 0): string {
	const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.max(Math.abs(value), 0.01))));
	return value.toLocaleString("en-US", { maximumFractionDigits: digits + extraDigits });
}

/** Values stand on the right of their column, words on the left. */
function alignLine(line: readonly string[], widths: readonly number[]): string {
	return line
		.map((cell, column) => (column === 1 ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
		.join("  ")
		.trimEnd();
}
