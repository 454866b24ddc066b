import type { ApprovalRecord } from "#daemon/records/approvals.ts";

/** What became of a question, for the card that asked it: one line, with where it was answered. Pure. Undefined while it is open. */
export function settledNote({ state, held, decidedBy }: ApprovalRecord): string | undefined {
	const by = decidedBy === undefined ? "" : ` (${decidedBy})`;
	switch (state) {
		case "waiting":
			return undefined;
		case "approved":
		case "committing":
		case "done":
		case "failed":
			return `${held ? "Activated" : "Allowed"}${by}.`;
		case "denied":
			return `${held ? "Discarded" : "Refused"}${by}.`;
		case "expired":
			return held ? "Nobody activated it in time: it is gone." : "Nobody answered in time: it was not done.";
		case "lapsed":
			return held ? "Withdrawn when you stopped what made it." : "Withdrawn: you stopped what asked for it.";
	}
}
