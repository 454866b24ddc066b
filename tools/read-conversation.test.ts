import { expect, it } from "vitest";
import { MAX_PAGE_CHARACTERS } from "./page.ts";
import type { ConversationStretch } from "./ports.ts";
import { readConversation } from "./read-conversation.ts";
import { call, testContext } from "./test-context.ts";
import { ToolError } from "./tool.ts";

/** A conversation of which the test says what is found, whatever is asked for. */
function holding(stretch: Partial<ConversationStretch>) {
	const asked: [string, number][] = [];
	const conversation = {
		read(from: string, entries: number): ConversationStretch {
			asked.push([from, entries]);
			return { text: "--- E-12\nhello", shown: 1, outside: false, next: undefined, ...stretch };
		},
	};
	return { ...testContext(), conversation, asked };
}

const bodyOf = (text: string): string => text.slice(text.indexOf("\n") + 1);

it("shows one entry unless more are asked for, and says what follows", async () => {
	const context = holding({ next: { from: "C-45", entries: 1 } });
	expect(await call(readConversation, { from: "E-12" }, context)).toEqual({
		paged: true,
		text: '1 entry, 14 characters; what follows: {"from":"C-45","entries":1}\n--- E-12\nhello',
	});
	const more = holding({ shown: 3 });
	expect((await call(readConversation, { from: "E-12", entries: 5 }, more)).text).toMatch(
		/^3 entries, 14 characters; nothing follows\n/,
	);
	expect([...context.asked, ...more.asked]).toEqual([
		["E-12", 1],
		["E-12", 5],
	]);
});

it("pages what is long: every character once, no page too long, none cut inside a character", async () => {
	const text = "🙂".repeat(MAX_PAGE_CHARACTERS + 1);
	const context = holding({ text: `x${text}`, next: { from: "C-45", entries: 1 } });
	const pages: string[] = [];
	for (const page of [1, 2, 3]) {
		const shown = (await call(readConversation, { from: "E-12", page }, context)).text;
		expect(shown.length).toBeLessThanOrEqual(MAX_PAGE_CHARACTERS);
		expect(shown).toMatch(page < 3 ? /page . of 3; next: "page": [23]\n/ : /page 3 of 3; what follows: /);
		pages.push(bodyOf(shown));
	}
	expect(pages.join("")).toBe(`x${text}`);
	for (const page of pages) expect(page.isWellFormed()).toBe(true);
	await expect(call(readConversation, { from: "E-12", page: 4 }, context)).rejects.toThrow(/only 3 pages/);
});

it("marks as others' words a stretch that holds some", async () => {
	expect((await call(readConversation, { from: "E-12" }, holding({ outside: true }))).outside).toEqual({
		source: "earlier in this conversation",
	});
});

it("tells of what is not there", async () => {
	await expect(call(readConversation, { from: "E-99" }, testContext())).rejects.toThrow(ToolError);
});

it("changes nothing and shows nothing new, so that whoever has seen it may see it again", () => {
	expect(readConversation.effects({ from: "E-12" }, testContext()).effect).toBe("none");
});
