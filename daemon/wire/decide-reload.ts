/** What a change of the configuration asks of the running program, beside what is read anew each time it is needed. */
export interface Reload {
	/** The Telegram channel begins anew with its new settings. */
	telegram: boolean;
	/** Keys whose change waits for a restart. */
	restart: string[];
}

/** Keys that are read once, at the start: an open port and an open log are not swapped while they are in use. */
const READ_AT_START = ["channels.web", "log"];

/** Sorts changed keys (see `changedKeys`) by what they need. Pure. */
export function decideReload(changedKeys: readonly string[]): Reload {
	const isWithin = (key: string, section: string) => key === section || key.startsWith(`${section}.`);
	return {
		telegram: changedKeys.some((key) => isWithin(key, "channels.telegram")),
		restart: changedKeys.filter((key) => READ_AT_START.some((section) => isWithin(key, section))),
	};
}
