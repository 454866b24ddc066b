import type { Environment } from "#config/interpolate.ts";
import type { HomePaths } from "#config/paths.ts";
import type { SettingsStore } from "#config/settings.ts";
import type { Clock } from "#core/clock.ts";
import type { Database } from "#core/database.ts";
import type { Inbound } from "#core/event.ts";
import type { Ids } from "#core/ids.ts";
import type { Log } from "#core/log.ts";
import { DISK_WAIT_MS } from "#daemon/disk-wait.ts";
import { RuleGrants } from "#daemon/gate/rule-grants.ts";
import { Commands } from "#daemon/gateway/commands.ts";
import { type Arrived, Gateway } from "#daemon/gateway/gateway.ts";
import { memoryText } from "#daemon/gateway/memory-text.ts";
import { People } from "#daemon/gateway/people.ts";
import { Strangers } from "#daemon/gateway/strangers.ts";
import { WithoutModel } from "#daemon/gateway/without-model.ts";
import type { Model } from "#daemon/model/port.ts";
import type { Outbox } from "#daemon/outbox/outbox.ts";
import { PinOrders } from "#daemon/pins/pin-orders.ts";
import type { Records } from "#daemon/records/records.ts";
import { Classifier } from "#daemon/router/classifier.ts";
import { Router } from "#daemon/router/router.ts";
import { StopDesk } from "#daemon/router/stop-desk.ts";
import type { SpendDesk } from "#daemon/spend/spend-desk.ts";
import type { TimerDesk } from "#daemon/timers/timer-desk.ts";
import type { Agent } from "./agent.ts";

/** What is attended to without the loop. */
const ORDERS: ReadonlySet<string> = new Set(["command", "refused"]);

export interface FrontDesk {
	gateway: Gateway;
	receive: Gateway["receive"];
	commands: Commands;
	people: People;
	withoutModel: WithoutModel;
	router: Router;
	/** Takes up what an earlier process left at these desks. */
	recover(): void;
}

export interface FrontDeskParts {
	database: Database;
	records: Records;
	outbox: Outbox;
	settings: SettingsStore;
	paths: HomePaths;
	timers: TimerDesk;
	agent: () => Agent;
	lightModel: Model;
	/** The process's own. */
	environment: Environment;
	spend: SpendDesk;
	statusText: () => string;
	clock: Clock;
	ids: Ids;
	log: Log;
}

/** Puts together what receives events: the gateway, who is who, and what is answered without a model. */
export function createFrontDesk(parts: FrontDeskParts): FrontDesk {
	const { database, records, outbox, settings, paths, agent, clock, ids, log } = parts;
	const people = new People(database, clock, ids, (channel) =>
		channel === "telegram" ? (settings.current().channels.telegram?.owners ?? []).map(String) : [],
	);
	const shared = { ...parts, ...records };
	const strangers = new Strangers({ ...shared, people });
	const grants = new RuleGrants({ ...shared, reload: () => settings.reload() });
	const commands = new Commands({
		...shared,
		people,
		grantRule: (rule, by) => grants.grant(rule, by),
		desk: { decide: (code, verdict, by) => agent().desk.decide(code, verdict, by) },
		stops: new StopDesk({
			...shared,
			stop: (all) => agent().drivers.stop(all),
			cancelTask: (task, by) => agent().tasks.cancel(task, by),
		}),
		status: parts.statusText,
		memory: () => memoryText(paths),
		pins: new PinOrders({ ...shared, desk: agent().pinDesk }),
		compact(focus, cause) {
			const say = agent().burstEnd.ask(focus, cause?.id);
			database.afterCommit(() => agent().drivers.wake());
			return say;
		},
	});
	const withoutModel = new WithoutModel({
		...shared,
		workspace: paths.workspace,
		ownerZone: () => settings.current().owner.timezone,
		order: (command, by) => commands.order(command, by),
	});
	const isModelInReach = () => settings.current().models.main.length > 0 && !agent().drivers.main.isModelMissing;

	/** What needs no model is done at once; the rest is the loop's. A full disk is no reason to die. */
	function attend(routes: ReadonlySet<string>, arrived: readonly Arrived[]): void {
		try {
			if (routes.has("command")) commands.handleWaiting();
			if (routes.has("refused")) strangers.handleWaiting();
			if (routes.has("loop") && !isModelInReach()) withoutModel.handleWaiting();
		} catch (error) {
			log.error("An order could not be carried out; trying again", { error });
			clock.after(DISK_WAIT_MS, () => attend(ORDERS, []));
		}
		if (!routes.has("loop")) return;
		agent().drivers.wake();
		router.arrived(arrived);
	}

	const router = new Router({
		...shared,
		control: {
			reading: () => agent().drivers.reading(),
			interrupt: (id) => agent().drivers.interrupt(id),
			answerInParallel: (id) => agent().drivers.answerInParallel(id),
		},
		classifier: new Classifier(parts.lightModel, clock),
		hasLightModel: () => settings.current().models.light.length > 0,
		runningTools: () =>
			agent()
				.tasks.running()
				.map(({ tool }) => tool),
	});
	const gateway = new Gateway({
		...shared,
		people,
		reading: () => agent().drivers.reading(),
		sentAs: (conversation, serviceId) => outbox.findByServiceId(conversation, serviceId),
		onArrival: attend,
	});
	const receive = (inbound: Inbound) => gateway.receive(inbound);
	return {
		gateway,
		receive,
		commands,
		people,
		withoutModel,
		recover: () => attend(ORDERS, []),
		router,
	};
}
