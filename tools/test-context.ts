import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { EventId } from "#core/event.ts";
import type { OutboundMessage } from "#core/message.ts";
import { tempFolder } from "#test/temp-folder.ts";
import type { Tool, ToolContext, ToolOutput } from "./tool.ts";

/** What a test's replies queued. */
export interface Queued {
	message: Pick<OutboundMessage, "conversation" | "text" | "attachments">;
	answers: EventId[];
}

/** A context on a new empty workspace. `outside` stands beside it, for files that must never be reached. */
export interface TestContext extends ToolContext {
	outside: string;
	queued: Queued[];
}

/** @param events conversations of the turn's events: the owner's address starts with "owner" */
export function testContext(events: Record<EventId, string> = {}): TestContext {
	const home = tempFolder();
	const workspace = join(home, "workspace");
	const outside = join(home, "outside");
	mkdirSync(workspace);
	mkdirSync(outside);
	const queued: Queued[] = [];
	return {
		workspace,
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

/** Runs a call as the loop does, up to the commit. */
export const call = <Arguments>(tool: Tool<Arguments>, args: Arguments, context: ToolContext): Promise<ToolOutput> =>
	tool.run(args, context, new AbortController().signal);
