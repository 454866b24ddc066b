import type { SettingsStore } from "#config/settings.ts";
import type { Clock } from "#core/clock.ts";
import type { Database } from "#core/database.ts";
import type { Conversation } from "#core/event.ts";
import type { Ids } from "#core/ids.ts";
import type { Log } from "#core/log.ts";
import type { Activity } from "#daemon/activity.ts";
import { Views } from "#daemon/context/views.ts";
import { ApprovalCommitter } from "#daemon/gate/approval-committer.ts";
import { ApprovalDesk } from "#daemon/gate/approval-desk.ts";
import { ApprovalOutcomes } from "#daemon/gate/approval-outcomes.ts";
import { Gatekeeper } from "#daemon/gate/gatekeeper.ts";
import { Expansion } from "#daemon/hand-over/expansion.ts";
import { HandOverDesk } from "#daemon/hand-over/hand-over-desk.ts";
import { saveLongText } from "#daemon/long-text.ts";
import { CallRunner } from "#daemon/loop/call-runner.ts";
import { Closer } from "#daemon/loop/closer.ts";
import { Drivers } from "#daemon/loop/drivers.ts";
import { ForkOutcomes } from "#daemon/loop/fork-outcomes.ts";
import { Intake } from "#daemon/loop/intake.ts";
import { Outage } from "#daemon/loop/outage.ts";
import { ParallelAnswers } from "#daemon/loop/parallel-answers.ts";
import { Performer } from "#daemon/loop/performer.ts";
import { Recorder } from "#daemon/loop/recorder.ts";
import { RequestBuilder } from "#daemon/loop/request-builder.ts";
import { Results } from "#daemon/loop/results.ts";
import { Reviewer } from "#daemon/loop/reviewer.ts";
import { Slots } from "#daemon/loop/slots.ts";
import { Circles } from "#daemon/loop/stalls/circles.ts";
import { Stopper } from "#daemon/loop/stopper.ts";
import { ToolContexts } from "#daemon/loop/tool-contexts.ts";
import { TurnLoop } from "#daemon/loop/turn-loop.ts";
import type { Model } from "#daemon/model/port.ts";
import type { Outbox } from "#daemon/outbox/outbox.ts";
import type { Persona } from "#daemon/persona.ts";
import type { ApprovalRecord } from "#daemon/records/approvals.ts";
import type { Records } from "#daemon/records/records.ts";
import { TaskDesk } from "#daemon/tasks/task-desk.ts";
import { TaskResults } from "#daemon/tasks/task-results.ts";
import { WriteLock } from "#daemon/tasks/write-lock.ts";
import type { TimerDesk } from "#daemon/timers/timer-desk.ts";
import type { Catalogue } from "#tools/catalogue.ts";
import { effectiveName, isRerunnable } from "./call-readings.ts";
import { createDriverFactory } from "./driver-factory.ts";
import { createPrefixes } from "./prefixes.ts";
import { createStamper } from "./stamper.ts";

/** How many trajectories are worked on at once. */
const MAX_AT_WORK = 2;

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
	/** Where the owner is reached for what did not come from them. */
	ownerConversation: () => Conversation;
	/** Does for a turn's events what needs no model. */
	doWithoutModel: (turnId: number) => void;
	/** Called when waiting events were taken up. */
	onTaken: () => void;
	/** Called when the main loop has nothing left to do. */
	onIdle: () => void;
	/** Called when a question was put to the owner. */
	onAsked: () => void;
	/** Called when a question was decided, by whomever or by time. */
	onDecided: (approval: ApprovalRecord) => void;
}

export interface Agent {
	drivers: Drivers;
	desk: ApprovalDesk;
	committer: ApprovalCommitter;
	tasks: TaskDesk;
	slots: Slots;
}

/** Puts the loop together with what it calls: context, gate, tools, model, records. */
export function createAgent(parts: AgentParts): Agent {
	const { database, records, outbox, activity, catalogue, clock, settings, redact, workspace, log } = parts;
	const stamper = createStamper(() => settings.current().owner.timezone);
	const views = new Views(records);
	const lock = new WriteLock();
	const circles = new Circles(records);
	const { ownerConversation } = parts;
	const shared = {
		...records,
		database,
		outbox,
		activity,
		catalogue,
		clock,
		log,
		stamper,
		redact,
		views,
		lock,
		circles,
		ownerConversation,
	};

	const outcomes = new ApprovalOutcomes(shared);
	const desk = new ApprovalDesk({
		...shared,
		outcomes,
		ids: parts.ids,
		onAsked: parts.onAsked,
		onDecided: parts.onDecided,
	});
	const taskDesk = new TaskDesk({
		...shared,
		results: new TaskResults(shared),
		isRerunnable: (call) => isRerunnable(catalogue, call),
		onResult: () => drivers.wake(),
	});
	const expansion = new Expansion(shared);
	const isTainted = (trajectoryId: number) => views.holdsOutside(trajectoryId);
	const contexts = new ToolContexts({
		...shared,
		workspace,
		timers: parts.timers,
		taskDesk,
		handOverDesk: new HandOverDesk({ ...shared, onHandedOver: () => drivers.wake() }),
		expansion,
		ownerZone: () => settings.current().owner.timezone,
		isTainted,
	});
	const gatekeeper = new Gatekeeper({
		...shared,
		desk,
		contextFor: (call) => contexts.forCall(call),
		policy: () => settings.current().policy,
		isTainted,
		isFork: (trajectoryId) => records.trajectories.find(trajectoryId)?.kind === "fork",
	});
	const performer = new Performer({ ...shared, gatekeeper, contexts, taskDesk });
	const runner = new CallRunner({ ...shared, gatekeeper, performer, desk, results: new Results(shared) });
	const intake = new Intake({
		...shared,
		saveLongText: (event) => saveLongText(workspace, event),
		messageOf: (outboxId) => outbox.find(outboxId),
	});
	const recorder = new Recorder({ ...shared, effectiveName: (call) => effectiveName(catalogue, call) });
	const closer = new Closer({ ...shared, recorder, expansion });
	const loop = new TurnLoop({
		...shared,
		intake,
		runner,
		recorder,
		reviewer: new Reviewer({ ...shared, recorder }),
		closer,
		model: parts.model,
		requests: new RequestBuilder({
			...shared,
			settings: () => settings.current(),
			prefixFor: createPrefixes(parts),
		}),
		limits: () => settings.current().limits,
	});
	const slots = new Slots(MAX_AT_WORK);
	const drivers: Drivers = new Drivers({
		...shared,
		taskDesk,
		stopper: new Stopper({ ...shared, taskDesk, desk }),
		make: createDriverFactory({ ...parts, ...shared, loop, closer, intake, slots, outage: new Outage(shared) }),
		parallel: new ParallelAnswers({
			...shared,
			intake,
			recorder,
			closer,
			forkOutcomes: new ForkOutcomes({ ...shared, runner }),
			loop,
			onReturned: () => drivers.wake(),
		}),
	});
	const committer = new ApprovalCommitter({
		...shared,
		outcomes,
		contextFor: (call) => contexts.forCall(call, { approved: true }),
		decide: (call, prepared) => gatekeeper.decide(records.turns.get(call.turnId), prepared),
		onReported: () => drivers.wake(),
	});
	return { drivers, desk, committer, tasks: taskDesk, slots };
}
