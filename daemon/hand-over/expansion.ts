import { type EventId, formatEventId } from "#core/event.ts";
import { findHandles, formatHandle, HANDLE_PARTS, type Handle, parseHandle, replaceHandles } from "#core/handle.ts";
import { ERASED } from "#daemon/records/contents.ts";
import type { EventRecord } from "#daemon/records/event-record.ts";
import type { Events } from "#daemon/records/events.ts";
import type { HandOvers } from "#daemon/records/hand-overs.ts";
import type { Trajectories, TrajectoryRecord } from "#daemon/records/trajectories.ts";
import type { ReplyPort } from "#tools/ports.ts";
import { ToolError } from "#tools/tool.ts";
import { quoteBlock, quoteName } from "./quote.ts";

/** The most handles that one text may hold: each may stand for thousands of characters. */
const MAX_HANDLES = 10;

/**
 * Puts in what handles stand for, on the way to the owner. The model wrote the handle, never sees the words, and keeps only
 * the handle in its own message: so a stranger's text reaches the owner without reaching the owner's conversation.
 */
export class Expansion {
	readonly #events: Events;
	readonly #handOvers: HandOvers;
	readonly #trajectories: Trajectories;

	constructor(parts: { events: Events; handOvers: HandOvers; trajectories: Trajectories }) {
		this.#events = parts.events;
		this.#handOvers = parts.handOvers;
		this.#trajectories = parts.trajectories;
	}

	/**
	 * @param trajectoryId whose text it is: the main one's or a fork's; others hold no handle to show
	 * @returns `outside` wherever a handle was put in, whoever wrote the words: no mistake about that can harm
	 * @throws ToolError where a handle names nothing that this trajectory may show
	 */
	expand(trajectoryId: number, text: string): ReturnType<ReplyPort["expand"]> {
		const written = findHandles(text);
		if (written.length === 0) return { text, outside: false };
		if (written.length > MAX_HANDLES)
			throw new ToolError(`The text holds ${written.length} handles, at most ${MAX_HANDLES} are shown. Name fewer.`);
		const trajectory = this.#showing(trajectoryId);
		const words = new Map(written.map((handle) => [handle, this.#wordsOf(handle, trajectory, text)]));
		return { text: replaceHandles(text, (handle) => words.get(handle) ?? ""), outside: true };
	}

	#showing(trajectoryId: number): TrajectoryRecord {
		const trajectory = this.#trajectories.find(trajectoryId);
		if (trajectory?.kind !== "main" && trajectory?.kind !== "fork")
			throw new ToolError("Handles are only shown in the owner's own conversation. Leave them out.");
		return trajectory;
	}

	#wordsOf(written: string, trajectory: TrajectoryRecord, around: string): string {
		const handle = parseHandle(written);
		if (!handle) {
			const parts = HANDLE_PARTS.map((part) => `.${part}`).join(", ");
			throw new ToolError(`{${written}} is no handle: behind an event's number stands one of ${parts}.`);
		}
		const event = this.#events.find(handle.event);
		if (!event || !this.#mayShow(trajectory, event)) {
			throw new ToolError(
				`{${formatHandle(handle)}} was not handed over to this conversation, so nothing was sent. Use handles as a ` +
					"hand-over gave them; to write of one without showing anything, leave out the braces.",
			);
		}
		if (this.#handOvers.isErased(event.id)) return ERASED;
		return wordsFor(handle, event, around);
	}

	/** What was turned away at the gateway belongs to no conversation, whatever its row says. */
	#mayShow(trajectory: TrajectoryRecord, event: EventRecord): boolean {
		if (event.route !== "loop") return false;
		const own = [trajectory.id, trajectory.parentId].filter((id) => id !== undefined);
		return own.some((id) => event.trajectoryId === id || this.#handOvers.holds(id, event.id));
	}
}

function wordsFor({ part, event: id }: Handle, event: EventRecord, around: string): string {
	switch (part) {
		case "body":
			return quoteBlock(headingOf(id), event.text === "" ? "(no text)" : event.text);
		case "sender": {
			const { name, id: address } = event.sender;
			return quoteName(name === undefined || name === address ? address : `${name} (${address})`, around);
		}
		case "files": {
			const names = event.attachments.map((file) => quoteName(file.name, around));
			return names.length === 0 ? "(no files)" : names.join(", ");
		}
	}
}

const headingOf = (event: EventId): string => `${formatEventId(event)}, word for word`;
