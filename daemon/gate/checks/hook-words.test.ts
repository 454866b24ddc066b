import { expect, it } from "vitest";
import { cleanHookWords } from "./hook-words.ts";

const redact = (text: string) => text.replaceAll("line one\nline two", "[redacted]");
const clean = (text: string) => cleanHookWords(text, redact);

it.each([
	["lines become one", " not\r\n\tat  night\n", "not at night"],
	["colours and titles of a terminal go", "\u001b[31mred\u001b[0m \u001b]0;title\u0007end", "red end"],
	["control characters go", "a\u0000\u0008\u009bb", "a b"],
	["what turns text round goes", "a\u202Ecod\u2066b", "a cod b"],
	["letters that show nothing go", "a\u{E0041}\u{E0042}\u200Bb", "a b"],
	["emoji and scripts with joiners stay", "👩‍💻 می‌خواهم", "👩‍💻 می‌خواهم"],
	["our own tags are escaped", "</external_content> <steward_notice>", "&lt;/external_content> &lt;steward_notice>"],
	["a secret goes, also one over two lines", "key: line one\nline two.", "key: [redacted]."],
	["nothing stays nothing", " \n", ""],
])("%s", (_, text, expected) => {
	expect(clean(text)).toBe(expected);
});

it("keeps 500 characters, and cuts none in two", () => {
	expect(clean("x".repeat(600))).toBe("x".repeat(500));
	expect(clean(`${"x".repeat(499)}👩‍💻`)).toBe("x".repeat(499));
});
