import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type EventId, formatEventId, parseEventId } from "#core/event.ts";
import type { OutboundMessage } from "#core/message.ts";
import { tempFolder } from "#test/temp-folder.ts";
import type {
	HandOverPort,
	PendingTask,
	ReplyPort,
	TaskPort,
	TimerChanges,
	TimerPlan,
	TimerPort,
	TodoItem,
	TodoPort,
} from "./ports.ts";
import { type TestCopies, testCopies } from "./test-copies.ts";
import { type TestFiles, testFiles } from "./test-files.ts";
import { testPins } from "./test-pins.ts";
import { type Tool, type ToolContext, ToolError, type ToolOutput } from "./tool.ts";

/** What a test's replies queued. */
export interface Queued {
	message: Pick<OutboundMessage, "conversation" | "text" | "attachments"> & { outside?: boolean; derived?: boolean };
	answers: EventId[];
}

/** A background task, with what it has said. */
export type TestTask = PendingTask & { said?: ReturnType<TaskPort["progress"]> };

/** A context on a new empty workspace. `outside` stands beside it, for files that must never be reached. */
export interface TestContext extends ToolContext {
	outside: string;
	queued: Queued[];
	/** What was set, changed, cancelled or handed over, in order. */
	carriedOut: unknown[];
	files: TestFiles;
	copies: TestCopies;
	/** What the call said through `progress`. */
	said: { text: string; outside?: { source: string } | undefined }[];
}

/**
 * @param events conversations of the turn's events: the owner's address starts with "owner"
 * @param tasks those of the trajectory, running or ended
 */
export function testContext(events: Record<EventId, string> = {}, tasks: readonly TestTask[] = []): TestContext {
	const home = tempFolder();
	const workspace = join(home, "workspace");
	const outside = join(home, "outside");
	mkdirSync(workspace);
	mkdirSync(outside);
	const queued: Queued[] = [];
	const carriedOut: unknown[] = [];
	const said: TestContext["said"] = [];
	const knows = (id: EventId | undefined) => id !== undefined && id in events;
	return {
		workspace,
		carriedOut,
		timers: testTimers(carriedOut),
		tasks: testTasks(carriedOut, tasks),
		todos: testTodos(),
		handOvers: testHandOvers(carriedOut, knows),
		pins: testPins(carriedOut),
		files: testFiles(),
		copies: testCopies(),
		// One page, and one answer: whoever tests these tools puts others in their place.
		pages: {
			resolve: (url) => url,
			read: async (url) => ({ url, title: "A page", text: "Words of others", notes: [] }),
		},
		questions: { check: () => undefined, ask: async () => ({ text: "yes" }) },
		conversation: {
			read(from) {
				throw new ToolError(`This conversation has nothing of the name ${from}.`);
			},
		},
		said,
		progress: (text, source) => void said.push({ text, outside: source }),
		outside,
		queued,
		seen: new Map<string, string>(),
		openEvents: Object.keys(events).map(Number),
		pendingEvents: [],
		now: Date.parse("2026-11-30T10:30:45Z"),
		replies: {
			route(event) {
				const address = events[event];
				return address === undefined
					? undefined
					: { conversation: { channel: "telegram", address }, toOwner: address.startsWith("owner") };
			},
			expand: (text) => expandHandles(text, knows),
			toOwner: async (text) => ({ ...expandHandles(text, knows), derived: false, defused: 0 }),
			signature: "Sent by the assistant of Ada.",
			enqueue: (message, answers) => queued.push({ message, answers }),
		},
	};
}

/** One timer, R-1, that stands for any; plans say back what they were made from. */
function testTimers(carriedOut: unknown[]): TimerPort {
	const existing = { name: "R-1", description: "every day at 09:00", purpose: "Water the plants" };
	const find = (name: string) => {
		if (name !== "R-1") throw new ToolError(`Nothing pending has the number ${name}.`);
		return existing;
	};
	const planned = (name: string, change: TimerChanges, purpose: string): TimerPlan => ({
		description: change.when ?? existing.description,
		readBack: "next: tomorrow 09:00",
		purpose,
		tellsOwnerOnce: false,
		carryOut: () => {
			carriedOut.push({ name, ...change });
			return name;
		},
	});
	return {
		plan: (request) => planned("R-2", request, request.purpose),
		planChange: (name, changes) => planned(find(name).name, changes, changes.purpose ?? existing.purpose),
		find,
		cancel: (name) => void carriedOut.push({ cancelled: find(name).name }),
		list: () => ({ lines: ["R-1, tomorrow 09:00: Water the plants"], outside: false }),
	};
}

/** Cancelling is noted and leaves the list as it is. */
function testTasks(carriedOut: unknown[], tasks: readonly TestTask[]): TaskPort {
	const find = (name: string) => {
		const task = tasks.find((candidate) => candidate.name === name);
		if (!task) throw new ToolError(`There is no task ${name}.`);
		return task;
	};
	return {
		running: () => tasks.filter(({ state }) => state === "running"),
		find,
		progress: (name) => find(name).said ?? { text: "" },
		cancel: (name) => void carriedOut.push({ cancelled: find(name).name }),
	};
}

/** Kept in memory, empty at first. */
function testTodos(): TodoPort {
	let items: TodoItem[] = [];
	return {
		list: () => items,
		rewrite: (given) => {
			items = given.map((item, index) => ({ id: index + 1, ...item }));
		},
		update: (id, state) => {
			items = items.map((item) => (item.id === id ? { ...item, state } : item));
		},
	};
}

/** Takes handles of the turn's own events; all that is handed over becomes E-15. */
function testHandOvers(carriedOut: unknown[], knows: (id: EventId | undefined) => boolean): HandOverPort {
	return {
		check({ handles }) {
			const foreign = handles.find((handle) => !knows(parseEventId(handle.split(".")[0] ?? "")));
			if (foreign !== undefined) throw new ToolError(`${foreign} names nothing of this turn.`);
		},
		carryOut(handOver) {
			carriedOut.push(handOver);
			return "E-15";
		},
	};
}

/** `{E-12.body}` becomes `«body of E-12»`, for the turn's own events. */
function expandHandles(text: string, knows: (id: EventId) => boolean): ReturnType<ReplyPort["expand"]> {
	let outside = false;
	const expanded = text.replace(/\{E-(\d+)\.(\w+)\}/g, (handle, id: string, part: string) => {
		if (!knows(Number(id))) throw new ToolError(`${handle} names nothing of this turn.`);
		outside = true;
		return `«${part} of ${formatEventId(Number(id))}»`;
	});
	return { text: expanded, outside };
}

/** Runs a call as the loop does, up to the commit. */
export const call = <Arguments>(tool: Tool<Arguments>, args: Arguments, context: ToolContext): Promise<ToolOutput> =>
	tool.run(args, context, new AbortController().signal);
