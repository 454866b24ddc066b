import type { JournalLineAnswer } from "#daemon/control/journal-answer.ts";

/** One line: number, when, what kind, who asked, of what, what was decided by which rule, how it ended. */
export function renderJournalLine(line: JournalLineAnswer, time: (at: number) => string): string {
	const columns = [`${line.id}`.padStart(6), time(line.at), line.kind.padEnd(10), who(line).padEnd(WHO_WIDTH)];
	const text = [what(line), decided(line), ended(line)].filter((part) => part !== "").join("; ");
	// What others wrote may be in a target: it never begins a line of its own.
	return `${columns.join("  ")}  ${text.replace(/\s+/g, " ")}`.trimEnd();
}

/** Room for the longest that is common: `stranger, outside`. */
const WHO_WIDTH = 17;

/** Whose word the turn goes by, and whether outside content was in view. */
function who({ authority, tainted }: JournalLineAnswer): string {
	const outside = tainted ? "outside" : undefined;
	return [authority, outside].filter((word) => word !== undefined).join(", ");
}

function what({ call, tool, approval, effect, target }: JournalLineAnswer): string {
	const called = call === undefined ? undefined : `${call} ${tool ?? ""}`.trim();
	const asked = approval === undefined ? undefined : `approval ${approval}`;
	// `none` is for calls that do nothing to anybody.
	const done = [effect === "none" ? undefined : effect, target].filter((word) => word !== undefined).join(" ");
	return [called, asked, done].filter((word) => word !== undefined && word !== "").join(", ");
}

const decided = ({ decision, rule }: JournalLineAnswer): string =>
	[decision, rule === undefined ? undefined : `(${rule})`].filter((word) => word !== undefined).join(" ");

const ended = ({ outcome }: JournalLineAnswer): string => (outcome === undefined ? "" : `→ ${outcome}`);
