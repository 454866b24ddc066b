import { SettingsStore } from "#config/settings.ts";
import type { Clock } from "#core/clock.ts";
import type { Log } from "#core/log.ts";
import type { Facts } from "#daemon/records/facts.ts";

/** The fact under which the last text that loaded is kept. */
export const LAST_GOOD = "last good configuration";

/**
 * Opens the owner's configuration. The last text that loaded is kept in the database, where no editor reaches it.
 * @throws ConfigError where neither the file nor that text can be used
 */
export const openSettings = (
	options: {
		home: string;
		environment: Readonly<Record<string, string | undefined>>;
		clock: Clock;
		watchConfiguration?: boolean;
	},
	facts: Facts,
	log: Log,
): SettingsStore =>
	SettingsStore.open({
		home: options.home,
		environment: options.environment,
		lastGood: { read: () => facts.read(LAST_GOOD), write: (text) => facts.write(LAST_GOOD, text) },
		log,
		clock: options.clock,
		watch: options.watchConfiguration ?? false,
	});
