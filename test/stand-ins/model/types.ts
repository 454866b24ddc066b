import type { IncomingHttpHeaders } from "node:http";
import type { ChatRequest } from "./body.ts";
import type { ReplayDemand } from "./replay.ts";
import type { MeterOptions, WireUsage } from "./usage.ts";

/** What the scripted model does with one request. */
export type ModelStep = StepOptions &
	(
		| { kind: "say"; text: string }
		/** Asks for tool calls, after `text` where there is some. */
		| { kind: "call"; calls: ScriptedCall[]; text?: string }
		/** Declines in the `refusal` field, or, with `contentFilter`, by ending with `content_filter`. */
		| { kind: "refuse"; text?: string; contentFilter?: boolean }
		/** Cut at the output limit: also in the middle of a call where there are `calls`. */
		| { kind: "length"; text: string; calls?: ScriptedCall[] }
		/** An HTTP error. Without `body` it is OpenAI's error object for that code. */
		| { kind: "status"; code: number; headers?: Record<string, string>; body?: string | object }
		/** Sends headers and `afterChunks` chunks (1 is the role alone), then nothing until the client goes away. */
		| { kind: "stall"; afterChunks?: number; text?: string; calls?: ScriptedCall[] }
		/** As `stall`, but then breaks the connection. With 0 chunks not even headers are sent. */
		| { kind: "cut"; afterChunks?: number; text?: string; calls?: ScriptedCall[] }
		/** Answers 200 with the right content type and bytes that no client can read. */
		| { kind: "garbage"; bytes?: string }
		/** Answers 200 with an HTML page, as a captive portal or a wrong base URL does. */
		| { kind: "wrong-content-type"; body?: string }
		/** Ends in order with neither text nor calls. */
		| { kind: "empty" }
	);

/** A call as the model writes it. */
export interface ScriptedCall {
	/** `""` for a call without a name. */
	tool: string;
	/** Sent as JSON, or as it is where it is a string (so a string may be broken JSON). */
	arguments: Record<string, unknown> | string;
	/** Made up where left out; `null` for a provider that gives none. */
	id?: string | null;
	/** Sent with the call's first piece as `extra_content`, as Gemini does with its signature. */
	extraContent?: Record<string, unknown>;
}

export interface StepOptions {
	/** Splits text and arguments into pieces of so many characters. Default 16. */
	chunkSize?: number;
	/** Cuts the bytes of the answer into TCP writes of so many bytes, also inside a character. */
	writeSizeBytes?: number;
	/** Waits so long before the first byte, headers included. */
	delayMs?: number;
	delayBetweenChunksMs?: number;
	/** Leaves out usage, as many local servers do. */
	withoutUsage?: boolean;
	/** Streamed first as `reasoning_content` (DeepSeek, Kimi, vLLM). */
	reasoning?: string;
	/** Streamed next, one a chunk, as `reasoning_details` (OpenRouter). */
	reasoningDetails?: Record<string, unknown>[];
	/** The answer stops until this resolves, after `holdAfterChunks` chunks (default 2: the role and a first piece). */
	hold?: Promise<unknown>;
	holdAfterChunks?: number;
}

/** One request as it came in. Filled further while it is answered. */
export interface RecordedRequest {
	/** From 1, in order of arrival, over chat completions only. */
	number: number;
	/** `performance.now()` when its body was complete. */
	receivedAt: number;
	/** Body as text, for comparing bytes. */
	rawBody: string;
	/** Checked body; undefined where the request was refused as invalid. */
	body: ChatRequest | undefined;
	headers: IncomingHttpHeaders;
	/** What was counted, also where the answer left it out; undefined until answered and for errors. */
	usage: WireUsage | undefined;
	/** True where the client closed the connection before the answer was complete. */
	clientWentAway: boolean;
	/** True where the step itself broke the connection (`cut`). */
	connectionCut: boolean;
	/** Resolves when the answer is complete or the connection is gone. */
	ended: Promise<void>;
}

/** A request that a strict provider would have refused, and that was answered with 400. */
export interface Violation {
	request: number;
	message: string;
	/** Where in the request, as `messages.[3].role`; null where OpenAI says none. */
	param: string | null;
}

/** Decides the answer to a valid request. A throw is answered with 500, with its message. */
export type ModelScript = (request: RecordedRequest & { body: ChatRequest }) => ModelStep | Promise<ModelStep>;

export interface ModelServerOptions extends MeterOptions {
	/** Steps for the queue, or a function. */
	script?: ModelStep[] | ModelScript;
	/** Default 0: any free port. */
	port?: number;
	/** What `GET /models` lists. Default `["stand-in"]`. Requests may name any model. */
	models?: string[];
	/** Where given, any other key is answered with 401. */
	apiKey?: string;
	/** Answers 400, as this service does, to a conversation without the reasoning that it gave. */
	demandReplay?: ReplayDemand;
	/** False takes 4 characters for a token instead of loading a tokenizer: next to no work. Default true. */
	countTokens?: boolean;
}

export interface ModelServer {
	/** To be given to a client, as `http://127.0.0.1:1234/v1`. */
	baseUrl: string;
	requests: readonly RecordedRequest[];
	violations: readonly Violation[];
	/** Used when the queue is empty. May be replaced at any time. */
	script: ModelScript | undefined;
	/** Adds steps to the queue, which goes before `script`. With neither, a request is answered with 500. */
	enqueue(...steps: ModelStep[]): void;
	/** How many steps of the queue are left. */
	readonly queued: number;
	/** Resolves when request `number` (from 1) has arrived. */
	untilRequest(number: number): Promise<RecordedRequest>;
	/** Breaks open connections and frees the port. Calling it twice is harmless. */
	close(): Promise<void>;
}
