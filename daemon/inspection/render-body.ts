import * as z from "zod";
import { wrapText } from "./wrap-text.ts";

const callSchema = z.looseObject({ function: z.object({ name: z.string(), arguments: z.string() }) });
const messageSchema = z.looseObject({
	role: z.string(),
	/** Text, or parts of it where the service wants marks for its cache. */
	content: z.unknown(),
	tool_calls: z.array(callSchema).optional(),
});
const bodySchema = z.looseObject({ tools: z.array(z.unknown()).optional(), messages: z.array(messageSchema) });
type Message = z.infer<typeof messageSchema>;

/**
 * A whole request for a person to read: every tool, every message, nothing left out, in lines that fit.
 * @param body as it went over the wire
 */
export function renderBody(body: string, columns: number): string {
	const { tools = [], messages, ...settings } = bodySchema.parse(JSON.parse(body));
	return [
		rule("settings", columns),
		wrapText(JSON.stringify(settings), columns),
		...tools.flatMap((tool, index) => [
			rule(`tool ${index + 1} of ${tools.length}`, columns),
			wrapText(JSON.stringify(tool), columns),
		]),
		...messages.flatMap((message, index) => [
			rule(`message ${index + 1} of ${messages.length}: ${message.role}`, columns),
			...renderMessage(message).map((text) => wrapText(text, columns)),
		]),
	].join("\n");
}

const rule = (title: string, columns: number): string => `── ${title} `.padEnd(columns, "─");

function renderMessage({ role, content, tool_calls: calls = [], ...others }: Message): string[] {
	return [
		...(content === null || content === undefined
			? []
			: [typeof content === "string" ? content : JSON.stringify(content)]),
		...calls.map(({ function: { name, arguments: args }, ...rest }) => `calls ${name} ${args} ${JSON.stringify(rest)}`),
		...Object.entries(others).map(([name, value]) => `${name}: ${JSON.stringify(value)}`),
	];
}
