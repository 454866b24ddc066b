import type { ModelRole } from "#config/schema.ts";
import type { SettingsStore } from "#config/settings.ts";
import type { Clock } from "#core/clock.ts";
import type { Ids } from "#core/ids.ts";
import type { Log } from "#core/log.ts";
import { createModel } from "#daemon/model/openai-model.ts";
import type { Model } from "#daemon/model/port.ts";
import type { Records } from "#daemon/records/records.ts";

export interface ModelsParts {
	records: Records;
	settings: SettingsStore;
	clock: Clock;
	ids: Ids;
	log: Log;
	fetch: typeof fetch;
}

/** The model of each role, with its list as the configuration has it at each request. All of them are metered. */
export const createModels =
	(parts: ModelsParts): ((role: ModelRole) => Model) =>
	(role) =>
		createModel({
			...parts,
			models: () => parts.settings.current().models[role],
			recordUsage: (usage) => parts.records.usage.add(usage),
		});
