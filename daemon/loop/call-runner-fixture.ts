import { handTool } from "#test/hand-tool.ts";
import type { Tool } from "#tools/tool.ts";
import { TurnControl } from "./turn-control.ts";
import { openWorkbench, type WorkbenchOptions } from "./workbench-fixture.ts";
import { arrive, beginTurn, propose } from "./workbench-rows-fixture.ts";

/** A turn of the owner's whose calls a test makes, with tools that it ends by hand. */
export function openRunner(options: Pick<WorkbenchOptions, "hooks"> = {}) {
	const work = handTool({ mode: "sync" });
	const reading = handTool({ name: "look", mode: "sync", effect: "read", recovery: "rerun" });
	const writing = handTool({ name: "write", mode: "sync", effect: "write" });
	const begun = handTool({ name: "begin" });
	const paying = handTool({ name: "pay", mode: "sync", effect: "spend" });
	const look: Tool = { ...reading.tool, parallel: true };
	const tools = [work.tool, look, writing.tool, begun.tool, paying.tool];
	const bench = openWorkbench({ ...options, tools });
	arrive(bench, "do it");
	const turn = beginTurn(bench);
	const pressing = { isHere: false };
	const control = new TurnControl(() => pressing.isHere);
	/** Somebody waits from now on. */
	const press = () => {
		pressing.isHere = true;
		control.notice();
	};
	/** Makes these calls, as one message, each by its tool's name. */
	const make = (...names: readonly string[]) =>
		propose(bench, turn, ...names.map((name): [string, unknown] => [name, { what: "it" }]));
	const run = (calls: ReturnType<typeof make>) => bench.runner.run(turn, calls, control);
	return { bench, turn, control, press, make, run, tools, work, reading, writing, begun, paying };
}
