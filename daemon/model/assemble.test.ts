import { describe, expect, it } from "vitest";
import { type Assembly, addChunk, emptyAssembly, endAssembly } from "./assemble.ts";
import { chunkSchema } from "./chunk.ts";
import { wireChunk } from "./model-fixture.ts";

const assemble = (...chunks: object[]): Assembly =>
	chunks.map((chunk) => chunkSchema.parse(chunk)).reduce(addChunk, emptyAssembly);

const piece = (index: number | undefined, id: string | undefined, name: string | undefined, json?: string) => ({
	...(index === undefined ? {} : { index }),
	...(id === undefined ? {} : { id }),
	function: { ...(name === undefined ? {} : { name }), ...(json === undefined ? {} : { arguments: json }) },
});

const read = { name: "read", arguments: '{"p":1}' };
const write = { name: "write", arguments: '{"p":2}' };

describe("tool calls", () => {
	it.each([
		[
			"OpenAI: id and name first, then arguments by index",
			[
				piece(0, "a", "read", ""),
				piece(0, undefined, undefined, '{"p"'),
				piece(1, "b", "write", ""),
				piece(0, undefined, undefined, ":1}"),
				piece(1, undefined, undefined, '{"p":2}'),
			],
			[
				{ ...read, id: "a" },
				{ ...write, id: "b" },
			],
		],
		[
			"id and name repeated in every piece",
			[
				piece(0, "a", "read", '{"p"'),
				piece(0, "a", "read", ":1}"),
				piece(0, "a", "read", ""),
				piece(1, "b", "write", '{"p":2}'),
			],
			[
				{ ...read, id: "a" },
				{ ...write, id: "b" },
			],
		],
		[
			"no index, only ids",
			[
				piece(undefined, "a", "read", '{"p"'),
				piece(undefined, "a", undefined, ":1}"),
				piece(undefined, "b", "write", '{"p":2}'),
			],
			[
				{ ...read, id: "a" },
				{ ...write, id: "b" },
			],
		],
		[
			"neither index nor id, whole calls",
			[
				piece(undefined, undefined, "read", '{"p":1}'),
				piece(undefined, undefined, "write", '{"p":2}'),
				piece(undefined, undefined, "write", '{"p":2}'),
			],
			[
				{ ...read, id: "" },
				{ ...write, id: "" },
				{ ...write, id: "" },
			],
		],
		[
			"neither index nor id, arguments in pieces",
			[
				piece(undefined, "", "read", ""),
				piece(undefined, "", undefined, '{"p":1}'),
				piece(undefined, "", "write", ""),
				piece(undefined, "", undefined, '{"p":2}'),
			],
			[
				{ ...read, id: "" },
				{ ...write, id: "" },
			],
		],
		[
			"a new id at the same index",
			[piece(0, "a", "read", '{"p":1}'), piece(0, "b", "write", '{"p"'), piece(0, undefined, undefined, ":2}")],
			[
				{ ...read, id: "a" },
				{ ...write, id: "b" },
			],
		],
		[
			"every whole call at index 0 with an empty id",
			[piece(0, "", "read", '{"p":1}'), piece(0, "", "read", '{"p":1}'), piece(0, "", "write", '{"p":2}')],
			[
				{ ...read, id: "" },
				{ ...read, id: "" },
				{ ...write, id: "" },
			],
		],
		[
			"a last piece that repeats the name and adds nothing",
			[piece(0, "", "read", '{"p":1}'), piece(0, "", "read", "")],
			[{ ...read, id: "" }],
		],
		[
			"a name in pieces, an id that comes late",
			[piece(0, undefined, "re", ""), piece(0, undefined, "ad", ""), piece(0, "a", undefined, '{"p":1}')],
			[{ ...read, id: "a" }],
		],
		[
			"arguments as an object",
			[{ index: 0, id: "a", function: { name: "read", arguments: { p: 1 } } }],
			[{ ...read, id: "a" }],
		],
		[
			"an empty call among the others",
			[piece(0, "a", "read", '{"p":1}'), piece(1, "", "", "")],
			[{ ...read, id: "a" }],
		],
	])("%s", (_, pieces, calls) => {
		const assembly = assemble(...pieces.map((call) => wireChunk({ tool_calls: [call] })), wireChunk({}, "tool_calls"));
		expect(endAssembly(assembly)).toMatchObject({ kind: "message", calls });
	});

	it("reads the older function_call", () => {
		const assembly = assemble(
			wireChunk({ function_call: { name: "read", arguments: "" } }),
			wireChunk({ function_call: { arguments: '{"p":1}' } }),
			wireChunk({}, "function_call"),
		);
		expect(endAssembly(assembly)).toMatchObject({ kind: "message", calls: [read] });
	});
});

describe("endings", () => {
	const text = wireChunk({ content: "Hello" });
	const call = wireChunk({ tool_calls: [piece(0, "a", "read", '{"p":1}')] });

	it.each([
		["stop", { kind: "message", text: "Hello" }],
		["STOP", { kind: "message", text: "Hello" }],
		["tool_calls", { kind: "message", text: "Hello" }],
		["end_turn", { kind: "message", text: "Hello" }],
		["length", { kind: "length", text: "Hello" }],
		["max_tokens", { kind: "length", text: "Hello" }],
		["content_filter", { kind: "refusal", text: "Hello" }],
		["error", { kind: "odd-end", finishReason: "error" }],
		["insufficient_system_resource", { kind: "odd-end", finishReason: "insufficient_system_resource" }],
	])("%s", (finishReason, ending) => {
		expect(endAssembly(assemble(text, wireChunk({}, finishReason)))).toMatchObject(ending);
	});

	it("is cut, never complete, without a finish reason, also where whole calls are there", () => {
		expect(endAssembly(assemble(text, call))).toEqual({ kind: "cut" });
		expect(endAssembly(emptyAssembly)).toEqual({ kind: "cut" });
	});

	it("hands out no calls of an answer that hit the output limit", () => {
		expect(endAssembly(assemble(call, wireChunk({}, "length")))).toEqual({ kind: "length", text: "" });
	});

	it("takes the refusal field for a refusal whatever the finish reason", () => {
		expect(endAssembly(assemble(wireChunk({ refusal: "I can't" }), wireChunk({}, "stop")))).toEqual({
			kind: "refusal",
			text: "I can't",
		});
	});

	it.each([
		["nothing at all", [], ""],
		["white space", [wireChunk({ content: " \n" })], " \n"],
		["reasoning alone", [wireChunk({ reasoning_content: "hm" }), wireChunk({ reasoning: "hm" })], ""],
	])("is whole, though empty: %s", (_, chunks, said) => {
		const ending = { kind: "message", text: said, calls: [] };
		expect(endAssembly(assemble(...chunks, wireChunk({}, "stop")))).toEqual(ending);
	});

	it.each([
		["a call without a name", [text, wireChunk({ tool_calls: [piece(0, "a", "", '{"p":1}')] })], "stop"],
		["calls announced and none sent", [wireChunk({ content: "" })], "tool_calls"],
	])("makes no sense: %s", (_, chunks, finishReason) => {
		expect(endAssembly(assemble(...chunks, wireChunk({}, finishReason))).kind).toBe("malformed");
	});

	it("leaves reasoning out of the text and keeps it among what was written", () => {
		const assembly = assemble(wireChunk({ reasoning_content: "12345" }), text, wireChunk({}, "stop"));
		expect(assembly).toMatchObject({ text: "Hello", written: "12345Hello" });
	});
});

describe("usage", () => {
	const plain = { inputTokens: 9, cachedTokens: 0, outputTokens: 2 };

	it.each([
		["in a chunk of its own", { choices: [], usage: { prompt_tokens: 9, completion_tokens: 2 } }, plain],
		["on the last choice's chunk", wireChunk({}, "stop", { usage: { prompt_tokens: 9, completion_tokens: 2 } }), plain],
		[
			"inside the choice",
			{
				choices: [
					{ delta: {}, finish_reason: "stop", usage: { prompt_tokens: 9, completion_tokens: 2, cached_tokens: 4 } },
				],
			},
			{ ...plain, cachedTokens: 4 },
		],
		[
			"with OpenAI's cached tokens",
			{ choices: [], usage: { prompt_tokens: 9, completion_tokens: 2, prompt_tokens_details: { cached_tokens: 8 } } },
			{ ...plain, cachedTokens: 8 },
		],
		[
			"with DeepSeek's cached tokens",
			{
				choices: [],
				usage: { prompt_tokens: 9, completion_tokens: 2, prompt_cache_hit_tokens: 7, prompt_cache_miss_tokens: 2 },
			},
			{ ...plain, cachedTokens: 7 },
		],
		["null", { choices: [], usage: null }, undefined],
		["without sense", { choices: [], usage: { prompt_tokens: "many" } }, undefined],
	])("%s", (_, chunk, usage) => {
		expect(assemble(chunk).usage).toEqual(usage);
	});

	it("takes the last count where every chunk has one", () => {
		const counted = (tokens: number) =>
			wireChunk({ content: "a" }, null, { usage: { prompt_tokens: 9, completion_tokens: tokens } });
		expect(assemble(counted(1), counted(2), wireChunk({}, "stop")).usage?.outputTokens).toBe(2);
	});
});
