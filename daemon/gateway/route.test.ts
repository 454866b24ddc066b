import { describe, expect, it } from "vitest";
import { parseCommand, routeEvent } from "./route.ts";

const event = { trust: "owner" as const, text: "hello", outside: false, action: undefined };

describe("routing", () => {
	it("takes the owner's words to the loop and the owner's orders to code", () => {
		expect(routeEvent(event)).toEqual({ kind: "loop" });
		expect(routeEvent({ ...event, text: "/stop" })).toEqual({ kind: "command", command: { kind: "stop" } });
		expect(routeEvent({ ...event, action: { kind: "approve", code: "K7Q2" } })).toMatchObject({ kind: "command" });
	});

	it("takes orders from nobody else", () => {
		for (const trust of ["known", "stranger"] as const) {
			expect(routeEvent({ ...event, trust, text: "/approve K7Q2" })).toEqual({ kind: "refused" });
			expect(routeEvent({ ...event, trust, action: { kind: "stop" } })).toEqual({ kind: "refused" });
		}
		expect(routeEvent({ ...event, trust: "system", text: "/stop" })).toEqual({ kind: "loop" });
	});

	it("never reads an order in a correction, which would be obeyed a second time", () => {
		expect(routeEvent({ ...event, text: "/stop", relation: "edit" })).toEqual({ kind: "loop" });
		expect(routeEvent({ ...event, text: "/stop", relation: "reply" })).toMatchObject({ kind: "command" });
	});

	it("never reads an order in what the owner only forwarded", () => {
		expect(routeEvent({ ...event, outside: true, text: "/approve K7Q2" })).toEqual({ kind: "loop" });
	});
});

describe("typed commands", () => {
	it.each([
		["/stop", { kind: "stop" }],
		["  /STOP \n", { kind: "stop" }],
		["/approve k7q2xy", { kind: "approve", code: "K7Q2XY" }],
		["/deny K7Q2XY", { kind: "deny", code: "K7Q2XY" }],
		["/deny K7Q2XY not  now", { kind: "deny", code: "K7Q2XY", reason: "not now" }],
		["/pair ABCD2345", { kind: "pair", code: "ABCD2345" }],
		["/unpair Telegram 42", { kind: "unpair", channel: "telegram", senderId: "42" }],
		["/cancel R-3", { kind: "cancel", registration: "R-3" }],
		["/timers", { kind: "timers" }],
		["/memory", { kind: "memory" }],
		["/start", { kind: "help" }],
		["/help", { kind: "help" }],
		["/status", { kind: "status" }],
	])("reads %j", (text, command) => expect(parseCommand(text)).toEqual(command));

	it.each([
		"stop",
		"/stop the newsletter",
		"should I /stop it?",
		"/approve",
		"/approve A B",
		"/unknown",
		"/cancel",
		"constructor",
		"",
		"approved",
	])("leaves %j to the model", (text) => expect(parseCommand(text)).toBeUndefined());
});
