import { describe, expect, it } from "vitest";
import { eventTextPath, outputPath } from "#daemon/outputs/keep-in-view.ts";
import { chooseClearing } from "./choose-clearing.ts";
import { withReplacements } from "./light-entry.ts";
import { placeholder, ViewBuilder, words } from "./light-fixture.ts";
import { tokensOf } from "./room.ts";

const LONG = words(200);
/** Nothing is ever small enough. */
const FULL = { fixedTokens: 100, windowTokens: 0 };

const clear = (view: ViewBuilder, room = FULL, current = view.newestTurn) =>
	chooseClearing(view.entries, current, room, placeholder);
const cleared = (view: ViewBuilder, room = FULL, current = view.newestTurn) =>
	clear(view, room, current).replacements.map(({ entryId }) => entryId);

/** Results 3, 5, 7, 9 and 11. */
const fiveCalls = (view = new ViewBuilder().turn()) => {
	for (let number = 0; number < 5; number += 1) view.call(LONG);
	return view;
};

describe("clearing", () => {
	it("takes the oldest results first, in one batch, down to half of the window", () => {
		const view = fiveCalls().turn();
		view.call(LONG).call(LONG).call(LONG);
		const total = tokensOf(view.entries, FULL);
		const { replacements, tokensBefore, tokensAfter } = clear(view, { fixedTokens: 100, windowTokens: 1.7 * total });
		expect(replacements.map(({ entryId }) => entryId)).toEqual([3, 5]);
		expect(tokensBefore).toBe(total);
		expect(tokensAfter).toBe(tokensOf(withReplacements(view.entries, replacements), FULL));
		expect(tokensAfter).toBeLessThanOrEqual(0.85 * total);
		expect(cleared(view, { fixedTokens: 100, windowTokens: 2 * total })).toEqual([]);
	});

	it("leaves the results of the latest three messages with calls, whole as they are", () => {
		expect(cleared(fiveCalls().turn())).toEqual([3, 5]);
		const view = fiveCalls();
		view.message().result(LONG).result(LONG).turn();
		expect(cleared(view)).toEqual([3, 5, 7]);
	});

	it("comes to the newest turn only when nothing older is left", () => {
		const view = new ViewBuilder().turn().call(LONG).turn();
		fiveCalls(view);
		const { windowTokens, ...room } = { fixedTokens: 100, windowTokens: 2 * (tokensOf(view.entries, FULL) - 100) };
		expect(cleared(view, { ...room, windowTokens })).toEqual([3]);
		expect(cleared(view)).toEqual([3, 6, 8]);
	});

	it("comes to a turn that gave way no sooner than to the newest", () => {
		const view = fiveCalls().turn().call(LONG).call(LONG).call(LONG).call(LONG);
		const some = { fixedTokens: 100, windowTokens: 2 * (tokensOf(view.entries, FULL) - 100) };
		expect(cleared(view, some, new Set([2]))).toEqual([3]);
		expect(cleared(view, some, new Set([1]))).toEqual([14]);
		expect(cleared(view, some, new Set([1, 2]))).toEqual([3]);
		expect(cleared(fiveCalls().turn().call(LONG), some, new Set([1]))).toEqual([]);
	});

	it("never takes the owner's words or the assistant's", () => {
		const view = fiveCalls(new ViewBuilder().turn(LONG)).message(LONG).turn(LONG).turn();
		expect(cleared(view)).toEqual([3, 5]);
	});

	it("takes what others wrote in an earlier turn, and what a task brought, but no event of the newest", () => {
		const view = new ViewBuilder().turn().mail(LONG).taskResult(9, LONG).turn().mail(LONG).taskResult(9, LONG);
		const { replacements } = clear(view);
		expect(replacements.map(({ message }) => message.content)).toEqual([
			"[E-2 2026-11-30 10:30:45 +2s email]\n[cleared: E-2, 1 lines, 999 characters]",
			"[E-3 2026-11-30 10:30:45 +2s web] Result of task T-1 (call C-9, run_script, ran 33s): done.\n[cleared: C-9, 1 lines, 999 characters]",
		]);
	});

	it("keeps the files that came with an event, and counts their names as others' words", () => {
		const view = new ViewBuilder()
			.turn()
			.mail(LONG, "\n[file] inbox/offer.pdf (application/pdf, 9 bytes)\n[2 events: …]");
		const [replacement] = clear(view.turn()).replacements;
		expect(replacement?.message.content).toMatch(
			/characters\]\n\[file\] inbox\/offer\.pdf \(application\/pdf, 9 bytes\)$/,
		);
		expect(replacement?.outside).toBe(true);
	});

	it("keeps stamp and count, the id on the wire, and says what it was, without what others may have named", () => {
		const view = new ViewBuilder().turn().call(LONG, { outside: true }).call(LONG, { state: "failed" });
		const [outside, failed] = clear(view.call("").call("").call("")).replacements;
		const head = "[2026-11-30 10:30:47 +2s] Tool call #1 for 'read_file'";
		expect(outside).toMatchObject({
			kind: "cleared",
			outside: false,
			message: {
				role: "tool",
				tool_call_id: "call1",
				content: `${head}\n[cleared: C-1 read_file, 1 lines, 999 characters]`,
			},
		});
		expect(failed?.message.content).toBe(
			`${head}\nFAILED [cleared: C-2 read_file workspace/notes.md, 1 lines, 999 characters]`,
		);
	});

	it("still says where the whole of a folded output is, and no other file that the text names", () => {
		const folded = (path: string) =>
			`${LONG}\n… [9 lines are left out; the whole is in ${path}: read it with read_file] …\n`;
		const view = new ViewBuilder().turn().call(folded(outputPath(1, true)), { outside: true });
		view.call(folded("inbox/evil.txt"), { outside: true }).mail(folded(eventTextPath(6)));
		view.call("").call("").call("");
		const [own, other, mail] = clear(view.turn()).replacements.map(({ message }) => message.content);
		expect(own).toMatch(/\] \[the whole is in outputs\/outside\/C-1\.txt: read it with read_file\]$/);
		expect(other).not.toContain("evil");
		expect(mail).toContain("the whole is in inbox/E-6.txt");
	});

	it("leaves what is still to come, what was replaced before, and what would win little", () => {
		const view = new ViewBuilder().turn().call(LONG, { state: "asked" }).call(LONG, { state: "running" });
		view.call(words(30)).call("").call("").call("").turn();
		expect(cleared(view)).toEqual([]);
		const again = fiveCalls().turn();
		const once = withReplacements(again.entries, clear(again).replacements);
		expect(chooseClearing(once, again.newestTurn, FULL, placeholder).replacements).toEqual([]);
	});

	it("takes a summary, where it is long", () => {
		const view = fiveCalls().turn();
		const entries = view.entries.map((entry) => (entry.id === 3 ? { ...entry, replaced: "summary" as const } : entry));
		const { replacements } = chooseClearing(entries, view.newestTurn, FULL, placeholder);
		expect(replacements.map(({ entryId }) => entryId)).toEqual([3, 5]);
	});
});
