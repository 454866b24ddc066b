import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createHome } from "#config/first-start.ts";
import { type HomePaths, homePaths } from "#config/paths.ts";
import { SettingsStore } from "#config/settings.ts";
import { Database } from "#core/database.ts";
import type { Log } from "#core/log.ts";
import { Persona } from "#daemon/persona.ts";
import { FakeClock } from "#test/fake-clock.ts";
import { fastFolder } from "#test/fast-folder.ts";
import { builtInTools } from "#tools/built-in.ts";
import { type Catalogue, createCatalogue } from "#tools/catalogue.ts";
import { randomTools } from "./random-tools.ts";
import type { Life } from "./world.ts";

/** What all schedules share, since making it takes longer than a schedule does. */
export interface Stage {
	folder: string;
	paths: HomePaths;
	settings: SettingsStore;
	persona: Persona;
	catalogue: Catalogue;
	/** A database file with the schema and nothing in it. */
	emptyDatabase: string;
	/** The daemon that runs now. There is one at a time. */
	life: Life | undefined;
	close(): void;
}

export const silent: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing };

function nothing(): void {
	// What a schedule has to say stands in its transcript.
}

const CONFIGURATION = `
owner: { name: Ada, timezone: Europe/Berlin }
models:
  main: [{ baseUrl: "http://localhost:1", model: random, apiKey: "sk-none" }]
  light: [{ baseUrl: "http://localhost:1", model: random, apiKey: "sk-none" }]
channels:
  telegram: { token: "1:stand-in", owners: [4711] }
`;

export function openStage(): Stage {
	const folder = mkdtempSync(join(fastFolder(), "steward-schedules-"));
	const home = join(folder, "home");
	createHome(home);
	const paths = homePaths(home);
	writeFileSync(paths.configFile, CONFIGURATION);
	const clock = new FakeClock();
	const settings = SettingsStore.open({
		home,
		environment: {},
		lastGood: { read: () => undefined, write: nothing },
		log: silent,
		clock,
		watch: false,
	});
	const emptyDatabase = join(folder, "empty.db");
	prepareDatabase(emptyDatabase);
	const stage: Stage = {
		folder,
		paths,
		settings,
		persona: new Persona(paths.persona, silent),
		catalogue: createCatalogue([...builtInTools, ...randomTools(() => stage.life)]),
		emptyDatabase,
		life: undefined,
		close() {
			settings.close();
			rmSync(folder, { recursive: true, force: true });
		},
	};
	return stage;
}

function prepareDatabase(path: string): void {
	const database = new Database(path);
	database.write(() => {
		database.run("CREATE TABLE test_effects (token TEXT NOT NULL)");
		// The checks look up what the program itself never does.
		database.run("CREATE INDEX test_entries_of_event ON entries (event_id)");
		database.run("CREATE INDEX test_journal_of_call ON journal_lines (call_id)");
		database.run("CREATE INDEX test_effects_by_token ON test_effects (token)");
		database.run("INSERT INTO people VALUES ('chat', 'bob', 'Bob', 'known', 0)");
	});
	database.close();
}
