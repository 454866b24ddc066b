import type { SettingsStore } from "#config/settings.ts";
import type { Clock } from "#core/clock.ts";
import type { Database } from "#core/database.ts";
import type { Ids } from "#core/ids.ts";
import type { Log } from "#core/log.ts";
import { Commands } from "#daemon/gateway/commands.ts";
import { Gateway } from "#daemon/gateway/gateway.ts";
import { People } from "#daemon/gateway/people.ts";
import { Strangers } from "#daemon/gateway/strangers.ts";
import type { Outbox } from "#daemon/outbox/outbox.ts";
import type { Records } from "#daemon/records/records.ts";
import type { Agent } from "./agent.ts";

export interface FrontDesk {
	gateway: Gateway;
	commands: Commands;
	people: People;
	/** Takes up what an earlier process left at these desks. */
	recover(): void;
}

export interface FrontDeskParts {
	database: Database;
	records: Records;
	outbox: Outbox;
	settings: SettingsStore;
	agent: () => Agent;
	statusText: () => string;
	clock: Clock;
	ids: Ids;
	log: Log;
}

/** Puts together what receives events: the gateway, who is who, and what is answered without a model. */
export function createFrontDesk(parts: FrontDeskParts): FrontDesk {
	const { database, records, outbox, settings, agent, clock, ids, log } = parts;
	const people = new People(database, clock, ids, (channel) =>
		channel === "telegram" ? (settings.current().channels.telegram?.owners ?? []).map(String) : [],
	);
	const strangers = new Strangers({ ...records, database, outbox, people });
	const commands = new Commands({
		...records,
		database,
		outbox,
		people,
		desk: { decide: (code, verdict, by) => agent().desk.decide(code, verdict, by) },
		stopTurn: () => agent().driver.stopTurn(),
		status: parts.statusText,
	});

	/** What needs no model is done at once; the rest is the loop's. A full disk is no reason to die. */
	function attend(routes: ReadonlySet<string>): void {
		try {
			if (routes.has("command")) commands.handleWaiting();
			if (routes.has("refused")) strangers.handleWaiting();
		} catch (error) {
			log.error("A command could not be carried out; it is tried again with the next one", { error });
		}
		if (routes.has("loop")) agent().driver.wake();
	}

	const gateway = new Gateway({ ...records, database, people, onArrival: attend });
	return { gateway, commands, people, recover: () => attend(new Set(["command", "refused"])) };
}
