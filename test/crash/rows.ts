import { copyFileSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { z } from "zod";
import { homePaths } from "#config/paths.ts";

const eventRow = z.object({
	id: z.number(),
	channel: z.string(),
	key: z.string(),
	route: z.string(),
	state: z.string(),
	outcome: z.string().nullable(),
});
const callRow = z.object({ id: z.number(), tool: z.string(), state: z.string() });
const approvalRow = z.object({ callId: z.number(), state: z.string() });
const taskRow = z.object({ id: z.number(), state: z.string(), resultEventId: z.number().nullable() });
const turnRow = z.object({ id: z.number(), state: z.string(), endKind: z.string().nullable() });
const messageRow = z.object({
	id: z.number(),
	channel: z.string(),
	kind: z.string(),
	state: z.string(),
	text: z.string(),
});

/** What is on disk of a daemon, as far as the checks look at it. */
export interface Rows {
	events: z.infer<typeof eventRow>[];
	calls: z.infer<typeof callRow>[];
	approvals: z.infer<typeof approvalRow>[];
	tasks: z.infer<typeof taskRow>[];
	turns: z.infer<typeof turnRow>[];
	messages: z.infer<typeof messageRow>[];
}

/** Reads the rows of a daemon that is not running. Looks at a copy, so that the next start finds what the last one left. */
export function readRows(home: string): Rows {
	const copy = join(home, "..", "copy");
	rmSync(copy, { recursive: true, force: true });
	mkdirSync(copy);
	const { database } = homePaths(home);
	for (const suffix of ["", "-wal"]) {
		if (existsSync(database + suffix)) copyFileSync(database + suffix, join(copy, `state.db${suffix}`));
	}
	const sqlite = new Sqlite(join(copy, "state.db"));
	try {
		if (Number(sqlite.pragma("user_version", { simple: true })) === 0) return NOTHING;
		const read = <Row>(schema: z.ZodType<Row>, sql: string): Row[] => z.array(schema).parse(sqlite.prepare(sql).all());
		return {
			events: read(eventRow, "SELECT id, channel, dedup_key AS key, route, state, outcome FROM events ORDER BY id"),
			calls: read(callRow, "SELECT id, tool, state FROM calls ORDER BY id"),
			approvals: read(approvalRow, "SELECT call_id AS callId, state FROM approvals ORDER BY id"),
			tasks: read(taskRow, "SELECT id, state, result_event_id AS resultEventId FROM tasks ORDER BY id"),
			turns: read(turnRow, "SELECT id, state, end_kind AS endKind FROM turns ORDER BY id"),
			messages: read(
				messageRow,
				`SELECT outbox.id, channel, kind, state, json_extract(body, '$.text') AS text FROM outbox
				JOIN contents ON contents.id = content_id ORDER BY outbox.id`,
			),
		};
	} finally {
		sqlite.close();
	}
}

const NOTHING: Rows = { events: [], calls: [], approvals: [], tasks: [], turns: [], messages: [] };
