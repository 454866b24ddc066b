import { expect, it } from "vitest";
import { openRecordsKit } from "#daemon/control/control-fixture.ts";
import { wireBody } from "#daemon/model/request-body.ts";
import { renderRequest } from "./render-request.ts";
import { type RequestAnswer, requestSchema } from "./request-shape.ts";
import { inspectionOf, MODELS, PREFIX, Scene } from "./scene-fixture.ts";

const open = () => {
	const scene = new Scene(openRecordsKit());
	const { turnId, sent } = scene.story();
	return { scene, turnId, sent };
};

/** As the client gets it: over the wire and checked. */
function inspect(scene: Scene, turnId: number, which?: string, models = MODELS): RequestAnswer {
	const inspected = inspectionOf(scene, undefined, models).inspector.inspect(turnId, which);
	if (inspected.kind === "none") throw new Error(inspected.reason);
	return requestSchema.parse(JSON.parse(JSON.stringify(inspected.answer)));
}

const render = (answer: RequestAnswer): string => renderRequest(answer, () => "10:30:45");

it("shows the last round's request: verified, its parts, and what it added to the one before", () => {
	const { scene, turnId } = open();
	const text = render(inspect(scene, turnId));
	expect(text).toContain("Turn 1, round 2, 10:30:45, scripted: complete; epoch 1 (the first request)");
	expect(text).toContain("Verified: ");
	expect(text).toMatch(/^ {2}prompt: rules +\d+ +\d+ %$/m);
	expect(text).toMatch(/^ {2}results of read_file \(1\) +\d+ +\d+ %$/m);
	expect(text).toMatch(/^ {2}all +\d+ +100 %$/m);
	expect(text).toContain("turn 1, round 1: the first");
	expect(text).toMatch(
		/from message 3 \(assistant\) on, after \d+ of its bytes: only the status block is another, and 2 messages/,
	);
});

it("gives the body as it goes over the wire", () => {
	const { scene, turnId, sent } = open();
	const { request } = inspect(scene, turnId, "1");
	const [entry] = MODELS.main;
	if (!entry) throw new Error("No model is configured.");
	const { messages } = sent[0];
	const body = wireBody(entry, {
		messages,
		tools: JSON.parse(PREFIX.tools),
		purpose: "turn",
		cacheKey: "steward-test-1",
	});
	expect(request).toMatchObject({ kind: "rebuilt", body });
	expect(request).not.toHaveProperty("bodyNote");
});

it("says what is not certain about the body where that model is not configured any more, or none is", () => {
	const { scene, turnId } = open();
	scene.database.run("UPDATE model_calls SET model = 'another' WHERE round = 1");
	const { request } = inspect(scene, turnId, "1");
	expect(request).toMatchObject({ bodyNote: expect.stringContaining("another is not configured any more") });
	const none = inspect(scene, turnId, "1", { ...MODELS, main: [], light: [] });
	expect(none.request).toMatchObject({ bodyNote: expect.stringContaining("the rest is left out") });
	expect(render(none)).toContain("the rest is left out");
});

it("brings the parts in proportion to what the service counted", () => {
	const { scene, turnId, sent } = open();
	const { request: before } = inspect(scene, turnId);
	if (before.kind === "gone") throw new Error(before.reason);
	scene.records.modelCalls.noteInputTokens(sent[1].call.id, before.tokens.estimated * 3);
	const { request } = inspect(scene, turnId);
	expect(request).toMatchObject({ parts: before.parts.map((part) => ({ ...part, tokens: part.tokens * 3 })) });
	expect(render(inspect(scene, turnId))).toContain("the service counted");
});

it("says what began an epoch between two requests", () => {
	const { scene } = open();
	scene.begin(1, { opening: { text: "What came before.", carried: "{}" }, firstEntryId: 4 }, "handover");
	const next = scene.turn();
	scene.hear(next, "Go on.");
	scene.ask(next);
	expect(render(inspect(scene, next))).toContain(
		"message 2 (user) on, after 26 of its bytes: an epoch began: handover.",
	);
});

it("says that it is not what left, and what to do where bytes changed in the midst of an epoch", () => {
	const { scene, turnId } = open();
	scene.database.run("UPDATE contents SET body = replace(body, 'one', 'two') WHERE body LIKE '%one line%'");
	const answer = inspect(scene, turnId);
	expect(render(answer)).toMatch(
		/NOT VERIFIED: rebuilt it has the digest [0-9a-f]{12}, before it left [0-9a-f]{12} was/,
	);
	if (answer.request.kind === "gone" || answer.request.difference.kind === "none") throw new Error("It is gone.");
	const difference = { ...answer.request.difference, isExpected: false };
	expect(render({ ...answer, request: { ...answer.request, difference } })).toContain("Please report this");
});

it("compares a fork's first request with the one that its parent waited for an answer to", () => {
	const { scene } = open();
	const turnId = scene.turn(scene.fork());
	scene.hear(turnId, "What time is it?");
	scene.ask(turnId);
	expect(inspect(scene, turnId).request).toHaveProperty("difference.before", "turn 1, round 2");
});

it("says so where the request, the one before it, or all of them are gone", () => {
	const { scene, turnId } = open();
	expect(render(inspect(scene, turnId, "1"))).toContain("the first of its trajectory");
	scene.database.run("UPDATE model_calls SET status = NULL WHERE round = 1");
	expect(render(inspect(scene, turnId, "1"))).toContain("It can't be rebuilt: its status block was erased");
	expect(render(inspect(scene, turnId))).toContain("turn 1, round 1, can't be rebuilt: its status block");
	scene.database.run("DELETE FROM model_calls");
	expect(inspectionOf(scene).inspector.inspect(turnId, undefined)).toMatchObject({ kind: "none" });
});
