import { basename } from "node:path";
import type { Clock } from "#core/clock.ts";
import type { Log } from "#core/log.ts";
import { changedKeys } from "./changed-keys.ts";
import { type HomeFiles, readHomeFiles } from "./home-files.ts";
import type { Environment } from "./interpolate.ts";
import { type ParsedSettings, parseSettings } from "./load.ts";
import { type HomePaths, homePaths } from "./paths.ts";
import { ConfigError, type ConfigProblem, formatProblem } from "./problems.ts";
import type { Settings } from "./schema.ts";
import { watchFiles } from "./watch.ts";

/** Keeps the text of the last `config.yaml` that loaded, where the owner's editor can't reach it. */
export interface LastGood {
	read(): string | undefined;
	write(text: string): void;
}

export interface SettingsOptions {
	home: string;
	/** The process's own environment. */
	environment: Environment;
	lastGood: LastGood;
	log: Log;
	clock: Clock;
	/** Whether saved edits take effect by themselves. Without it, only `reload` reads the files again. */
	watch: boolean;
}

/**
 * Called after a reload that changed the settings or the problems; `changedKeys` is empty where only the problems did.
 * What it throws is logged, and keeps nobody else from being called.
 */
export type SettingsListener = (settings: Settings, changedKeys: readonly string[]) => void;

/**
 * The owner's configuration while the daemon runs. An edit that can't be used changes nothing but `problems()`, and one
 * that can takes the problems away again. Never writes to the owner's files.
 */
export class SettingsStore {
	readonly #options: SettingsOptions;
	readonly #paths: HomePaths;
	readonly #listeners = new Set<SettingsListener>();
	/** All that were ever in use: a replaced key may still turn up in an error that was under way. */
	readonly #secrets = new Set<string>();
	#settings: Settings;
	#problems: readonly ConfigProblem[];
	#stopWatching: () => void = () => undefined;

	/**
	 * Loads `config.yaml`, or where it is bad the last good text, and starts to watch.
	 * @throws ConfigError where neither can be used
	 */
	static open(options: SettingsOptions): SettingsStore {
		const store = new SettingsStore(options);
		if (options.watch) store.#stopWatching = store.#watch();
		return store;
	}

	private constructor(options: SettingsOptions) {
		this.#options = options;
		this.#paths = homePaths(options.home);
		const files = readHomeFiles(this.#paths, options.environment);
		const usable = files.parsed.kind === "ok" ? files.parsed : this.#parseLastGood(files.environment);
		if (usable?.kind !== "ok") throw new ConfigError(files.problems);
		this.#settings = usable.settings;
		this.#problems = usable === files.parsed ? files.problems : [...files.problems, ...usable.problems];
		this.#accept(usable, usable === files.parsed ? files.text : undefined);
		this.#logProblems();
	}

	current(): Settings {
		return this.#settings;
	}

	/** What is wrong with the files as they are now; empty where all is well. */
	problems(): readonly ConfigProblem[] {
		return this.#problems;
	}

	/** Every value that must not be shown or stored, longest first. */
	secrets(): readonly string[] {
		return [...this.#secrets].sort((a, b) => b.length - a.length);
	}

	/** Gives a function that ends the calls. */
	onChange(listener: SettingsListener): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	/** Reads the files now. Never throws: what is wrong with them is in `problems()`. */
	reload(): void {
		const { parsed, problems, text } = readHomeFiles(this.#paths, this.#options.environment);
		const changed = parsed.kind === "ok" ? changedKeys(this.#settings, parsed.settings) : [];
		const sameProblems = JSON.stringify(problems) === JSON.stringify(this.#problems);
		this.#problems = problems;
		if (parsed.kind === "ok") {
			this.#settings = parsed.settings;
			this.#accept(parsed, text);
		}
		if (changed.length === 0 && sameProblems) return;
		this.#options.log.info("configuration read again", { usable: parsed.kind === "ok", changed });
		if (!sameProblems) this.#logProblems();
		for (const listener of this.#listeners) this.#tell(listener, changed);
	}

	close(): void {
		this.#stopWatching();
		this.#listeners.clear();
	}

	#parseLastGood(environment: Environment): ParsedSettings | undefined {
		const text = this.#options.lastGood.read();
		const file = `${this.#paths.configFile} (the last good version)`;
		return text === undefined ? undefined : parseSettings({ text, file, environment });
	}

	/** @param text is kept as the last good one, where it is given */
	#accept(parsed: ParsedSettings & { kind: "ok" }, text: HomeFiles["text"]): void {
		for (const secret of parsed.secrets) this.#secrets.add(secret);
		const { lastGood, log } = this.#options;
		try {
			if (text !== undefined && lastGood.read() !== text) lastGood.write(text);
		} catch (error) {
			log.error("the last good configuration could not be kept", { error });
		}
	}

	#watch(): () => void {
		const { clock, log } = this.#options;
		const { home, configFile, envFile } = this.#paths;
		const onBroken = (error: unknown) =>
			log.warn("edits of the configuration are not noticed by themselves any more: reload it by hand", { error });
		try {
			const names = [basename(configFile), basename(envFile)];
			return watchFiles({ folder: home, names, clock, onQuiet: () => this.reload(), onBroken });
		} catch (error) {
			onBroken(error);
			return () => undefined;
		}
	}

	#tell(listener: SettingsListener, changed: readonly string[]): void {
		try {
			listener(this.#settings, changed);
		} catch (error) {
			this.#options.log.error("a part of the program could not take over the new configuration", { error });
		}
	}

	#logProblems(): void {
		for (const problem of this.#problems) this.#options.log.warn("configuration", { problem: formatProblem(problem) });
	}
}
