import type { CallResult } from "#daemon/loop/results.ts";
import { openWorkbench } from "#daemon/loop/workbench-fixture.ts";
import { arrive, beginTurn, propose } from "#daemon/loop/workbench-rows-fixture.ts";
import type { TurnRecord } from "#daemon/records/turns.ts";
import { handTool } from "#test/hand-tool.ts";
import type { Tool } from "#tools/tool.ts";
import { ProgressLog } from "./progress-log.ts";

/** A desk whose calls end when a test says so, on a disk that a test can fill. */
export function openTasks(recovery: Tool["recovery"] = "unknown") {
	const disk = { isFull: false };
	const beforeCommit = () => {
		if (disk.isFull) throw new Error("the disk is full");
	};
	const { tool } = handTool({ recovery });
	const bench = openWorkbench({ tools: [tool], hooks: { beforeCommit } });
	const { clock, taskDesk, calls, tasks, turns } = bench;
	const begun = () => {
		const cuts: Error[] = [];
		let end: (result: CallResult) => void = () => undefined;
		let fail: (error: Error) => void = () => undefined;
		const ended = new Promise<CallResult>((resolve, reject) => {
			end = resolve;
			fail = reject;
		});
		const times = { startedAt: clock.now(), startedMs: clock.monotonicMs() };
		const cut = (reason: Error) => void cuts.push(reason);
		return { ended, ...times, progress: new ProgressLog(), isStarted: true, elapsedMs: () => 0, cut, cuts, end, fail };
	};
	/** One more call of a turn goes on as a task. */
	const adoptIn = (turn: TurnRecord, { isRolledBack = false } = {}) => {
		const [call] = propose(bench, turn, ["do_work", { what: "it" }]);
		if (!call) throw new Error("no call was made");
		const execution = begun();
		calls.start(call.id, "execute", "it");
		try {
			bench.database.write(() => {
				taskDesk.adopt(call, turn.trajectoryId, execution, "working on it");
				if (isRolledBack) throw new Error("rolled back");
			});
		} catch (error) {
			if (!isRolledBack) throw error;
		}
		return { turn, call, execution };
	};
	let asked = 0;
	/** A call of a new turn of the owner's goes on as a task. */
	const adopt = (options: { isRolledBack?: boolean } = {}) => {
		asked += 1;
		arrive(bench, `work, please (${asked})`);
		return adoptIn(beginTurn(bench), options);
	};
	const cancel = (id: number, takenOverBy?: number) => {
		const task = tasks.find(id);
		if (!task) throw new Error(`there is no task ${id}`);
		return taskDesk.cancel(task, "the owner", takenOverBy);
	};
	const endTurn = ({ id }: TurnRecord) => turns.end(id, "done", "");
	const restart = () => openWorkbench({ tools: [tool], after: bench });
	return { bench, clock, disk, adopt, adoptIn, cancel, endTurn, restart };
}
