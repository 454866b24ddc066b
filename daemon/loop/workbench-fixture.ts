import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type Settings, settingsSchema } from "#config/schema.ts";
import { Database, type DatabaseHooks } from "#core/database.ts";
import { systemIds } from "#core/ids.ts";
import { createLog } from "#core/log.ts";
import { Activity } from "#daemon/activity.ts";
import { Stamper } from "#daemon/context/stamp.ts";
import { Views } from "#daemon/context/views.ts";
import { ApprovalDesk } from "#daemon/gate/approval-desk.ts";
import { ApprovalOutcomes } from "#daemon/gate/approval-outcomes.ts";
import { Gatekeeper } from "#daemon/gate/gatekeeper.ts";
import { Expansion } from "#daemon/hand-over/expansion.ts";
import { HandOverDesk } from "#daemon/hand-over/hand-over-desk.ts";
import { Outbox } from "#daemon/outbox/outbox.ts";
import { openRecords } from "#daemon/records/records.ts";
import { TaskDesk } from "#daemon/tasks/task-desk.ts";
import { TaskResults } from "#daemon/tasks/task-results.ts";
import { WriteLock } from "#daemon/tasks/write-lock.ts";
import { TimerDesk } from "#daemon/timers/timer-desk.ts";
import { FakeClock } from "#test/fake-clock.ts";
import { tempFolder } from "#test/temp-folder.ts";
import { createCatalogue } from "#tools/catalogue.ts";
import { noReply } from "#tools/no-reply.ts";
import { reply } from "#tools/reply.ts";
import type { Tool } from "#tools/tool.ts";
import { CallRunner } from "./call-runner.ts";
import { Closer } from "./closer.ts";
import { Intake } from "./intake.ts";
import { Performer } from "./performer.ts";
import { Recorder } from "./recorder.ts";
import { RequestBuilder } from "./request-builder.ts";
import { Results } from "./results.ts";
import { Reviewer } from "./reviewer.ts";
import { ScriptedModel } from "./scripted-model-fixture.ts";
import { Slots } from "./slots.ts";
import { Circles } from "./stalls/circles.ts";
import { Stopper } from "./stopper.ts";
import { ToolContexts } from "./tool-contexts.ts";
import { TurnLoop } from "./turn-loop.ts";

export const OWNER_CONVERSATION = { channel: "web", address: "owner" };

export interface WorkbenchOptions {
	/** Beside `reply` and `no_reply`. */
	tools?: readonly Tool[];
	hooks?: DatabaseHooks;
	settings?: Settings;
	/** The workbench of an earlier process, whose database and clock this one goes on with. */
	after?: { database: Database; clock: FakeClock };
}

/** Everything that the loop is put together from, on a database of its own. Model, tools and clock are a test's. */
export type Workbench = ReturnType<typeof openWorkbench>;

export function openWorkbench({ tools = [], hooks, settings, after }: WorkbenchOptions = {}) {
	const folder = tempFolder();
	const clock = after?.clock ?? new FakeClock();
	const database = after?.database ?? new Database(join(folder, "state.db"), hooks);
	if (!after) onTestFinished(() => database.close());
	const logged: string[] = [];
	const woken: string[] = [];
	const records = openRecords(database, clock, systemIds, () => undefined);
	const stamper = new Stamper("UTC");
	const shared = {
		...records,
		database,
		clock,
		ids: systemIds,
		log: createLog({ clock, level: "debug", write: (line) => logged.push(line) }),
		stamper: () => stamper,
		redact: (text: string) => text.replaceAll("sk-secret", "[redacted]"),
		outbox: new Outbox(database, records.contents, clock, { onAdded: () => undefined, onChanged: () => undefined }),
		activity: new Activity(new Map(), (turnId) => records.events.conversationsOf(turnId), clock),
		catalogue: createCatalogue([...tools, reply as Tool, noReply as Tool]),
		views: new Views(records),
		lock: new WriteLock(),
		circles: new Circles(records),
		ownerConversation: () => OWNER_CONVERSATION,
	};
	const { catalogue, views } = shared;
	const current = settings ?? settingsSchema.parse({ owner: { timezone: "UTC" } });
	const isTainted = (trajectoryId: number) => views.holdsOutside(trajectoryId);
	const outcomes = new ApprovalOutcomes(shared);
	const desk = new ApprovalDesk({ ...shared, outcomes, onAsked: () => undefined, onDecided: () => undefined });
	const taskDesk = new TaskDesk({
		...shared,
		results: new TaskResults(shared),
		isRerunnable: ({ wireTool }) => tools.find(({ name }) => name === wireTool)?.recovery === "rerun",
		onResult: () => woken.push("task result"),
	});
	const expansion = new Expansion(shared);
	const contexts = new ToolContexts({
		...shared,
		workspace: folder,
		timers: new TimerDesk({ ...shared, ownerZone: () => "UTC", onChanged: () => undefined }),
		taskDesk,
		handOverDesk: new HandOverDesk({ ...shared, onHandedOver: () => undefined }),
		expansion,
		ownerZone: () => "UTC",
		isTainted,
	});
	const contextFor: ConstructorParameters<typeof Gatekeeper>[0]["contextFor"] = (call) => contexts.forCall(call);
	const gatekeeper = new Gatekeeper({
		...shared,
		desk,
		contextFor,
		policy: () => current.policy,
		isTainted,
		isFork: (trajectoryId) => records.trajectories.find(trajectoryId)?.kind === "fork",
	});
	const performer = new Performer({ ...shared, gatekeeper, contexts, taskDesk });
	const runner = new CallRunner({ ...shared, gatekeeper, performer, desk, results: new Results(shared) });
	const intake = new Intake({ ...shared, saveLongText: () => "inbox/long.txt", messageOf: () => undefined });
	const recorder = new Recorder({ ...shared, effectiveName: ({ tool }) => tool });
	const closer = new Closer({ ...shared, recorder, expansion });
	const reviewer = new Reviewer({ ...shared, recorder });
	const model = new ScriptedModel();
	const prefix = { prompt: "You are Steward.", tools: JSON.stringify(catalogue.definitions()), digest: "prefix" };
	const requests = new RequestBuilder({ ...shared, settings: () => current, prefixFor: () => prefix });
	const limits = () => current.limits;
	const loop = new TurnLoop({ ...shared, intake, runner, recorder, reviewer, closer, model, requests, limits });
	const stopper = new Stopper({ ...shared, taskDesk, desk });
	return {
		...shared,
		...{
			desk,
			outcomes,
			taskDesk,
			gatekeeper,
			performer,
			runner,
			intake,
			recorder,
			reviewer,
			closer,
			model,
			loop,
			stopper,
		},
		slots: new Slots(2),
		prefix,
		logged,
		woken,
	};
}
