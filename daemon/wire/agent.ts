import type { SettingsStore } from "#config/settings.ts";
import type { Clock } from "#core/clock.ts";
import type { Database } from "#core/database.ts";
import type { Conversation } from "#core/event.ts";
import type { Ids } from "#core/ids.ts";
import type { Log } from "#core/log.ts";
import type { Activity } from "#daemon/activity.ts";
import type { BurstEnd } from "#daemon/compaction/burst-end.ts";
import { Views } from "#daemon/context/views.ts";
import type { Windows } from "#daemon/context/windows.ts";
import type { CopyStore } from "#daemon/copies/copy-store.ts";
import type { UndoDesk } from "#daemon/copies/undo-desk.ts";
import type { ApprovalCommitter } from "#daemon/gate/approval-committer.ts";
import type { ApprovalDesk } from "#daemon/gate/approval-desk.ts";
import type { Checks } from "#daemon/gate/checks/checks.ts";
import type { PolicyExplainer } from "#daemon/gate/policy-explainer.ts";
import { Closer } from "#daemon/loop/closer.ts";
import { Drivers } from "#daemon/loop/drivers.ts";
import { ForkOutcomes } from "#daemon/loop/fork-outcomes.ts";
import { Intake } from "#daemon/loop/intake.ts";
import { Outage } from "#daemon/loop/outage.ts";
import { ParallelAnswers } from "#daemon/loop/parallel-answers.ts";
import { Recorder } from "#daemon/loop/recorder.ts";
import { Reviewer } from "#daemon/loop/reviewer.ts";
import { Slots } from "#daemon/loop/slots.ts";
import { Stopper } from "#daemon/loop/stopper.ts";
import { TurnLoop } from "#daemon/loop/turn-loop.ts";
import type { Model } from "#daemon/model/port.ts";
import type { Outbox } from "#daemon/outbox/outbox.ts";
import type { Persona } from "#daemon/persona.ts";
import type { PinDesk } from "#daemon/pins/pin-desk.ts";
import { Quarantine } from "#daemon/quarantine/quarantine.ts";
import { Reader } from "#daemon/quarantine/reader.ts";
import { ReadingOutage } from "#daemon/quarantine/reading-outage.ts";
import type { ApprovalRecord } from "#daemon/records/approvals.ts";
import type { Records } from "#daemon/records/records.ts";
import type { SpendNotices } from "#daemon/spend/spend-notices.ts";
import type { TaskDesk } from "#daemon/tasks/task-desk.ts";
import type { TimerDesk } from "#daemon/timers/timer-desk.ts";
import type { Catalogue } from "#tools/catalogue.ts";
import type { PagePort } from "#tools/page-port.ts";
import { effectiveName } from "./call-readings.ts";
import { createContext } from "./context.ts";
import { createDriverFactory } from "./driver-factory.ts";
import type { GateSurroundings } from "./gate.ts";
import { createHands } from "./hands.ts";
import type { Models } from "./models.ts";
import { createPrefixes } from "./prefixes.ts";
import { createStamper } from "./stamper.ts";

/** How many trajectories are worked on at once. */
const MAX_AT_WORK = 2;

export interface AgentParts extends GateSurroundings {
	database: Database;
	records: Records;
	outbox: Outbox;
	activity: Activity;
	catalogue: Catalogue;
	model: Model;
	/** Those that read what others wrote, in order: the next where one fails. The main one is the same as `model`. */
	readers: () => readonly Model[];
	settings: SettingsStore;
	persona: Persona;
	timers: TimerDesk;
	workspace: string;
	copyStore: CopyStore;
	clock: Clock;
	ids: Ids;
	log: Log;
	redact: (text: string) => string;
	/** What counts and limits the use of models. */
	models: Pick<Models, "calibration" | "spend"> & { spendNotices: Pick<SpendNotices, "tellReached"> };
	pages: PagePort;
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
	pinDesk: PinDesk;
	burstEnd: BurstEnd;
	windows: Windows;
	explainer: PolicyExplainer;
	undoDesk: UndoDesk;
	checks: Checks;
}

/** Puts the loop together with what it calls: context, gate, tools, model, records. */
export function createAgent(parts: AgentParts): Agent {
	const { records, outbox, catalogue, settings, model } = parts;
	const shared = {
		...records,
		...parts,
		stamper: createStamper(
			() => settings.current().owner.timezone,
			() => settings.current().context.show.stamps,
		),
		views: new Views(records),
		wake: () => drivers.wake(),
		prefixFor: createPrefixes(parts),
		calibration: parts.models.calibration,
		spend: parts.models.spend,
		spendNotices: parts.models.spendNotices,
	};
	const context = createContext({ ...shared, settings: () => settings.current() });
	const hands = createHands({ ...shared, ...context });
	const intake = new Intake({
		...shared,
		messageOf: (outboxId) => outbox.find(outboxId),
	});
	const recorder = new Recorder({
		...shared,
		effectiveName: (call) => effectiveName(catalogue, call),
		isTainted: (trajectoryId) => shared.views.isTainted(trajectoryId),
	});
	const working = { ...shared, ...context, ...hands, intake, recorder };
	const closer = new Closer(working);
	const reviewer = new Reviewer(working);
	const limits = () => settings.current().limits;
	const loop = new TurnLoop({ ...working, reviewer, closer, model, limits });
	const slots = new Slots(MAX_AT_WORK);
	const outage = new Outage(working);
	const quarantine = new Quarantine({
		...working,
		reader: new Reader({ ...shared, models: parts.readers }),
		outage: new ReadingOutage({ ...shared, isOutageTold: () => outage.isTold }),
	});
	const drivers: Drivers = new Drivers({
		...working,
		quarantine,
		stopper: new Stopper(working),
		make: createDriverFactory({ ...working, loop, closer, slots, outage, quarantine }),
		parallel: new ParallelAnswers({
			...working,
			closer,
			forkOutcomes: new ForkOutcomes(working),
			loop,
			onReturned: () => drivers.wake(),
		}),
	});
	const { desk, committer, taskDesk: tasks, explainer, checks, undoDesk } = hands;
	const { pinDesk, burstEnd, windows } = context;
	return { drivers, desk, committer, tasks, slots, pinDesk, burstEnd, windows, explainer, checks, undoDesk };
}
