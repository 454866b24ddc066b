import { expect, it } from "vitest";
import { exampleFor } from "./examples.ts";
import { parseSettings } from "./load.ts";
import type { KeyPath } from "./problems.ts";

const environment = { OPENAI_API_KEY: "sk-in-the-examples", TELEGRAM_BOT_TOKEN: "123456789:in-the-examples" };

it.each<[string, KeyPath]>([
	["owner", ["owner", "name"]],
	["a model's cache", ["models", "light", 0, "promptCache"]],
	["a model's status block", ["models", "main", 1, "statusPlacement"]],
	["a price", ["models", "main", 0, "price"]],
	["Telegram's server", ["channels", "telegram", "apiRoot"]],
	["the page's port", ["channels", "web", "port"]],
	["a limit of a month", ["limits", "costPerMonth"]],
	["the window", ["context", "windowTokens"]],
	["a switch", ["context", "show", "errors"]],
	["what is kept", ["retention", "journal", "days"]],
	["files that came in", ["retention", "attachments", "megabytes"]],
	["an effect", ["policy", "persist"]],
	["the pages of a turn", ["limits", "pagesPerTurn"]],
	["a rule", ["rules"]],
	["what a rule allows", ["rules", 0, "allow"]],
	["a rule's tools", ["rules", 1, "tools"]],
	["a rule's end", ["rules", 0, "until"]],
	["a rule under taint", ["rules", 0, "evenWithOutsideContent"]],
	["the programs before a call", ["hooks", "before"]],
	["a program after a call", ["hooks", "after", 0, "command"]],
	["a program's name", ["hooks", "after", 1, "name"]],
	["a program's time", ["hooks", "before", 0, "timeoutMs"]],
	["a check", ["checks", "sidecar"]],
	["the log", ["log", "level"]],
])("shows how %s is written, in an example that loads", (_name, path) => {
	const example = exampleFor(path);
	expect(example).toContain(`${String(path.at(-1))}:`);
	expect(parseSettings({ text: example, file: "example", environment })).toMatchObject({ kind: "ok", problems: [] });
});
