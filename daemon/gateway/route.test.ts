import { describe, expect, it } from "vitest";
import { urgencySchema } from "#core/event.ts";
import { TRUSTS } from "#core/trust.ts";
import type { LoopReading } from "#daemon/loop/loop-control.ts";
import type { LoopState } from "#daemon/records/trajectories.ts";
import { ACTING, IDLE } from "#daemon/router/loop-fixture.ts";
import { orderOf, parseCommand, type RoutedEvent, routeEvent } from "./route.ts";

const event: RoutedEvent = {
	trust: "owner",
	text: "hello",
	outside: false,
	action: undefined,
	hasAttachments: false,
	hasOwnTrajectory: false,
	urgency: "normal",
};
const route = (changes: Partial<RoutedEvent>, loop: LoopReading = IDLE) => routeEvent({ ...event, ...changes }, loop);
const THINKING: LoopReading = { ...IDLE, state: "thinking" };
const queued = (reason: string | RegExp, mayClassify = false) => ({
	kind: "loop",
	strategy: { kind: "queue", reason: expect.stringMatching(reason) },
	mayClassify,
});

describe("routing", () => {
	it("takes the owner's words to the loop and the owner's orders to code", () => {
		expect(route({})).toEqual(queued("nothing is running"));
		expect(route({ text: "/stop" })).toMatchObject({ kind: "command", command: { kind: "stop" } });
		expect(route({ action: { kind: "approve", code: "K7Q2" } })).toMatchObject({ kind: "command" });
	});

	it("takes orders from nobody else, whatever the loop is doing", () => {
		for (const loop of [IDLE, ACTING]) {
			for (const trust of ["known", "stranger"] as const) {
				expect(route({ trust, text: "/approve K7Q2" }, loop)).toEqual({ kind: "refused" });
				expect(route({ trust, text: "stop" }, loop)).toEqual({ kind: "refused" });
				expect(route({ trust, action: { kind: "stop" } }, loop)).toEqual({ kind: "refused" });
				expect(route({ trust, urgency: "interrupt" }, loop)).toEqual({ kind: "refused" });
			}
			expect(route({ trust: "system", text: "/stop" }, loop)).toMatchObject({ kind: "loop" });
			expect(route({ trust: "system", text: "stop" }, loop)).toMatchObject({ strategy: { kind: "queue" } });
		}
	});

	it("never reads an order in a correction, which would be obeyed a second time", () => {
		for (const text of ["/stop", "stop"]) {
			expect(route({ text, relation: "edit" }, ACTING)).toEqual(queued("safe point"));
			expect(route({ text, relation: "reaction" }, ACTING)).toEqual(queued("safe point"));
			expect(route({ text, relation: "reply" }, ACTING)).toMatchObject({ kind: "command" });
		}
	});

	it("never reads an order in what the owner only forwarded", () => {
		expect(route({ outside: true, text: "/approve K7Q2" })).toMatchObject({ kind: "loop" });
		expect(route({ outside: true, text: "stop" }, ACTING)).toEqual(queued("safe point"));
	});
});

describe("a word for stop", () => {
	it.each([
		["the model is being asked", THINKING],
		["a call is run", ACTING],
		["a task runs", { ...IDLE, tasks: 1 }],
		["a question waits for the owner", { ...IDLE, approvals: 1 }],
		["the loop could not go on", { ...IDLE, state: "failed" as const }],
	])("is an order while %s", (_, loop) => {
		const strategy = { kind: "cancel", reason: "the whole message is a word for stop" };
		expect(route({ text: "Stop!" }, loop)).toEqual({ kind: "command", command: { kind: "stop" }, strategy });
		expect(route({ text: "全部停止" }, loop)).toEqual({
			kind: "command",
			command: { kind: "stop", all: true },
			strategy,
		});
	});

	it("is an ordinary message when nothing is going on: it may answer a question", () => {
		expect(route({ text: "cancel" })).toEqual(queued("nothing is running"));
	});

	it("is none in a longer sentence, or below a picture", () => {
		expect(route({ text: "stop the newsletter" }, ACTING)).toEqual(queued("safe point", true));
		expect(route({ text: "stop", hasAttachments: true }, ACTING)).toEqual(queued("safe point"));
	});

	it("says why a stop was one", () => {
		expect(route({ text: "/stop all" })).toMatchObject({
			strategy: { kind: "cancel", reason: "the owner typed /stop" },
		});
		expect(route({ action: { kind: "stop" } })).toMatchObject({ strategy: { reason: "the owner pressed Stop" } });
		expect(route({ text: "/help" })).toMatchObject({ strategy: undefined });
	});

	it("is read again from its row without asking what the loop does by then", () => {
		expect(orderOf({ ...event, text: "stop" })).toMatchObject({ command: { kind: "stop" } });
		expect(orderOf({ ...event, trust: "stranger", text: "stop" })).toBeUndefined();
	});
});

describe("urgency", () => {
	it("cuts off what is being done, for the owner and the program", () => {
		for (const loop of [ACTING, THINKING]) {
			expect(route({ urgency: "interrupt" }, loop)).toMatchObject({ strategy: { kind: "cancel" }, mayClassify: false });
			expect(route({ urgency: "interrupt", trust: "system" }, loop)).toMatchObject({ strategy: { kind: "cancel" } });
		}
		expect(route({ urgency: "critical" }, ACTING)).toEqual(queued("critical"));
	});

	it("of what somebody else wrote, or of a correction, cuts off nothing", () => {
		for (const trust of ["owner", "system"] as const) {
			for (const other of [{ outside: true }, { relation: "edit" as const }, { relation: "reaction" as const }])
				expect(route({ trust, urgency: "interrupt", ...other }, ACTING)).toEqual(queued("safe point"));
		}
	});

	it("has nothing to cut off in a loop that rests", () => {
		expect(route({ urgency: "interrupt" })).toEqual(queued("nothing is running"));
		expect(route({ urgency: "interrupt" }, { ...IDLE, tasks: 1 })).toEqual(queued("no turn is running"));
		for (const state of ["waiting-for-approval", "cancelling", "failed"] as const)
			expect(route({ urgency: "interrupt" }, { ...IDLE, state })).toEqual(queued("the state is"));
	});
});

describe("what the light model may be asked", () => {
	it("is what the owner wrote while the loop is at work, and nothing else", () => {
		expect(route({}, ACTING)).toEqual(queued("the loop is acting: .* safe point", true));
		expect(route({ relation: "reply" }, THINKING)).toEqual(queued("the loop is thinking", true));
		expect(route({}, IDLE)).toMatchObject({ mayClassify: false });
		const others: Partial<RoutedEvent>[] = [
			{ trust: "system" },
			{ outside: true },
			{ relation: "edit" },
			{ relation: "reaction" },
			{ text: " \n" },
			{ text: "x".repeat(1_001) },
			{ hasAttachments: true },
			{ hasOwnTrajectory: true },
			{ urgency: "critical" },
		];
		for (const other of others)
			expect(route(other, ACTING), JSON.stringify(other)).toMatchObject({ mayClassify: false });
	});
});

it("lets strangers in only where an adapter reads them in a trajectory of their own, and not their buttons", () => {
	for (const trust of TRUSTS) {
		for (const text of ["hello", "stop", "/stop"])
			expect(route({ trust, text, hasOwnTrajectory: true, urgency: "interrupt" }, ACTING)).toEqual(
				queued("of its own"),
			);
	}
	expect(route({ trust: "stranger", hasOwnTrajectory: true, action: { kind: "stop" } })).toEqual({ kind: "refused" });
	expect(route({ hasOwnTrajectory: true, action: { kind: "stop" } })).toMatchObject({ kind: "command" });
});

it("gives nobody but the owner and the program the choice, in every state and urgency", () => {
	const states: LoopState[] = ["idle", "thinking", "acting", "waiting-for-approval", "cancelling", "failed"];
	for (const state of states) {
		for (const urgency of urgencySchema.options) {
			for (const hasOwnTrajectory of [true, false]) {
				for (const trust of ["known", "stranger"] as const) {
					const decision = route({ trust, text: "stop", urgency, hasOwnTrajectory }, { ...ACTING, state, tasks: 1 });
					expect(["refused", "queue"]).toContain(decision.kind === "loop" ? decision.strategy.kind : decision.kind);
				}
			}
		}
	}
});

describe("typed commands", () => {
	it.each([
		["/stop", { kind: "stop" }],
		["  /STOP \n", { kind: "stop" }],
		["/stop all", { kind: "stop", all: true }],
		["/Stop  ALL", { kind: "stop", all: true }],
		["/approve k7q2xy", { kind: "approve", code: "K7Q2XY" }],
		["/deny K7Q2XY", { kind: "deny", code: "K7Q2XY" }],
		["/deny K7Q2XY not  now", { kind: "deny", code: "K7Q2XY", reason: "not now" }],
		["/pair ABCD2345", { kind: "pair", code: "ABCD2345" }],
		["/unpair Telegram 42", { kind: "unpair", channel: "telegram", senderId: "42" }],
		["/cancel R-3", { kind: "cancel", registration: "R-3" }],
		["/timers", { kind: "timers" }],
		["/compact", { kind: "compact" }],
		["/compact keep the flight's number", { kind: "compact", focus: "keep the flight's number" }],
		["/pin  The safe is\nin the cellar ", { kind: "pin", text: "The safe is in the cellar" }],
		["/Pin", { kind: "pin" }],
		["/pins", { kind: "pins" }],
		["/unpin P-3", { kind: "unpin", name: "P-3" }],
		["/memory", { kind: "memory" }],
		["/start", { kind: "help" }],
		["/help", { kind: "help" }],
		["/status", { kind: "status" }],
		["/spend", { kind: "spend" }],
		["/Spend Allow", { kind: "spend-allow" }],
	])("reads %j", (text, command) => expect(parseCommand(text)).toEqual(command));

	it.each([
		"stop",
		"/stop the newsletter",
		"/stop all newsletters",
		"should I /stop it?",
		"/approve",
		"/approve A B",
		"/unknown",
		"/pins all",
		"/unpin",
		"/unpin P-3 P-4",
		"please /pin this",
		"/spend allow it",
		"/spend less",
		"/cancel",
		"constructor",
		"",
		"approved",
	])("leaves %j to the model", (text) => expect(parseCommand(text)).toBeUndefined());
});
