import type { ChatMessage, ModelRequest } from "#daemon/model/port.ts";
import { parseRequest } from "#test/stand-ins/model/validate.ts";
import type { StopChecks } from "./check-stops.ts";
import type { Watched } from "./watched.ts";

/** What a request shows, as far as the random model goes by it. */
export interface Shown {
	/** `E-3` and so on: not answered yet. */
	open: string[];
	/** `T-1` and so on: running. */
	tasks: string[];
	/** What is read apart from the owner's conversation, and handed over to it. */
	isSide: boolean;
}

/** What a trajectory's latest request was. */
interface Latest {
	epochId: number;
	/** Each as JSON, all but the status block. */
	messages: readonly string[];
}

interface Origin {
	trajectoryId: number;
	kind: string;
	parentId: number | null;
	/** Of a fork: its parent's last entry that it shares. */
	forkedAfter: number | null;
	epochId: number;
	firstEntryId: number;
}

/** Looks at every request as it leaves. */
export class RequestChecks {
	readonly #world: Watched;
	readonly #stops: StopChecks;
	readonly #latest = new Map<number, Latest>();
	readonly #texts = new WeakMap<ChatMessage, string>();
	#count = 0;

	constructor(world: Watched, stops: StopChecks) {
		this.#world = world;
		this.#stops = stops;
	}

	get count(): number {
		return this.#count;
	}

	/** @returns its number from 1, and what the model may go by */
	check(request: ModelRequest): { number: number; shown: Shown } {
		this.#count += 1;
		const status = request.messages.at(-1)?.content ?? "";
		const shown: Shown = {
			open: list(status, "unanswered events", /E-\d+/g),
			tasks: list(status, "running tasks", /T-\d+/g),
			isSide: false,
		};
		const turnId = request.turnId ?? 0;
		const origin = this.#originOf(turnId);
		if (!origin) this.#fail(`belongs to no turn (${turnId})`);
		else {
			this.#checkForm(request, status);
			const messages = request.messages.slice(0, -1).map((message) => this.#textOf(message));
			this.#checkPrefix(messages, origin);
			this.#checkEntries(messages, origin);
			this.#checkTurn(turnId, shown);
		}
		return { number: this.#count, shown: { ...shown, isSide: origin?.kind === "side" } };
	}

	#originOf(turnId: number): Origin | undefined {
		return this.#world.life.database.get<Origin>(
			`SELECT turns.trajectory_id AS trajectoryId, trajectories.kind, parent_id AS parentId, forked_after AS forkedAfter,
				epoch_id AS epochId, first_entry_id AS firstEntryId
			FROM turns JOIN trajectories ON trajectories.id = turns.trajectory_id JOIN model_calls ON model_calls.turn_id = turns.id
			JOIN epochs ON epochs.id = epoch_id
			WHERE turns.id = ? ORDER BY model_calls.id DESC LIMIT 1`,
			turnId,
		);
	}

	#checkForm({ messages }: ModelRequest, status: string): void {
		const parsed = parseRequest(JSON.stringify({ model: "random", stream: true, messages }));
		if ("fault" in parsed) this.#fail(`is refused: ${parsed.fault.message}`);
		const roles = messages.map(({ role }) => role);
		if (roles[0] !== "system" || roles.lastIndexOf("system") !== 0)
			this.#fail("does not begin with its one system message");
		const asked = messages.flatMap((message) => (message.role === "assistant" ? (message.tool_calls ?? []) : []));
		const answered = messages.flatMap((message) => (message.role === "tool" ? [message.tool_call_id] : []));
		if (asked.map(({ id }) => id).join() !== answered.join())
			this.#fail("has results that are not in the order of their calls");
		if (!status.startsWith("<agent_status>")) this.#fail("does not end with the status block");
	}

	/** It extends the one before, or what it was forked from, byte for byte. */
	#checkPrefix(now: readonly string[], { trajectoryId, kind, parentId, epochId }: Origin): void {
		const before = this.#latest.get(trajectoryId) ?? (kind === "fork" ? this.#latest.get(parentId ?? 0) : undefined);
		this.#latest.set(trajectoryId, { epochId, messages: now });
		if (!before || before.epochId !== epochId) return;
		const differs = before.messages.findIndex((text, index) => text !== now[index]);
		if (differs !== -1)
			this.#fail(
				`does not extend the one before: message ${differs} was ${before.messages[differs]}, and is ${now[differs]}`,
			);
	}

	/** It shows what is on disk, and nothing that was taken back. */
	#checkEntries(now: readonly string[], { trajectoryId, parentId, forkedAfter, firstEntryId }: Origin): void {
		const bodies = this.#world.life.database
			.all<{ body: string }>(
				`SELECT body FROM entries JOIN contents ON contents.id = content_id
				WHERE trajectory_id = ? AND entries.id >= ? OR trajectory_id = ? AND entries.id BETWEEN ? AND ?
				ORDER BY trajectory_id, coalesce(group_id, entries.id), position`,
				trajectoryId,
				forkedAfter === null ? firstEntryId : 0,
				parentId,
				firstEntryId,
				forkedAfter,
			)
			.map(({ body }) => body);
		const shown = now.slice(firstEntryId > 0 ? 2 : 1);
		const differs = [...bodies, undefined].findIndex((body, index) => body !== shown[index]);
		if (differs !== -1) this.#fail(`shows ${shown[differs]}, and on disk is ${bodies[differs]}`);
	}

	#checkTurn(turnId: number, shown: Shown): void {
		const { database } = this.#world.life;
		const open = database.all<{ id: number; shown: number }>(
			`SELECT id, (SELECT count(*) FROM entries WHERE event_id = events.id AND entries.trajectory_id = events.trajectory_id) AS shown
				FROM events WHERE turn_id = ? AND state = 'taken' ORDER BY id`,
			turnId,
		);
		const names = open.map(({ id }) => `E-${id}`).join();
		if (names !== shown.open.join()) this.#fail(`calls ${shown.open.join()} unanswered, and ${names} are`);
		for (const event of open.filter((one) => one.shown !== 1))
			this.#fail(`has event E-${event.id} ${event.shown} times`);
		if (this.#stops.hasStopped(turnId)) this.#fail(`is of turn ${turnId}, which was stopped`);
	}

	#textOf(message: ChatMessage): string {
		const known = this.#texts.get(message) ?? JSON.stringify(message);
		this.#texts.set(message, known);
		return known;
	}

	#fail(problem: string): void {
		this.#world.problems.push(`request ${this.#count} ${problem}`);
	}
}

/** The names in one line of the status block. */
function list(status: string, label: string, name: RegExp): string[] {
	const line = status.split("\n").find((text) => text.startsWith(`${label}: `)) ?? "";
	return line.match(name) ?? [];
}
