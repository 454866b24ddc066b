import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { type ConfigEdit, editYaml, NotEditableError } from "./edit-yaml.ts";
import { configText } from "./home-texts.ts";

const ENTRY = { baseUrl: "https://api.openai.com/v1", model: "gpt-5.6", apiKey: `\${OPENAI_API_KEY}` };
const LOCAL = { baseUrl: "http://127.0.0.1:11434/v1", model: "qwen3:8b" };
const set = (path: ConfigEdit["path"], value: ConfigEdit["value"]): ConfigEdit => ({ kind: "set", path, value });
const addFirst = (value: ConfigEdit["value"]): ConfigEdit => ({ kind: "add-first", path: ["models", "main"], value });

/** The lines that an edit took away, and those that it added. */
function difference(before: string, after: string) {
	const [old, current] = [before.split("\n"), after.split("\n")];
	const count = (lines: string[], line: string) => lines.filter((other) => other === line).length;
	const missingIn = (lines: string[], from: string[]) => from.filter((line) => count(lines, line) < count(from, line));
	return { removed: missingIn(current, old), added: missingIn(old, current) };
}

describe("the template that every home begins with", () => {
	const template = configText("UTC");

	it("takes a model under the explanation of models, and keeps the examples", () => {
		const edited = editYaml(template, [set(["models", "main"], [ENTRY])]);
		expect(edited).toContain(`
# Any service that speaks OpenAI's protocol will do, also one on this machine (Ollama, llama.cpp, LM Studio).
models:
  # main: for everything. Without it nothing is answered.
  main:
    - baseUrl: "https://api.openai.com/v1"
      model: gpt-5.6
      apiKey: "\${OPENAI_API_KEY}"
#    - baseUrl: "https://api.openai.com/v1"
`);
		expect(difference(template, edited).removed).toEqual(["#models:", "#  main:"]);
	});

	it("takes a bot in the place of the example", () => {
		const edited = editYaml(template, [
			set(["channels", "telegram", "token"], `\${TELEGRAM_BOT_TOKEN}`),
			set(["channels", "telegram", "owners"], [42]),
			set(["channels", "telegram", "apiRoot"], "http://127.0.0.1:8802"),
		]);
		expect(edited).toContain(`channels:
  # The page in your browser, on this machine only. 0 takes any free port. Default: 7717.
#  web:
#    port: 7717
  # A Telegram bot. Default: none. Get the token from @BotFather. owners are the Telegram ids of those who may command it.
  telegram:
    token: "\${TELEGRAM_BOT_TOKEN}"
    owners: [42]
    # Where Telegram's Bot API is. Default: Telegram's own server.
    apiRoot: "http://127.0.0.1:8802"

# What one turn`);
	});

	it("takes a name beside the time zone, and another time zone", () => {
		const edited = editYaml(template, [set(["owner", "name"], "Ada"), set(["owner", "timezone"], "Europe/Berlin")]);
		expect(difference(template, edited)).toEqual({
			removed: ["#  name: Ada", "  timezone: UTC"],
			added: ["  name: Ada", "  timezone: Europe/Berlin"],
		});
	});

	it("still loads when its other lines are used afterwards", () => {
		const edited = editYaml(template, [set(["models", "main"], [ENTRY]), set(["owner", "name"], "Ada")]);
		const used = edited.replaceAll(/^#(?=[ ]*(?:[A-Za-z-]+:|- )(?:[^\n]*)$)(?! [A-Z])/gm, "");
		expect(parse(used)).toMatchObject({
			owner: { name: "Ada" },
			models: { main: [ENTRY, { model: "gpt-5.6", contextTokens: 128_000 }], light: [{ model: "qwen3:8b" }] },
			channels: { web: { port: 7717 }, telegram: { owners: [123456789] } },
			log: { level: "info" },
		});
	});
});

describe("a file that its owner wrote", () => {
	const owned = `# my file

models: # all mine
    main:
        # the good one
        - model: 'gpt-5.6'      # by hand
          baseUrl: "https://api.openai.com/v1"
        - { baseUrl: "http://localhost:1234/v1", model: x }
    # light ones
owner: { name: Ada }   # me
log:
  level: info
`;

	it.each<[string, ConfigEdit, string[], string[]]>([
		[
			"a model in front",
			addFirst(LOCAL),
			[],
			['        - baseUrl: "http://127.0.0.1:11434/v1"', "          model: qwen3:8b"],
		],
		["a key of the first model", set(["models", "main", 0, "apiKey"], `\${KEY}`), [], [`          apiKey: "\${KEY}"`]],
		[
			"a value with a remark behind it",
			set(["models", "main", 0, "model"], "gpt-6"),
			["        - model: 'gpt-5.6'      # by hand"],
			["        - model: gpt-6      # by hand"],
		],
		[
			"a key in brackets",
			set(["owner", "timezone"], "UTC"),
			["owner: { name: Ada }   # me"],
			["owner: { name: Ada, timezone: UTC }   # me"],
		],
		[
			"a key of a model in brackets",
			set(["models", "main", 1, "model"], "y"),
			['        - { baseUrl: "http://localhost:1234/v1", model: x }'],
			['        - { baseUrl: "http://localhost:1234/v1", model: y }'],
		],
		["a new section at the end", set(["limits", "roundsPerTurn"], 9), [], ["", "limits:", "  roundsPerTurn: 9"]],
		[
			"a second list",
			set(["models", "light"], [LOCAL]),
			[],
			["    light:", '      - baseUrl: "http://127.0.0.1:11434/v1"', "        model: qwen3:8b"],
		],
	])("gets %s, and no other line changes", (_, edit, removed, added) => {
		const edited = editYaml(owned, [edit]);
		const changes = difference(owned, edited);
		expect(changes.removed).toEqual(removed);
		expect(changes.added.filter((line) => line !== "")).toEqual(added.filter((line) => line !== ""));
	});

	it.each([
		["an empty file", ""],
		["a file of remarks", "# nothing yet\n"],
		["a file without an end of line", "owner: { name: Ada }"],
		["a section without lines", "models:\n"],
		["a list without items", "models:\n  main:\nowner:\n  name: Ada\n"],
		["an empty list in brackets", "models: { main: [] }\nowner: { name: Ada }\n"],
		["a document mark", "---\nowner:\n  name: Ada\n"],
		["an end mark", "owner:\n  name: Ada\n...\n"],
		["everything in brackets", "{ owner: { name: Ada }, log: { level: info } }\n"],
		["lists at the left", "models:\n  main:\n  - model: x\n    baseUrl: http://a.b\nowner:\n  name: Ada\n"],
		["keys in quotes", '"models":\n  "main": []\n'],
		["an anchor", "owner: &me\n  name: Ada\nlog:\n  level: info\n"],
		["text with # and keys in it", "owner:\n  name: |\n    #models:\n    models:\n    Ada\n"],
	])("may be %s", (_, text) => {
		const before: { models?: { main?: object[] | null } | null } = parse(text) ?? {};
		const edited = editYaml(text, [addFirst(LOCAL)]);
		expect(parse(edited)).toEqual({ ...before, models: { main: [LOCAL, ...(before.models?.main ?? [])] } });
	});

	it("gets a new key beside its own, and not where another section has one commented out", () => {
		const text = "owner:\n  name: Ada\n\n#other:\n#  timezone: nowhere\n";
		expect(editYaml(text, [set(["owner", "timezone"], "UTC")])).toBe(
			"owner:\n  name: Ada\n  timezone: UTC\n\n#other:\n#  timezone: nowhere\n",
		);
	});

	it("keeps the line ends of Windows", () => {
		const edited = editYaml(owned.replaceAll("\n", "\r\n"), [addFirst(LOCAL)]);
		expect(edited.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
	});

	it("is the same after the same edit", () => {
		const once = editYaml(owned, [set(["owner", "name"], "Grace")]);
		expect(editYaml(once, [set(["owner", "name"], "Grace")])).toBe(once);
	});

	it("is left alone where an edit would change what an alias stands for", () => {
		const shared = "models:\n  main: &list\n    - { baseUrl: http://a.b, model: x }\n  light: *list\n";
		const edit = set(["models", "light", 0, "model"], "y");
		expect(() => editYaml(shared, [edit])).toThrow(NotEditableError);
	});
});
