import { describe, expect, it } from "vitest";
import { parseSettings } from "./load.ts";
import { formatProblem } from "./problems.ts";

const SECRET = "s3cret-value-that-must-not-show";
const environment = {
	OPENAI_API_KEY: "sk-in-the-examples",
	TELEGRAM_BOT_TOKEN: "123456789:in-the-examples",
	SECRET,
};

const model = (rest: string) => `models:\n  main:\n    - baseUrl: "https://h/v1"\n      model: m\n      ${rest}`;
const telegram = (rest: string) => `channels:\n  telegram:\n    token: "\${TELEGRAM_BOT_TOKEN}"\n    ${rest}`;

/** A broken text; where its problem is; and words that the owner must read. */
const BROKEN: [name: string, text: string, line: number, key: string, words: string][] = [
	["a misspelt section", "onwer:\n  name: Ada", 1, "onwer", "did you mean `owner`?"],
	[
		"a misspelt key",
		telegram("owners: [1]\n    apiroot: x"),
		5,
		"channels.telegram.apiroot",
		"did you mean `apiRoot`?",
	],
	["a misspelt list", telegram("owner: [1]"), 4, "channels.telegram.owner", "did you mean `owners`?"],
	["an empty misspelt key", "log:\n  levle:", 2, "log.levle", "did you mean `level`?"],
	["a key in the wrong section", "telegram:\n  owners: [1]", 1, "telegram", "it belongs into `channels`"],
	["a section in another one", "owner:\n  models: {}", 2, "owner.models", "it belongs to the top"],
	["a key that is nothing like ours", "log:\n  colour: red", 2, "log.colour", "known here: level"],
	["a misspelt effect", "policy:\n  raech:\n    owner: ask", 2, "policy.raech", "did you mean `reach`?"],
	["a misspelt authority", "policy:\n  reach:\n    strangers: ask", 3, "policy.reach.strangers", "`stranger`"],
	["an unknown verdict", "policy:\n  reach:\n    owner: yes", 3, "policy.reach.owner", "one of allow, ask, deny"],
	["a zone that isn't there", "owner:\n  timezone: Europe/Berlim", 2, "owner.timezone", "did you mean Europe/Berlin?"],
	["an offset as zone", 'owner:\n  timezone: "+02:00"', 2, "owner.timezone", "name of a time zone"],
	["a number as name", "owner:\n  name: 7", 2, "owner.name", "this is a number"],
	["an empty name", 'owner:\n  name: "  "', 2, "owner.name", "must be text"],
	["a port that is too high", "channels:\n  web:\n    port: 70000", 3, "channels.web.port", "from 0 to 65535"],
	["a port as text", 'channels:\n  web:\n    port: "7717"', 3, "channels.web.port", "this is text"],
	["a port with a fraction", "channels:\n  web: { port: 1.5 }", 2, "channels.web.port", "whole number"],
	["no owners", telegram("apiRoot: http://h"), 2, "channels.telegram.owners", "is missing"],
	["an empty list of owners", telegram("owners: []"), 4, "channels.telegram.owners", "at least one"],
	["an owner's name", telegram("owners: [1, ada]"), 4, "channels.telegram.owners[1]", "this is text"],
	["a group as owner", telegram("owners:\n      - -100123"), 5, "channels.telegram.owners[0]", "of at least 1"],
	["one owner without a list", telegram("owners: 123"), 4, "channels.telegram.owners", "must be a list"],
	[
		"a token that is none",
		`channels:\n  telegram:\n    token: "\${SECRET}"\n    owners: [1]`,
		3,
		"channels.telegram.token",
		"digits, a colon",
	],
	[
		"a token in the place of a key",
		`channels:\n  telegram: { 1234:${SECRET} }`,
		2,
		"channels.telegram.?",
		"known here",
	],
	["a key with a line break", model(`apiKey: "${SECRET} and more"`), 5, "models.main[0].apiKey", "text without spaces"],
	["an address without http", model("price: {}").replace("https://", ""), 3, "models.main[0].baseUrl", "http://"],
	["a password in an address", model("").replace("h/v1", `u:${SECRET}@h/v1`), 3, "models.main[0].baseUrl", "password"],
	["a price without its parts", model("price: {}"), 5, "models.main[0].price.inputPerMillion", "is missing"],
	[
		"a price below nothing",
		model("price: { inputPerMillion: -1, outputPerMillion: 1 }"),
		5,
		"models.main[0].price.inputPerMillion",
		"0 or more",
	],
	["a model without a name", "models:\n  light:\n    - baseUrl: http://h", 3, "models.light[0].model", "is missing"],
	["a model outside of a list", "models:\n  main:\n    model: m", 2, "models.main", "must be a list"],
	["a hole in a list", "models:\n  main:\n    -", 3, "models.main[0]", "this is empty"],
	["a window below sense", "context:\n  windowTokens: 12", 2, "context.windowTokens", "of at least 8000"],
	["a limit of nothing", "limits:\n  roundsPerTurn: 0", 2, "limits.roundsPerTurn", "from 1 to 1000"],
	["a limit of money below nothing", "limits:\n  costPerTurn: -1", 2, "limits.costPerTurn", "0 or more"],
	["a level that isn't there", "log:\n  level: verbose", 2, "log.level", "debug, info, warn, error"],
	["a section that is text", "limits: none", 1, "limits", "must be a section"],
	["nothing to be kept", "retention:\n  journal: { days: 0 }", 2, "retention.journal.days", "1"],
	["a switch that is no yes or no", "context:\n  show: { todo: maybe }", 2, "context.show.todo", ""],
	["a list for the file", "- owner", 1, "", "must be a section"],
	["a name without its brace", `owner:\n  name: "\${SECRET"`, 2, "owner.name", "without a name"],
	[
		"a reference without quotes",
		`channels:\n  telegram: { token: \${SECRET}, owners: [1] }`,
		2,
		"channels.telegram.token",
		"quotes",
	],
	["a key that stands twice", "log:\n  level: info\n  level: warn", 3, "log.level", "twice"],
	["a section that stands twice", "owner: {}\nlog: {}\nowner: {}", 3, "owner", "twice"],
	["a tab", "owner:\n\tname: Ada", 2, "owner", "tab"],
	["a line that is indented too little", "owner:\n  name: Ada\n timezone: UTC", 3, "", "indented"],
	["a bracket without its end", telegram("owners: [1, 2\nlog: {}"), 5, "log", "[ or { is not closed"],
	["a quote without its end", `${model("")}\n      apiKey: "${SECRET}`, 6, "models.main[0].apiKey", "closing quote"],
	["two colons in a line", `owner:\n  name: Ada: ${SECRET}`, 2, "owner.name", "quotes"],
	["a character of YAML's own", `owner:\n  name: @${SECRET}`, 2, "owner.name", "quotes"],
	["an alias without an anchor", `owner:\n  name: *${SECRET}`, 2, "owner.name", "anchor"],
	["an anchor around its alias", "models:\n  main: &a [*a]", 2, "models.main[0]", "anchor"],
	["a tag", `owner:\n  name: !env ${SECRET}`, 2, "owner.name", "tag"],
	["a second document", "owner: {}\n---\nowner: {}", 2, "owner", "second document"],
	["a key for JavaScript's insides", "__proto__:\n  name: Ada", 1, "?", "not a key"],
];

describe.each(BROKEN)("%s", (_name, text, line, key, words) => {
	const result = parseSettings({ text, file: "/home/ada/config.yaml", environment });
	const errors = result.problems.filter(({ severity }) => severity === "error");

	it("is refused with its file, line and key, and what is wrong", () => {
		expect(result.kind).toBe("bad");
		const found = errors.find((problem) => problem.line === line && problem.problem.includes(words));
		expect(found, JSON.stringify(errors, null, 1)).toMatchObject({ file: "/home/ada/config.yaml", line });
		if (key) expect(found?.key).toBe(key);
		expect(found?.column).toBeLessThanOrEqual((text.split("\n")[line - 1] ?? "").length + 1);
	});

	it("comes with examples that load without a problem", () => {
		for (const { example } of result.problems) {
			expect(parseSettings({ text: example, file: "example", environment }), example).toMatchObject({
				kind: "ok",
				problems: [],
			});
		}
	});

	it("tells a person without telling a secret", () => {
		for (const problem of errors) {
			const told = formatProblem(problem);
			expect(told).toContain(`/home/ada/config.yaml:${problem.line}:${problem.column}: error: ${problem.key}`);
			expect(told).toContain(problem.problem);
			for (const exampleLine of problem.example.split("\n")) expect(told).toContain(exampleLine);
			expect(told).not.toContain(SECRET);
		}
	});
});

describe("a configuration cut off at any place", () => {
	const whole = `owner: { name: "Ada" }
models:
  main: &m [{ baseUrl: "https://h/v1", model: m, apiKey: "\${SECRET}", price: { inputPerMillion: 1, outputPerMillion: 2 } }]
  light: *m
channels:
  telegram:
    token: '12:\${SECRET}'
    owners:
      - 1
policy: { reach: { owner: ask } }
`;

	it("loads or is refused with a place, and never shows a secret", () => {
		for (let length = 0; length < whole.length; length++) {
			const { kind, problems } = parseSettings({ text: whole.slice(0, length), file: "f", environment });
			if (kind === "bad") expect(problems.length, `cut at ${length}`).toBeGreaterThan(0);
			for (const { line, column } of problems) expect(Math.min(line, column), `cut at ${length}`).toBeGreaterThan(0);
			expect(JSON.stringify(problems)).not.toContain(SECRET);
		}
	});

	it("loads or is refused also with any one character taken out", () => {
		for (let at = 0; at < whole.length; at++) {
			const text = whole.slice(0, at) + whole.slice(at + 1);
			const { problems } = parseSettings({ text, file: "f", environment });
			expect(JSON.stringify(problems), `without character ${at}`).not.toContain(SECRET);
		}
	});
});
