import type { Clock } from "#core/clock.ts";
import { Database } from "#core/database.ts";
import type { Ids } from "#core/ids.ts";
import { Activity } from "#daemon/activity.ts";
import { TokenCalibration } from "#daemon/context/calibration.ts";
import { CopyStore } from "#daemon/copies/copy-store.ts";
import { DISK_WAIT_MS } from "#daemon/disk-wait.ts";
import { ExpiryWatch } from "#daemon/expiry-watch.ts";
import { ClosingError } from "#daemon/loop/closing.ts";
import { Outbox } from "#daemon/outbox/outbox.ts";
import { PageReader } from "#daemon/pages/page-reader.ts";
import type { ApprovalRecord } from "#daemon/records/approvals.ts";
import { openRecords } from "#daemon/records/records.ts";
import { SpendDesk } from "#daemon/spend/spend-desk.ts";
import { type Agent, createAgent } from "#daemon/wire/agent.ts";
import { createFrontDesk } from "#daemon/wire/front-desk.ts";
import { createTimers, type Timers } from "#daemon/wire/timers.ts";
import { FakeClock } from "#test/fake-clock.ts";
import { FaultyDisk } from "./faulty-disk.ts";
import { createRandom } from "./random.ts";
import { lightModel, mainModel } from "./random-model.ts";
import { readerModel } from "./reader-model.ts";
import { type Stage, silent } from "./stage.ts";
import type { Life, World } from "./world.ts";

export function createLife(stage: Stage, world: World, path: string): Life {
	const fake = new FakeClock(world.now);
	const disk = new FaultyDisk((line) => world.note(line));
	const database = new Database(path, disk.hooks);
	const clock: Clock = {
		now: () => fake.now(),
		monotonicMs: () => fake.monotonicMs(),
		after: (delayMs, run) => fake.after(delayMs, () => !disk.isDead && run()),
	};
	const parts = assemble(stage, database, clock, world, () => life);
	const life: Life = {
		...parts,
		world,
		database,
		clock,
		disk,
		start: parts.start,
		async advance(byMs) {
			const end = fake.monotonicMs() + byMs;
			await fake.advance(0);
			while (!disk.isDead && fake.monotonicMs() < end) {
				const next = Math.min(end - fake.monotonicMs(), fake.nextDelayMs ?? Number.POSITIVE_INFINITY);
				await fake.advance(Math.max(0, next));
			}
			world.now = fake.now();
		},
		setClock(byMs) {
			fake.set(fake.now() + byMs);
			world.now = fake.now();
		},
		stop: parts.stop,
		release: () => database.close(),
	};
	return life;
}

interface Assembled extends Pick<Life, "records" | "agent" | "frontDesk" | "start" | "stop"> {
	timers: Timers;
}

/** As `createSteward` puts a daemon together. */
function assemble(stage: Stage, database: Database, clock: Clock, world: World, life: () => Life): Assembled {
	const { paths, settings, persona, catalogue } = stage;
	const ids = seededIds(world.schedule.seed, world.lives + 1);
	const records = openRecords(database, clock, ids, () => undefined);
	const outbox = new Outbox(database, records.contents, clock, {
		onAdded: () => undefined,
		onChanged: () => undefined,
	});
	const closing = new AbortController();
	const shared = { database, records, outbox, settings, clock, ids, log: silent };
	const timers = createTimers({
		...shared,
		reading: () => agent.drivers.reading(),
		onEvent(id, { kind }) {
			if (kind === "cancel") agent.drivers.interrupt(id);
			agent.drivers.wake();
		},
	});
	const spend = new SpendDesk({
		...{ ...shared, ...records, settings: () => settings.current() },
		onAllowed: () => agent.drivers.reconsiderModel(),
	});
	const agent: Agent = createAgent({
		...shared,
		timers: timers.desk,
		activity: new Activity(new Map(), () => [], clock),
		catalogue,
		model: mainModel(life),
		...{ lightModel: lightModel(life), readers: () => [readerModel] },
		...{
			paths,
			environment: {},
			secrets: () => [],
			pages: new PageReader({ clock, lookup: () => Promise.resolve([]) }),
		},
		persona,
		...{ workspace: paths.workspace, copyStore: new CopyStore(paths.kept) },
		redact: (text) => text,
		ownerConversation: () => records.events.ownerConversation(),
		models: {
			calibration: new TokenCalibration(records.modelCalls.latestCounts(50)),
			spend,
			spendNotices: { tellReached: () => undefined },
		},
		doWithoutModel: (turnId) => frontDesk.withoutModel.handleTurn(turnId),
		onTaken: () => frontDesk.gateway.noteRoom(),
		onIdle: () => undefined,
		onAsked: () => expiry.look(),
		onDecided(approval) {
			if (approval.state === "approved") carryOut(approval);
			else agent.drivers.wake();
		},
	});
	watchStops(agent, world);
	function carryOut(approval: ApprovalRecord): void {
		agent.committer.commit(approval, closing.signal).catch(() => clock.after(DISK_WAIT_MS, () => carryOut(approval)));
	}
	const expiry = new ExpiryWatch(clock, () => agent.desk.expireOverdue());
	const frontDesk = createFrontDesk({
		...shared,
		paths,
		timers: timers.desk,
		agent: () => agent,
		lightModel: lightModel(life),
		environment: {},
		spend,
		statusText: () => "",
	});
	return {
		records,
		agent,
		frontDesk,
		timers,
		start() {
			for (const approval of agent.committer.recover()) carryOut(approval);
			frontDesk.recover();
			expiry.look();
			agent.drivers.start();
			timers.start();
		},
		async stop() {
			closing.abort(new ClosingError());
			expiry.close();
			timers.close();
			await Promise.all([agent.drivers.close(), frontDesk.router.close()]);
		},
	};
}

function seededIds(seed: number, life: number): Ids {
	const random = createRandom(seed, life, 77);
	const letters = (length: number) =>
		Array.from({ length }, () => random.pick(["A", "B", "C", "D", "E", "F", "G", "H"])).join("");
	return { code: letters, secret: () => letters(43), fraction: () => random.fraction() };
}

/** Lets the checks look at each stop. */
function watchStops({ drivers }: Agent, world: World): void {
	const stop = drivers.stop.bind(drivers);
	drivers.stop = (all) => {
		const check = world.stops.begin(all, drivers.main.running?.turnId);
		const report = stop(all);
		check();
		return report;
	};
}
