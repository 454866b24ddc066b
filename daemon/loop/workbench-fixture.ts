import { join } from "node:path";
import { onTestFinished } from "vitest";
import { homePaths } from "#config/paths.ts";
import { type Settings, settingsSchema } from "#config/schema.ts";
import { Database, type DatabaseHooks } from "#core/database.ts";
import { systemIds } from "#core/ids.ts";
import { createLog } from "#core/log.ts";
import { Activity } from "#daemon/activity.ts";
import { TokenCalibration } from "#daemon/context/calibration.ts";
import { Stamper } from "#daemon/context/stamp.ts";
import { Views } from "#daemon/context/views.ts";
import { CopyStore } from "#daemon/copies/copy-store.ts";
import { Outbox } from "#daemon/outbox/outbox.ts";
import { PageReader } from "#daemon/pages/page-reader.ts";
import { openRecords } from "#daemon/records/records.ts";
import { TimerDesk } from "#daemon/timers/timer-desk.ts";
import { createContext } from "#daemon/wire/context.ts";
import { createHands } from "#daemon/wire/hands.ts";
import { FakeClock } from "#test/fake-clock.ts";
import { tempFolder } from "#test/temp-folder.ts";
import { createCatalogue } from "#tools/catalogue.ts";
import { noReply } from "#tools/no-reply.ts";
import { reply } from "#tools/reply.ts";
import type { Tool } from "#tools/tool.ts";
import { Closer } from "./closer.ts";
import { Intake } from "./intake.ts";
import { Recorder } from "./recorder.ts";
import { Reviewer } from "./reviewer.ts";
import { ScriptedModel } from "./scripted-model-fixture.ts";
import { Slots } from "./slots.ts";
import { Stopper } from "./stopper.ts";
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
		...{ workspace: folder, copyStore: new CopyStore(join(folder, "kept")) },
		log: createLog({ clock, level: "debug", write: (line) => logged.push(line) }),
		stamper: () => stamper,
		redact: (text: string) => text.replaceAll("sk-secret", "[redacted: 1 secret]"),
		outbox: new Outbox(database, records.contents, clock, { onAdded: () => undefined, onChanged: () => undefined }),
		activity: new Activity(new Map(), (turnId) => records.events.conversationsOf(turnId), clock),
		catalogue: createCatalogue([...tools, reply as Tool, noReply as Tool]),
		views: new Views(records),
		ownerConversation: () => OWNER_CONVERSATION,
		...{ paths: homePaths(folder), environment: {}, secrets: () => [] },
		pages: new PageReader({ clock, lookup: () => Promise.resolve([]) }),
	};
	const current = settings ?? settingsSchema.parse({ owner: { timezone: "UTC" } });
	const model = new ScriptedModel();
	const prefix = { parts: [], frozen: frozenPrefix(JSON.stringify(shared.catalogue.definitions())) };
	const context = createContext({
		...{ ...shared, model, calibration: new TokenCalibration() },
		settings: () => current,
		prefixFor: () => prefix,
		spend: { reading: () => ({ turn: 0, day: 0, month: 0, limits: {} }) },
	});
	const hands = createHands({
		...{ ...shared, ...context, lightModel: model, readers: () => [model] },
		settings: { current: () => current },
		timers: new TimerDesk({ ...shared, ownerZone: () => "UTC", onChanged: () => undefined }),
		wake: () => woken.push("task result"),
		onAsked: () => undefined,
		onDecided: () => undefined,
	});
	const working = { ...shared, ...context, ...hands };
	const intake = new Intake({ ...working, messageOf: () => undefined });
	const recorder = new Recorder({
		...working,
		effectiveName: ({ tool }) => tool,
		isTainted: (trajectoryId) => shared.views.isTainted(trajectoryId),
	});
	const closer = new Closer({ ...working, recorder });
	const reviewer = new Reviewer({ ...working, recorder });
	const limits = () => current.limits;
	const loop = new TurnLoop({ ...working, intake, recorder, reviewer, closer, model, limits });
	const stopper = new Stopper(working);
	return {
		...working,
		...{ intake, recorder, reviewer, closer, model, loop, stopper, prefix, logged, woken },
		settings: current,
		slots: new Slots(2),
	};
}

/** A prefix of an epoch that an earlier version began: short, and the same for every test. */
const frozenPrefix = (tools: string) => ({ prompt: "You are Steward.", tools, digest: "prefix", parts: [] });
