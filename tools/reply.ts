import { closeSync } from "node:fs";
import * as z from "zod";
import { canonicalJson, sha256 } from "#core/digest.ts";
import { type EventId, formatEventId, isSameConversation, parseEventId } from "#core/event.ts";
import type { OutboundMessage } from "#core/message.ts";
import { readVersion } from "./file-version.ts";
import { Inside } from "./inside.ts";
import { parsePath, shown } from "./paths.ts";
import { whatIsLeft } from "./still-running.ts";
import { withSuggestion } from "./suggest-path.ts";
import { countOf, fenced } from "./text.ts";
import { type Tool, type ToolContext, ToolError } from "./tool.ts";

const parameters = z.strictObject({
	to: z.array(z.string()).describe("events answered"),
	text: z.string().describe("Markdown"),
	attachments: z.array(z.string()).optional().describe("workspace paths"),
});
type Arguments = z.infer<typeof parameters>;

export const reply: Tool<Arguments> = {
	name: "reply",
	tier: "direct",
	description:
		"Use to answer events where they came from; only this reaches the sender. One call for each conversation. " +
		"Ends the turn if nothing is open. Returns what is still open.",
	parameters,
	examples: [
		{ to: ["E-12"], text: "Done." },
		{ to: ["E-12", "E-13"], text: "Here it is.", attachments: ["shared/a.pdf"] },
	],
	parallel: false,
	mode: "sync",
	timeoutMs: 30_000,
	recovery: "rerun",
	effects(args, context) {
		const { events, conversation, toOwner } = routeOf(args, context);
		const paths = (args.attachments ?? []).map((path) => shown(parsePath(path, context.workspace)));
		const target = `${conversation.channel}:${conversation.address}`;
		const text = toOwner ? context.replies.expand(args.text).text : forOthers(args, context);
		const list = paths.map((path) => `\n- ${path}`).join("");
		const preview = `Answer ${events.map(formatEventId).join(", ")}:\n${fenced(text)}${list && `\nwith${list}`}`;
		if (toOwner) return { effect: "tell-owner", target, preview };
		const files = attachedFiles(args, context);
		return {
			...{ effect: "tell-others", target, destinations: [target], preview },
			discloses: [text, ...paths, ...files.map(({ text: words }) => words)],
			...(files.length > 0 && { resourceVersion: sha256(canonicalJson(files.map(({ digest }) => digest))) }),
		};
	},
	activity: () => "writing the answer",
	async run(args, context) {
		const { events, conversation, toOwner } = routeOf(args, context);
		if (args.text.trim() === "") {
			throw new ToolError("The text is empty. Write the answer, or call no_reply if there is nothing to say.");
		}
		const said = toOwner
			? await context.replies.toOwner(args.text)
			: { text: forOthers(args, context), outside: false, derived: false, defused: 0 };
		const { text, outside, derived, defused } = said;
		const attachments = checkedAttachments(args.attachments ?? [], context);
		const withFiles = attachments.length > 0 ? ` with ${countOf(attachments.length, "attachment")}` : "";
		return {
			text: `Queued as the answer to ${events.map(formatEventId).join(", ")}${withFiles}.${defusedWords(defused)} ${whatIsLeft(context, events)}`,
			commit: () =>
				context.replies.enqueue(
					{ conversation, text, attachments, ...(outside && { outside }), ...(derived && { derived }) },
					events,
				),
			settles: { events, outcome: "replied" },
		};
	},
};

interface Route {
	events: EventId[];
	conversation: OutboundMessage["conversation"];
	toOwner: boolean;
}

/** Where the answer goes. Throws `ToolError` unless all events are the turn's own and of one conversation. */
function routeOf({ to }: Arguments, { replies, openEvents }: ToolContext): Route {
	const open = openEvents.length > 0 ? `Open are ${openEvents.map(formatEventId).join(", ")}.` : "No event is open.";
	const routes = new Map<EventId, Omit<Route, "events">>();
	for (const given of to) {
		const event = parseEventId(given);
		if (event === undefined) throw new ToolError(`"${given}" is not an event's number like "E-12". ${open}`);
		const route = replies.route(event);
		if (!route) throw new ToolError(`This turn has no event ${formatEventId(event)}, so nothing was sent. ${open}`);
		routes.set(event, route);
	}
	const events = [...routes.keys()];
	const [first, ...others] = routes.values();
	if (!first) throw new ToolError(`\`to\` names no event. ${open}`);
	if (!others.every(({ conversation }) => isSameConversation(conversation, first.conversation))) {
		throw new ToolError(
			`${events.map(formatEventId).join(", ")} are not of one conversation, so nothing was sent. ` +
				"Call reply once for each conversation.",
		);
	}
	return { events, conversation: first.conversation, toOwner: [first, ...others].every((route) => route.toOwner) };
}

const defusedWords = (count: number): string =>
	count === 0
		? ""
		: ` ${countOf(count, "link")} that nobody else wrote ${count === 1 ? "is" : "are"} shown as text, since outside content is in view.`;

/** The text as others will read it, with the line that says on whose behalf. What somebody wrote to the owner is for the owner alone. */
function forOthers({ text }: Arguments, { replies }: ToolContext): string {
	if (replies.expand(text).outside) {
		throw new ToolError(
			"The text holds handles, and what they stand for is only shown to the owner, so nothing was sent. " +
				"Leave them out, and say it in words of your own.",
		);
	}
	return `${text}\n\n${replies.signature}`;
}

/**
 * What others would get with the message: looked through before it leaves, and what is sent is what was shown. Throws `ToolError`
 * for a file that is too large to be looked through.
 */
function attachedFiles({ attachments = [] }: Arguments, { workspace, files }: ToolContext) {
	const inside = new Inside(workspace);
	return attachments.map((path) => {
		const parsed = parsePath(path, workspace);
		const { bytes, digest } = readVersion(withSuggestion(inside, parsed, () => inside.openFile(parsed), files));
		return { digest, text: bytes.toString("utf8") };
	});
}

/** The files' real paths, relative to the workspace. */
function checkedAttachments(given: readonly string[], { workspace, files }: ToolContext): string[] {
	const inside = new Inside(workspace);
	return given.map((path) => {
		const parsed = parsePath(path, workspace);
		const file = withSuggestion(inside, parsed, () => inside.openFile(parsed), files);
		closeSync(file.fd);
		return file.path;
	});
}
