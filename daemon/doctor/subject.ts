import { existsSync } from "node:fs";
import { type HomeFiles, readHomeFiles } from "#config/home-files.ts";
import type { Environment } from "#config/interpolate.ts";
import { parseSettings } from "#config/load.ts";
import { type HomePaths, homePaths } from "#config/paths.ts";
import type { Settings } from "#config/schema.ts";
import type { Clock } from "#core/clock.ts";
import { type DaemonState, readDaemonState } from "./daemon-state.ts";
import type { Observation } from "./finding.ts";
import { type DatabaseReading, readDatabase } from "./read-database.ts";
import { type HomeReading, readHome } from "./read-home.ts";

/** The home that is examined, read once so that all checks judge the same state. */
export interface Subject {
	paths: HomePaths;
	home: HomeReading;
	/** What `config.yaml` and `.env` say now. */
	files: HomeFiles;
	configuration: UsableConfiguration;
	database: DatabaseReading;
	daemon: DaemonState;
	clock: Clock;
	fetch: typeof fetch;
}

/** The settings that a start would take. `secrets` are to be taken out of all that is shown. */
export type UsableConfiguration =
	| { kind: "file" | "last-good"; settings: Settings; secrets: readonly string[] }
	/** There is no file, or none that is ours to read. */
	| { kind: "absent" }
	/** A start would fail. */
	| { kind: "none" };

/**
 * One thing to examine. May reject: that becomes a finding too.
 * @param signal aborts when nobody waits any more; whatever is open is to be closed then
 */
export type Check = (subject: Subject, signal: AbortSignal) => Promise<Observation[]>;

/**
 * Reads what several checks need. Takes some seconds at the most, but for a large database.
 * @param options.home absolute path, of a home that may not be there
 */
export async function readSubject(options: {
	home: string;
	environment: Environment;
	clock: Clock;
	fetch: typeof fetch;
}): Promise<Subject> {
	const { environment, clock, fetch } = options;
	const paths = homePaths(options.home);
	const home = readHome(paths.home);
	const files = readHomeFiles(paths, environment);
	const common = { paths, home, files, clock, fetch };
	if (home.kind !== "ours") return { ...common, ...withoutHome(home) };
	// Blocks, so nothing else may be waiting for the network meanwhile: its time would run out.
	const database = readDatabase(paths.database, clock.now());
	const configuration = usableConfiguration(paths, files, database);
	return { ...common, database, configuration, daemon: await readDaemonState(paths, clock) };
}

function withoutHome({ kind }: HomeReading): Pick<Subject, "database" | "configuration" | "daemon"> {
	const daemon: DaemonState =
		kind === "foreign"
			? { kind: "unknown", reason: "The home belongs to another user." }
			: { kind: "stopped", lastHolder: undefined, leftSocket: false };
	return { database: { kind: "missing" }, configuration: { kind: "absent" }, daemon };
}

function usableConfiguration(paths: HomePaths, files: HomeFiles, database: DatabaseReading): UsableConfiguration {
	const { parsed, environment } = files;
	if (parsed.kind === "ok") return { kind: "file", settings: parsed.settings, secrets: parsed.secrets };
	if (!existsSync(paths.configFile)) return { kind: "absent" };
	const text = "lastGood" in database ? database.lastGood : undefined;
	if (text === undefined) return { kind: "none" };
	const earlier = parseSettings({ text, file: paths.configFile, environment });
	if (earlier.kind === "bad") return { kind: "none" };
	return { kind: "last-good", settings: earlier.settings, secrets: earlier.secrets };
}

export const settingsOf = ({ configuration }: Subject): Settings | undefined =>
	"settings" in configuration ? configuration.settings : undefined;
