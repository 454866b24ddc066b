import { CHECKS, countLevel, type Finding } from "./finding.ts";

const MARKS: Record<Finding["level"], string> = { ok: "✓", warning: "!", problem: "✗" };

const NAME_WIDTH = Math.max(...CHECKS.map((name) => name.length)) + 2;
const INDENT = " ".repeat(2 + NAME_WIDTH);

/** What one check found, for a person: its name once, a line for each finding, and below it what to do. */
export function renderFindings(findings: readonly Finding[]): string {
	return findings
		.flatMap((finding, index) => {
			const name = (index === 0 ? finding.check : "").padEnd(NAME_WIDTH);
			const line = `${MARKS[finding.level]} ${name}${finding.what}`;
			return finding.level === "ok" ? [line] : [line, ...renderRemedy(finding.remedy)];
		})
		.join("\n");
}

const renderRemedy = (remedy: string): string[] =>
	remedy.split("\n").map((line, index) => `${INDENT}${index === 0 ? "→" : " "} ${line}`);

/** `1 problem, 2 warnings` */
export const renderCount = (findings: readonly Finding[]): string =>
	(["problem", "warning"] as const)
		.map((level) => {
			const count = countLevel(findings, level);
			return `${count} ${level}${count === 1 ? "" : "s"}`;
		})
		.join(", ");
