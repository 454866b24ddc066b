import type { ModelEntry, ModelRole } from "#config/schema.ts";
import type { SettingsStore } from "#config/settings.ts";
import type { Clock } from "#core/clock.ts";
import type { Database } from "#core/database.ts";
import type { Conversation } from "#core/event.ts";
import type { Ids } from "#core/ids.ts";
import type { Log } from "#core/log.ts";
import { TokenCalibration } from "#daemon/context/calibration.ts";
import { createModel } from "#daemon/model/openai-model.ts";
import type { Model } from "#daemon/model/port.ts";
import { isFree } from "#daemon/model/prices.ts";
import type { Outbox } from "#daemon/outbox/outbox.ts";
import type { Records } from "#daemon/records/records.ts";
import { SpendDesk } from "#daemon/spend/spend-desk.ts";
import { SpendGuard } from "#daemon/spend/spend-guard.ts";
import { SpendNotices } from "#daemon/spend/spend-notices.ts";
import { reportUsage } from "#daemon/spend/usage-report.ts";

export interface ModelsParts {
	database: Database;
	records: Records;
	outbox: Outbox;
	settings: SettingsStore;
	clock: Clock;
	ids: Ids;
	log: Log;
	fetch: typeof fetch;
	ownerConversation: () => Conversation;
	/** Called once the owner has allowed to spend more. */
	onAllowed: () => void;
}

export interface Models {
	/** The roles' models, each with its list as the configuration has it at each request. */
	readonly main: Model;
	readonly light: Model;
	/** Those that read what others wrote, in order: the next where one fails. */
	readers: () => readonly Model[];
	/** A model over another list, metered and limited as any. */
	over: (entries: () => readonly ModelEntry[]) => Model;
	/** Learns from what services count. */
	calibration: TokenCalibration;
	spend: SpendDesk;
	spendNotices: SpendNotices;
	/** What the last days cost, today included. */
	usage: (days: number) => ReturnType<typeof reportUsage>;
}

/** How many of the latest counts of services calibrate ours at the start. */
const CALIBRATING_CALLS = 50;

/** The models, each metered and behind the owner's limits. */
export function createModels(parts: ModelsParts): Models {
	const { records, settings, clock, fetch } = parts;
	const shared = { ...parts, ...records, settings: () => settings.current() };
	const calibration = new TokenCalibration(records.modelCalls.latestCounts(CALIBRATING_CALLS));
	const spend = new SpendDesk(shared);
	const spendNotices = new SpendNotices({ ...shared, desk: spend });
	const over = (models: () => readonly ModelEntry[]): Model => {
		const model = createModel({
			...parts,
			fetch,
			models,
			calibration,
			recordUsage: (usage) => records.usage.add(usage),
		});
		const areFree = () => models().every((entry) => isFree(entry));
		return new SpendGuard({ ...parts, model, desk: spend, notices: spendNotices, isFree: areFree });
	};
	const of = (role: ModelRole) => over(() => settings.current().models[role]);
	const [main, light] = [of("main"), of("light")];
	return {
		main,
		light,
		readers: () => (settings.current().models.light.length > 0 ? [light, main] : [main]),
		calibration,
		spend,
		spendNotices,
		over,
		usage: (days) =>
			reportUsage(
				{
					usage: records.usage,
					calendar: spend.calendar,
					reading: spend.reading(),
					models: Object.values(settings.current().models).flat(),
					now: clock.now(),
				},
				days,
			),
	};
}
