import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { sha256 } from "#core/digest.ts";
import { migrate } from "#core/migrate.ts";
import { firstSchema } from "#core/migrations/0001-first-schema.ts";
import { timersAndReferences } from "#core/migrations/0002-timers-and-references.ts";
import { tasksAndTrajectories } from "#core/migrations/0003-tasks-and-trajectories.ts";
import { tempFolder } from "#test/temp-folder.ts";

type Message = Record<string, unknown>;

interface OldEntry {
	id: number;
	trajectory: number;
	kind: "event" | "assistant" | "result" | "notice";
	group?: number;
	position?: number;
	message: Message;
}

/** A request as the third version sent it, and its number in the record. */
export interface OldRequest {
	id: number;
	turnId: number;
	messages: Message[];
}

const PROMPT = "You are Steward, of the third version.";
const TOOLS =
	'[{"function":{"description":"Use to read.","name":"read_file","parameters":{"type":"object"}},"type":"function"}]';
const PREFIX_DIGEST = sha256(`${PROMPT}\n${TOOLS}`);

/* The words of that version. They are written here once more: what they were must not change with what they are. */
const LEFT_OUT =
	"<steward_notice>Earlier conversation is out of view to save room. It is kept on disk.</steward_notice>";
const CLEARED = "[This result was cleared to save room. Call the tool again if you need it.]";

const event = (id: number, trajectory: number, content: string): OldEntry => ({
	...{ id, trajectory, kind: "event", message: { role: "user", content } },
});

const calls = (id: number, count: number): OldEntry => ({
	...{ id, trajectory: 1, kind: "assistant" },
	message: {
		...{ role: "assistant", content: null },
		tool_calls: Array.from({ length: count }, (_, index) => ({
			...{ id: `c${id}${index}`, type: "function", function: { name: "read_file", arguments: '{"path":"ä.md"}' } },
		})),
	},
});

const result = (id: number, group: number, position: number, content: string): OldEntry => ({
	...{ id, trajectory: 1, kind: "result", group, position },
	message: { role: "tool", tool_call_id: `c${group}${position - 1}`, content },
});

/** Results were written in another order than they were asked for; trajectory 2 is a fork that saw entries up to 4. */
const ENTRIES: readonly OldEntry[] = [
	event(1, 1, "[E-1 2026-11-30 10:30:45 web] read two files — “both”"),
	calls(2, 2),
	result(3, 2, 2, "[10:30:47 +1s] Tool call #2 for 'read_file'\nb.md\nsecond 🙂"),
	result(4, 2, 1, "[10:30:46 +1s] Tool call #1 for 'read_file'\na.md\nfirst"),
	event(5, 2, "[E-2 2026-11-30 10:30:50 web] what time is it?"),
	{ ...event(6, 2, "<steward_notice>You answer this event beside your main task.</steward_notice>"), kind: "notice" },
	event(7, 1, "[E-3 2026-11-30 10:31:00 web] go on"),
	calls(8, 1),
	result(9, 8, 1, "[10:31:02 +1s] Tool call #3 for 'read_file'\nc.md\nthird"),
];

/**
 * A database as the third version left it, in the middle of its life: a first epoch, in which a fork was made; a second, in which
 * the first turn's results are cleared; a third, which begins with the second turn.
 */
export function thirdVersion(): { file: string; requests: OldRequest[] } {
	const file = join(tempFolder(), "state.db");
	const sqlite = new Sqlite(file);
	sqlite.pragma("foreign_keys = ON");
	migrate(sqlite, [firstSchema, timersAndReferences, tasksAndTrajectories]);
	const run = (sql: string, ...values: (string | number | null)[]) =>
		Number(sqlite.prepare(sql).run(...values).lastInsertRowid);
	const put = (body: string) => run("INSERT INTO contents (body, salt) VALUES (?, ?)", body, "salt");
	run(
		"INSERT INTO trajectories (id, kind, purpose, parent_id, forked_after, created_at) VALUES (2, 'fork', 'E-2', 1, 4, 1)",
	);
	for (const trajectory of [1, 2, 1])
		run("INSERT INTO turns (trajectory_id, authority, state, started_at) VALUES (?, 'owner', 'ended', 1)", trajectory);
	for (const { id, trajectory, kind, group, position, message } of ENTRIES) {
		const body = JSON.stringify(message);
		run(
			`INSERT INTO entries (id, trajectory_id, turn_id, kind, group_id, position, content_id, digest, tokens, created_at)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 1)`,
			...[id, trajectory, trajectory === 2 ? 2 : id < 7 ? 1 : 3, kind, group ?? null, position ?? 0],
			...[put(body), sha256(`salt${body}`), 10],
		);
	}
	const [prompt, tools] = [put(PROMPT), put(TOOLS)];
	const epoch = (reason: string, firstEntryId: number, clearResultsBefore: number) =>
		run(
			`INSERT INTO epochs (trajectory_id, reason, prompt_content_id, tools_content_id, prefix_digest, first_entry_id,
				clear_results_before, created_at) VALUES (1, ?, ?, ?, ?, ?, ?, 1)`,
			...[reason, prompt, tools, PREFIX_DIGEST, firstEntryId, clearResultsBefore],
		);
	const ask = (turnId: number, round: number, epochId: number, shown: readonly Message[], lastEntryId: number) => {
		const statusBlock = `<agent_status>\nround: ${round} of 25\n</agent_status>`;
		const id = run(
			`INSERT INTO model_calls (turn_id, round, epoch_id, last_entry_id, status_content_id, request_digest, started_at)
			VALUES (?, ?, ?, ?, ?, ?, 1)`,
			...[turnId, round, epochId, lastEntryId, put(statusBlock), digestOf(shown, statusBlock)],
		);
		return { id, turnId, messages: [...shown, { role: "user", content: statusBlock }] };
	};
	const [one, two, four, three, , , seven, eight, nine] = ENTRIES.map(({ message }) => message) as [
		...[Message, Message, Message, Message, Message, Message, Message, Message, Message],
	];
	const [question, told] = [ENTRIES[4]?.message ?? {}, ENTRIES[5]?.message ?? {}];
	const system = { role: "system", content: PROMPT };
	const cleared = (message: Message) => ({
		...message,
		content: `${String(message.content).split("\n", 1)[0]}\n${CLEARED}`,
	});
	const first = epoch("the first request", 0, 0);
	const requests = [
		ask(1, 1, first, [system, one], 1),
		ask(1, 2, first, [system, one, two, three, four], 4),
		ask(2, 1, first, [system, one, two, three, four, question, told], 6),
	];
	const second = epoch("the window was full", 0, 7);
	requests.push(ask(3, 1, second, [system, one, two, cleared(three), cleared(four), seven], 7));
	requests.push(ask(3, 2, second, [system, one, two, cleared(three), cleared(four), seven, eight, nine], 9));
	const third = epoch("the window was full", 7, 7);
	const leftOut = { role: "user", content: LEFT_OUT };
	requests.push(ask(3, 3, third, [system, leftOut, seven, eight, nine], 9));
	sqlite.close();
	return { file, requests };
}

/** That version's rule: the prefix with what stands before the entries, then each message, then the status block. */
function digestOf(shown: readonly Message[], statusBlock: string): string {
	const fixed = shown.slice(0, shown[1]?.content === LEFT_OUT ? 2 : 1);
	const start = sha256(PREFIX_DIGEST + JSON.stringify(fixed));
	const chain = shown.slice(fixed.length).reduce((before, message) => sha256(before + JSON.stringify(message)), start);
	return sha256(chain + statusBlock);
}
