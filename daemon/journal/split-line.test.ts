import { expect, it } from "vitest";
import { splitLine } from "./split-line.ts";

it("the program's own words stay in the line, and leave no content where there is nothing else", () => {
	expect(splitLine({ outcome: "done" })).toEqual({ decision: null, outcome: "done", content: undefined });
	expect(splitLine({ decision: "deny" })).toEqual({ decision: "deny", outcome: null, content: undefined });
	expect(splitLine({})).toEqual({ decision: null, outcome: null, content: undefined });
});

it("whatever may name somebody is content: targets, rules, who decided, how it ended in other words", () => {
	const texts = {
		target: "bob@example.org",
		rule: "to bob@example.org",
		decision: "owner on web",
		outcome: "told Bob",
	};
	const { content, ...plain } = splitLine(texts);
	expect(plain).toEqual({ decision: null, outcome: null });
	expect(JSON.parse(content ?? "")).toEqual(texts);
	expect(splitLine({ target: "a", decision: "allow" })).toEqual({
		...{ decision: "allow", outcome: null, content: '{"target":"a"}' },
	});
	expect(splitLine({ target: "" }).content).toBe('{"target":""}');
});
