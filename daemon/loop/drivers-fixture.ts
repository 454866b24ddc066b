import { onTestFinished, vi } from "vitest";
import { Quarantine } from "#daemon/quarantine/quarantine.ts";
import { Reader } from "#daemon/quarantine/reader.ts";
import { createDriverFactory } from "#daemon/wire/driver-factory.ts";
import { Drivers } from "./drivers.ts";
import { ForkOutcomes } from "./fork-outcomes.ts";
import { Outage } from "./outage.ts";
import { ParallelAnswers } from "./parallel-answers.ts";
import { openWorkbench, type WorkbenchOptions } from "./workbench-fixture.ts";
import { arrive, settle } from "./workbench-rows-fixture.ts";

/** What drives the trajectories, started. */
export function startDrivers(options: WorkbenchOptions = {}) {
	const bench = openWorkbench(options);
	const notes: string[] = [];
	const returned = () => {
		notes.push("returned");
		drivers.wake();
	};
	/** The trajectories for which a driver was made, one after the other. */
	const made: number[] = [];
	const quarantine = new Quarantine({
		...bench,
		reader: new Reader({ ...bench, models: () => [bench.model] }),
		outage: { tell: () => undefined, end: () => undefined },
		onTaken: () => undefined,
	});
	const makeDriver = createDriverFactory({
		...bench,
		records: bench,
		quarantine,
		outage: new Outage({ ...bench, spendNotices: { tellReached: () => undefined } }),
		doWithoutModel: (turnId) => notes.push(`without a model: turn ${turnId}`),
		onTaken: () => notes.push("taken"),
		onIdle: () => notes.push("idle"),
	});
	const make: typeof makeDriver = (trajectoryId, onEnded) => {
		made.push(trajectoryId);
		return makeDriver(trajectoryId, onEnded);
	};
	const parallel = new ParallelAnswers({ ...bench, forkOutcomes: new ForkOutcomes(bench), onReturned: returned });
	const drivers: Drivers = new Drivers({ ...bench, quarantine, make, parallel });
	onTestFinished(() => drivers.close());
	drivers.start();
	/** An event comes in, as the gateway lets it. */
	const say = (text: string, changes: Parameters<typeof arrive>[2] = {}) => {
		const id = arrive(bench, text, changes);
		drivers.wake();
		return id;
	};
	const stateOf = (trajectoryId = 1) => bench.trajectories.find(trajectoryId)?.state;
	const untilState = async (state: string, trajectoryId = 1) => {
		await vi.waitFor(
			() => {
				if (stateOf(trajectoryId) !== state) throw new Error(`it is ${stateOf(trajectoryId)}, not ${state}`);
			},
			{ timeout: 10_000, interval: 5 },
		);
		await settle();
	};
	/** What was asked of the model in its request of this number, from 1, as one text. */
	const asked = (number: number) => {
		const { messages = [] } = bench.model.requests[number - 1] ?? {};
		return messages.map(({ content }) => content).join("\n");
	};
	const said = () =>
		bench.database
			.all<{ body: string }>("SELECT body FROM outbox JOIN contents ON contents.id = content_id ORDER BY outbox.id")
			.map(({ body }): string => JSON.parse(body).text);
	return { ...bench, bench, drivers, parallel, notes, made, say, stateOf, untilState, asked, said };
}
