import { describe, expect, it } from "vitest";
import { parseSettings } from "./load.ts";
import { MAX_FILE_BYTES } from "./read-text.ts";

const ENVIRONMENT = { OPENAI_API_KEY: "sk-from-the-environment", TELEGRAM_BOT_TOKEN: "123456789:from-the-environment" };
const EVERYTHING = `
owner: { name: Ada, timezone: Europe/Berlin }
models:
  main: [{ baseUrl: "https://api.openai.com/v1", model: gpt-5.6, apiKey: "\${OPENAI_API_KEY}" }]
channels:
  web: { port: 7717 }
  telegram: { token: "\${TELEGRAM_BOT_TOKEN}", owners: [123456789], apiRoot: "https://api.telegram.org" }
`;

const parse = (text: string, environment: Record<string, string> = ENVIRONMENT) =>
	parseSettings({ text, file: "config.yaml", environment });

function load(text: string, environment?: Record<string, string>) {
	const result = parse(text, environment);
	if (result.kind === "bad") throw new Error(result.problems.map(({ key, problem }) => `${key} ${problem}`).join("\n"));
	return result;
}

describe("a configuration that loads", () => {
	it("gives what the owner wrote, with values in the places of names", () => {
		const { settings, problems } = load(EVERYTHING);
		expect(problems).toEqual([]);
		expect(settings.owner).toEqual({ name: "Ada", timezone: "Europe/Berlin" });
		expect(settings.models.main).toEqual([
			{
				baseUrl: "https://api.openai.com/v1",
				model: "gpt-5.6",
				apiKey: "sk-from-the-environment",
				statusPlacement: "message",
				idleTimeoutMs: 60_000,
			},
		]);
		expect(settings.channels).toEqual({
			web: { port: 7717 },
			telegram: {
				token: "123456789:from-the-environment",
				owners: [123456789],
				apiRoot: "https://api.telegram.org",
			},
		});
	});

	it.each(["", "# nothing yet\n", "---\n", "models:\n  # main:\nchannels:\n  telegram:\nlimits:\n"])(
		"is all defaults where %j says nothing",
		(text) => {
			expect(load(text).settings).toEqual({
				owner: { name: "Owner", timezone: new Intl.DateTimeFormat().resolvedOptions().timeZone },
				models: { main: [], light: [], reviewer: [], embed: [], transcribe: [] },
				channels: { web: { port: 7717 } },
				limits: { roundsPerTurn: 25, minutesPerTurn: 10, tokensPerTurn: 400_000, pagesPerTurn: 10 },
				rules: [],
				hooks: { before: [], after: [] },
				checks: { sidecar: true },
				context: {
					windowTokens: 48_000,
					show: { stamps: true, counters: true, todo: true, errors: true, state: true },
				},
				retention: {
					requests: { days: 90, megabytes: 300 },
					journal: { days: 365, megabytes: 200 },
					outputs: { days: 90, megabytes: 500 },
					copies: { days: 30, megabytes: 500 },
					attachments: {},
				},
				policy: {},
				log: { level: "info" },
			});
		},
	);

	it("takes port 0, a policy for one effect, and one model for two roles by an alias", () => {
		const { settings } = load(`
channels: { web: { port: 0 } }
policy: { tell-others: { owner: ask, tainted: deny } }
models:
  main: [&local { baseUrl: "http://localhost:11434/v1", model: "qwen3:8b" }]
  light: [*local]
`);
		expect(settings.channels.web.port).toBe(0);
		expect(settings.policy).toEqual({ "tell-others": { owner: "ask", tainted: "deny" } });
		expect(settings.models.light).toEqual(settings.models.main);
	});
});

describe("secrets", () => {
	it("are all values that came from names, longest first", () => {
		const { secrets } = load(
			`owner: { name: "\${WHO}" }\nmodels: { main: [{ baseUrl: "http://h", model: m, apiKey: "a-\${B}" }] }`,
			{
				WHO: "Ada",
				B: "bcdef",
			},
		);
		expect(secrets).toEqual(["a-bcdef", "bcdef", "Ada"]);
	});

	it("written in the file are used, kept secret, and warned of without being shown", () => {
		const { settings, secrets, problems } = load(`
models: { main: [{ baseUrl: "https://h/v1", model: m, apiKey: sk-plain-secret }] }
channels: { telegram: { token: "1234:plain-secret", owners: [1] } }
`);
		expect(settings.models.main[0]?.apiKey).toBe("sk-plain-secret");
		expect(secrets).toEqual(["1234:plain-secret", "sk-plain-secret"]);
		expect(problems.map(({ severity, line, key }) => ({ severity, line, key }))).toEqual([
			{ severity: "warning", line: 2, key: "models.main[0].apiKey" },
			{ severity: "warning", line: 3, key: "channels.telegram.token" },
		]);
		expect(JSON.stringify(problems)).not.toContain("plain-secret");
	});
});

describe("a name that is not set", () => {
	it("drops the model that needs it from its list and keeps the others", () => {
		const { settings, problems } = load(`
models:
  main:
    - { baseUrl: "https://first/v1", model: first, apiKey: "\${NOT_SET}" }
    - { baseUrl: "https://second/v1", model: second }
`);
		expect(settings.models.main.map(({ model }) => model)).toEqual(["second"]);
		expect(problems).toMatchObject([{ severity: "warning", line: 4, key: "models.main[0].apiKey" }]);
		expect(problems[0]?.example).toBe("NOT_SET=put-the-key-here");
	});

	it("leaves Telegram out and keeps everything else", () => {
		const { settings, problems } = load(EVERYTHING, { OPENAI_API_KEY: "sk-from-the-environment" });
		expect(settings.channels).toEqual({ web: { port: 7717 } });
		expect(settings.models.main).toHaveLength(1);
		expect(problems).toMatchObject([{ severity: "warning", line: 7, column: 22, key: "channels.telegram.token" }]);
	});

	it("is put right by the example", () => {
		const before = load(EVERYTHING, {});
		const lines = before.problems.map(({ example }) => example.split("="));
		const after = load(EVERYTHING, Object.fromEntries(lines));
		expect(after.problems).toEqual([]);
		expect(after.settings.channels.telegram?.token).toMatch(/^\d+:/);
	});

	it("is an error where the program can't do without", () => {
		const result = parse(`owner:\n  name: "\${NOT_SET}"`);
		expect(result).toMatchObject({ kind: "bad", problems: [{ severity: "error", line: 2, key: "owner.name" }] });
	});

	it("doesn't hide another mistake in the part that is off", () => {
		const result = parse(`channels:\n  telegram:\n    token: "\${NOT_SET}"\n    owners: [nobody]\n    tokn: x`);
		expect(result.kind).toBe("bad");
		const errors = result.problems.filter(({ severity }) => severity === "error");
		expect(errors.map(({ key }) => key)).toEqual(["channels.telegram.owners[0]", "channels.telegram.tokn"]);
	});
});

describe("a limit of money", () => {
	it.each(["costPerTurn", "costPerDay", "costPerMonth"] as const)("is taken as %s, and asks for no price", (key) => {
		const { settings, problems } = load(`limits: { ${key}: 0.5 }`);
		expect(settings.limits[key]).toBe(0.5);
		expect(problems).toEqual([]);
	});
});

describe("bounds", () => {
	it("refuses a file of more than a megabyte", () => {
		const result = parse(`#${"x".repeat(MAX_FILE_BYTES)}`);
		expect(result).toMatchObject({ kind: "bad", problems: [{ line: 1, severity: "error" }] });
		expect(parse(`#${"x".repeat(MAX_FILE_BYTES - 1)}`).kind).toBe("ok");
	});

	it("refuses aliases that would multiply without end", () => {
		const levels = Array.from({ length: 30 }, (_, n) => `l${n + 1}: &l${n + 1} [${`*l${n},`.repeat(9)}]`);
		expect(parse(`l0: &l0 [x]\n${levels.join("\n")}`)).toMatchObject({ kind: "bad", problems: [{ line: 31 }] });
	});

	it("names fifty of many problems, and no warning in an error's place", () => {
		const plain = Array.from({ length: 60 }, () => "    - { baseUrl: http://h, model: m, apiKey: plain }");
		const { problems } = parse(`models:\n  main:\n${plain.join("\n")}\nlogs: {}\n`);
		expect(problems).toHaveLength(50);
		expect(problems.at(-1)).toMatchObject({ severity: "error", key: "logs", line: 63 });
	});
});
