import * as z from "zod";
import { TERMINAL_CONVERSATION } from "#channels/terminal/terminal-channel.ts";
import { formatEventId, MAX_EVENT_TEXT_LENGTH, parseEventId } from "#core/event.ts";
import { describeError } from "#core/log.ts";
import type { sentSchema } from "./answers.ts";
import type { ControlPorts } from "./ports.ts";
import { type Call, Refusal, type Route, readBody, readQuery, sendJson } from "./route.ts";
import { findSettled } from "./settled.ts";
import { streamChanges } from "./stream.ts";

/** A text of the longest kind, with most of its characters escaped or of several bytes. */
const MESSAGE_LIMIT_BYTES = MAX_EVENT_TEXT_LENGTH * 4;

const sendBody = z.object({
	/** Chosen by the client for each message, so that sending it again is harmless. */
	id: z.string().min(1).max(100),
	text: z
		.string()
		.max(MAX_EVENT_TEXT_LENGTH, "is longer than 10 MB. Save it as a file in the workspace and name that")
		.refine((text) => text.trim() !== "", "is empty. Write what you want to say"),
});
const waitQuery = z.object({ event: z.string() });

/** Talking from a terminal: saying something, waiting for the answer, following the conversation. */
export function talkRoutes(ports: ControlPorts): Route[] {
	return [
		{ method: "POST", path: "/send", handle: (call) => takeMessage(call, ports) },
		{ method: "GET", path: "/wait", handle: (call) => waitForAnswer(call, ports) },
		{ method: "GET", path: "/stream", handle: (call) => streamChanges(call, ports) },
	];
}

/** Answers once the event is on disk, and not before. */
async function takeMessage(call: Call, { clock, log, receive }: ControlPorts): Promise<void> {
	const { id, text } = await readBody(call, sendBody, MESSAGE_LIMIT_BYTES);
	const receipt = await receive({
		channel: TERMINAL_CONVERSATION.channel,
		dedupKey: `message:${id}`,
		conversation: TERMINAL_CONVERSATION,
		sender: { id: "owner" },
		text,
		occurredAt: clock.now(),
	}).catch((error: unknown) => {
		log.error("A message from the terminal was not stored", { error });
		throw new Refusal(503, `Steward could not save this (${describeError(error)}). Send it again.`);
	});
	const answer = { event: formatEventId(receipt.eventId), duplicate: receipt.duplicate };
	sendJson(call.response, 202, answer satisfies z.input<typeof sentSchema>);
}

/** Answers when the event is settled. What was said is in the outbox by then: both are written in one transaction. */
async function waitForAnswer(call: Call, ports: ControlPorts): Promise<void> {
	const { event } = readQuery(call, waitQuery);
	const id = parseEventId(event);
	if (id === undefined || !ports.records.events.find(id)) {
		throw new Refusal(404, `There is no event ${event}. \`steward events\` lists the latest.`);
	}
	const { response, closing } = call;
	await new Promise<void>((resolve) => {
		const lookAgain = () => {
			if (findSettled(ports, id)) end();
		};
		// Any change may be the one: a turn that says nothing to the owner still ends its activity.
		const unsubscribe = ports.conversation.subscribe(lookAgain);
		const end = () => {
			unsubscribe();
			closing.removeEventListener("abort", end);
			response.off("close", end);
			resolve();
		};
		closing.addEventListener("abort", end);
		response.once("close", end);
		if (closing.aborted) end();
		else lookAgain();
	});
	if (response.destroyed) return;
	const settled = findSettled(ports, id);
	if (!settled) throw new Refusal(503, "Steward is stopping. It goes on with this when it is started again.");
	sendJson(response, 200, settled);
}
