import { describe, expect, it } from "vitest";
import { decideAttempt, decideFailure } from "./decide-delivery.ts";

const NOW = 1_000_000;
const message = {
	inFlight: false,
	repeats: 0,
	toOwner: true,
	nextAttemptAt: NOW,
	expiresAt: NOW + 1,
	problem: undefined,
};
const service = { repeatable: false };

describe("an attempt", () => {
	it("is made when it is due, and not before", () => {
		expect(decideAttempt(message, service, NOW)).toEqual({ kind: "send", repeat: false });
		expect(decideAttempt({ ...message, nextAttemptAt: NOW + 700, expiresAt: NOW + 9_999 }, service, NOW)).toEqual({
			kind: "wait",
			delayMs: 700,
		});
	});

	it("is given up when the message is old news", () => {
		expect(decideAttempt({ ...message, expiresAt: NOW, problem: "unplugged" }, service, NOW)).toMatchObject({
			kind: "give-up",
			problem: expect.stringContaining("unplugged"),
		});
	});

	it("is repeated once with a mark where the first may have reached the owner", () => {
		expect(decideAttempt({ ...message, inFlight: true }, service, NOW)).toEqual({ kind: "send", repeat: true });
		expect(decideAttempt({ ...message, inFlight: true, repeats: 1 }, service, NOW)).toMatchObject({ kind: "give-up" });
	});

	it("is never repeated to others", () => {
		expect(decideAttempt({ ...message, inFlight: true, toOwner: false }, service, NOW)).toMatchObject({
			kind: "give-up",
		});
	});

	it("needs no mark where a repetition shows once", () => {
		expect(decideAttempt({ ...message, inFlight: true, repeats: 5 }, { repeatable: true }, NOW)).toEqual({
			kind: "send",
			repeat: false,
		});
	});
});

describe("a failure", () => {
	const failure = { kind: "retry" as const, message: "no", retryAfterMs: undefined, attempts: 1 };

	it("is retried with growing pauses of at most a minute", () => {
		const pauses = [1, 2, 3, 7, 8, 40].map((attempts) => decideFailure({ ...failure, attempts }, 0.5));
		expect(pauses.map((decision) => decision.kind === "retry" && decision.delayMs)).toEqual([
			1_000, 2_000, 4_000, 60_000, 60_000, 60_000,
		]);
	});

	it("is retried when the service said so", () => {
		expect(decideFailure({ ...failure, retryAfterMs: 17_000, attempts: 9 }, 0.9)).toMatchObject({ delayMs: 17_000 });
	});

	it("stays uncertain until the next attempt decides", () => {
		expect(decideFailure({ ...failure, kind: "uncertain" }, 0)).toMatchObject({ kind: "retry", uncertain: true });
	});

	it("is final where the service will never take it", () => {
		expect(decideFailure({ ...failure, kind: "permanent", message: "blocked" }, 0)).toEqual({
			kind: "give-up",
			problem: "blocked",
		});
	});
});
