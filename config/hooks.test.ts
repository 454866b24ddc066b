import { describe, expect, it } from "vitest";
import { parseSettings } from "./load.ts";

const load = (text: string) => parseSettings({ text, file: "config.yaml", environment: {} });
const problems = (text: string) => load(text).problems.map(({ line, key, problem }) => [line, key, problem]);

describe("hooks", () => {
	it("are lists in the order in which they are written, with five seconds each where nothing else is said", () => {
		const text = `hooks:
  before:
    - { name: no banking, command: [hooks/bank.sh, "a b"], tools: [send_*] }
    - { name: Büro 2, command: [true-or-false], timeoutMs: 300 }
  after: [{ name: no banking, command: [hooks/log.sh] }]`;
		expect(load(text)).toMatchObject({
			kind: "ok",
			problems: [],
			settings: {
				hooks: {
					before: [
						{ name: "no banking", command: ["hooks/bank.sh", "a b"], tools: ["send_*"], timeoutMs: 5_000 },
						{ name: "Büro 2", command: ["true-or-false"], timeoutMs: 300 },
					],
					after: [{ name: "no banking" }],
				},
			},
		});
		expect(load("")).toMatchObject({ settings: { hooks: { before: [], after: [] }, checks: { sidecar: true } } });
	});

	it.each([
		["a command in one text", "{ name: a, command: hooks/a.sh --all }", "command", "must be a list"],
		["no command", "{ name: a }", "command", "is missing"],
		["an empty command", "{ name: a, command: [] }", "command", "must be a list: the program"],
		["a program without a name", '{ name: a, command: [" "] }', "command", "must be a list: the program"],
		["a number among the arguments", "{ name: a, command: [sleep, 1] }", "command[1]", "must be text"],
		["a name over two lines", '{ name: "a\\nb", command: [x] }', "name", "must be a short name"],
		["a name with our brackets", '{ name: "<a>", command: [x] }', "name", "must be a short name"],
		["no tools", "{ name: a, command: [x], tools: [] }", "tools", "must name at least one tool"],
		["more than a minute", "{ name: a, command: [x], timeoutMs: 60001 }", "timeoutMs", "from 100 to 60000"],
		["an unknown key", "{ name: a, command: [x], when: always }", "when", "is not a key"],
	])("say what is wrong with %s", (_, hook, key, words) => {
		expect(problems(`hooks:\n  before:\n    - ${hook}`)).toEqual([
			[3, `hooks.before[0].${key}`, expect.stringContaining(words)],
		]);
	});

	it("need a name of their own each, since they are told apart by it", () => {
		const twice = "hooks:\n  before:\n    - { name: a, command: [x] }\n    - { name: a, command: [y] }";
		expect(problems(twice)).toEqual([[2, "hooks.before", "must have a name of its own for each hook"]]);
	});
});

it("lets the light model's look be switched off, and nothing else", () => {
	expect(load("checks: { sidecar: false }")).toMatchObject({ settings: { checks: { sidecar: false } } });
	expect(problems("checks: { sidecar: 1 }")).toHaveLength(1);
	expect(problems("checks: { allow: true }")).toHaveLength(1);
});
