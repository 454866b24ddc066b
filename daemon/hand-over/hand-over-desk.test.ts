import { expect, it } from "vitest";
import { formatEventId, parseEventId } from "#core/event.ts";
import { MAIN_TRAJECTORY } from "#daemon/records/event-record.ts";
import type { HandOver } from "#tools/ports.ts";
import { ToolError } from "#tools/tool.ts";
import { openHandOvers } from "./hand-over-fixture.ts";

const COMPLAINT: HandOver = {
	kind: "complaint",
	urgency: "high",
	needsAnswer: true,
	asks: [],
	looksLikePhishing: false,
	confidence: "high",
	read: "whole",
	dates: ["2026-11-30"],
	amounts: [{ value: 120.5, currency: "EUR" }],
	handles: [],
};

/** A mail in its side trajectory, with the port of a call there. */
function mailArrived(changes: Partial<Parameters<ReturnType<typeof openHandOvers>["arrive"]>[0]> = {}) {
	const world = openHandOvers();
	const { arrive, side, turnOf, desk } = world;
	const first = arrive({ trajectoryId: side });
	const mail = arrive({ trajectoryId: side, ...changes });
	const origin = { callId: 7, turnId: turnOf(side, first, mail), trajectoryId: side };
	return { ...world, mail, origin, port: desk.portFor(origin) };
}

it("makes one entry in the owner's trajectory, of values and handles, and lets it show what they name", () => {
	const { port, events, handOvers, mail, side } = mailArrived();
	const handles = [`E-${mail}.body`, `E-${mail}.sender`];
	port.check({ ...COMPLAINT, handles });
	const name = port.carryOut({ ...COMPLAINT, handles });
	const waiting = events.waitingFor(MAIN_TRAJECTORY, "system", 10);
	expect(waiting.map(({ id }) => formatEventId(id))).toEqual([name]);
	expect(waiting[0]).toMatchObject({
		kind: "hand-over",
		channel: "system",
		trust: "system",
		outsideSource: undefined,
		causeEventId: mail,
		conversation: { channel: "web", address: "owner" },
	});
	expect(waiting[0]?.text).toMatch(/^\[hand-over\] From «mail thread»: complaint, urgency high, needs an answer\. /);
	expect(waiting[0]?.text).not.toContain("money");
	expect(handOvers.holds(MAIN_TRAJECTORY, mail)).toBe(true);
	expect(handOvers.holds(side, mail)).toBe(false);
});

it("makes no second entry where the same call comes again after a crash", () => {
	const { port, desk, events, origin } = mailArrived();
	const first = port.carryOut(COMPLAINT);
	expect(port.carryOut(COMPLAINT)).toBe(first);
	expect(desk.portFor({ ...origin, callId: 8 }).carryOut(COMPLAINT)).not.toBe(first);
	expect(events.waitingFor(MAIN_TRAJECTORY, "system", 10)).toHaveLength(2);
});

it("writes the entry with its leave to show, or neither", () => {
	const { port, database, events, handOvers, mail } = mailArrived();
	const broken = () =>
		database.write(() => {
			port.carryOut({ ...COMPLAINT, handles: [`E-${mail}.body`] });
			throw new Error("the disk is full");
		});
	expect(broken).toThrow("the disk is full");
	expect(events.waitingFor(MAIN_TRAJECTORY, "system", 10)).toEqual([]);
	expect(handOvers.holds(MAIN_TRAJECTORY, mail)).toBe(false);
});

it("goes where the owner last spoke, but not where others read", () => {
	const { port, arrive, events, guest, desk, origin } = mailArrived();
	const whereTo = (name: string) => events.find(parseEventId(name) ?? 0)?.conversation;
	const phone = { channel: "telegram", address: "7" };
	arrive({ trust: "owner", conversation: phone, channel: "telegram" });
	expect(whereTo(port.carryOut(COMPLAINT))).toEqual(phone);
	arrive({ trust: "owner", conversation: { channel: "telegram", address: "group" }, trajectoryId: guest });
	expect(whereTo(desk.portFor({ ...origin, callId: 8 }).carryOut(COMPLAINT))).toEqual(phone);
});

it("is told later where it is worth no model call", () => {
	const { port, events } = mailArrived();
	const name = port.carryOut({ ...COMPLAINT, kind: "advertisement", urgency: "normal", needsAnswer: false });
	expect(events.waitingFor(MAIN_TRAJECTORY, "system", 10)).toEqual([]);
	expect(events.unseen(MAIN_TRAJECTORY, 10).events.map(({ id, state }) => [formatEventId(id), state])).toEqual([
		[name, "settled"],
	]);
});

it("is for side trajectories alone", () => {
	const { desk, arrive, guest, turnOf } = mailArrived();
	for (const trajectoryId of [MAIN_TRAJECTORY, guest]) {
		const turnId = turnOf(trajectoryId, arrive({ trajectoryId }));
		const port = desk.portFor({ callId: 9, turnId, trajectoryId });
		expect(() => port.check(COMPLAINT)).toThrow(ToolError);
		expect(() => port.carryOut(COMPLAINT)).toThrow(/Use reply or no_reply/);
	}
});

it("hands over no event of another trajectory, and nothing that an event has not", () => {
	const { port, arrive, guest, mail, handOvers } = mailArrived({ text: "" });
	const foreign = arrive({ trajectoryId: guest });
	const owners = arrive({ trust: "owner" });
	for (const handle of [`E-${foreign}.body`, `E-${owners}.sender`, "E-999.body", "nonsense"])
		expect(() => port.check({ ...COMPLAINT, handles: [handle] }), handle).toThrow(
			/names no event of this conversation/,
		);
	expect(() => port.carryOut({ ...COMPLAINT, handles: [`E-${foreign}.body`] })).toThrow(ToolError);
	expect(handOvers.holds(MAIN_TRAJECTORY, foreign)).toBe(false);
	expect(() => port.check({ ...COMPLAINT, handles: [`E-${mail}.body`] })).toThrow(/has no body/);
	expect(() => port.check({ ...COMPLAINT, handles: [`E-${mail}.files`] })).toThrow(/has no files/);
	port.check({ ...COMPLAINT, handles: [`E-${mail}.sender`] });
});

it("tells of an event that a reader has read once, with its own handles alone", () => {
	const { desk, events, handOvers, mail, side, arrive, guest } = mailArrived();
	const event = { id: mail, trajectoryId: side };
	const given = { ...COMPLAINT, handles: [`E-${mail}.body`] };
	const entry = desk.handOverEvent(event, given);
	expect(desk.handOverEvent(event, { ...given, kind: "invoice" })).toBe(entry);
	const waiting = events.waitingFor(MAIN_TRAJECTORY, "system", 10);
	expect(waiting).toMatchObject([{ id: entry, kind: "hand-over", causeEventId: mail, trust: "system" }]);
	expect(waiting[0]?.text).toContain("complaint");
	expect(handOvers.holds(MAIN_TRAJECTORY, mail)).toBe(true);
	const foreign = arrive({ trajectoryId: guest });
	expect(() => desk.handOverEvent(event, { ...given, handles: [`E-${foreign}.body`] })).toThrow(ToolError);
	expect(() => desk.handOverEvent(event, { ...given, handles: ["A-1"] })).toThrow(/names no event/);
	expect(() => desk.handOverEvent({ id: foreign, trajectoryId: guest }, given)).toThrow(ToolError);
});
