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
import { ApprovalCommitter } from "#daemon/gate/approval-committer.ts";
import { ApprovalDesk } from "#daemon/gate/approval-desk.ts";
import { ApprovalOutcomes } from "#daemon/gate/approval-outcomes.ts";
import { Gatekeeper } from "#daemon/gate/gatekeeper.ts";
import { Expansion } from "#daemon/hand-over/expansion.ts";
import { HandOverDesk } from "#daemon/hand-over/hand-over-desk.ts";
import { CallRunner } from "#daemon/loop/call-runner.ts";
import { Performer } from "#daemon/loop/performer.ts";
import { Results } from "#daemon/loop/results.ts";
import { Circles } from "#daemon/loop/stalls/circles.ts";
import { ToolContexts } from "#daemon/loop/tool-contexts.ts";
import type { Outbox } from "#daemon/outbox/outbox.ts";
import type { PinDesk } from "#daemon/pins/pin-desk.ts";
import type { ApprovalRecord } from "#daemon/records/approvals.ts";
import type { Records } from "#daemon/records/records.ts";
import { TaskDesk } from "#daemon/tasks/task-desk.ts";
import { TaskResults } from "#daemon/tasks/task-results.ts";
import { WriteLock } from "#daemon/tasks/write-lock.ts";
import type { TimerDesk } from "#daemon/timers/timer-desk.ts";
import type { Catalogue } from "#tools/catalogue.ts";
import { isRerunnable } from "./call-readings.ts";

export interface HandsParts extends Records {
	database: Database;
	outbox: Outbox;
	activity: Activity;
	catalogue: Catalogue;
	views: Views;
	settings: Pick<SettingsStore, "current">;
	timers: TimerDesk;
	pinDesk: PinDesk;
	workspace: string;
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
	expansion: Expansion;
	circles: Circles;
	runner: CallRunner;
	outcomes: ApprovalOutcomes;
	gatekeeper: Gatekeeper;
	performer: Performer;
	lock: WriteLock;
}

/** Everything between a call that the model asks for and its result: gate, approvals, tools, tasks. */
export function createHands(parts: HandsParts): Hands {
	const { catalogue, settings, turns, trajectories, views, wake } = parts;
	const isTainted = (trajectoryId: number) => views.holdsOutside(trajectoryId);
	const shared = { ...parts, lock: new WriteLock(), circles: new Circles(parts), isTainted };
	const outcomes = new ApprovalOutcomes(shared);
	const desk = new ApprovalDesk({ ...shared, outcomes });
	const taskDesk = new TaskDesk({
		...shared,
		results: new TaskResults(shared),
		isRerunnable: (call) => isRerunnable(catalogue, call),
		onResult: wake,
	});
	const expansion = new Expansion(shared);
	const contexts = new ToolContexts({
		...shared,
		taskDesk,
		handOverDesk: new HandOverDesk({ ...shared, onHandedOver: wake }),
		expansion,
		conversation: new ConversationReader({ trajectories, entries: new ConversationEntries(parts.database) }),
		ownerZone: () => settings.current().owner.timezone,
	});
	const gatekeeper = new Gatekeeper({
		...shared,
		desk,
		contextFor: (call) => contexts.forCall(call),
		policy: () => settings.current().policy,
		isFork: (trajectoryId) => trajectories.find(trajectoryId)?.kind === "fork",
	});
	const performer = new Performer({ ...shared, gatekeeper, contexts, taskDesk });
	const results = new Results({ ...shared, show: () => settings.current().context.show });
	const runner = new CallRunner({ ...shared, gatekeeper, performer, desk, results });
	const committer = new ApprovalCommitter({
		...shared,
		outcomes,
		contextFor: (call) => contexts.forCall(call, { approved: true }),
		decide: (call, prepared) => gatekeeper.decide(turns.get(call.turnId), prepared),
		onReported: wake,
	});
	const { circles, lock } = shared;
	return { desk, committer, taskDesk, expansion, circles, runner, outcomes, gatekeeper, performer, lock };
}
