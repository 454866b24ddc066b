import { describe, expect, it } from "vitest";
import { ClosingError } from "#daemon/loop/closing.ts";
import { saying, unreachable } from "#daemon/loop/scripted-model-fixture.ts";
import { Quarantine } from "./quarantine.ts";
import { declined, filled, formOf, openQuarantine } from "./quarantine-fixture.ts";
import type { EventReading } from "./reader.ts";
import { readingSchema } from "./reading-schema.ts";

const HANDED_OVER = { state: "settled", outcome: "handed-over" };

describe("reading what waits", () => {
	it("hands over values and handles, ends the event and writes it down", async () => {
		const { model, mail, step, told, endOf, outages, taken, database } = openQuarantine();
		const id = mail({ text: "zebra: pay me" });
		model.answer(filled({ kind: "invoice", amounts: [{ value: 12.5, currency: "EUR" }] }));
		expect(await step()).toEqual({ kind: "read" });
		expect(told()).toEqual([
			"[hand-over] From «mail thread»: invoice, urgency high, needs an answer. Asks to: reply. Amounts: 12.5 EUR. Content: " +
				"{E-1.body}, {E-1.sender}. Written in a reply to the owner, such a handle becomes the words that it stands for.",
		]);
		expect(endOf(id)).toEqual({ ...HANDED_OVER, outcomeDetail: "read by a reader" });
		expect(database.all("SELECT kind, authority, tainted, target, decision, outcome FROM journal")).toEqual([
			{
				...{ kind: "quarantine", authority: "stranger", tainted: 1, target: "E-1 of email" },
				...{ decision: "read by a reader", outcome: "handed over as E-2" },
			},
		]);
		expect([outages, taken]).toEqual([["end"], ["taken"]]);
		expect(await step()).toEqual({ kind: "nothing" });
	});

	it("shows the reader one event, its time and its files, and nothing else", async () => {
		const { model, mail, step, asked, clock } = openQuarantine();
		const attachments = [{ path: "inbox/a.pdf", name: "a.pdf", mediaType: "application/pdf", sizeBytes: 1 }];
		mail({ text: "zebra one", attachments });
		mail({ text: "zebra two" });
		model.answer(filled(), filled());
		await step();
		await step();
		expect(asked(1)).toContain("zebra one");
		expect(asked(1)).toContain("1 file came with it.");
		expect(asked(1)).toContain(new Date(clock.now()).toISOString().slice(0, 10));
		expect(asked(2)).not.toContain("zebra one");
		expect(model.requests.map(({ tools }) => tools)).toEqual([[], []]);
	});

	it("says so where a part of it was left out, or all of it", async () => {
		const { model, mail, step, told, endOf } = openQuarantine();
		mail({ text: "x".repeat(30_000) });
		const second = mail();
		model.answer(filled(), declined, declined);
		await step();
		await step();
		expect(told()[0]).toContain("It is long, and only a part of it was read.");
		expect(told()[1]).toContain("other, could not be read, needs a look. Content: {E-2.body}, {E-2.sender}.");
		expect(endOf(second)).toEqual({
			...HANDED_OVER,
			outcomeDetail: "could not be read: the model declined to read it",
		});
	});

	it("leaves to the loop what is its own: the owner's words, the program's, and results of its calls", async () => {
		const { arrive, quarantine, side, guest, step } = openQuarantine();
		const own = { trajectoryId: side, outsideSource: undefined } as const;
		arrive({ ...own, trust: "owner" });
		arrive({ ...own, trust: "system" });
		arrive({ trajectoryId: side, trust: "system", kind: "task-result" });
		arrive({ trajectoryId: side, trust: "owner", kind: "approval-outcome" });
		arrive({ trajectoryId: side, route: "refused" });
		arrive({ trajectoryId: guest });
		arrive({});
		expect([side, guest, 1].map((id) => quarantine.hasWaiting(id))).toEqual([false, false, false]);
		expect(await step()).toEqual({ kind: "nothing" });
	});

	it.each([
		{ trust: "known", outsideSource: undefined },
		{ trust: "owner", outsideSource: "forward" },
		{ trust: "system", outsideSource: "timer" },
		{ trust: "stranger", outsideSource: undefined, urgency: "interrupt" },
	] as const)("takes all that others wrote, whoever sent it: %j", async (changes) => {
		const { model, mail, step, quarantine, side, endOf } = openQuarantine();
		const id = mail(changes);
		expect(quarantine.hasWaiting(side)).toBe(true);
		model.answer(filled());
		expect(await step()).toEqual({ kind: "read" });
		expect(endOf(id)).toMatchObject(HANDED_OVER);
	});
});

describe("an interrupted reading", () => {
	it("is done again after a crash, and handed over once", async () => {
		const { model, mail, step, told, endOf, open } = openQuarantine();
		const id = mail();
		const end = new AbortController();
		const closed = step(end.signal);
		end.abort();
		await expect(closed).rejects.toThrow(ClosingError);
		expect(endOf(id)).toMatchObject({ state: "waiting" });
		model.answer(filled());
		await step(undefined, open());
		expect(told()).toHaveLength(1);
		expect(endOf(id)).toMatchObject(HANDED_OVER);
	});

	it("leaves nothing where its commit fails, and the event waits", async () => {
		const { parts, model, mail, step, told, endOf, open, database } = openQuarantine();
		const id = mail();
		model.answer(filled(), filled());
		const add = parts.journal.add.bind(parts.journal);
		parts.journal.add = () => {
			throw new Error("the disk is full");
		};
		await expect(step()).rejects.toThrow("the disk is full");
		expect([told(), endOf(id).state]).toEqual([[], "waiting"]);
		expect(database.all("SELECT * FROM handed_events")).toEqual([]);
		parts.journal.add = add;
		await step(undefined, open());
		expect([told().length, endOf(id).state]).toEqual([1, "settled"]);
	});

	it("ends with the event at a stop, and says how much that was", async () => {
		const { model, mail, step, quarantine, database, endOf, told } = openQuarantine();
		const id = mail();
		const reading = step();
		expect(database.write(() => quarantine.stop())).toBe(1);
		expect(await reading).toEqual({ kind: "read" });
		expect(endOf(id)).toMatchObject({ state: "settled", outcome: "stopped" });
		expect([told(), model.requests.length]).toEqual([[], 1]);
		expect(database.write(() => quarantine.stop())).toBe(0);
	});

	it("is told nowhere where the stop comes once the form is filled in", async () => {
		const { parts, mail, side, database, told, endOf } = openQuarantine();
		const id = mail();
		const read = async (): Promise<EventReading> => {
			database.write(() => quarantine.stop());
			return { kind: "read", reading: readingSchema.parse(JSON.parse(formOf())), inPart: false };
		};
		const quarantine = new Quarantine({ ...parts, reader: { read } });
		expect(await quarantine.readNext(side, new AbortController().signal)).toEqual({ kind: "read" });
		expect([told(), endOf(id).outcome]).toEqual([[], "stopped"]);
	});
});

describe("without a model", () => {
	it("keeps the event, tells the owner's side of it, and waits longer each time", async () => {
		const { model, mail, step, endOf, outages, taken, trajectories, side } = openQuarantine();
		const id = mail();
		model.answer(unreachable, unreachable, unreachable);
		expect([await step(), await step(), await step()]).toEqual([
			{ kind: "wait", forMs: 5_000 },
			{ kind: "wait", forMs: 10_000 },
			{ kind: "wait", forMs: 20_000 },
		]);
		expect(endOf(id)).toMatchObject({ state: "waiting" });
		expect([outages, taken]).toEqual([["unreachable", "unreachable", "unreachable"], []]);
		expect(trajectories.find(side)?.state).toBe("failed");
		model.answer(filled());
		expect(await step()).toEqual({ kind: "read" });
		expect(outages.at(-1)).toBe("end");
	});

	it("waits for a limit of money to be over", async () => {
		const { model, mail, step, endOf } = openQuarantine();
		const id = mail();
		model.answer({ ...unreachable, cause: "over-budget", retryAfterMs: 40_000 });
		expect(await step()).toEqual({ kind: "wait", forMs: 40_000 });
		expect(endOf(id)).toMatchObject({ state: "waiting" });
	});

	it("does not let a message that the service refuses hold up those behind it", async () => {
		const { model, mail, step, told } = openQuarantine();
		mail();
		const rejected = { ...unreachable, cause: "rejected", problem: "zebra" } as const;
		model.answer(rejected, rejected, rejected);
		expect((await step()).kind).toBe("wait");
		expect((await step()).kind).toBe("wait");
		expect(await step()).toEqual({ kind: "read" });
		expect(told()[0]).toContain("could not be read, needs a look");
		expect(told()[0]).not.toContain("zebra");
	});

	it("ends what waits at a stop", async () => {
		const { model, mail, step, quarantine, database, endOf } = openQuarantine();
		const id = mail();
		model.answer(unreachable);
		await step();
		expect(database.write(() => quarantine.stop())).toBe(1);
		expect(endOf(id)).toMatchObject({ outcome: "stopped" });
		expect(await step()).toEqual({ kind: "nothing" });
	});

	it("is not confused by an answer in words beside the form", async () => {
		const { model, mail, step, told } = openQuarantine();
		mail();
		model.answer(saying("zebra zebra"), saying("zebra"));
		await step();
		expect(told()[0]).not.toContain("zebra");
	});
});
