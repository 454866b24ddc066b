import type { MessageEntity } from "grammy/types";
import { describe, expect, it } from "vitest";
import { readEntities } from "./entities.ts";
import { judgeText } from "./judge.ts";

const entity = (type: "bold" | "italic" | "code" | "pre" | "blockquote", offset: number, length: number) => ({
	type,
	offset,
	length,
});
const link = (offset: number, length: number, url = "https://a.example/") =>
	({ type: "text_link", url, offset, length }) as const;

const judge = (text: string, ...entities: MessageEntity[]) => judgeText({ text, entities });

describe("entities", () => {
	it.each([
		["begins in a pair", [entity("bold", 1, 1)], "entity begins in a middle of a UTF-16 symbol at byte offset 4"],
		[
			"ends in a pair",
			[entity("bold", 0, 1)],
			"entity beginning at UTF-16 offset 0 ends in a middle of a UTF-16 symbol at byte offset 4",
		],
		["begins behind the text", [entity("bold", 9, 1)], "entity begins after the end of the text at UTF-16 offset 9"],
		[
			"ends behind the text",
			[entity("bold", 2, 9)],
			"entity beginning at UTF-16 offset 2 ends after the end of the text at UTF-16 offset 11",
		],
		["has a wrong offset", [entity("bold", -1, 1)], "receive an entity with incorrect offset -1"],
		["has a wrong length", [entity("bold", 0, -1)], "receive an entity with incorrect length -1"],
	])("is refused that %s", (_what, entities, description) => {
		// TDLib counts a character's bytes up to its end: 4 for the first hand.
		expect(() => judge("👉 👉", ...entities)).toThrow(`Bad Request: ${description}`);
	});

	it("move with the characters that are taken out, and with the white space around", () => {
		expect(judge(" \n a\rb\u202ec\td \n", entity("bold", 3, 3), link(7, 2))).toEqual({
			text: "abc d",
			entities: [entity("bold", 0, 2), link(2, 2)],
		});
		expect(judge("  x ", entity("code", 1, 3)).entities).toEqual([entity("code", 0, 2)]);
	});

	it("lose the white space that they begin with, except code and links", () => {
		const given = [entity("bold", 1, 2), entity("italic", 3, 1), entity("code", 5, 2)];
		expect(judge("a b c d", ...given).entities).toEqual([entity("bold", 2, 1), entity("code", 5, 2)]);
	});

	it("nest as Telegram lets them: one style once, none in code, quotes not in quotes, nothing over a border", () => {
		expect(judge("abcdef", entity("bold", 0, 4), entity("bold", 2, 4)).entities).toEqual([entity("bold", 0, 6)]);
		expect(judge("abcdef", entity("bold", 0, 6), entity("code", 2, 2)).entities).toEqual([
			...[entity("bold", 0, 2), entity("code", 2, 2), entity("bold", 4, 2)],
		]);
		expect(judge("abcdef", link(0, 4), entity("code", 2, 3)).entities).toEqual([link(0, 4)]);
		expect(judge("abcdef", entity("blockquote", 0, 5), entity("blockquote", 1, 2)).entities).toEqual([
			entity("blockquote", 0, 5),
		]);
		expect(judge("abcdef", entity("blockquote", 0, 3), link(2, 3)).entities).toEqual([entity("blockquote", 0, 3)]);
	});

	it("count up to 100, styles of characters after all others", () => {
		const bold = Array.from({ length: 90 }, (_, index) => entity("bold", index * 2, 1));
		const code = Array.from({ length: 20 }, (_, index) => entity("code", 200 + index * 2, 1));
		const shown = judge("x".repeat(300), ...bold, ...code).entities;
		expect([shown.length, shown.filter(({ type }) => type === "code").length]).toEqual([100, 20]);
		expect(judge("x".repeat(300), ...code.concat(bold)).entities).toEqual(shown);
	});
});

describe("a text of nothing that can be seen", () => {
	it.each([" \n", "\u200b", "\u00a0\u3000", "\t\r"])("is refused, but not as a caption: %j", (text) => {
		expect(() => judge(text)).toThrow("Bad Request: text must be non-empty");
		expect(() => judgeText({ text, entities: [] }, true)).not.toThrow();
	});
});

describe("what a call gives as an entity", () => {
	const url = (address: string) => ({ type: "text_link", offset: 0, length: 1, url: address });

	it.each([
		[7, "can't parse MessageEntity: expected an Object"],
		[{ type: "bold", length: 1 }, `can't parse MessageEntity: Can't find field "offset"`],
		[{ type: "sparkle", offset: 0, length: 1 }, "can't parse MessageEntity: Unsupported type specified"],
		[{ type: "text_link", offset: 0, length: 1 }, `can't parse MessageEntity: Can't find field "url"`],
		[url("nodot"), "entity URL 'nodot' is invalid: Wrong HTTP URL"],
		[url("http://localhost:80/"), "entity URL 'http://localhost:80/' is invalid: Wrong HTTP URL"],
		[url("ftp://a.example"), "entity URL 'ftp://a.example' is invalid: Unsupported URL protocol"],
		[url("https://a.example:0/"), "is invalid: Wrong port number specified in the URL"],
		[url("https:///x"), "is invalid: URL host is empty"],
		[url("https://a b.example"), "is invalid: Wrong URL host"],
		[url("tg:http://a.example"), "is invalid: Wrong tg URL"],
		[url("tg://a.b"), "is invalid: Unallowed characters in URL host"],
		[url("https://[::zz]/"), "is invalid: Wrong IPv6 address specified in the URL"],
	])("is refused: %j", (given, description) => {
		expect(() => readEntities([given])).toThrow(description);
	});

	it("is taken with numbers as text, a language, an address; what Telegram finds itself is left out", () => {
		const given = [
			{ type: "pre", offset: "0", length: 3, language: "ts" },
			url("HTTPS://Ada@A.example:8080/x?y#z"),
			url("tg://resolve?domain=x"),
			url("https://[::1]/"),
			{ type: "url", offset: 0, length: 1 },
		];
		expect(readEntities(given)).toEqual([{ ...given[0], offset: 0 }, given[1], given[2], given[3]]);
	});
});
