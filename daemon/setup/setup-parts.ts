import type { Environment } from "#config/interpolate.ts";
import type { HomePaths } from "#config/paths.ts";
import type { Clock } from "#core/clock.ts";
import type { Prompts } from "./prompts.ts";
import type { LocalServer } from "./services.ts";

/** What the steps of the setup share. */
export interface SetupParts {
	paths: HomePaths;
	/** The process's own. */
	environment: Environment;
	prompts: Prompts;
	clock: Clock;
	fetch: typeof fetch;
	/** The machine's own, as an IANA name. */
	timezone: string;
	/** Another Bot API server than the configured one, or Telegram's own. */
	telegramApiRoot: string | undefined;
	/** Whether a Steward runs in this home now. */
	isRunning: () => Promise<boolean>;
	localServers?: readonly LocalServer[];
}

/** What a step did. `restart` where a running Steward takes it up only when it is started again. */
export type StepResult = { kind: "nothing" } | { kind: "changed"; restart: boolean };
