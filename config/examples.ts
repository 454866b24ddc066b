import { EFFECTS } from "#core/effect.ts";
import type { KeyPath } from "./problems.ts";
import { MODEL_ROLES } from "./schema.ts";

/** Text for `config.yaml` that shows how the key at `path` is written. Alone in the file it loads without a problem. */
export function exampleFor(path: KeyPath): string {
	const [section, second, , field] = path;
	switch (section) {
		case "models":
			return modelExample(MODEL_ROLES.find((role) => role === second) ?? "main", field);
		case "channels":
			return second === "telegram" ? telegramExample(path[2]) : "channels:\n  web:\n    port: 7717";
		case "limits":
			return LIMITS_EXAMPLE;
		case "context":
			return second === "show" ? SHOW_EXAMPLE : "context:\n  windowTokens: 48000";
		case "retention":
			return RETENTION_EXAMPLE;
		case "policy":
			return `policy:\n  ${EFFECTS.find((effect) => effect === second) ?? "reach"}:\n    owner: ask`;
		case "rules":
			return ruleExample(path[2]);
		case "hooks":
			return hookExample(second === "after" ? "after" : "before", field);
		case "checks":
			return "checks:\n  sidecar: true";
		case "log":
			return "log:\n  level: info";
		default:
			return "owner:\n  name: Ada\n  timezone: Europe/Berlin";
	}
}

const LIMITS_EXAMPLE = `limits:
  roundsPerTurn: 25
  minutesPerTurn: 10
  tokensPerTurn: 400000
  costPerTurn: 0.5
  costPerDay: 5
  costPerMonth: 60
  pagesPerTurn: 10`;

const SHOW_EXAMPLE = `context:
  show:
    stamps: true
    counters: true
    todo: true
    errors: true
    state: true`;

const RETENTION_EXAMPLE = `retention:
  requests: { days: 90, megabytes: 300 }
  journal: { days: 365, megabytes: 200 }
  outputs: { days: 90, megabytes: 500 }
  copies: { days: 30, megabytes: 500 }
  attachments: { days: 365, megabytes: 5000 }`;

const OPTIONAL_MODEL_LINES = new Map<unknown, string>([
	["contextTokens", "      contextTokens: 128000"],
	["maxOutputTokens", "      maxOutputTokens: 8000"],
	["promptCache", "      promptCache: key"],
	["statusPlacement", "      statusPlacement: message"],
	["idleTimeoutMs", "      idleTimeoutMs: 60000"],
	[
		"price",
		"      price:\n        inputPerMillion: 1.25\n        cachedPerMillion: 0.125\n        outputPerMillion: 10",
	],
]);

function modelExample(role: string, field: KeyPath[number] | undefined): string {
	const lines = [
		"models:",
		`  ${role}:`,
		'    - baseUrl: "https://api.openai.com/v1"',
		"      model: gpt-5.6",
		`      apiKey: "${reference("OPENAI_API_KEY")}"`,
		OPTIONAL_MODEL_LINES.get(field) ?? "",
	];
	return lines.filter((line) => line !== "").join("\n");
}

function telegramExample(field: KeyPath[number] | undefined): string {
	const lines = [
		"channels:",
		"  telegram:",
		`    token: "${reference("TELEGRAM_BOT_TOKEN")}"`,
		"    owners: [123456789]",
		field === "apiRoot" ? '    apiRoot: "https://api.telegram.org"' : "",
	];
	return lines.filter((line) => line !== "").join("\n");
}

const OPTIONAL_RULE_LINES = new Map<unknown, string>([
	["tools", "    tools: [send_mail]"],
	["evenWithOutsideContent", "    evenWithOutsideContent: false"],
]);

function ruleExample(field: KeyPath[number] | undefined): string {
	const lines = [
		"rules:",
		"  - allow: tell-others",
		"    to: [bob@example.org]",
		OPTIONAL_RULE_LINES.get(field) ?? "",
		"    perDay: 3",
		"    until: 2026-12-04",
	];
	return lines.filter((line) => line !== "").join("\n");
}

function hookExample(when: "before" | "after", field: KeyPath[number] | undefined): string {
	const lines = [
		"hooks:",
		`  ${when}:`,
		`    - name: ${when === "before" ? "no mails at night" : "mail log"}`,
		"      tools: [send_mail]",
		`      command: [hooks/${when === "before" ? "night.sh" : "mail-log.sh"}]`,
		field === "timeoutMs" ? "      timeoutMs: 5000" : "",
	];
	return lines.filter((line) => line !== "").join("\n");
}

/** Lines for `.env` that give each name a value of the form that the key at `path` takes. */
export function envExampleFor(path: KeyPath, names: readonly string[]): string {
	const value = ENV_VALUES.get(path.at(-1)) ?? "put-the-value-here";
	return names.map((name) => `${name}=${value}`).join("\n");
}

const ENV_VALUES = new Map<unknown, string>([
	["token", "123456789:put-the-rest-of-the-token-here"],
	["apiKey", "put-the-key-here"],
	["baseUrl", "https://api.openai.com/v1"],
	["apiRoot", "https://api.telegram.org"],
	["timezone", "Europe/Berlin"],
]);

const reference = (name: string): string => `\${${name}}`;
