import { join } from "node:path";
import { Database } from "#core/database.ts";
import { systemIds } from "#core/ids.ts";
import { Answers } from "#daemon/records/answers.ts";
import { Calls } from "#daemon/records/calls.ts";
import { Contents } from "#daemon/records/contents.ts";
import { Entries } from "#daemon/records/entries.ts";
import type { NewEvent } from "#daemon/records/event-record.ts";
import { Events } from "#daemon/records/events.ts";
import { HandOvers } from "#daemon/records/hand-overs.ts";
import { Trajectories } from "#daemon/records/trajectories.ts";
import { Turns } from "#daemon/records/turns.ts";
import { FakeClock } from "#test/fake-clock.ts";
import { tempFolder } from "#test/temp-folder.ts";
import { Expansion } from "./expansion.ts";
import { HandOverDesk } from "./hand-over-desk.ts";

/** The records, with a side trajectory for a mail thread and a guest one. */
export function openHandOvers() {
	const clock = new FakeClock();
	const database = new Database(join(tempFolder(), "state.db"));
	const contents = new Contents(database, systemIds);
	const events = new Events(database, contents, clock);
	const trajectories = new Trajectories(database, clock);
	const turns = new Turns(database, clock);
	const handOvers = new HandOvers(database);
	const answers = new Answers(database, contents, clock);
	const entries = new Entries(database, contents, clock);
	const calls = new Calls(database, contents, clock);
	const shared = { database, events, handOvers, trajectories, answers, clock };
	const side = trajectories.ensure({ kind: "side", key: "mail:1", purpose: "mail thread" });
	const guest = trajectories.ensure({ kind: "guest", key: "chat:1", purpose: "a group" });
	let stored = 0;
	/** An event of a stranger's, unless changed. */
	const arrive = (changes: Partial<NewEvent>): number => {
		stored += 1;
		return events.add({
			channel: "email",
			dedupKey: String(stored),
			conversation: { channel: "email", address: "thread-1" },
			sender: { id: "mallory@evil.example", name: "Mallory" },
			trust: "stranger",
			route: "loop",
			kind: "message",
			text: "I want my money back",
			outsideSource: "email",
			occurredAt: clock.now(),
			...changes,
		}).id;
	};
	/** Puts events into a turn of their trajectory. */
	const turnOf = (trajectoryId: number, ...ids: number[]): number => {
		const turnId = turns.begin(trajectoryId, "stranger");
		for (const id of ids) events.take(id, turnId);
		return turnId;
	};
	/** What a reader answered to a call in the owner's conversation, as T3 leaves it. */
	const answer = (of: { trajectoryId: number; eventId: number; text: string }): number => {
		const turnId = turns.begin(of.trajectoryId, "owner");
		const message = { role: "assistant" as const, content: null };
		const entryId = entries.add({ trajectoryId: of.trajectoryId, turnId, kind: "assistant", message });
		const asked = { position: 1, forEventId: undefined, wireTool: "ask_about", tool: "ask_about" };
		const callId = calls.add({ turnId, entryId, ...asked, arguments: "{}", malformed: undefined });
		return answers.add({ callId, ...of });
	};
	return {
		...shared,
		answer,
		turns,
		calls,
		entries,
		side,
		guest,
		arrive,
		turnOf,
		desk: new HandOverDesk({ ...shared, onHandedOver: () => undefined }),
		expansion: new Expansion(shared),
		erase: (event: number) =>
			database.run(
				"UPDATE contents SET body = NULL, salt = NULL WHERE id = (SELECT content_id FROM events WHERE id = ?)",
				event,
			),
	};
}
