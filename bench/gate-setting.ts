import { join } from "node:path";
import * as z from "zod";
import { homePaths } from "#config/paths.ts";
import { settingsSchema } from "#config/schema.ts";
import { systemClock } from "#core/clock.ts";
import { Database } from "#core/database.ts";
import type { Effect } from "#core/effect.ts";
import { systemIds } from "#core/ids.ts";
import { createLog } from "#core/log.ts";
import { createRedactor } from "#core/redact.ts";
import { Activity } from "#daemon/activity.ts";
import { freezePrefix } from "#daemon/context/prefix.ts";
import { Stamper } from "#daemon/context/stamp.ts";
import { Views } from "#daemon/context/views.ts";
import { CopyStore } from "#daemon/copies/copy-store.ts";
import type { Gatekeeper } from "#daemon/gate/gatekeeper.ts";
import type { Model } from "#daemon/model/port.ts";
import { Outbox } from "#daemon/outbox/outbox.ts";
import { PageReader } from "#daemon/pages/page-reader.ts";
import { PinDesk } from "#daemon/pins/pin-desk.ts";
import type { CallRecord } from "#daemon/records/calls.ts";
import { MAIN_TRAJECTORY } from "#daemon/records/event-record.ts";
import { openRecords, type Records } from "#daemon/records/records.ts";
import { TimerDesk } from "#daemon/timers/timer-desk.ts";
import { createHands } from "#daemon/wire/hands.ts";
import { createCatalogue } from "#tools/catalogue.ts";
import type { Tool } from "#tools/tool.ts";

/** What the one tool does. */
export interface Doing {
	effect: Effect;
	tainted: boolean;
	destinations?: readonly string[];
	discloses?: readonly string[];
}

export interface GateSetting {
	database: Database;
	gatekeeper: Gatekeeper;
	turn: { id: number; trajectoryId: number; authority: "owner"; restricted: boolean };
	call: CallRecord;
}

const CONVERSATION = { channel: "web", address: "owner" };
const ENTRIES = 600;
const RULES = Array.from({ length: 100 }, (_, index) => ({
	allow: "tell-others",
	to: [`colleague${index}@work.example`],
	perDay: 10_000,
}));
/** As many as an owner with every channel on has. */
const SECRETS = Array.from({ length: 20 }, (_, index) => `sk-bench-${index}-0123456789abcdefghij`);

/** A gate on a database of its own, with a full window in view, and one call before it. */
export function openGate(folder: string, doing: Doing): GateSetting {
	const clock = systemClock;
	const database = new Database(join(folder, "state.db"));
	const records = openRecords(database, clock, systemIds, () => undefined);
	const settings = settingsSchema.parse({ owner: { timezone: "Europe/Berlin" }, rules: RULES });
	const views = new Views(records);
	const outbox = new Outbox(database, records.contents, clock, {
		onAdded: () => undefined,
		onChanged: () => undefined,
	});
	const catalogue = createCatalogue([toolFor(doing)]);
	const shared = {
		...{ ...records, database, outbox, views, catalogue, clock, ids: systemIds, workspace: folder },
		copyStore: new CopyStore(join(folder, "kept")),
		...{ paths: homePaths(folder), environment: {}, secrets: () => SECRETS, redact: createRedactor(() => SECRETS) },
		log: createLog({ clock, level: "error", write: (line) => process.stderr.write(line) }),
		activity: new Activity(new Map(), () => [], clock),
		ownerConversation: () => CONVERSATION,
	};
	const { gatekeeper } = createHands({
		...shared,
		stamper: () => new Stamper("UTC"),
		settings: { current: () => settings },
		...{ lightModel: NO_MODEL, readers: () => [NO_MODEL] },
		pages: new PageReader({ clock, lookup: () => Promise.resolve([]) }),
		timers: new TimerDesk({ ...shared, ownerZone: () => "UTC", onChanged: () => undefined }),
		pinDesk: new PinDesk({ ...records, windowTokens: () => 48_000 }),
		...{ wake: () => undefined, onAsked: () => undefined, onDecided: () => undefined },
	});
	views.of(MAIN_TRAJECTORY).begin({ prefix: freezePrefix([], []) }, "bench");
	const { turn, call } = fillView(records, doing.tainted);
	views.of(MAIN_TRAJECTORY).extend();
	return { database, gatekeeper, turn, call };
}

/** One decision, from the arguments as the model wrote them. */
export function decidedCall({ gatekeeper, turn, call }: GateSetting): void {
	const preparation = gatekeeper.prepare(call);
	if (preparation.kind === "rejected") throw new Error(preparation.problem);
	gatekeeper.decide(turn, call, preparation.call);
}

/** 600 entries; with outside content the last of them is a forward that names an address. */
function fillView(records: Records, tainted: boolean): Pick<GateSetting, "turn" | "call"> {
	const eventId = arrive(
		records,
		tainted ? "See https://shop.example/offer?id=17 for the price" : "Please do it",
		tainted,
	);
	const turnId = records.turns.begin(MAIN_TRAJECTORY, "owner");
	records.events.take(eventId, turnId);
	const of = { trajectoryId: MAIN_TRAJECTORY, turnId };
	for (let index = 1; index < ENTRIES; index += 1)
		records.entries.add({
			...of,
			kind: "notice",
			message: { role: "user", content: "one more line of talk, ".repeat(13) },
		});
	const content = "See https://shop.example/offer?id=17 for the price";
	records.entries.add({ ...of, kind: "event", eventId, message: { role: "user", content }, outside: tainted });
	const entryId = records.entries.add({
		...of,
		kind: "assistant",
		message: { role: "assistant", content: null },
		derived: tainted,
	});
	const id = records.calls.add({
		...{ turnId, entryId, position: 1, wireTool: "do_it", tool: "do_it", malformed: undefined, forEventId: eventId },
		arguments: JSON.stringify({ what: "it" }),
	});
	const call = records.calls.find(id);
	if (!call) throw new Error("the call was not stored");
	return { turn: { id: turnId, trajectoryId: MAIN_TRAJECTORY, authority: "owner", restricted: false }, call };
}

const arrive = ({ events }: Records, text: string, outside: boolean): number =>
	events.add({
		...{
			channel: "web",
			dedupKey: "1",
			conversation: CONVERSATION,
			sender: { id: "owner" },
			trust: "owner",
			route: "loop",
		},
		...{ kind: "message", text, occurredAt: Date.now(), ...(outside && { outsideSource: "forward" }) },
	}).id;

const toolFor = ({ effect, destinations, discloses }: Doing): Tool => ({
	name: "do_it",
	tier: "direct",
	description: "Use to do it. Not for anything else. Returns what was done.",
	parameters: z.strictObject({ what: z.string() }),
	examples: [{ what: "it" }],
	...{ parallel: false, mode: "sync", timeoutMs: 1_000, recovery: "unknown" },
	effects: () => ({ effect, target: "it", ...(destinations && { destinations }), ...(discloses && { discloses }) }),
	activity: () => "doing it",
	run: () => Promise.resolve({ text: "done" }),
});

const NO_MODEL: Model = { complete: () => Promise.reject(new Error("no model is asked here")) };
