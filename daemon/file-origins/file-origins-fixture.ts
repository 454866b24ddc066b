import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { type Clock, systemClock } from "#core/clock.ts";
import { Database, type DatabaseHooks } from "#core/database.ts";
import { systemIds } from "#core/ids.ts";
import { MAIN_TRAJECTORY } from "#daemon/records/event-record.ts";
import { FileMarks } from "#daemon/records/file-origins.ts";
import { openRecords } from "#daemon/records/records.ts";
import { tempFolder } from "#test/temp-folder.ts";
import { call, testContext } from "#tools/test-context.ts";
import type { Tool, ToolContext } from "#tools/tool.ts";
import { createFileOrigins } from "./file-origins-port.ts";

/**
 * A workspace with real marks, and a trajectory that has outside content in view whenever a test says so.
 * @param clock the file system's own times are compared with it
 */
export function openFiles(hooks: DatabaseHooks = {}, clock: Clock = systemClock) {
	const base = testContext();
	const { workspace } = base;
	const database = new Database(join(tempFolder(), "state.db"), hooks);
	onTestFinished(() => database.close());
	const records = openRecords(database, clock, systemIds, () => undefined);
	const marks = new FileMarks(database, records.contents, clock);
	const taint = { isInView: false };
	const callId = anyCall(records);
	const files = createFileOrigins({ marks, workspace, callId, isTainted: () => taint.isInView });
	const context: ToolContext = { ...base, files };
	const at = (path: string) => join(workspace, path);
	return {
		...{ workspace, clock, database, marks, taint, callId, files, context, at, journal: records.journal },
		/** Puts a file there as a command or its owner would. */
		put(path: string, content: string) {
			mkdirSync(dirname(at(path)), { recursive: true });
			writeFileSync(at(path), content);
		},
		contentOf: (path: string) => (existsSync(at(path)) ? readFileSync(at(path), "utf8") : undefined),
		run: <Arguments>(tool: Tool<Arguments>, args: Arguments) => call(tool, args, context),
		/** The same with outside content in view. */
		async underTaint<Arguments>(tool: Tool<Arguments>, args: Arguments) {
			taint.isInView = true;
			try {
				return await call(tool, args, context);
			} finally {
				taint.isInView = false;
			}
		},
	};
}

function anyCall({ turns, entries, calls }: ReturnType<typeof openRecords>): number {
	const turnId = turns.begin(MAIN_TRAJECTORY, "owner");
	const message = { role: "assistant", content: "" } as const;
	const entryId = entries.add({ trajectoryId: MAIN_TRAJECTORY, turnId, kind: "assistant", message });
	const about = { tool: "write_file", arguments: "{}", malformed: undefined, forEventId: undefined };
	return calls.add({ turnId, entryId, position: 1, wireTool: "write_file", ...about });
}
