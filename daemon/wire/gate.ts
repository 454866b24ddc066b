import type { HomePaths } from "#config/paths.ts";
import type { Settings } from "#config/schema.ts";
import type { Clock } from "#core/clock.ts";
import type { Database } from "#core/database.ts";
import type { Conversation } from "#core/event.ts";
import type { Log } from "#core/log.ts";
import { createSecretFinder, createValueFinder } from "#core/redact.ts";
import type { Views } from "#daemon/context/views.ts";
import type { ApprovalDesk } from "#daemon/gate/approval-desk.ts";
import { Checks } from "#daemon/gate/checks/checks.ts";
import { Evidence } from "#daemon/gate/evidence.ts";
import { Gatekeeper } from "#daemon/gate/gatekeeper.ts";
import { noSensitiveValues } from "#daemon/gate/outgoing/sensitive-values-port.ts";
import type { SeenUrls } from "#daemon/gate/urls/seen-urls.ts";
import type { Model } from "#daemon/model/port.ts";
import type { Outbox } from "#daemon/outbox/outbox.ts";
import type { CallRecord } from "#daemon/records/calls.ts";
import type { Records } from "#daemon/records/records.ts";
import { SpendCalendar } from "#daemon/spend/spend-periods.ts";
import type { Catalogue } from "#tools/catalogue.ts";
import type { ToolContext } from "#tools/tool.ts";

/** What the gate takes from around it. */
export interface GateSurroundings {
	paths: HomePaths;
	/** The process's own. */
	environment: Readonly<Record<string, string | undefined>>;
	/** Every secret of the configuration. */
	secrets: () => readonly string[];
	/** The `light` role's. */
	lightModel: Model;
}

export interface GateParts extends Records, GateSurroundings {
	database: Database;
	outbox: Outbox;
	views: Views;
	catalogue: Catalogue;
	settings: () => Settings;
	clock: Clock;
	log: Log;
	redact: (text: string) => string;
	ownerConversation: () => Conversation;
	isCallTainted: (trajectoryId: number, callId: number) => boolean;
	seenUrls: SeenUrls;
}

/** The checks beside the table, and the gatekeeper once the desk is there that it asks with. */
export function createGate(parts: GateParts) {
	const { settings, secrets, clock, catalogue, trajectories } = parts;
	const checks = new Checks({ ...parts, toolNames: () => catalogue.names() });
	const evidence = new Evidence({
		...parts,
		secrets: createSecretFinder(secrets),
		sensitive: createValueFinder(() => noSensitiveValues.sensitiveValues()),
		pagesPerTurn: () => settings().limits.pagesPerTurn,
	});
	const calendar = new SpendCalendar(() => settings().owner.timezone);
	const policy = () => ({ table: settings().policy, rules: settings().rules });
	const now = () => clock.now();
	const gatekeeperWith = (desk: ApprovalDesk, contextFor: (call: CallRecord) => ToolContext) =>
		new Gatekeeper({
			...{ ...parts, desk, evidence, contextFor },
			...{ calendar, policy, now },
			isFork: (trajectoryId) => trajectories.find(trajectoryId)?.kind === "fork",
		});
	return { checks, gatekeeperWith, calendar, policy, now };
}
