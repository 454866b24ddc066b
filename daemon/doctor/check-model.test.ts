import { describe, expect, it } from "vitest";
import { API_KEY, serverWith } from "#daemon/model/model-fixture.ts";
import type { ModelServer, ModelStep } from "#test/stand-ins/model/types.ts";
import { checkModel } from "./check-model.ts";
import { closedPort, lines, makeHome, runCheck } from "./doctor-fixture.ts";

const CALLS: ModelStep = { kind: "call", calls: [{ tool: "say_hello", arguments: { greeting: "Hello" } }] };
const unreachable = async () => `http://127.0.0.1:${await closedPort()}/v1`;

const entry = (server: ModelServer | string, model = "stand-in", apiKey = API_KEY) =>
	`{ baseUrl: "${typeof server === "string" ? server : server.baseUrl}", model: ${model}, apiKey: ${apiKey} }`;

const examine = async (models: string) => lines(await runCheck(checkModel, makeHome(`models: { ${models} }`)));

describe("a model", () => {
	it("is well where it answers and calls tools, and is asked once for all of its roles", async () => {
		const server = await serverWith(CALLS);
		expect(await examine(`main: [${entry(server)}], light: [${entry(server)}]`)).toEqual([
			expect.stringMatching(/^ok: stand-in \(main, light\) answers and calls tools \(\d+\.\d s\)\.$/),
		]);
		expect(server.requests).toHaveLength(1);
	});

	it("is a warning where it only talks", async () => {
		const server = await serverWith({ kind: "say", text: "Hello!" });
		expect(await examine(`main: [${entry(server)}]`)).toEqual([
			expect.stringMatching(/^warning: .*didn't call the tool.* → Use a model that can call tools/),
		]);
	});

	it.each<[string, ModelStep, RegExp]>([
		["a wrong key", { kind: "status", code: 401 }, /^problem: .*refuses the API key \(401\)\. → Check the apiKey/],
		[
			"an unknown model",
			{ kind: "status", code: 404 },
			/^problem: .*knows no model "stand-in".* → Check model and baseUrl/,
		],
		["no credit", { kind: "status", code: 402 }, /^problem: .*no credit.* → Top up/],
		["a web page", { kind: "wrong-content-type" }, /^problem: .* → Check baseUrl/],
		["a limit of the moment", { kind: "status", code: 429 }, /^warning: .*no more requests/],
	])("tells of %s", async (_, step, expected) => {
		const found = await examine(`main: [${entry(await serverWith(step))}]`);
		expect(found).toEqual([expect.stringMatching(expected)]);
		expect(found.join()).not.toContain(API_KEY);
	});

	it("is a problem only where there is no other for everything", async () => {
		const server = await serverWith(CALLS);
		expect(await examine(`main: [${entry(await unreachable(), "gone")}, ${entry(server)}]`)).toEqual([
			expect.stringMatching(/^warning: main: gone at 127\.0\.0\.1:\d+ can't be reached.* → Start the model server/),
			expect.stringMatching(/^ok: stand-in/),
		]);
		expect(await examine(`main: [${entry(await unreachable(), "gone")}]`)).toEqual([
			expect.stringMatching(/^problem: main: gone/),
		]);
	});
});

describe("a model without conversation", () => {
	it("is looked up in its service's list, which costs nothing", async () => {
		const server = await serverWith(CALLS);
		const models = `main: [${entry(server)}], embed: [${entry(server, "bge-m3")}], transcribe: [${entry(server, "stand-in", "k-2")}]`;
		expect(await examine(models)).toEqual([
			expect.stringMatching(/^ok: stand-in \(main\)/),
			expect.stringMatching(/^warning: bge-m3 \(embed\) is not among the models/),
			expect.stringMatching(/^ok: stand-in \(transcribe\) is offered/),
		]);
		expect(server.requests).toHaveLength(1);
	});

	it("is a warning where its service can't be reached", async () => {
		const found = await examine(
			`main: [${entry(await serverWith(CALLS))}], embed: [${entry(await unreachable(), "bge-m3")}]`,
		);
		expect(found[1]).toMatch(/^warning: embed: bge-m3 at .*can't be reached/);
	});
});

it("says what to do where no model is configured, and nothing where the configuration can't be used", async () => {
	expect(lines(await runCheck(checkModel, makeHome()))).toEqual([
		expect.stringMatching(/^warning: No model is configured.* → `steward setup`.*docs\/models\.md/),
	]);
	expect(await runCheck(checkModel, makeHome("nonsense: 1"))).toEqual([]);
});
