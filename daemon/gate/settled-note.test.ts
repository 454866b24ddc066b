import { expect, it } from "vitest";
import type { ApprovalRecord, ApprovalState } from "#daemon/records/approvals.ts";
import { settledNote } from "./settled-note.ts";

const note = (state: ApprovalState, held: boolean, decidedBy?: string) =>
	settledNote({ state, held, decidedBy } as ApprovalRecord);

it.each<[ApprovalState, string | undefined, string | undefined]>([
	["waiting", undefined, undefined],
	["approved", "Allowed (owner on web).", "Activated (owner on web)."],
	["committing", "Allowed (owner on web).", "Activated (owner on web)."],
	["done", "Allowed (owner on web).", "Activated (owner on web)."],
	["failed", "Allowed (owner on web).", "Activated (owner on web)."],
	["denied", "Refused (owner on web).", "Discarded (owner on web)."],
])("a question that is %s says so, and who answered it where", (state, asked, held) => {
	expect(note(state, false, "owner on web")).toBe(asked);
	expect(note(state, true, "owner on web")).toBe(held);
});

it("a question that ended by itself says what became of it", () => {
	expect(note("expired", false)).toBe("Nobody answered in time: it was not done.");
	expect(note("expired", true)).toBe("Nobody activated it in time: it is gone.");
	expect(note("lapsed", false)).toContain("you stopped");
	expect(note("lapsed", true)).toContain("you stopped");
});
