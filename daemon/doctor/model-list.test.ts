import { createServer } from "node:http";
import { expect, it } from "vitest";
import { systemClock } from "#core/clock.ts";
import { API_KEY, entryFor } from "#daemon/model/model-fixture.ts";
import { listenOn } from "./doctor-fixture.ts";
import { lookUpModel } from "./model-list.ts";

/** Looks a model up at a service that gives this answer, if it got the right key. */
async function lookUp(status: number, body: string, apiKey = API_KEY) {
	const server = createServer((request, response) => {
		const isRight = request.url === "/v1/models" && request.headers.authorization === `Bearer ${API_KEY}`;
		response.writeHead(isRight ? status : 401).end(isRight ? body : `no such key: ${request.headers.authorization}`);
	});
	const entry = entryFor(`http://127.0.0.1:${await listenOn(0, server)}/v1/`, { model: "bge-m3", apiKey });
	return lookUpModel(entry, { clock: systemClock, fetch, signal: new AbortController().signal });
}

it.each([
	[200, '{ "data": [{ "id": "other" }, { "id": "bge-m3" }] }', { kind: "listed" }],
	[200, '{ "data": [] }', { kind: "unlisted" }],
	[200, '{ "models": ["bge-m3"] }', { kind: "no-list" }],
	[404, "not found", { kind: "no-list" }],
	[503, "busy", { kind: "failed", problem: expect.stringContaining("(503)") }],
	[200, "<html>", { kind: "failed", remedy: expect.stringContaining("baseUrl") }],
])("reads the answer %d %s", async (status, body, expected) => {
	expect(await lookUp(status, body)).toMatchObject(expected);
});

it("tells of a key that is refused, without showing it", async () => {
	const listing = await lookUp(200, "", "sk-another-key-0123");
	expect(listing).toMatchObject({ kind: "failed", problem: expect.stringContaining("refuses the API key (401)") });
	expect(JSON.stringify(listing)).not.toContain("sk-another");
});
