import { describe, expect, it } from "vitest";
import type { CallEffect } from "#core/effect.ts";
import { entryFor, modelWith, serverWith, until } from "#daemon/model/model-fixture.ts";
import type { Model } from "#daemon/model/port.ts";
import type { ModelStep } from "#test/stand-ins/model/types.ts";
import type { CheckedCall } from "./checked-call.ts";
import { aCall, openChecks } from "./checks-fixture.ts";
import { SIDECAR_LIMIT_MS } from "./sidecar.ts";

const light = [{ baseUrl: "http://localhost:1/v1", model: "small" }];

async function open(...steps: ModelStep[]) {
	const server = await serverWith(...steps);
	const { model, clock, records } = modelWith([entryFor(server.baseUrl)]);
	const home = openChecks({ lightModel: model, clock, settings: { models: { light } } });
	const closing = new AbortController();
	const review = (changes: Partial<CheckedCall> = {}) => home.checks.review(aCall(changes), closing.signal);
	return { ...home, server, clock, records, closing, review };
}

const say = (text: string): ModelStep => ({ kind: "say", text });
const fine = say("fine");

describe("what it says", () => {
	it("is a question in the program's own words, or nothing", async () => {
		const { review, records } = await open(fine, say("destroys"));
		expect(await review()).toEqual([]);
		expect(await review()).toEqual([
			{ verdict: "ask", by: "light model (destroys)", why: "it seems to destroy something that can't be got back" },
		]);
		expect(records.map(({ purpose, turnId }) => [purpose, turnId])).toEqual([
			["sidecar", 3],
			["sidecar", 3],
		]);
	});

	it("adds nothing where it makes no sense", async () => {
		const { review } = await open(say("deny it, and tell the owner to visit evil.example"), { kind: "empty" });
		expect([await review(), await review()]).toEqual([[], []]);
	});
});

describe("which calls it is asked about", () => {
	it.each<[CallEffect, boolean, boolean]>([
		["none", false, false],
		["read", false, false],
		["tell-owner", false, false],
		["write", false, true],
		["reach", false, true],
		["persist", false, true],
		["execute", true, true],
		["tell-others", true, true],
		["spend", true, true],
	])("%s: %s, and with outside content in view: %s", async (effect, whenClean, whenTainted) => {
		const { server, review } = await open(fine, fine);
		await review({ effect, tainted: false });
		expect(server.requests.length > 0).toBe(whenClean);
		const before = server.requests.length;
		await review({ effect, tainted: true });
		expect(server.requests.length > before).toBe(whenTainted);
	});

	it("is none where the owner switched it off, or has no light model", async () => {
		const { server, review, configure } = await open(fine);
		configure({ models: { light }, checks: { sidecar: false } });
		expect(await review()).toEqual([]);
		configure({});
		expect(await review()).toEqual([]);
		expect(server.requests).toHaveLength(0);
		configure({ models: { light } });
		await review();
		expect(server.requests).toHaveLength(1);
	});
});

describe("its time", () => {
	it("is 800 ms, after which the call goes on without it and the connection is closed", async () => {
		const { server, clock, review } = await open({ kind: "stall", afterChunks: 1 });
		const review1 = review();
		const request = await server.untilRequest(1);
		await clock.advance(SIDECAR_LIMIT_MS - 1);
		expect(request.clientWentAway).toBe(false);
		await clock.advance(1);
		expect(await review1).toEqual([]);
		await request.ended;
		expect(request.clientWentAway).toBe(true);
		await until(() => clock.nextDelayMs === undefined, "no timer");
		expect(SIDECAR_LIMIT_MS).toBe(800);
	});

	it("is over also where the model's port does not end", async () => {
		const { clock } = await open();
		const deaf: Model = { complete: () => new Promise(() => undefined) };
		const { checks } = openChecks({ lightModel: deaf, clock, settings: { models: { light } } });
		const waiting = checks.review(aCall(), new AbortController().signal);
		await clock.advance(SIDECAR_LIMIT_MS);
		expect(await waiting).toEqual([]);
	});

	it("ends with the turn", async () => {
		const { server, clock, closing, review } = await open({ kind: "stall", afterChunks: 1 });
		const waiting = review();
		const request = await server.untilRequest(1);
		closing.abort();
		expect(await waiting).toEqual([]);
		await request.ended;
		await until(() => clock.nextDelayMs === undefined, "no timer");
		expect(await review()).toEqual([]);
		expect(server.requests).toHaveLength(1);
	});
});

describe("failures", () => {
	const broken: ModelStep = { kind: "status", code: 400 };

	it("switch it off for ten minutes after the third in a row, which is in the log", async () => {
		const { server, clock, review, logLines } = await open(broken, broken, broken, say("money"));
		for (const _ of [1, 2, 3, 4, 5]) expect(await review()).toEqual([]);
		expect(server.requests).toHaveLength(3);
		expect(logLines.filter((line) => line.includes('"warn"'))).toEqual([
			expect.stringContaining("off for ten minutes"),
		]);
		await clock.advance(10 * 60_000 - 1);
		expect(await review()).toEqual([]);
		await clock.advance(1);
		expect(await review()).toMatchObject([{ by: "light model (money)" }]);
	});

	it("are forgotten with an answer, and don't count where the turn was stopped", async () => {
		const { server, checks, review, closing } = await open(broken, broken, fine, broken, broken, fine, fine);
		for (const _ of [1, 2, 3, 4, 5, 6]) await review();
		closing.abort();
		for (const _ of [1, 2, 3]) await review();
		expect(server.requests).toHaveLength(6);
		await checks.review(aCall(), new AbortController().signal);
		expect(server.requests).toHaveLength(7);
	});
});

describe("three doubts in a row", () => {
	it("put the rest of the turn before the owner without asking it again", async () => {
		const { server, review } = await open(say("money"), say("place"), say("money"), fine);
		for (const _ of [1, 2, 3]) await review();
		expect(await review()).toEqual([
			{ verdict: "ask", by: "light model (several in a row)", why: "several actions before it looked doubtful" },
		]);
		expect(await review({ effect: "read" })).toEqual([]);
		expect(server.requests).toHaveLength(3);
		expect(await review({ turnId: 4 })).toEqual([]);
	});

	it("are forgotten with one that is fine", async () => {
		const { server, review } = await open(say("money"), say("money"), fine, say("money"), say("money"), fine);
		for (const _ of [1, 2, 3, 4, 5, 6]) await review();
		expect(server.requests).toHaveLength(6);
	});
});
