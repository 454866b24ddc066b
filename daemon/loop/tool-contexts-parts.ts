import type { Clock } from "#core/clock.ts";
import type { ConversationReader } from "#daemon/conversation-reader/conversation-reader.ts";
import type { CopyStore } from "#daemon/copies/copy-store.ts";
import type { Expansion } from "#daemon/hand-over/expansion.ts";
import type { HandOverDesk } from "#daemon/hand-over/hand-over-desk.ts";
import type { Outbox } from "#daemon/outbox/outbox.ts";
import type { PinDesk } from "#daemon/pins/pin-desk.ts";
import type { QuestionDesk } from "#daemon/quarantine/question-desk.ts";
import type { Events } from "#daemon/records/events.ts";
import type { FileMarks } from "#daemon/records/file-origins.ts";
import type { KeptFiles } from "#daemon/records/kept-files.ts";
import type { Tasks } from "#daemon/records/tasks.ts";
import type { Todos } from "#daemon/records/todos.ts";
import type { Turns } from "#daemon/records/turns.ts";
import type { TaskDesk } from "#daemon/tasks/task-desk.ts";
import type { TimerDesk } from "#daemon/timers/timer-desk.ts";
import type { PagePort } from "#tools/page-port.ts";
import type { Speech } from "./speech.ts";

/** What tools are made to work with. */
export interface ToolContextsParts {
	workspace: string;
	events: Events;
	fileMarks: FileMarks;
	keptFiles: KeptFiles;
	copyStore: CopyStore;
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
	/** Whether outside content is in view, or was when the model asked for the call. */
	isCallTainted: (trajectoryId: number, callId: number) => boolean;
}
