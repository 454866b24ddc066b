import { describe, expect, it } from "vitest";
import type { ChatMessage } from "#daemon/model/port.ts";
import { type Comparable, compareRequests } from "./compare-requests.ts";
import { describeDifference } from "./describe-difference.ts";
import { TOOLS } from "./scene-fixture.ts";

const user = (content: string): ChatMessage => ({ role: "user", content });

/** A request of these messages, its status block last. */
function request(words: readonly string[], status: string, tools = TOOLS): Comparable {
	const conversation = [{ role: "system" as const, content: "You are" }, ...words.map(user)];
	return { tools, conversation, messages: [...conversation, user(status)] };
}

/** The same with the block at the end of its last message. */
function inside(words: readonly string[], status: string): Comparable {
	const { conversation, tools } = request(words, status);
	const last = conversation.at(-1)?.content ?? "";
	return { tools, conversation, messages: [...conversation.slice(0, -1), user(`${last}${status}`)] };
}

const toolBytes = JSON.stringify(TOOLS).length;
const size = (...messages: readonly ChatMessage[]): number =>
	messages.reduce((sum, message) => sum + Buffer.byteLength(JSON.stringify(message)), toolBytes);

describe("compareRequests", () => {
	it("finds the message and the byte from which on they differ", () => {
		const found = compareRequests(request(["one"], "status 1"), request(["one", "two"], "status 2"));
		const [system, one, two, status] = request(["one", "two"], "status 2").messages as [ChatMessage, ...ChatMessage[]];
		const sameBytes = '{"role":"user","content":"'.length;
		expect(found).toEqual({
			at: { kind: "message", message: 3, role: "user", sameBytes },
			relation: { kind: "extends", added: 1 },
			sharedBytes: size(system, one as ChatMessage) + sameBytes,
			bytes: size(system, one as ChatMessage, two as ChatMessage, status as ChatMessage),
		});
	});

	it("counts bytes, not characters", () => {
		const { at } = compareRequests(request(["äöü1"], "s"), request(["äöü2"], "s"));
		expect(at).toMatchObject({ message: 2, sameBytes: '{"role":"user","content":"'.length + 6 });
	});

	it("looks at the tools first", () => {
		const found = compareRequests(request(["one"], "s"), request(["one"], "s", TOOLS.slice(0, 1)));
		expect(found).toMatchObject({ at: { kind: "tools" }, relation: { kind: "changed" } });
		expect(found.sharedBytes).toBeLessThan(toolBytes);
	});

	it("knows a request that was sent again", () => {
		const again = request(["one"], "s");
		const { at, sharedBytes, bytes } = compareRequests(again, request(["one"], "s"));
		expect(at).toEqual({ kind: "nowhere" });
		expect(sharedBytes).toBe(bytes);
	});

	it("tells what was added from what was changed or left out", () => {
		const relation = (before: string[], now: string[]) =>
			compareRequests(request(before, "1"), request(now, "2")).relation;
		expect(relation(["a"], ["a", "b", "c"])).toEqual({ kind: "extends", added: 2 });
		expect(relation(["a", "b", "c"], ["a"])).toEqual({ kind: "shows-less", left: 2 });
		expect(relation(["a", "b"], ["x", "b"])).toEqual({ kind: "changed" });
		expect(compareRequests(inside(["a"], " s1"), inside(["a", "b"], " s2")).relation).toEqual({
			kind: "extends",
			added: 1,
		});
	});
});

describe("describeDifference", () => {
	const describe_ = (before: string[], now: string[], newEpoch?: string) =>
		describeDifference(request(before, "1"), request(now, "2"), newEpoch);

	it("says why, and whether that is as it should be", () => {
		expect(describe_(["a"], ["a"])).toMatchObject({ why: "only the status block is another", isExpected: true });
		expect(describe_(["a"], ["a", "b"])).toMatchObject({
			why: expect.stringContaining("and 1 message came"),
			isExpected: true,
		});
		expect(describe_(["a", "b", "c"], ["a"])).toMatchObject({
			why: expect.stringContaining("2 messages less"),
			isExpected: true,
		});
		expect(describe_(["a"], ["x"])).toMatchObject({ why: expect.stringContaining("never be"), isExpected: false });
		expect(describe_(["a"], ["x"], "handover")).toMatchObject({ why: "an epoch began: handover", isExpected: true });
	});
});
