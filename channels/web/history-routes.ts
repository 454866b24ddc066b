import * as z from "zod";
import type { ConversationPort } from "#channels/conversation.ts";
import { viewItem } from "./item-view.ts";
import type { MessageRenderer } from "./markdown.ts";
import { Refusal, sendJson } from "./responses.ts";
import type { Route } from "./route.ts";
import type { Sessions } from "./sessions.ts";
import type { Streams } from "./streams.ts";

const historySchema = z.object({
	before: z.coerce.number().optional(),
	limit: z.coerce.number().int().min(1).max(200).default(50),
});
const textSchema = z.object({ order: z.coerce.number() });

/** Reading the conversation: what was said, and what is being said. */
export function historyRoutes(options: {
	conversation: ConversationPort;
	sessions: Sessions;
	streams: Streams;
	renderer(): Promise<MessageRenderer>;
}): Route[] {
	const { conversation, sessions, streams, renderer } = options;
	return [
		{
			method: "GET",
			path: "/api/history",
			access: "session",
			async handle({ response, url }) {
				const { before, limit } = parseQuery(historySchema, url);
				const items = conversation.history({ limit, ...(before === undefined ? {} : { before }) });
				const ready = await renderer();
				sendJson(response, 200, { items: items.map((item) => viewItem(item, ready)) });
			},
		},
		{
			// All of a text that is too long to be shown.
			method: "GET",
			path: "/api/text",
			access: "session",
			handle({ response, url }) {
				const { order } = parseQuery(textSchema, url);
				// Orders may be fractions, so the next one up is unknown: take all that could be it.
				const item = conversation.history({ before: order + 1, limit: 50 }).find((each) => each.order === order);
				if (!item) throw new Refusal(404, "There is no such message any more.");
				response.writeHead(200, {
					"content-type": "text/plain; charset=utf-8",
					"content-disposition": `attachment; filename="${item.key}.md"`,
				});
				response.end(item.text);
			},
		},
		{
			method: "GET",
			path: "/api/stream",
			access: "session",
			async handle({ response, session }) {
				const ready = await renderer();
				const isCurrent = () => sessions.isCurrent(session.digest);
				streams.add({ response, isCurrent }, (item) => viewItem(item, ready));
			},
		},
	];
}

function parseQuery<Schema extends z.ZodType>(schema: Schema, url: URL): z.infer<Schema> {
	const checked = schema.safeParse(Object.fromEntries(url.searchParams));
	if (checked.success) return checked.data;
	const issue = checked.error.issues[0];
	throw new Refusal(400, `The address is not as expected: ${issue?.path.join(".")}: ${issue?.message}.`);
}
