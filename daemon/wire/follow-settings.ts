import type { SettingsStore } from "#config/settings.ts";
import type { Log } from "#core/log.ts";
import type { Drivers } from "#daemon/loop/drivers.ts";
import type { Status } from "#daemon/status.ts";
import type { ChannelSet } from "./channel-set.ts";
import { decideReload } from "./decide-reload.ts";

/** Takes changes of the configuration over while everything runs, and says which of them have to wait for a restart. */
export function followSettings(
	settings: SettingsStore,
	parts: { channels: ChannelSet; status: Status; drivers: Drivers; log: Log },
): void {
	const { channels, status, drivers, log } = parts;
	settings.onChange((_settings, changed) => {
		const { telegram, restart } = decideReload(changed);
		if (telegram) void channels.replaceTelegram();
		if (restart.length > 0) log.warn("Restart Steward for these changes to take effect", { keys: restart });
		status.noteRestartNeeded(restart);
		drivers.reconsiderModel();
	});
}
