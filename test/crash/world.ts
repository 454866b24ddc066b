import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createHome } from "#config/first-start.ts";
import { fastFolder } from "#test/fast-folder.ts";
import { createGate } from "#test/stand-ins/gate.ts";
import { startModelServer } from "#test/stand-ins/model/server.ts";
import type { ModelServer } from "#test/stand-ins/model/types.ts";
import { startBotApi } from "#test/stand-ins/telegram/server.ts";
import type { BotApi, TelegramUser } from "#test/stand-ins/telegram/types.ts";
import { configurationFor, OWNER_ID } from "#test/steward-fixture.ts";
import type { WebClient } from "#test/web-client.ts";
import { LEDGER, LETTERS, LIST, POSTBOX } from "./appending-tools.ts";
import { carefulModel, HEADING, OLD_FILE } from "./careful-model.ts";

/** The message during which the model is slow, so that others come in meanwhile. */
export const BUSY_TEXT = "add bread";

/** Everything that outlives a daemon: its home, and the services that see all its lives. */
export interface World {
	home: string;
	logFile: string;
	model: ModelServer;
	bot: BotApi;
	owner: TelegramUser;
	/** Lets the model answer the message that keeps it busy. */
	releaseModel: () => void;
	/** Lets the letter that is on its way arrive. */
	deliverLetter: () => void;
	/** Updates that Telegram has offered, by number. */
	updates: number[];
	/** Messages that the page has sent, by their id, and whether they were acknowledged. */
	posted: Map<string, boolean>;
	/** The page in the life that runs now; undefined between two lives. */
	page: WebClient | undefined;
	read(path: string): string | undefined;
	close(): Promise<void>;
}

export async function openWorld(): Promise<World> {
	const folder = mkdtempSync(join(fastFolder(), "steward-crash-"));
	const home = join(folder, "home");
	const gate = createGate();
	const script = carefulModel({ text: BUSY_TEXT, until: gate.opened });
	const model = await startModelServer({ script, countTokens: false });
	const bot = await startBotApi();
	createHome(home);
	writeFileSync(join(home, "config.yaml"), configurationFor(model, bot));
	writeFileSync(join(home, "workspace", LIST), HEADING);
	writeFileSync(join(home, "workspace", OLD_FILE), "old\n");
	writeFileSync(join(home, "workspace", LEDGER), "");
	writeFileSync(join(home, "workspace", LETTERS), "");
	return {
		home,
		logFile: join(folder, "log"),
		model,
		bot,
		owner: bot.user(OWNER_ID, "Ada"),
		releaseModel: gate.open,
		deliverLetter: () => writeFileSync(join(home, "workspace", POSTBOX), ""),
		updates: [],
		posted: new Map(),
		page: undefined,
		read(path) {
			const file = join(home, "workspace", path);
			return existsSync(file) ? readFileSync(file, "utf8") : undefined;
		},
		async close() {
			await Promise.all([model.close(), bot.close()]);
			rmSync(folder, { recursive: true, force: true });
		},
	};
}
