import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { createHome } from "#config/first-start.ts";
import { type Clock, systemClock } from "#core/clock.ts";
import type { DatabaseHooks } from "#core/database.ts";
import { systemIds } from "#core/ids.ts";
import { createLog } from "#core/log.ts";
import { createSteward } from "#daemon/create-steward.ts";
import type { Steward } from "#daemon/steward.ts";
import type { Tool } from "#tools/tool.ts";
import { startModelServer } from "./stand-ins/model/server.ts";
import type { ModelServer, ModelStep } from "./stand-ins/model/types.ts";
import { startBotApi } from "./stand-ins/telegram/server.ts";
import type { BotApi } from "./stand-ins/telegram/types.ts";
import { tempFolder } from "./temp-folder.ts";
import { WebClient } from "./web-client.ts";

/** The owner's account at Telegram in tests. */
export const OWNER_ID = 123_456_789;

export interface FixtureOptions {
	/** Answers of the model, in order. More may be added with `model.enqueue`. */
	script?: ModelStep[];
	/** Start a Bot API stand-in and configure the Telegram channel. */
	telegram?: boolean;
	/** How long the Bot API holds a long poll in real time, whatever the daemon's clock does. */
	maxPollMs?: number;
	/** Configure the model stand-in as the light model as well, under the name `light`. */
	light?: boolean;
	/** Configure no model. */
	withoutModel?: boolean;
	/** Further lines for config.yaml. */
	configuration?: string;
	clock?: Clock;
	databaseHooks?: DatabaseHooks;
	tools?: Tool[];
	watchConfiguration?: boolean;
	/** Goes over every request to the outside. */
	fetch?: typeof fetch;
}

/** A whole daemon in this process, in a home of its own, with stand-ins for the model and for Telegram behind real sockets. */
export interface Fixture {
	home: string;
	model: ModelServer;
	bot: BotApi;
	steward: Steward;
	/** A browser's view of the page's API, logged in. */
	web: WebClient;
	/** Logs one real browser in. Another start brings another. */
	loginLink: string;
	/** What the daemon logged so far. */
	log(): string;
	/** Stops the daemon and starts another in the same home, as after a reboot. */
	restart(changes?: FixtureOptions): Promise<void>;
	/** Writes a file below the workspace. */
	put(path: string, text: string): void;
	read(path: string): string;
}

export async function startFixture(options: FixtureOptions = {}): Promise<Fixture> {
	const home = join(tempFolder(), "home");
	createHome(home);
	const model = await startModelServer({ script: options.script ?? [], countTokens: false });
	const bot = await startBotApi(options.maxPollMs === undefined ? {} : { maxPollMs: options.maxPollMs });
	writeFileSync(
		join(home, "config.yaml"),
		configurationFor(
			options.withoutModel ? undefined : model,
			options.telegram ? bot : undefined,
			options.configuration,
			options.light,
		),
	);
	const lines: string[] = [];
	let running = await start(home, options, lines);
	onTestFinished(async () => {
		await running.steward.stop();
		await Promise.all([model.close(), bot.close()]);
	});
	return {
		home,
		model,
		bot,
		get steward() {
			return running.steward;
		},
		get web() {
			return running.web;
		},
		get loginLink() {
			return running.loginLink;
		},
		log: () => lines.join(""),
		async restart(changes = {}) {
			await running.steward.stop();
			running = await start(home, { ...options, ...changes }, lines);
		},
		put(path, text) {
			mkdirSync(join(home, "workspace", path, ".."), { recursive: true });
			writeFileSync(join(home, "workspace", path), text);
		},
		read: (path) => readFileSync(join(home, "workspace", path), "utf8"),
	};
}

async function start(
	home: string,
	options: FixtureOptions,
	lines: string[],
): Promise<Pick<Fixture, "steward" | "web" | "loginLink">> {
	const clock = options.clock ?? systemClock;
	const steward = createSteward({
		home,
		environment: {},
		clock,
		ids: systemIds,
		fetch: options.fetch ?? fetch,
		log: (redact) => createLog({ clock, level: "debug", write: (line) => lines.push(line), redact }),
		...(options.databaseHooks && { databaseHooks: options.databaseHooks }),
		...(options.tools && { tools: options.tools }),
		watchConfiguration: options.watchConfiguration ?? false,
	});
	const { url, loginLink } = await steward.start();
	return { steward, loginLink, web: await WebClient.logIn(url, steward.createLoginLink()) };
}

/** The configuration of a home with stand-ins. Port 0: any that is free. */
export const configurationFor = (
	model: ModelServer | undefined,
	bot: BotApi | undefined,
	more = "",
	light = false,
): string => `
owner: { name: Ada, timezone: Europe/Berlin }
models:
  main: [${model ? `{ baseUrl: "${model.baseUrl}", model: scripted, apiKey: "sk-stand-in-key" }` : ""}]
  light: [${model && light ? `{ baseUrl: "${model.baseUrl}", model: light, apiKey: "sk-stand-in-key" }` : ""}]
channels:
  web: { port: 0 }
${bot ? `  telegram: { token: "${bot.token}", owners: [${OWNER_ID}], apiRoot: "${bot.apiRoot}" }` : ""}
${more}
`;
