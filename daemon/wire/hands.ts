import type { SettingsStore } from "#config/settings.ts";
import type { Clock } from "#core/clock.ts";
import type { Database } from "#core/database.ts";
import type { Conversation } from "#core/event.ts";
import type { Ids } from "#core/ids.ts";
import type { Log } from "#core/log.ts";
import type { Activity } from "#daemon/activity.ts";
import type { Stamper } from "#daemon/context/stamp.ts";
import type { Views } from "#daemon/context/views.ts";
import { ConversationEntries } from "#daemon/conversation-reader/conversation-entries.ts";
import { ConversationReader } from "#daemon/conversation-reader/conversation-reader.ts";
import type { CopyStore } from "#daemon/copies/copy-store.ts";
import { UndoDesk } from "#daemon/copies/undo-desk.ts";
import { ApprovalCommitter } from "#daemon/gate/approval-committer.ts";
import { ApprovalDesk } from "#daemon/gate/approval-desk.ts";
import { ApprovalOutcomes } from "#daemon/gate/approval-outcomes.ts";
import { checkedCallOf } from "#daemon/gate/checked-call-of.ts";
import type { Checks } from "#daemon/gate/checks/checks.ts";
import type { Gatekeeper } from "#daemon/gate/gatekeeper.ts";
import { PolicyExplainer } from "#daemon/gate/policy-explainer.ts";
import { SeenUrls } from "#daemon/gate/urls/seen-urls.ts";
import { Expansion } from "#daemon/hand-over/expansion.ts";
import { HandOverDesk } from "#daemon/hand-over/hand-over-desk.ts";
import { CallRunner } from "#daemon/loop/call-runner.ts";
import { GatePassage } from "#daemon/loop/gate-passage.ts";
import { Performer } from "#daemon/loop/performer.ts";
import { Results } from "#daemon/loop/results.ts";
import { Speech } from "#daemon/loop/speech.ts";
import { Circles } from "#daemon/loop/stalls/circles.ts";
import { ToolContexts } from "#daemon/loop/tool-contexts.ts";
import type { Model } from "#daemon/model/port.ts";
import type { Outbox } from "#daemon/outbox/outbox.ts";
import type { PinDesk } from "#daemon/pins/pin-desk.ts";
import { QuestionDesk } from "#daemon/quarantine/question-desk.ts";
import type { ApprovalRecord } from "#daemon/records/approvals.ts";
import type { Records } from "#daemon/records/records.ts";
import { TaskDesk } from "#daemon/tasks/task-desk.ts";
import { TaskResults } from "#daemon/tasks/task-results.ts";
import { WriteLock } from "#daemon/tasks/write-lock.ts";
import type { TimerDesk } from "#daemon/timers/timer-desk.ts";
import type { Catalogue } from "#tools/catalogue.ts";
import type { PagePort } from "#tools/page-port.ts";
import { isRerunnable } from "./call-readings.ts";
import { createGate, type GateSurroundings } from "./gate.ts";

export interface HandsParts extends Records, GateSurroundings {
	/** Those that read what others wrote, in order. */
	readers: () => readonly Model[];
	pages: PagePort;
	database: Database;
	outbox: Outbox;
	activity: Activity;
	catalogue: Catalogue;
	views: Views;
	settings: Pick<SettingsStore, "current">;
	timers: TimerDesk;
	pinDesk: PinDesk;
	workspace: string;
	copyStore: CopyStore;
	clock: Clock;
	ids: Ids;
	log: Log;
	stamper: () => Stamper;
	redact: (text: string) => string;
	ownerConversation: () => Conversation;
	/** Called when something has come that the loop should take up. */
	wake: () => void;
	onAsked: () => void;
	onDecided: (approval: ApprovalRecord) => void;
}

export interface Hands {
	desk: ApprovalDesk;
	committer: ApprovalCommitter;
	taskDesk: TaskDesk;
	handOverDesk: HandOverDesk;
	speech: Speech;
	checks: Checks;
	circles: Circles;
	runner: CallRunner;
	outcomes: ApprovalOutcomes;
	gatekeeper: Gatekeeper;
	explainer: PolicyExplainer;
	performer: Performer;
	lock: WriteLock;
	undoDesk: UndoDesk;
}

/** Everything between a call that the model asks for and its result: gate, approvals, tools, tasks. */
export function createHands(parts: HandsParts): Hands {
	const { catalogue, settings, turns, trajectories, views, wake } = parts;
	const isTainted = (trajectoryId: number) => views.isTainted(trajectoryId);
	/** What was asked for under taint stays under taint, also where its cause has left the view since. */
	const isCallTainted = (trajectoryId: number, callId: number) =>
		isTainted(trajectoryId) || parts.calls.isDerived(callId);
	const seenUrls = new SeenUrls(parts);
	const shared = {
		...parts,
		lock: new WriteLock(),
		circles: new Circles(parts),
		isTainted,
		isCallTainted,
		seenUrls,
	};
	const outcomes = new ApprovalOutcomes(shared);
	const desk = new ApprovalDesk({ ...shared, outcomes });
	const taskDesk = new TaskDesk({
		...shared,
		results: new TaskResults(shared),
		isRerunnable: (call) => isRerunnable(catalogue, call),
		onResult: wake,
	});
	const expansion = new Expansion(shared);
	const speech = new Speech({ ...shared, expansion });
	const handOverDesk = new HandOverDesk({ ...shared, onHandedOver: wake });
	const contexts = new ToolContexts({
		...{ ...shared, taskDesk, handOverDesk, speech, expansion },
		questions: new QuestionDesk({ ...shared, models: parts.readers }),
		conversation: new ConversationReader({ trajectories, entries: new ConversationEntries(parts.database) }),
		ownerZone: () => settings.current().owner.timezone,
		ownerName: () => settings.current().owner.name,
	});
	const gate = createGate({ ...shared, settings: () => settings.current() });
	const { checks } = gate;
	const gatekeeper = gate.gatekeeperWith(desk, (call) => contexts.forCall(call));
	const performer = new Performer({ ...shared, gatekeeper, contexts, taskDesk });
	const results = new Results({ ...shared, show: () => settings.current().context.show });
	const passage = new GatePassage({ ...shared, gatekeeper, desk, checks, performer });
	const runner = new CallRunner({ ...shared, gatekeeper, passage, checks, results });
	const committer = new ApprovalCommitter({
		...shared,
		outcomes,
		checks,
		checkedCall: (call, prepared) => {
			const turn = turns.get(call.turnId);
			return checkedCallOf(turn, call, prepared, isCallTainted(turn.trajectoryId, call.id));
		},
		contextFor: (call) => contexts.forCall(call, { approved: true }),
		decide: (call, prepared) => gatekeeper.decide(turns.get(call.turnId), call, prepared),
		onReported: wake,
	});
	const explainer = new PolicyExplainer({ ...shared, ...gate, gatekeeper, supposedContext: () => contexts.supposed() });
	const { circles, lock } = shared;
	return {
		...{ desk, committer, taskDesk, handOverDesk, speech, checks, circles },
		...{ runner, outcomes, gatekeeper, explainer, performer, lock },
		undoDesk: new UndoDesk(shared),
	};
}
