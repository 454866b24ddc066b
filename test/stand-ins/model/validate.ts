import type * as z from "zod";
import { type ChatRequest, chatRequestSchema, isMarked, type RequestedCall, type RequestMessage } from "./body.ts";

/** Why a strict provider refuses a request, in OpenAI's words where they are known. */
export interface Fault {
	message: string;
	param: string | null;
	code: string | null;
}

const MAX_TOOLS = 128;
const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;
/** With the `u` flag this matches only halves that stand alone. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/** Reads a body. Gives the request, or what is wrong with it. */
export function parseRequest(rawBody: string): { request: ChatRequest } | { fault: Fault } {
	let json: unknown;
	try {
		json = JSON.parse(rawBody);
	} catch {
		return { fault: fault("We could not parse the JSON body of your request.", null, null) };
	}
	if (hasLoneSurrogate(json)) {
		return { fault: fault("We could not parse the JSON body of your request: it is not valid Unicode.", null, null) };
	}
	const parsed = chatRequestSchema.safeParse(json);
	if (!parsed.success) return { fault: shapeFault(parsed.error) };
	const { messages } = parsed.data;
	const found = toolFault(parsed.data) ?? callIdFault(messages) ?? messageFault(messages) ?? markFault(messages);
	return found ? { fault: found } : { request: parsed.data };
}

const fault = (message: string, param: string | null, code: string | null = "invalid_value"): Fault => ({
	message,
	param,
	code,
});

function shapeFault(error: z.ZodError): Fault {
	const [issue] = error.issues;
	const param = (issue?.path ?? []).map((part) => (typeof part === "number" ? `[${part}]` : String(part))).join(".");
	return fault(`Invalid value for '${param}': ${issue?.message ?? "not understood"}.`, param || null);
}

function hasLoneSurrogate(value: unknown): boolean {
	if (typeof value === "string") return LONE_SURROGATE.test(value);
	if (typeof value !== "object" || value === null) return false;
	return Object.entries(value).some(([name, inner]) => LONE_SURROGATE.test(name) || hasLoneSurrogate(inner));
}

function toolFault({ tools = [] }: ChatRequest): Fault | undefined {
	if (tools.length > MAX_TOOLS) {
		const message = `Invalid 'tools': array too long. Expected an array with maximum length ${MAX_TOOLS}, but got an array with length ${tools.length} instead.`;
		return fault(message, "tools", "array_above_max_length");
	}
	const seen = new Set<string>();
	for (const [index, { function: definition }] of tools.entries()) {
		const param = `tools[${index}].function`;
		if (!TOOL_NAME.test(definition.name)) {
			const message = `Invalid '${param}.name': string does not match pattern. Expected a string that matches the pattern '${TOOL_NAME.source}'.`;
			return fault(message, `${param}.name`);
		}
		if (seen.has(definition.name)) return fault(`Tool names must be unique: '${definition.name}'.`, `${param}.name`);
		seen.add(definition.name);
		const type = definition.parameters?.type;
		if (definition.parameters && type !== "object") {
			const message = `Invalid schema for function '${definition.name}': schema must be a JSON Schema of 'type: "object"', got 'type: "${type ?? "None"}"'.`;
			return fault(message, `${param}.parameters`, "invalid_function_parameters");
		}
	}
	return undefined;
}

/** Ids are unique over the whole request: OpenAI forgives a repeated one, others mix the results up or refuse. */
function callIdFault(messages: RequestMessage[]): Fault | undefined {
	const seen = new Set<string>();
	for (const [index, message] of messages.entries()) {
		for (const call of callsOf(message)) {
			if (seen.has(call.id)) return fault(`Duplicate tool call id '${call.id}'.`, `messages.[${index}].tool_calls`);
			seen.add(call.id);
		}
	}
	return undefined;
}

/** Contents, and the pairing of calls with results. */
function messageFault(messages: RequestMessage[]): Fault | undefined {
	let open: string[] = [];
	for (const [index, message] of messages.entries()) {
		if (message.role === "tool") {
			if (!open.includes(message.tool_call_id)) return orphan(index);
			open = open.filter((id) => id !== message.tool_call_id);
			continue;
		}
		if (open.length > 0) return unanswered(open);
		const found = contentFault(message, index);
		if (found) return found;
		open = callsOf(message).map((call) => call.id);
	}
	return open.length > 0 ? unanswered(open) : undefined;
}

function contentFault(message: RequestMessage, index: number): Fault | undefined {
	const param = `messages.[${index}]`;
	if (message.role === "user" && isEmpty(message)) {
		return fault("Invalid user message: content must not be empty.", `${param}.content`);
	}
	if (message.role !== "assistant") return undefined;
	const calls = callsOf(message);
	if (calls.length === 0 && isEmpty(message) && !message.refusal) {
		return fault("Invalid assistant message: content or tool_calls must be set.", `${param}.content`);
	}
	const badName = calls.find((call) => !TOOL_NAME.test(call.function.name))?.function.name;
	return badName === undefined
		? undefined
		: fault(`Invalid '${param}.tool_calls': '${badName}' is not a tool name.`, `${param}.tool_calls`);
}

const MAX_MARKS = 4;

/** Anthropic's rules for what it is to cache; OpenAI takes more marks. */
function markFault(messages: RequestMessage[]): Fault | undefined {
	const parts = messages.flatMap(({ content }) => (Array.isArray(content) ? content : []));
	const marked = parts.filter((part) => part.type === "text" && part.cache_control !== undefined).length;
	if (marked > MAX_MARKS) {
		return fault(`A maximum of ${MAX_MARKS} blocks with cache_control may be provided. Found ${marked}.`, null);
	}
	return messages.some((message) => isMarked(message) && isEmpty(message))
		? fault("cache_control cannot be set for empty text blocks", null)
		: undefined;
}

const callsOf = (message: RequestMessage): RequestedCall[] =>
	message.role === "assistant" ? (message.tool_calls ?? []) : [];

const isEmpty = ({ content }: RequestMessage): boolean =>
	typeof content === "string"
		? content === ""
		: (content ?? []).every((part) => part.type === "text" && part.text === "");

const orphan = (index: number): Fault =>
	fault(
		"Invalid parameter: messages with role 'tool' must be a response to a preceding message with 'tool_calls'.",
		`messages.[${index}].role`,
		null,
	);

const unanswered = (ids: string[]): Fault =>
	fault(
		`An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${ids.join(", ")}`,
		"messages",
		null,
	);
