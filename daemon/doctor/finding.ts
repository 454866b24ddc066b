/** Every check, in the order in which its findings are told: what others depend on comes first. */
export const CHECKS = [
	"configuration",
	"hooks",
	"home",
	"daemon",
	"database",
	"drift",
	"disk",
	"clock",
	"model",
	"telegram",
	"page",
	"system",
] as const;
export type CheckName = (typeof CHECKS)[number];

/**
 * What a check saw.
 * - `ok`: nothing to do
 * - `warning`: Steward works, but something in it is off or unwise
 * - `problem`: something that should work does not
 */
export type Observation =
	| { level: "ok"; what: string }
	/** `what` and `remedy` are for a person and hold no secret; `remedy` says what to do. */
	| { level: "warning" | "problem"; what: string; remedy: string };

export type Finding = Observation & { check: CheckName };

export const fine = (what: string): Observation => ({ level: "ok", what });
export const warning = (what: string, remedy: string): Observation => ({ level: "warning", what, remedy });
export const problem = (what: string, remedy: string): Observation => ({ level: "problem", what, remedy });

export const countLevel = (findings: readonly Finding[], level: Finding["level"]): number =>
	findings.filter((finding) => finding.level === level).length;
