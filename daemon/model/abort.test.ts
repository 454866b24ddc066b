import { expect, it } from "vitest";
import type { ModelStep } from "#test/stand-ins/model/types.ts";
import { entryFor, modelWith, serverWith, until } from "./model-fixture.ts";

// The clock stands still in all of these: what ends at all has ended by the signal.

it("asks nobody when it is too late from the start", async () => {
	const server = await serverWith();
	expect(await modelWith([entryFor(server.baseUrl)]).ask({}, AbortSignal.abort())).toEqual({ kind: "aborted" });
	expect(server.requests).toHaveLength(0);
});

it.each<[string, ModelStep, boolean]>([
	["before the headers", { kind: "say", text: "Hello", delayMs: 3_600_000 }, false],
	["before the first chunk", { kind: "stall", afterChunks: 0 }, false],
	["in the middle of the text", { kind: "stall", afterChunks: 3, text: "Hello, this will never end" }, true],
	[
		"in the middle of a call",
		{ kind: "stall", afterChunks: 3, calls: [{ tool: "read", arguments: { path: "a.md" } }] },
		true,
	],
])("ends at once %s, and closes the connection", async (_, step, answered) => {
	const server = await serverWith(step);
	const { ask, progress, records, clock } = modelWith([entryFor(server.baseUrl)]);
	const stop = new AbortController();
	const asked = ask({}, stop.signal);
	const request = await server.untilRequest(1);
	if (answered) await until(() => progress.length > 0, "progress");
	stop.abort();
	expect(await asked).toEqual({ kind: "aborted" });
	await request.ended;
	expect(request.clientWentAway).toBe(true);
	expect(server.requests).toHaveLength(1);
	expect(records.map(({ outcome }) => outcome)).toEqual(answered ? ["aborted"] : []);
	expect(clock.nextDelayMs).toBeUndefined();
});

it("ends at once while it waits to try again", async () => {
	const server = await serverWith({ kind: "status", code: 500 });
	const { ask, clock } = modelWith([entryFor(server.baseUrl)]);
	const stop = new AbortController();
	const asked = ask({}, stop.signal);
	await until(() => clock.nextDelayMs === 500, "the wait");
	stop.abort();
	expect(await asked).toEqual({ kind: "aborted" });
	expect(clock.nextDelayMs).toBeUndefined();
});

it("ends at once though the network doesn't listen to the signal", async () => {
	const { ask } = modelWith([entryFor("http://stand-in.invalid/v1")], () => new Promise(() => undefined));
	const stop = new AbortController();
	const asked = ask({}, stop.signal);
	stop.abort();
	expect(await asked).toEqual({ kind: "aborted" });
});

it("leaves nothing behind on a signal that outlives many requests", async () => {
	const server = await serverWith();
	server.script = () => ({ kind: "say", text: "ok" });
	const { ask } = modelWith([entryFor(server.baseUrl)]);
	const { signal } = new AbortController();
	let listeners = 0;
	const counted = new Proxy(signal, {
		get(target, name) {
			if (name === "addEventListener") listeners++;
			if (name === "removeEventListener") listeners--;
			const value: unknown = Reflect.get(target, name, target);
			return typeof value === "function" ? value.bind(target) : value;
		},
	});
	for (let count = 0; count < 5; count++) await ask({}, counted);
	expect(listeners).toBe(0);
});
