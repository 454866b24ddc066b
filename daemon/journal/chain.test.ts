import { describe, expect, it } from "vitest";
import { canonicalJson, sha256 } from "#core/digest.ts";
import { type ChainedLine, chainAfter, digestOfContent, formatHead, parseHead } from "./chain.ts";

const LINE: ChainedLine = {
	...{ id: 7, at: 1_796_034_645_000, kind: "gate", turn_id: 3, call_id: 5, approval_id: null, authority: "owner" },
	...{ tainted: 1, effect: "reach", decision: "ask", outcome: null, content_digest: "c".repeat(64) },
};

it("the chain at a line is the digest that docs/journal.md tells how to make", () => {
	const fields = {
		...{ id: 7, at: 1_796_034_645_000, kind: "gate", turn: 3, call: 5, approval: null, authority: "owner", tainted: 1 },
		...{ effect: "reach", decision: "ask", outcome: null, content: "c".repeat(64) },
	};
	expect(chainAfter("a".repeat(64), LINE)).toBe(sha256("a".repeat(64) + canonicalJson(fields)));
});

it("every field of a line is part of its digest, and so is the line before it", () => {
	const whole = chainAfter("a".repeat(64), LINE);
	const others = Object.keys(LINE).map((field) => chainAfter("a".repeat(64), { ...LINE, [field]: 8 }));
	expect(new Set([whole, ...others, chainAfter("b".repeat(64), LINE)]).size).toBe(Object.keys(LINE).length + 2);
});

it("equal contents have other digests under another salt", () => {
	expect(digestOfContent("one", '{"target":"bob"}')).not.toBe(digestOfContent("two", '{"target":"bob"}'));
});

describe("a head", () => {
	const head = { line: 812, chain: "9f".repeat(32) };

	it("is read as it was written, also in capitals and with spaces around it", () => {
		expect(parseHead(formatHead(head))).toEqual(head);
		expect(parseHead(`  ${formatHead(head).toUpperCase()}\n`)).toEqual(head);
	});

	it.each(["", "812", "9f".repeat(32), `812:${"9f".repeat(31)}`, `-1:${"9f".repeat(32)}`, `812:${"9g".repeat(32)}`])(
		"is nothing else, as %j",
		(text) => expect(parseHead(text)).toBeUndefined(),
	);
});
