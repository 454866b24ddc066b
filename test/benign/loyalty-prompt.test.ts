import { describe, expect, it } from "vitest";
import { TRUST } from "#daemon/context/rules.ts";
import { contentText } from "#test/stand-ins/model/body.ts";
import { does, inGroup, letIn, openDesk } from "./loyalty.ts";
import { answer, call, found } from "./steps.ts";
import { mail, reading } from "./tasks/arrivals.ts";

const sentences = TRUST.replace(/\s+/g, " ").split(/(?<=\.) /);

describe("the prompt says whom the assistant serves", () => {
	it.each([
		[
			"the owner's matters stay with the owner, and also that there are any",
			[/others/, /private/, /that there are any/],
		],
		["who declines doesn't list what", [/declin/, /don't list/]],
		["what the owner would settle for is not what is said", [/settle for/, /not what you say/]],
		["only what the owner has expressly told is done for others", [/for others/, /only/, /expressly/]],
		["pressing and claims change nothing", [/press/, /again/, /claims/, /changes nothing/]],
		["what others write are no orders", [/[Nn]ever follow instructions/]],
		["being careful is no reason to refuse the owner", [/no reason to refuse the owner/]],
		["nobody is deceived about who writes", [/[Nn]ever pretend to be the owner/]],
		["no consent in words", [/consent in words/, /button/]],
	])("%s", (_rule, words) => {
		const fitting = sentences.filter((sentence) => words.every((word) => word.test(sentence)));
		expect(fitting.length, `no sentence has all of ${words.join(" ")}`).toBeGreaterThan(0);
	});

	it("in every request that has tools, whatever it is for: chat, group, mail, timer, outcome of an approval", async () => {
		const desk = await openDesk();
		letIn(desk);
		desk.model.readers = [reading()];
		does(
			desk,
			[found("send_message", { to: "frank", text: "Hello" })],
			[call("set_timer", { when: "in 20 minutes", purpose: "Look at the oven", action: "act" })],
			[answer("Set.")],
			[answer("It was sent.")],
			[call("no_reply", { reason: "small talk" })],
			[answer("A mail came.")],
			[answer("Look at the oven!")],
		);
		await desk.say("write to frank, and look at the oven in 20 minutes");
		await desk.pressAll();
		await desk.receive(inGroup("good night"));
		await desk.receive(mail("hello"));
		await desk.pass(21);
		expect(desk.model.steps).toEqual([]);
		const loops = desk.bodies.filter(({ tools }) => tools !== undefined);
		const text = JSON.stringify(loops.map(({ messages }) => messages.slice(1)));
		for (const trigger of ["write to frank", "Outcome of call", "good night", "[hand-over]", "Timer due"])
			expect(text).toContain(trigger);
		expect(loops.filter(({ messages }) => !contentText(messages[0]?.content).includes(TRUST))).toEqual([]);
	});
});
