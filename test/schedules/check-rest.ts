import type { Database } from "#core/database.ts";
import { checkEffects, findAll } from "./check-rows.ts";
import type { World } from "./world.ts";

/** What holds when nothing is left that could still come. */
export function checkRest(world: World): string[] {
	const { database } = world.life;
	return [
		...[...world.acknowledged].flatMap((key) => {
			const { count = 0 } =
				database.get<{ count: number }>("SELECT count(*) AS count FROM events WHERE dedup_key = ?", key) ?? {};
			return count === 1 ? [] : [`${key} is ${count} events`];
		}),
		...checkEffects(world),
		...checkStates(database),
		...checkShown(database),
		...checkOutcomes(database),
	];
}

function checkStates(database: Database): string[] {
	return [
		...findAll(
			database,
			"at rest",
			"SELECT 'trajectory ' || id || ' (' || kind || ') is ' || state AS what FROM trajectories WHERE state <> 'idle'",
		),
		...findAll(
			database,
			"at rest",
			"SELECT 'E-' || id || ' (' || kind || ', turn ' || coalesce(turn_id, 'none') || ') is ' || state AS what FROM events WHERE state <> 'settled'",
		),
		...findAll(
			database,
			"at rest",
			"SELECT 'turn ' || id || ' is ' || state AS what FROM turns WHERE state <> 'ended'",
		),
		...findAll(
			database,
			"at rest",
			"SELECT 'task T-' || id || ' is ' || state AS what FROM tasks WHERE state = 'running'",
		),
		...findAll(
			database,
			"at rest",
			"SELECT 'approval ' || id || ' is ' || state AS what FROM approvals WHERE state IN ('waiting', 'approved', 'committing')",
		),
		...findAll(
			database,
			"at rest",
			"SELECT 'call C-' || id || ' (' || tool || ') is ' || state AS what FROM calls WHERE state IN ('intended', 'running', 'asked')",
		),
		...findAll(
			database,
			"has no result",
			"SELECT 'call C-' || id || ' (' || tool || ')' AS what FROM calls WHERE result_entry_id IS NULL",
		),
		...findAll(
			database,
			"are in the journal",
			`SELECT 'call C-' || id || ': ' || (SELECT count(*) FROM journal WHERE kind = 'call' AND call_id = calls.id) || ' results' AS what
			FROM calls WHERE (SELECT count(*) FROM journal WHERE kind = 'call' AND call_id = calls.id) <> 1`,
		),
		...findAll(
			database,
			"though the owner had allowed it",
			`SELECT 'call C-' || calls.id || ' (reply) failed' AS what FROM calls JOIN approvals ON call_id = calls.id
				JOIN events ON channel = 'system' AND dedup_key = 'approval:' || approvals.id JOIN contents ON contents.id = events.content_id
			WHERE calls.state = 'failed' AND tool = 'reply' AND json_extract(body, '$.text') NOT LIKE '%the disk is full%'`,
		),
		...findAll(
			database,
			"though it was cancelled",
			`SELECT 'task T-' || id || ' has a result' AS what FROM tasks
			WHERE state = 'cancelled' AND EXISTS (SELECT 1 FROM events WHERE channel = 'task' AND dedup_key = 'task:' || tasks.id)`,
		),
		...findAll(
			database,
			"does not fit its state",
			`SELECT 'the result event of task T-' || id || ' (' || state || ')' AS what FROM tasks
			WHERE (result_event_id IS NULL) <> (state = 'cancelled')`,
		),
	];
}

/** Every event was shown once: in its own trajectory, and nowhere else but in answers beside that did not work out. */
function checkShown(database: Database): string[] {
	const shown = `(SELECT count(*) FROM entries WHERE event_id = events.id AND entries.trajectory_id = events.trajectory_id)`;
	const elsewhere = `(SELECT count(*) FROM entries JOIN trajectories ON trajectories.id = entries.trajectory_id
		WHERE event_id = events.id AND entries.trajectory_id <> events.trajectory_id AND trajectories.kind <> 'fork')`;
	const isUnseen = "EXISTS (SELECT 1 FROM unseen WHERE unseen.event_id = events.id)";
	// What others wrote in a side trajectory is read apart: no loop ever sees it.
	const isReadApart = `kind = 'message' AND outside_source IS NOT NULL
		AND EXISTS (SELECT 1 FROM trajectories WHERE trajectories.id = events.trajectory_id AND trajectories.kind = 'side')`;
	return [
		...findAll(
			database,
			"in its trajectory",
			`SELECT 'E-' || id || ' (' || kind || ', ' || coalesce(outcome, 'open') || ') was shown ' || ${shown} || ' times' AS what
			FROM events WHERE route = 'loop' AND ${shown} <> iif(${isUnseen} OR (${isReadApart}), 0, 1)`,
		),
		...findAll(
			database,
			"elsewhere",
			`SELECT 'E-' || id || ' was shown ' || ${elsewhere} || ' times' AS what FROM events WHERE ${elsewhere} > 0`,
		),
		...findAll(
			database,
			"which is not the loop's",
			`SELECT 'E-' || id || ' was shown ' || ${shown} || ' times,' AS what FROM events WHERE route <> 'loop' AND ${shown} > 1`,
		),
		...findAll(
			database,
			"though it was refused",
			"SELECT 'E-' || id || ' was shown' AS what FROM events WHERE route = 'refused' AND EXISTS (SELECT 1 FROM entries WHERE event_id = events.id)",
		),
	];
}

/** Silence is never an accident: whatever the owner said has an answer, a reason for none, or a word on what went wrong. */
function checkOutcomes(database: Database): string[] {
	return [
		...findAll(
			database,
			"which is no end of an owner's message",
			`SELECT 'E-' || id || ' ended as ' || coalesce(outcome, 'nothing') || ' (' || coalesce(outcome_detail, '') || ')' AS what FROM events
			WHERE trust = 'owner' AND kind = 'message' AND route = 'loop' AND outcome NOT IN ('replied', 'no-reply', 'stopped', 'failed')
				AND outcome_detail IS NOT 'understood without a model'`,
		),
		...findAll(
			database,
			"and nobody was told",
			`SELECT 'E-' || id || ' failed (' || coalesce(outcome_detail, '') || ')' AS what FROM events WHERE outcome = 'failed' AND kind = 'message'
				AND NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.turn_id = events.turn_id AND outbox.kind = 'notice')`,
		),
		...findAll(
			database,
			"though no stop was ordered",
			`SELECT 'E-' || id || ' was stopped' AS what FROM events WHERE outcome = 'stopped'
				AND NOT EXISTS (SELECT 1 FROM journal WHERE kind = 'stop' OR (kind = 'task' AND outcome = 'cancelled'))`,
		),
		...findAll(
			database,
			"and no reply is in the outbox",
			`SELECT 'E-' || id || ' was replied to' AS what FROM events WHERE outcome = 'replied'
				AND NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.kind = 'reply' AND address = events.conversation_address)`,
		),
		...findAll(
			database,
			"times",
			`SELECT json_extract(body, '$.text') || ' was said ' || count(*) AS what FROM outbox JOIN contents ON contents.id = content_id
			WHERE outbox.kind = 'reply' AND json_extract(body, '$.text') LIKE 'answer t%' GROUP BY json_extract(body, '$.text') HAVING count(*) > 1`,
		),
		...findAll(
			database,
			"more than the owner ordered",
			`SELECT count(*) || ' stops' AS what FROM journal WHERE kind = 'stop' HAVING count(*) >
				(SELECT count(*) FROM events JOIN contents ON contents.id = content_id WHERE trust = 'owner'
					AND (json_extract(body, '$.text') IN ('stop', '/stop', '/stop all') OR json_extract(body, '$.action.kind') = 'stop'))`,
		),
		...findAll(
			database,
			"beside the main task, which never heard of it",
			`SELECT 'E-' || events.id || ' was answered' AS what FROM events JOIN trajectories ON trajectories.id = trajectory_id
			WHERE trajectories.kind = 'fork' AND events.kind = 'message'
				AND NOT EXISTS (SELECT 1 FROM events AS note WHERE note.kind = 'parallel-answer' AND note.cause_event_id = events.id)`,
		),
	];
}
