import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { EventId } from "#core/event.ts";
import type { OutboundMessage } from "#core/message.ts";
import { tempFolder } from "#test/temp-folder.ts";
import {
	type TimerChanges,
	type TimerPlan,
	type TimerPort,
	type Tool,
	type ToolContext,
	ToolError,
	type ToolOutput,
} from "./tool.ts";

/** What a test's replies queued. */
export interface Queued {
	message: Pick<OutboundMessage, "conversation" | "text" | "attachments">;
	answers: EventId[];
}

/** A context on a new empty workspace. `outside` stands beside it, for files that must never be reached. */
export interface TestContext extends ToolContext {
	outside: string;
	queued: Queued[];
	/** What the timer tools carried out, in order. */
	carriedOut: unknown[];
}

/** @param events conversations of the turn's events: the owner's address starts with "owner" */
export function testContext(events: Record<EventId, string> = {}): TestContext {
	const home = tempFolder();
	const workspace = join(home, "workspace");
	const outside = join(home, "outside");
	mkdirSync(workspace);
	mkdirSync(outside);
	const queued: Queued[] = [];
	const carriedOut: unknown[] = [];
	return {
		workspace,
		carriedOut,
		timers: testTimers(carriedOut),
		outside,
		queued,
		seen: new Map<string, string>(),
		openEvents: Object.keys(events).map(Number),
		now: Date.parse("2026-11-30T10:30:45Z"),
		replies: {
			route(event) {
				const address = events[event];
				return address === undefined
					? undefined
					: { conversation: { channel: "telegram", address }, toOwner: address.startsWith("owner") };
			},
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

/** Runs a call as the loop does, up to the commit. */
export const call = <Arguments>(tool: Tool<Arguments>, args: Arguments, context: ToolContext): Promise<ToolOutput> =>
	tool.run(args, context, new AbortController().signal);
