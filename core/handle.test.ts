import { expect, it } from "vitest";
import { findHandles, formatHandle, HANDLE_PARTS, parseHandle, replaceHandles } from "./handle.ts";

it("reads what it writes", () => {
	for (const part of HANDLE_PARTS) {
		const handle = { kind: "event", event: 12, part } as const;
		expect(parseHandle(formatHandle(handle))).toEqual(handle);
	}
	expect(parseHandle(" e-12.BODY ")).toEqual({ kind: "event", event: 12, part: "body" });
	expect(formatHandle({ kind: "answer", answer: 3 })).toBe("A-3");
	expect(parseHandle(" a-3 ")).toEqual({ kind: "answer", answer: 3 });
});

it.each([
	"E-12",
	"E-12.",
	"E-12.subject",
	"E-0.body",
	"12.body",
	"E-12.body.body",
	"{E-12.body}",
	"A-0",
	"A-03",
	"A-3.body",
	"{A-3}",
	"A-3 please",
	"E-12.body please",
	"",
])("is not taken in by %j", (text) => expect(parseHandle(text)).toBeUndefined());

it("finds handles in a text, right or wrong, and nothing else that stands in braces", () => {
	const text = "{E-12.body} { e-3.sender } {E-4.bodyy} {E-5} {name} E-6.body {{E-7.files}} {A-3} { a-4 } A-5 {A-}";
	expect(findHandles(text)).toEqual([...["E-12.body", "e-3.sender", "E-4.bodyy", "E-7.files"], ...["A-3", "a-4"]]);
});

it("puts words in once: a handle or a pattern in them stays as it is", () => {
	expect(replaceHandles("a {E-1.body} b {E-2.body}", (handle) => `$& {${handle}} $1`)).toBe(
		"a $& {E-1.body} $1 b $& {E-2.body} $1",
	);
});
