import { expect, it } from "vitest";
import { aCall } from "./checks-fixture.ts";
import { looksAt, unknownTools } from "./hook-tools.ts";

const hook = (...tools: string[]) => ({ name: "h", command: ["true"], timeoutMs: 100, tools });
const all = { name: "h", command: ["true"], timeoutMs: 100 };

it.each([
	["send_mail", "send_mail", true],
	["send_mail", "send_mail_later", false],
	["send_*", "send_mail", true],
	["send_*", "send_", true],
	["*_file", "read_file", true],
	["*_file", "read_files", false],
	["*", "anything", true],
	["r*d_*e", "read_file", true],
	["read.file", "read_file", false],
	["(read|write)_file", "read_file", false],
])("%s looks at %s: %s", (pattern, tool, expected) => {
	expect(looksAt(hook("other", pattern), aCall({ tool }))).toBe(expected);
});

it("looks at every tool where it names none, and at a call without an effect only where it names it", () => {
	expect(looksAt(all, aCall({ tool: "read_file", effect: "read" }))).toBe(true);
	expect(looksAt(all, aCall({ tool: "no_reply", effect: "none" }))).toBe(false);
	expect(looksAt(hook("no_reply"), aCall({ tool: "no_reply", effect: "none" }))).toBe(true);
});

it("finds names that no tool has", () => {
	expect(unknownTools(hook("sendmail", "read_*", "x*"), ["send_mail", "read_file"])).toEqual(["sendmail", "x*"]);
	expect(unknownTools(all, ["send_mail"])).toEqual([]);
});
