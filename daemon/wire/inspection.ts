import type { SettingsStore } from "#config/settings.ts";
import type { Database } from "#core/database.ts";
import { createInspection, type Inspection } from "#daemon/inspection/inspection.ts";
import type { Records } from "#daemon/records/records.ts";
import type { Agent } from "./agent.ts";
import type { Models } from "./models.ts";

/** Looking into what models were sent, and asking them again. */
export const createInspectionDesk = (parts: {
	database: Database;
	records: Records;
	settings: SettingsStore;
	agent: Agent;
	models: Models;
}): Inspection =>
	createInspection({
		...{ database: parts.database, ...parts.records, windows: parts.agent.windows, modelOf: parts.models.over },
		models: () => parts.settings.current().models,
	});
