import { APIConnectionError, APIConnectionTimeoutError, APIError } from "openai";
import { describe, expect, it } from "vitest";
import { classifyFault, type Fault } from "./classify.ts";
import { API_KEY, entryFor } from "./model-fixture.ts";

const NOW = Date.parse("2026-11-30T10:00:00Z");
const entry = entryFor("https://api.example.com/v1", { model: "large-1" });

const classify = (fault: Fault) => classifyFault(fault, entry, NOW);
const thrown = (error: unknown, answered = false) => classify({ kind: "thrown", error, answered });
const http = (status: number, error: object = {}, headers: Record<string, string> = {}) =>
	thrown(APIError.generate(status, { error }, undefined, new Headers(headers)));

describe("errors of a service", () => {
	it.each([
		[401, { message: "Incorrect API key" }, { cause: "unauthorized", passing: false, lasting: true }],
		[403, { message: "Country not supported" }, { cause: "unauthorized", passing: false, lasting: true }],
		[400, { message: "API key not valid. Please pass a valid API key." }, { cause: "unauthorized", lasting: true }],
		[402, { message: "Insufficient Balance" }, { cause: "billing", passing: false, lasting: true }],
		[429, { code: "insufficient_quota", message: "exceeded" }, { cause: "billing", passing: false, lasting: true }],
		[429, { type: "exceeded_current_quota_error" }, { cause: "billing", lasting: true }],
		[
			429,
			{ message: "You exceeded your current quota", status: "RESOURCE_EXHAUSTED" },
			{ cause: "rate-limited", passing: true },
		],
		[429, { code: "rate_limit_exceeded" }, { cause: "rate-limited", passing: true, lasting: false }],
		[404, { code: "model_not_found" }, { cause: "rejected", passing: false, lasting: true }],
		[400, { message: "bad field" }, { cause: "rejected", passing: false, lasting: false }],
		[422, { message: "bad field" }, { cause: "rejected", passing: false, lasting: false }],
		[403, { message: "Input was flagged by moderation" }, { cause: "rejected", passing: false, lasting: false }],
		[408, {}, { cause: "unreachable", passing: true }],
		[502, {}, { cause: "unreachable", passing: true }],
		[503, { message: "overloaded" }, { cause: "unreachable", passing: true }],
		[529, { type: "overloaded_error" }, { cause: "unreachable", passing: true }],
		[500, { message: "oops" }, { cause: "broken", passing: true }],
		[409, {}, { cause: "broken", passing: true }],
	])("%i %j", (status, error, failure) => {
		expect(http(status, error)).toMatchObject(failure);
	});

	it("says how to go on where a hint for the cache is refused", () => {
		const failure = http(400, { message: "Unknown parameter: 'messages[0].content[0].prompt_cache_breakpoint'." });
		expect(failure).toMatchObject({ cause: "rejected", passing: false, lasting: false });
		expect(failure.remedy).toContain("promptCache of large-1");
	});

	it("reads what a router passes on from a provider", () => {
		const raw = '{"type":"error","error":{"message":"prompt is too long: 213462 tokens > 200000 maximum"}}';
		const failure = http(400, { message: "Provider returned error", code: 400, metadata: { raw } });
		expect(failure).toMatchObject({ cause: "too-long", limitTokens: 200_000, requestTokens: 213_462 });
	});

	it.each([
		'The "reasoning_content" in the thinking mode must be passed back to the API.',
		"Function call is missing a thought_signature in functionCall parts.",
		"thinking is enabled but reasoning_content is missing in assistant tool call message at index 3",
	])("names the reason where a model wants its reasoning back: %s", (message) => {
		const failure = http(400, { message });
		expect(failure.remedy).toContain("docs/models.md");
		expect(message).toContain(failure.wants);
	});

	it("reads how long to wait from the headers, and from Google's details", () => {
		expect(http(429, {}, { "retry-after": "7" }).retryAfterMs).toBe(7_000);
		expect(http(503, {}, { "retry-after": "Mon, 30 Nov 2026 10:00:09 GMT" }).retryAfterMs).toBe(9_000);
		const details = [{ "@type": "Help" }, { "@type": "RetryInfo", retryDelay: "38.5s" }];
		expect(http(429, { details }).retryAfterMs).toBe(38_500);
		expect(http(429)).not.toHaveProperty("retryAfterMs");
	});

	it.each([
		[
			{ code: 502, message: "Provider returned error" },
			{ cause: "unreachable", passing: true },
		],
		[{ code: "429", message: "slow down" }, { cause: "rate-limited" }],
		[
			{ code: "server_error", message: "Provider disconnected" },
			{ cause: "broken", passing: true },
		],
		["something", { cause: "broken", passing: true }],
	])("sorts an error that came inside a stream: %j", (error, failure) => {
		expect(thrown(new APIError(undefined, error as object, undefined, new Headers()), true)).toMatchObject(failure);
	});
});

describe("errors on the way", () => {
	const connection = (cause: Error) => thrown(new APIConnectionError({ cause }));
	const withCode = (code: string) => new TypeError("fetch failed", { cause: Object.assign(new Error("x"), { code }) });

	it.each(["ECONNREFUSED", "ENOTFOUND", "ECONNRESET", "UND_ERR_SOCKET"])("%s", (code) => {
		const failure = connection(withCode(code));
		expect(failure).toMatchObject({ cause: "unreachable", passing: true });
		expect(failure.problem).toContain(code);
	});

	it("doesn't retry a certificate that isn't trusted", () => {
		expect(connection(withCode("DEPTH_ZERO_SELF_SIGNED_CERT"))).toMatchObject({ cause: "unreachable", passing: false });
		expect(connection(withCode("CERT_HAS_EXPIRED")).remedy).toContain("clock");
	});

	it("takes anything thrown before an answer for a service out of reach, and after it for a broken one", () => {
		for (const error of [new APIConnectionTimeoutError(), new Error("boom"), "text", undefined, null]) {
			expect(thrown(error, false)).toMatchObject({ cause: "unreachable", passing: true });
			expect(thrown(error, true)).toMatchObject({ cause: "broken", passing: true });
		}
	});

	it("tells the owner of a local server to start it", () => {
		const local = classifyFault(
			{ kind: "thrown", error: withCode("ECONNREFUSED"), answered: false },
			entryFor("http://127.0.0.1:11434/v1"),
			NOW,
		);
		expect(local.remedy).toContain("Start the model server");
	});
});

describe("what is told", () => {
	const faults: Fault[] = [
		{ kind: "stalled", idleMs: 60_000 },
		{ kind: "cut" },
		{ kind: "not-a-stream", mediaType: "text/html", excerpt: `<p>${API_KEY}</p>${"x".repeat(10_000)}` },
		{ kind: "bad-chunk", problem: "x" },
		{ kind: "odd-end", finishReason: "error" },
		{ kind: "malformed", problem: "a tool call without a name" },
		...[400, 401, 402, 404, 429, 500, 503].map(
			(status): Fault => ({
				kind: "thrown",
				answered: false,
				error: APIError.generate(
					status,
					{ error: { message: `no, ${API_KEY}!\n${"long ".repeat(1000)}` } },
					undefined,
					new Headers({ authorization: `Bearer ${API_KEY}` }),
				),
			}),
		),
	];

	it.each(faults.map((fault) => [classify(fault)]))(
		"names model and host, says what to do, and no secret: %o",
		(failure) => {
			const said = `${failure.summary}\n${failure.problem}\n${failure.remedy}`;
			expect(failure.problem).toContain("api.example.com");
			expect(failure.problem).toContain("large-1");
			expect(failure.remedy).not.toBe("");
			expect(said).not.toContain(API_KEY);
			expect(failure.problem.length).toBeLessThan(400);
			expect(failure.problem).not.toContain("\n");
		},
	);

	it("keeps what others wrote out of the summary for the log", () => {
		const failure = http(400, { message: "private words" });
		expect(failure.problem).toContain("private words");
		expect(failure.summary).not.toContain("private words");
	});
});
