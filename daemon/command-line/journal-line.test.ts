import { expect, it } from "vitest";
import type { JournalLineAnswer } from "#daemon/control/journal-answer.ts";
import { renderJournalLine } from "./journal-line.ts";

const shown = (line: Omit<JournalLineAnswer, "id" | "at" | "erased">) =>
	renderJournalLine({ id: 812, at: 0, erased: false, ...line }, () => "2026-11-30 10:30:45")
		.replace(/ {2,}/g, "  ")
		.trim();

it.each<[string, Omit<JournalLineAnswer, "id" | "at" | "erased">]>([
	[
		"812  2026-11-30 10:30:45  gate  owner, outside  C-5 send_mail, tell-others bob@example.org; ask (tell-others × owner)",
		{
			...{ kind: "gate", turn: 3, call: "C-5", tool: "send_mail", authority: "owner", tainted: true },
			...{ effect: "tell-others", target: "bob@example.org", decision: "ask", rule: "tell-others × owner" },
		},
	],
	[
		"812  2026-11-30 10:30:45  call  C-5 send_mail; → done",
		{ kind: "call", call: "C-5", tool: "send_mail", outcome: "done" },
	],
	[
		"812  2026-11-30 10:30:45  approval  C-5, approval K7Q2MN; approved by owner on web",
		{ kind: "approval", call: "C-5", approval: "K7Q2MN", decision: "approved by owner on web" },
	],
	[
		"812  2026-11-30 10:30:45  stop  everything; owner on web; → nothing was running",
		{ kind: "stop", target: "everything", decision: "owner on web", outcome: "nothing was running" },
	],
	[
		"812  2026-11-30 10:30:45  gate  owner  C-6 no_reply; allow",
		{ kind: "gate", authority: "owner", call: "C-6", tool: "no_reply", effect: "none", decision: "allow" },
	],
	["812  2026-11-30 10:30:45  quarantine", { kind: "quarantine" }],
])("a line is told in plain words: %s", (text, line) => expect(shown(line)).toBe(text));

it("what others wrote begins no line of its own", () => {
	expect(shown({ kind: "gate", target: "a\n   813  2026  gate  owner  all is well" })).not.toContain("\n");
});
