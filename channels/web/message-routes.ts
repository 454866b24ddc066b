import * as z from "zod";
import { type Action, type Attachment, formatEventId, type Inbound, MAX_EVENT_TEXT_LENGTH } from "#core/event.ts";
import { describeError } from "#core/log.ts";
import { readJson } from "./body.ts";
import type { WebPorts } from "./ports.ts";
import { Refusal, sendJson } from "./responses.ts";
import type { Call, Route } from "./route.ts";
import type { Uploads } from "./uploads.ts";

const MAX_ATTACHMENTS = 20;
/** How long a message may wait for room before its sender is told. */
const ROOM_WAIT_MS = 15_000;

const TOO_LONG = "The message is longer than 10 MB. Save it as a file and attach it.";
/** A text of the longest kind, with most of its characters escaped or of several bytes. */
const MESSAGE_LIMIT = { sizeBytes: MAX_EVENT_TEXT_LENGTH * 4, message: TOO_LONG };

/** Chosen by the page for each press of a button, so that sending it again is harmless. */
const pressSchema = z.object({ id: z.uuid() });
const messageSchema = pressSchema.extend({
	text: z.string(),
	attachments: z.array(z.string().max(1_000)).max(MAX_ATTACHMENTS).default([]),
});
const cancelSchema = pressSchema.extend({ task: z.string().regex(/^T-[1-9]\d{0,11}$/) });
const decisionSchema = pressSchema.extend({
	/** `always`: allow it, and from now on without asking, within the terms that the question named. */
	action: z.enum(["approve", "always", "deny"]),
	code: z.string().regex(/^[0-9A-Za-z]{1,32}$/),
	reason: z.string().max(2_000).optional(),
});

type Decision = Extract<Action, { kind: "approve" | "deny" }>;

type What = Pick<Inbound, "text" | "attachments" | "action">;

/** What the owner says and decides. Each is answered once it is on disk, and not before. */
export function messageRoutes(ports: WebPorts, uploads: Uploads): Route[] {
	const receive = async ({ response }: Call, dedupKey: string, what: What) => {
		const name = ports.ownerName();
		const inbound: Inbound = {
			channel: "web",
			dedupKey,
			conversation: { channel: "web", address: "owner" },
			sender: { id: "owner", ...(name === undefined ? {} : { name }) },
			occurredAt: ports.clock.now(),
			...what,
		};
		const receipt = await ports.receive(inbound).catch((error: unknown) => {
			ports.log.error("web event not stored", { error });
			throw new Refusal(503, `Steward could not save this (${describeError(error)}). Nothing is lost: try again.`);
		});
		sendJson(response, 202, { event: formatEventId(receipt.eventId), duplicate: receipt.duplicate });
	};
	return [
		{
			method: "POST",
			path: "/api/messages",
			access: "session",
			async handle(call) {
				const { id, text, attachments } = await readJson(call.request, messageSchema, MESSAGE_LIMIT);
				if (text.length > MAX_EVENT_TEXT_LENGTH) throw new Refusal(413, TOO_LONG);
				if (text.trim() === "" && attachments.length === 0) throw new Refusal(400, "The message is empty.");
				const files = await describeAll(uploads, attachments);
				await waitForRoom(ports, call);
				await receive(call, `message:${id}`, { text, attachments: files });
			},
		},
		{
			// Neither this nor what follows waits for room: it is what an owner needs most when much is going on.
			method: "POST",
			path: "/api/stop",
			access: "session",
			async handle(call) {
				const { id } = await readJson(call.request, pressSchema);
				await receive(call, `stop:${id}`, { text: "/stop", action: { kind: "stop" } });
			},
		},
		{
			// Ends one task. The command stands for what was pressed, as if the owner had typed it.
			method: "POST",
			path: "/api/cancel",
			access: "session",
			async handle(call) {
				const { id, task } = await readJson(call.request, cancelSchema);
				await receive(call, `cancel:${id}`, { text: `/cancel ${task}` });
			},
		},
		{
			method: "POST",
			path: "/api/decide",
			access: "session",
			async handle(call) {
				const { id, action, code, reason } = await readJson(call.request, decisionSchema);
				const decision = actionOf(action, code, reason);
				const because = decision.kind === "deny" ? decision.reason : undefined;
				await receive(call, `decide:${id}`, {
					text: [`/${action}`, code, because].filter(Boolean).join(" "),
					action: decision,
				});
			},
		},
	];
}

function actionOf(action: "approve" | "always" | "deny", code: string, reason: string | undefined): Decision {
	if (action === "deny") return { kind: "deny", code, ...(reason && { reason }) };
	return { kind: "approve", code, ...(action === "always" && { always: true }) };
}

async function describeAll(uploads: Uploads, paths: readonly string[]): Promise<Attachment[]> {
	const files = await Promise.all(paths.map((path) => uploads.describe(path)));
	return files.map((file, index) => {
		if (!file) throw new Refusal(400, `There is no file ${paths[index]} any more. Attach it again.`);
		return file;
	});
}

/** @throws Refusal 503 where there is no room in time */
async function waitForRoom(ports: WebPorts, { response }: Call): Promise<void> {
	const waiting = new AbortController();
	const giveUp = () => waiting.abort();
	const cancel = ports.clock.after(ROOM_WAIT_MS, giveUp);
	response.once("close", giveUp);
	try {
		await ports.untilRoom(waiting.signal);
	} catch (error) {
		if (!waiting.signal.aborted) throw error;
	} finally {
		cancel();
		response.off("close", giveUp);
	}
	if (waiting.signal.aborted) throw new Refusal(503, "Steward is busy with much else. Try again in a minute.");
}
