import { expect, it } from "vitest";
import { type Choice, compareChoices } from "./compare-choices.ts";

const reading = (args: string, text?: string): Choice => ({
	...{ ended: "complete", calls: [{ tool: "read_file", arguments: args }] },
	...(text !== undefined && { text }),
});
const words = (text: string): Choice => ({ ended: "complete", text, calls: [] });

it.each<[string, Choice, Choice, string]>([
	["arguments in another order", reading('{"a":1,"b":2}'), reading('{ "b": 2, "a": 1 }'), "same"],
	["white space around the words", words("Hi."), words("Hi.\n"), "same"],
	["other words beside the same call", reading("{}", "Let me look."), reading("{}"), "same-calls"],
	["other words alone", words("Hi."), words("Hello."), "other"],
	["other arguments", reading('{"path":"a"}'), reading('{"path":"b"}'), "other"],
	[
		"one call more",
		reading("{}"),
		{ ...reading("{}"), calls: [...reading("{}").calls, ...reading("{}").calls] },
		"other",
	],
	["another end", words("Hi."), { ...words("Hi."), ended: "length" }, "other"],
	["arguments that are no JSON, and others", reading("{no"), reading("{yes"), "other"],
	["the same arguments that are no JSON", reading("{no"), reading("{no"), "same"],
])("%s: %#", (_what, one, other, likeness) => expect(compareChoices(one, other)).toBe(likeness));
