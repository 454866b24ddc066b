import type { CallRecord } from "#daemon/records/calls.ts";
import { MAIN_TRAJECTORY, type NewEvent } from "#daemon/records/event-record.ts";
import type { TurnRecord } from "#daemon/records/turns.ts";
import { OWNER_CONVERSATION, type Workbench } from "./workbench-fixture.ts";

/** An event that waits, the owner's unless changed. @returns its number */
export function arrive({ events, clock }: Workbench, text: string, changes: Partial<NewEvent> = {}): number {
	return events.add({
		channel: "web",
		dedupKey: text,
		conversation: OWNER_CONVERSATION,
		sender: { id: "owner" },
		trust: "owner",
		route: "loop",
		kind: "message",
		text,
		occurredAt: clock.now(),
		...changes,
	}).id;
}

/** A trajectory in which others than the owner are heard by the loop. */
export const guestGroup = (bench: Pick<Workbench, "trajectories">): number =>
	bench.trajectories.ensure({ kind: "guest", key: "group:1", purpose: "a group" });

/** A mail thread's own trajectory. */
export const mailThread = ({ trajectories }: Workbench, key = "mail:1"): number =>
	trajectories.ensure({ kind: "side", key, purpose: "a mail thread" });

/** A turn with everything that waits. */
export function beginTurn(bench: Workbench, trajectoryId = MAIN_TRAJECTORY): TurnRecord {
	const turn = bench.turns.find(bench.intake.beginTurn(trajectoryId) ?? 0);
	if (!turn) throw new Error("nothing waits");
	return turn;
}

/** A message of the model's with calls, as T2 leaves them. */
export function propose(
	{ entries, calls, events, views }: Workbench,
	turn: Pick<TurnRecord, "id" | "trajectoryId">,
	...proposed: readonly [tool: string, args: unknown][]
): CallRecord[] {
	const { id: turnId, trajectoryId } = turn;
	const message = { role: "assistant" as const, content: null };
	const entryId = entries.add({
		...{ trajectoryId, turnId, kind: "assistant", message },
		derived: views.isTainted(trajectoryId),
	});
	const forEventId = events.ofTurn(turnId).at(-1)?.id;
	for (const [index, [tool, args]] of proposed.entries()) {
		const position = index + 1;
		const written = { wireTool: tool, tool, arguments: JSON.stringify(args), malformed: undefined };
		calls.add({ turnId, entryId, position, forEventId, ...written });
	}
	return calls.ofTurn(turnId).filter((call) => call.entryId === entryId);
}

/** What the model is shown as the results of a turn's calls, in call order. */
export const resultsOf = ({ entries }: Workbench, turnId: number): string[] =>
	entries
		.ofTurn(turnId)
		.filter(({ kind }) => kind === "result")
		.map(({ message }) => message.content ?? "");

/** Lets everything that is ready to run do so. */
export const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
