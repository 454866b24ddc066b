import type { SetupFindings, SetupOutcome, SetupPort } from "#channels/web/ports.ts";
import { readEnvFile } from "#config/env-file.ts";
import type { Environment } from "#config/interpolate.ts";
import { homePaths } from "#config/paths.ts";
import type { Settings } from "#config/schema.ts";
import type { Clock } from "#core/clock.ts";
import { describeError, type Log } from "#core/log.ts";
import { entryOf, inSeconds, judgeTrial } from "./chosen-model.ts";
import { type Discovery, discover } from "./discover.ts";
import { saveMainModel } from "./save-model.ts";
import type { LocalServer } from "./services.ts";
import { tryModel } from "./try-model.ts";

export interface SetupDeskParts {
	home: string;
	/** The process's own. */
	environment: Environment;
	settings: { current(): Settings };
	/** Makes the running program read its configuration now. */
	reload(): void;
	clock: Clock;
	fetch: typeof fetch;
	log: Log;
	/** Ends what is under way, when the program stops. */
	signal: AbortSignal;
	localServers?: readonly LocalServer[];
}

/** The longest name of a model that a page may send. */
const MAX_NAME_LENGTH = 200;

/** What the page's first-run card needs of the daemon. */
export class SetupDesk implements SetupPort {
	readonly #parts: SetupDeskParts;
	/** Two tabs that click at once would both write. */
	#isBusy = false;

	constructor(parts: SetupDeskParts) {
		this.#parts = parts;
	}

	async look(): Promise<SetupFindings> {
		const { settings, home, environment } = this.#parts;
		const { models, channels } = settings.current();
		const modelConfigured = models.main.length > 0;
		return {
			modelConfigured,
			telegramConfigured: channels.telegram !== undefined,
			configFile: shown(homePaths(home).configFile, environment.HOME),
			candidates: modelConfigured ? [] : (await this.#discover()).map(({ candidate }) => candidate),
		};
	}

	async useModel(candidateId: string, model: string): Promise<SetupOutcome> {
		if (this.#isBusy) return failed("A model is being tried already. Wait until that is done.");
		this.#isBusy = true;
		try {
			return await this.#use(candidateId, model.trim());
		} catch (error) {
			this.#parts.log.error("a model could not be set up", { error });
			return failed(`Setting it up failed inside Steward. ${describeError(error)}`);
		} finally {
			this.#isBusy = false;
		}
	}

	async #use(candidateId: string, model: string): Promise<SetupOutcome> {
		if (model === "" || model.length > MAX_NAME_LENGTH) return failed("Name a model.");
		const found = (await this.#discover()).find(({ candidate }) => candidate.id === candidateId);
		if (!found) return failed('That is not there any more. Press "Look again".');
		const chosen = { baseUrl: found.baseUrl, model, key: found.key };
		const verdict = judgeTrial(chosen, await tryModel(entryOf(chosen), this.#parts));
		if (verdict.kind !== "good") return failed(verdict.text);
		const { home, environment } = this.#parts;
		const saved = saveMainModel({ paths: homePaths(home), environment }, chosen, true);
		if (saved.kind === "refused") return failed(`${model} answers, but could not be written down.\n${saved.problem}`);
		this.#parts.reload();
		this.#parts.log.info("a model was set up", { model, service: found.candidate.service });
		return { kind: "done", text: report(model, found, verdict.durationMs) };
	}

	#discover(): Promise<Discovery[]> {
		const { home } = this.#parts;
		return discover({ ...this.#parts, envFile: readEnvFile(homePaths(home).envFile).values });
	}
}

function report(model: string, { candidate, key, advice }: Discovery, durationMs: number): string {
	const answers = `${model} at ${candidate.service} answers, after ${inSeconds(durationMs)}: Steward thinks with it from now on.`;
	const stored =
		key?.source === "environment" &&
		`${key.name} was in the environment of this process alone, so it is stored in .env too.`;
	return [answers, stored, advice].filter(Boolean).join(" ");
}

const failed = (problem: string): SetupOutcome => ({ kind: "failed", problem });

/** A path with `~` for the owner's own folder. */
const shown = (path: string, userFolder: string | undefined): string =>
	userFolder && path.startsWith(`${userFolder}/`) ? `~${path.slice(userFolder.length)}` : path;
