import type { SettingsStore } from "#config/settings.ts";
import type { Clock } from "#core/clock.ts";
import type { Database } from "#core/database.ts";
import type { Ids } from "#core/ids.ts";
import type { Log } from "#core/log.ts";
import type { Activity } from "#daemon/activity.ts";
import { buildPrefix, type Prefix } from "#daemon/context/prompt.ts";
import { Stamper } from "#daemon/context/stamp.ts";
import { View } from "#daemon/context/view.ts";
import { ApprovalCommitter } from "#daemon/gate/approval-committer.ts";
import { ApprovalDesk } from "#daemon/gate/approval-desk.ts";
import { ApprovalOutcomes } from "#daemon/gate/approval-outcomes.ts";
import { saveLongText } from "#daemon/long-text.ts";
import { CallRunner } from "#daemon/loop/call-runner.ts";
import { Driver } from "#daemon/loop/driver.ts";
import { Intake } from "#daemon/loop/intake.ts";
import { Outage } from "#daemon/loop/outage.ts";
import { Recorder } from "#daemon/loop/recorder.ts";
import { RequestBuilder } from "#daemon/loop/request-builder.ts";
import { Results } from "#daemon/loop/results.ts";
import { openEvents, ToolContexts } from "#daemon/loop/tool-contexts.ts";
import { TurnLoop } from "#daemon/loop/turn-loop.ts";
import type { Model, ProposedCall } from "#daemon/model/port.ts";
import type { Outbox } from "#daemon/outbox/outbox.ts";
import type { Persona } from "#daemon/persona.ts";
import type { ApprovalRecord } from "#daemon/records/approvals.ts";
import type { Records } from "#daemon/records/records.ts";
import type { TimerDesk } from "#daemon/timers/timer-desk.ts";
import type { Catalogue } from "#tools/catalogue.ts";

/** The trajectory of the owner, across all channels. */
const MAIN_TRAJECTORY = 1;

export interface AgentParts {
	database: Database;
	records: Records;
	outbox: Outbox;
	activity: Activity;
	catalogue: Catalogue;
	model: Model;
	settings: SettingsStore;
	persona: Persona;
	timers: TimerDesk;
	workspace: string;
	clock: Clock;
	ids: Ids;
	log: Log;
	redact: (text: string) => string;
	/** Does for a turn's events what needs no model. */
	doWithoutModel: (turnId: number) => void;
	/** Called when waiting events were taken up. */
	onTaken: () => void;
	/** Called when the loop has nothing left to do. */
	onIdle: () => void;
	/** Called when a question was put to the owner. */
	onAsked: () => void;
	/** Called when a question was decided, by whomever or by time. */
	onDecided: (approval: ApprovalRecord) => void;
}

export interface Agent {
	driver: Driver;
	desk: ApprovalDesk;
	committer: ApprovalCommitter;
}

/** Puts the loop together with what it calls: context, gate, tools, model, records. */
export function createAgent(parts: AgentParts): Agent {
	const { database, records, outbox, activity, catalogue, clock, settings, redact, workspace } = parts;
	const stamper = createStamper(() => settings.current().owner.timezone);
	const view = new View(records.entries, records.epochs, MAIN_TRAJECTORY);
	const shared = { ...records, database, outbox, activity, catalogue, clock, stamper, redact, view };

	const outcomes = new ApprovalOutcomes(shared);
	const desk = new ApprovalDesk({
		...shared,
		outcomes,
		ids: parts.ids,
		onAsked: parts.onAsked,
		onDecided: parts.onDecided,
	});
	const isTainted = (trajectoryId: number) => records.entries.holdsOutside(trajectoryId, view.firstEntryId);
	const ownerZone = () => settings.current().owner.timezone;
	const contexts = new ToolContexts({ ...shared, workspace, timers: parts.timers, ownerZone, isTainted });
	const runner = new CallRunner({
		...shared,
		desk,
		contexts,
		results: new Results(shared),
		policy: () => settings.current().policy,
		isTainted,
	});
	const intake = new Intake({
		...shared,
		saveLongText: (event) => saveLongText(workspace, event),
		textOf: (outboxId) => outbox.find(outboxId)?.text,
	});
	const recorder = new Recorder({ ...shared, effectiveName: (call) => effectiveName(catalogue, call) });
	const loop = new TurnLoop({
		...shared,
		intake,
		runner,
		recorder,
		model: parts.model,
		requests: new RequestBuilder({
			...shared,
			settings: () => settings.current(),
			prefix: createPrefix(parts, () => settings.current().owner.name),
		}),
		limits: () => settings.current().limits,
	});
	const driver = new Driver({
		...shared,
		trajectoryId: MAIN_TRAJECTORY,
		loop,
		recorder,
		desk,
		outage: new Outage(shared),
		log: parts.log,
		doWithoutModel: parts.doWithoutModel,
		isAnswered: (turnId) => openEvents(records.events.ofTurn(turnId)).length === 0,
		onTaken: parts.onTaken,
		onIdle: parts.onIdle,
	});
	const committer = new ApprovalCommitter({
		...shared,
		outcomes,
		log: parts.log,
		contextFor: (call) => contexts.forCall(call, true),
		decide: (call, prepared) => {
			const turn = records.turns.find(call.turnId);
			if (!turn) return { kind: "deny", rule: "its turn is gone" };
			return runner.decide(turn, prepared);
		},
		onReported: () => driver.wake(),
	});
	return { driver, desk, committer };
}

/** A stamper for the owner's zone, made again when the zone is changed. */
function createStamper(zone: () => string): () => Stamper {
	let stamper = new Stamper(zone());
	return () => {
		if (stamper.zone !== zone()) stamper = new Stamper(zone());
		return stamper;
	};
}

/** The prefix, built again only when what it is made from has changed. */
function createPrefix(parts: AgentParts, owner: () => string): () => Prefix {
	const tools = parts.catalogue.definitions().map((definition) => ({ ...definition }));
	const build = () => ({ owner: owner(), prefix: buildPrefix({ ...parts.persona, owner: owner(), tools }) });
	let built = build();
	return () => {
		if (built.owner !== owner()) built = build();
		return built.prefix;
	};
}

/** The tool that a call comes to, for counting; the name as written where there is no such tool. */
function effectiveName(catalogue: Catalogue, call: ProposedCall): string {
	if (call.kind === "malformed") return call.tool;
	const resolution = catalogue.resolve(call.tool, call.arguments);
	return resolution.kind === "ready" ? resolution.effectiveName : call.tool;
}
