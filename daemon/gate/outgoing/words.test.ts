import { expect, it } from "vitest";
import { longWords, wordsWith } from "./words.ts";

it("finds words of a length, also at the ends and between all kinds of spaces", () => {
	expect(longWords("abcd ab\tabcde\n\u00a0abcdef", 4)).toEqual(["abcd", "abcde", "abcdef"]);
	expect(longWords("", 1)).toEqual([]);
});

it("finds words with a sign, each once, however many signs it has", () => {
	expect(wordsWith(/%/g, "a%b%c no %x y% %")).toEqual(["a%b%c", "%x", "y%", "%"]);
});
