import { setTimeout as pause } from "node:timers/promises";
import { startModelServer } from "#test/stand-ins/model/server.ts";
import { talker } from "#test/stand-ins/model/talker.ts";
import type { ModelServer } from "#test/stand-ins/model/types.ts";
import { startBotApi } from "#test/stand-ins/telegram/server.ts";
import type { BotApi, SentMessage } from "#test/stand-ins/telegram/types.ts";
import { OWNER_ID, prepareHome } from "./home.ts";
import { PageClient } from "./page-client.ts";
import { inScope, type Scope } from "./scope.ts";
import { startSteward } from "./steward.ts";

/** A request with what caused it. */
export interface TriggeredRequest {
	trigger: string;
	rawBody: string;
}

const POLL_MS = 5;

/** A day with the owner on both channels, tools that work and fail, approvals and restarts. Gives its requests in order. */
export async function playScenario(scope: Scope): Promise<TriggeredRequest[]> {
	const model = await startModelServer({ script: talker, countTokens: false });
	const bot = await startBotApi();
	scope.atEnd(() => Promise.all([model.close(), bot.close()]));
	const home = prepareHome(scope, { modelUrl: model.baseUrl, apiRoot: bot.apiRoot, token: bot.token });
	const day = new Day(model, bot);
	await inScope(async (run) => {
		await day.begin(run, home);
		await day.web("hi", "hi");
		await day.web("a web message after one", "What is new?");
		await day.telegram("a Telegram message after the page", "And now?");
		await day.web("the page after Telegram, a tool, its result", "write notes.md: one");
		await day.telegram("a tool that fails, its result", "read missing.md");
		await day.telegram("a call that asks, its placeholder", "delete notes.md");
		await day.approve("an approval's outcome");
		await day.web("the page again, a tool, its result", "write notes.md: two");
		await day.telegram("a call that asks, its placeholder", "delete notes.md");
	});
	await inScope(async (run) => {
		await day.begin(run, home);
		await day.approve("an approval's outcome after a restart");
		await day.web("a web message", "Is it gone?");
	});
	await inScope(async (run) => {
		await day.begin(run, home);
		await day.telegram("a Telegram message after a restart", "Good night!");
	});
	if (model.violations.length > 0) throw new Error(`The model refused a request: ${model.violations[0]?.message}`);
	return day.requests;
}

/** Lets one thing happen after the other and keeps the requests that each led to. */
class Day {
	readonly requests: TriggeredRequest[] = [];
	readonly #model: ModelServer;
	readonly #bot: BotApi;
	#page: PageClient | undefined;

	constructor(model: ModelServer, bot: BotApi) {
		this.#model = model;
		this.#bot = bot;
	}

	async begin(scope: Scope, home: string): Promise<void> {
		const { loginLink } = await startSteward(scope, home);
		this.#page = await PageClient.logIn(loginLink);
		scope.atEnd(() => this.#page?.close());
	}

	web(trigger: string, text: string): Promise<void> {
		return this.#after(trigger, () => this.#page?.send(text));
	}

	telegram(trigger: string, text: string): Promise<void> {
		return this.#after(trigger, () => this.#bot.user(OWNER_ID, "Ada").sendText(text));
	}

	/** Presses the button of the latest question. */
	async approve(trigger: string): Promise<void> {
		const question = await this.#question();
		const button = question.buttons.flat().find(({ data }) => data?.startsWith("approve"));
		await this.#after(trigger, () => this.#bot.user(OWNER_ID).pressButton(question, button?.data ?? ""));
	}

	async #after(trigger: string, act: () => unknown): Promise<void> {
		const before = this.#model.requests.length;
		await act();
		await this.#model.untilRequest(before + 1);
		await this.#page?.untilIdle();
		this.requests.push(...this.#model.requests.slice(before).map(({ rawBody }) => ({ trigger, rawBody })));
	}

	/** The latest message with buttons; it may come after the turn that asked is over. */
	async #question(): Promise<SentMessage> {
		for (;;) {
			const question = this.#bot.sent.findLast(({ buttons }) => buttons.length > 0);
			if (question) return question;
			await pause(POLL_MS);
		}
	}
}
