import type { EventId } from "#core/event.ts";
import { createCopyPort } from "#daemon/copies/copy-port.ts";
import { createFileOrigins } from "#daemon/file-origins/file-origins-port.ts";
import { onBehalfLine } from "#daemon/gate/outgoing/on-behalf-line.ts";
import { createPinPort } from "#daemon/pins/pin-port.ts";
import type { CallRecord } from "#daemon/records/calls.ts";
import { type EventRecord, MAIN_TRAJECTORY } from "#daemon/records/event-record.ts";
import type { ProgressLog } from "#daemon/tasks/progress-log.ts";
import { createTaskPort } from "#daemon/tasks/task-port.ts";
import { createTimerPort, type PortOrigin } from "#daemon/timers/timer-port.ts";
import { createTodoPort } from "#daemon/todos/todo-port.ts";
import type { ReplyPort, SeenFiles } from "#tools/ports.ts";
import type { ToolContext } from "#tools/tool.ts";
import { createSeenFiles } from "./seen-files.ts";
import type { ToolContextsParts } from "./tool-contexts-parts.ts";

type ContextCall = Pick<CallRecord, "id" | "turnId" | "createdAt" | "forEventId">;

/** What a context rests on, beside the call. */
interface ContextOf {
	events: readonly EventRecord[];
	trajectoryId: number;
	approved: boolean;
	progress: ProgressLog | undefined;
	/** For whom it would act, of a call that nobody has made. */
	supposed?: PortOrigin;
}

/** Makes what a tool call is given. None of it can be set by the model. */
export class ToolContexts {
	readonly #parts: ToolContextsParts;
	readonly #seen: SeenFiles = createSeenFiles();

	constructor(parts: ToolContextsParts) {
		this.#parts = parts;
	}

	/**
	 * The context of a call. `route` and `openEvents` are read anew each time: an earlier call may have settled some. Times in
	 * words count from when the call was made, so that what the owner allows later is what was shown.
	 * @param options.approved the owner allowed it, which makes it the owner's word
	 * @param options.progress where what it says on its way is kept; nowhere, if it is left out
	 */
	forCall(
		call: ContextCall,
		{ approved = false, progress }: { approved?: boolean; progress?: ProgressLog } = {},
	): ToolContext {
		// When the owner allows it, another turn may be answering by now what it was asked for.
		const { turnId } = call;
		const events = approved ? this.#parts.events.takenUpBy(turnId) : this.#parts.events.ofTurn(turnId);
		const { trajectoryId } = this.#parts.turns.get(turnId);
		return this.#context(call, { events, trajectoryId, approved, progress });
	}

	#context(call: ContextCall, { events, trajectoryId, approved, progress, supposed }: ContextOf): ToolContext {
		const { workspace, tasks, todos, taskDesk, handOverDesk, timers, clock, ownerZone, redact } = this.#parts;
		const { pinDesk, conversation, pages, questions, fileMarks } = this.#parts;
		const { turnId } = call;
		const open = openEvents(events);
		// What was asked for under taint stays so, also where its cause has left the view before it is done.
		const isTainted = () => this.#parts.isCallTainted(trajectoryId, call.id);
		return {
			workspace,
			files: createFileOrigins({ marks: fileMarks, workspace, callId: call.id, isTainted }),
			copies: createCopyPort(this.#parts, `C-${call.id}`),
			pages,
			questions: questions.portFor({ callId: call.id, turnId, trajectoryId }),
			seen: this.#seen,
			now: clock.now(),
			timers: createTimerPort(
				timers,
				() => supposed ?? this.#originOf(call, events, approved, isTainted),
				call.createdAt,
				ownerZone(),
			),
			tasks: createTaskPort(
				{
					progressOf: (id) => taskDesk.progressOf(id),
					cancel: (task, by) => taskDesk.cancel(task, by, turnId),
				},
				tasks,
				trajectoryId,
				clock,
			),
			todos: createTodoPort(todos, trajectoryId, isTainted),
			pins: createPinPort(pinDesk, trajectoryId, {
				createdBy: approved ? "owner" : "assistant",
				eventId: call.forEventId,
			}),
			conversation: conversation.portFor(trajectoryId),
			handOvers: handOverDesk.portFor({ callId: call.id, turnId, trajectoryId }),
			openEvents: open,
			pendingEvents: open.length === 0 ? [] : tasks.eventsWorkedFor(trajectoryId).filter((id) => open.includes(id)),
			// Before it is cut anywhere, since half a secret would not be known as one.
			progress: (text, outside) => progress?.add(redact(text), outside),
			replies: this.#replies(turnId, trajectoryId, events, isTainted),
		};
	}

	/** Of a call that nobody has made, in the owner's conversation: for saying what the gate would do. Nothing may be run with it. */
	supposed(): ToolContext {
		const { events, clock } = this.#parts;
		const origin: PortOrigin = {
			...{ conversation: events.ownerConversation(), isToOwner: true, originEventId: undefined },
			...{ createdBy: "owner", trust: "owner", outside: false },
		};
		const call = { id: 0, turnId: 0, createdAt: clock.now(), forEventId: undefined };
		const of = { events: [], trajectoryId: MAIN_TRAJECTORY, approved: false, progress: undefined, supposed: origin };
		const context = this.#context(call, of);
		const route = (id: EventId) => {
			const event = events.find(id);
			return event && { conversation: event.conversation, toOwner: isToOwner(event) };
		};
		return { ...context, replies: { ...context.replies, route } };
	}

	#replies(turnId: number, trajectoryId: number, events: readonly EventRecord[], isTainted: () => boolean): ReplyPort {
		const { outbox, expansion, speech, ownerName } = this.#parts;
		return {
			route: (id) => {
				const event = events.find((candidate) => candidate.id === id);
				return event && { conversation: event.conversation, toOwner: isToOwner(event) };
			},
			expand: (text) => expansion.expand(trajectoryId, text),
			toOwner: (text) => speech.toOwner(trajectoryId, text),
			signature: onBehalfLine(ownerName()),
			enqueue: (message, answers) => {
				const toOwner = events.filter(({ id }) => answers.includes(id)).every(isToOwner);
				// Elsewhere than in the owner's conversation the words are those of a model that others may have talked round.
				const outside = message.outside || (trajectoryId !== MAIN_TRAJECTORY && isTainted());
				outbox.add({ ...message, outside, kind: "reply", toOwner, turnId });
			},
		};
	}

	/** For whom and where a call acts: the event that it answers, bounded by all that the turn acts for. */
	#originOf(
		{ turnId, forEventId }: Pick<CallRecord, "turnId" | "forEventId">,
		events: readonly EventRecord[],
		approved: boolean,
		isTainted: () => boolean,
	): PortOrigin {
		const open = openEvents(events);
		// What it acts for may have moved on to the turn that answers it, before the owner allows the call.
		const event =
			events.findLast(({ id }) => open.length === 0 || open.includes(id)) ??
			(forEventId === undefined ? undefined : this.#parts.events.find(forEventId));
		const turn = this.#parts.turns.get(turnId);
		if (!event) throw new Error(`Turn ${turnId} acts for no event: the database is damaged.`);
		return {
			conversation: event.conversation,
			isToOwner: isToOwner(event),
			originEventId: event.id,
			createdBy: `${event.trust} on ${event.channel}`,
			trust: turn.authority,
			outside: !approved && isTainted(),
		};
	}
}

/** The events that nothing has answered yet. */
export const openEvents = (events: readonly EventRecord[]): EventId[] =>
	events.filter(({ state }) => state !== "settled").map(({ id }) => id);

/** The owner's own conversations, and what the program reports into them. Others read in a mail thread or a group. */
export const isToOwner = ({ trust, trajectoryKind }: EventRecord): boolean =>
	(trust === "owner" || trust === "system") && (trajectoryKind === "main" || trajectoryKind === "fork");
