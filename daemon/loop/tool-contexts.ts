import type { Clock } from "#core/clock.ts";
import type { EventId } from "#core/event.ts";
import type { ConversationReader } from "#daemon/conversation-reader/conversation-reader.ts";
import { createFileOrigins } from "#daemon/file-origins/file-origins-port.ts";
import { onBehalfLine } from "#daemon/gate/outgoing/on-behalf-line.ts";
import type { Expansion } from "#daemon/hand-over/expansion.ts";
import type { HandOverDesk } from "#daemon/hand-over/hand-over-desk.ts";
import type { Outbox } from "#daemon/outbox/outbox.ts";
import type { PinDesk } from "#daemon/pins/pin-desk.ts";
import { createPinPort } from "#daemon/pins/pin-port.ts";
import type { QuestionDesk } from "#daemon/quarantine/question-desk.ts";
import type { CallRecord, Calls } from "#daemon/records/calls.ts";
import { type EventRecord, MAIN_TRAJECTORY } from "#daemon/records/event-record.ts";
import type { Events } from "#daemon/records/events.ts";
import type { FileMarks } from "#daemon/records/file-origins.ts";
import type { Tasks } from "#daemon/records/tasks.ts";
import type { Todos } from "#daemon/records/todos.ts";
import type { Turns } from "#daemon/records/turns.ts";
import type { ProgressLog } from "#daemon/tasks/progress-log.ts";
import type { TaskDesk } from "#daemon/tasks/task-desk.ts";
import { createTaskPort } from "#daemon/tasks/task-port.ts";
import type { TimerDesk } from "#daemon/timers/timer-desk.ts";
import { createTimerPort, type PortOrigin } from "#daemon/timers/timer-port.ts";
import { createTodoPort } from "#daemon/todos/todo-port.ts";
import type { PagePort } from "#tools/page-port.ts";
import type { ReplyPort, SeenFiles } from "#tools/ports.ts";
import { type ToolContext, ToolError } from "#tools/tool.ts";
import type { Speech } from "./speech.ts";

/** The most file versions remembered; the oldest are forgotten, and those files have to be read again before a write. */
const MAX_SEEN_FILES = 500;

export interface ToolContextsParts {
	workspace: string;
	calls: Calls;
	events: Events;
	fileMarks: FileMarks;
	pages: PagePort;
	questions: QuestionDesk;
	speech: Speech;
	ownerName: () => string;
	outbox: Outbox;
	turns: Turns;
	tasks: Tasks;
	todos: Todos;
	taskDesk: TaskDesk;
	handOverDesk: HandOverDesk;
	expansion: Expansion;
	pinDesk: PinDesk;
	conversation: ConversationReader;
	timers: TimerDesk;
	clock: Clock;
	ownerZone: () => string;
	/** Takes secrets out, visibly. */
	redact: (text: string) => string;
	/** Whether outside content is in view. */
	isTainted: (trajectoryId: number) => boolean;
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
		call: Pick<CallRecord, "id" | "turnId" | "createdAt" | "forEventId">,
		{ approved = false, progress }: { approved?: boolean; progress?: ProgressLog } = {},
	): ToolContext {
		const { workspace, tasks, todos, taskDesk, handOverDesk, timers, clock, ownerZone, redact } = this.#parts;
		const { pinDesk, conversation, pages, questions, fileMarks } = this.#parts;
		const { turnId } = call;
		// When the owner allows it, another turn may be answering by now what it was asked for.
		const events = approved ? this.#parts.events.takenUpBy(turnId) : this.#parts.events.ofTurn(turnId);
		const { trajectoryId } = this.#parts.turns.get(turnId);
		const open = openEvents(events);
		// What was asked for under taint stays so, also where its cause has left the view before it is done.
		const isTainted = () => this.#parts.isTainted(trajectoryId) || this.#parts.calls.isDerived(call.id);
		return {
			workspace,
			files: createFileOrigins({ marks: fileMarks, workspace, callId: call.id, isTainted }),
			pages,
			questions: questions.portFor({ callId: call.id, turnId, trajectoryId }),
			seen: this.#seen,
			now: clock.now(),
			timers: createTimerPort(timers, this.#originOf(call, events, approved, isTainted), call.createdAt, ownerZone()),
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
		const { events } = this.#parts;
		const latest = events.latestOfOwner();
		const turnId = latest?.turnId;
		if (turnId === undefined)
			throw new ToolError("Nothing was said here yet. Talk to the assistant once, and ask again.");
		const context = this.forCall({ id: 0, turnId, createdAt: this.#parts.clock.now(), forEventId: latest?.id });
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

function createSeenFiles(): SeenFiles {
	const digests = new Map<string, string>();
	return {
		get: (path) => digests.get(path),
		set: (path, digest) => {
			digests.delete(path);
			digests.set(path, digest);
			const oldest = digests.keys().next().value;
			if (digests.size > MAX_SEEN_FILES && oldest !== undefined) digests.delete(oldest);
		},
		delete: (path) => digests.delete(path),
	};
}
