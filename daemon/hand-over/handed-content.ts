import { type EventHandle, formatHandle, HANDLE_PARTS, parseHandle } from "#core/handle.ts";
import type { AnswerRecord, Answers } from "#daemon/records/answers.ts";
import type { EventRecord } from "#daemon/records/event-record.ts";
import type { Events } from "#daemon/records/events.ts";
import type { HandOvers } from "#daemon/records/hand-overs.ts";
import type { Trajectories, TrajectoryRecord } from "#daemon/records/trajectories.ts";
import { ToolError } from "#tools/tool.ts";

/** What a handle stands for. */
export type HandedContent =
	| { kind: "event"; handle: EventHandle; event: EventRecord; isErased: boolean }
	| { kind: "answer"; answer: AnswerRecord; isErased: boolean };

/** Finds what handles stand for, where a trajectory may have it shown to the owner. */
export class HandedContents {
	readonly #events: Events;
	readonly #handOvers: HandOvers;
	readonly #trajectories: Trajectories;
	readonly #answers: Answers;

	constructor(parts: { events: Events; handOvers: HandOvers; trajectories: Trajectories; answers: Answers }) {
		this.#events = parts.events;
		this.#handOvers = parts.handOvers;
		this.#trajectories = parts.trajectories;
		this.#answers = parts.answers;
	}

	/** @throws ToolError where the trajectory is neither the owner's nor a fork of it: others hold no handles */
	owners(trajectoryId: number): TrajectoryRecord {
		const trajectory = this.#trajectories.find(trajectoryId);
		if (trajectory?.kind !== "main" && trajectory?.kind !== "fork")
			throw new ToolError("Handles are only shown in the owner's own conversation. Leave them out.");
		return trajectory;
	}

	/**
	 * @param done what now does not happen: `sent`
	 * @throws ToolError where it is no handle, or names nothing that this trajectory may show
	 */
	find(trajectory: TrajectoryRecord, written: string, done: "sent" | "asked"): HandedContent {
		const handle = parseHandle(written);
		if (!handle) {
			const parts = HANDLE_PARTS.map((part) => `.${part}`).join(", ");
			throw new ToolError(`{${written}} is no handle: behind an event's number stands one of ${parts}.`);
		}
		const own = [trajectory.id, trajectory.parentId].filter((id) => id !== undefined);
		const found = handle.kind === "event" ? this.#event(own, handle) : this.#answer(own, handle.answer);
		if (found) return found;
		throw new ToolError(
			`{${formatHandle(handle)}} was not handed over to this conversation, so nothing was ${done}. Use handles as a ` +
				"hand-over gave them; to write of one without showing anything, leave out the braces.",
		);
	}

	/** What was turned away at the gateway belongs to no conversation, whatever its row says. */
	#event(own: readonly number[], handle: EventHandle): HandedContent | undefined {
		const event = this.#events.find(handle.event);
		if (event?.route !== "loop") return undefined;
		const mayShow = own.some((id) => event.trajectoryId === id || this.#handOvers.holds(id, event.id));
		return mayShow ? { kind: "event", handle, event, isErased: this.#handOvers.isErased(event.id) } : undefined;
	}

	#answer(own: readonly number[], id: number): HandedContent | undefined {
		const answer = this.#answers.find(id);
		if (!answer || !own.includes(answer.trajectoryId)) return undefined;
		return { kind: "answer", answer, isErased: answer.text === undefined };
	}
}
