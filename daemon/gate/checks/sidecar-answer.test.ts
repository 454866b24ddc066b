import { expect, it } from "vitest";
import { entryFor, modelWith, serverWith } from "#daemon/model/model-fixture.ts";
import type { ModelStep } from "#test/stand-ins/model/types.ts";
import { readSidecarAnswer } from "./sidecar-answer.ts";

async function read(step: ModelStep) {
	const server = await serverWith(step);
	return readSidecarAnswer(await modelWith([entryFor(server.baseUrl)]).ask({ purpose: "sidecar" }));
}

it.each<[string, object]>([
	["fine", { kind: "fine" }],
	[" Fine.\n", { kind: "fine" }],
	['"secret"', { kind: "ask", doubt: "secret" }],
	["**MONEY**", { kind: "ask", doubt: "money" }],
	["`hidden`", { kind: "ask", doubt: "hidden" }],
])("takes the word %j", async (text, answer) => {
	expect(await read({ kind: "say", text })).toEqual(answer);
});

it.each<[string, ModelStep]>([
	["two words", { kind: "say", text: "fine, secret" }],
	["a sentence", { kind: "say", text: "This is fine." }],
	["a word of its own", { kind: "say", text: "allow" }],
	["the name of something that every object has", { kind: "say", text: "constructor" }],
	["nothing", { kind: "empty" }],
	["a call", { kind: "call", calls: [{ tool: "fine", arguments: {} }], text: "fine" }],
	["a text that was cut", { kind: "length", text: "fine" }],
	["a refusal", { kind: "refuse" }],
	["an error", { kind: "status", code: 401 }],
	["bytes that nobody can read", { kind: "garbage" }],
])("takes %s for no answer", async (_, step) => {
	expect(await read(step)).toEqual({ kind: "none", problem: expect.any(String) });
});
