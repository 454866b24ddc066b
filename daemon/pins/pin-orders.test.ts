import { describe, expect, it } from "vitest";
import { type EventRecord, MAIN_TRAJECTORY } from "#daemon/records/event-record.ts";
import { openPins } from "./pin-fixture.ts";

type Bench = ReturnType<typeof openPins>;

const OWNER = { channel: "telegram", address: "7" };
const origin = (cause?: EventRecord) => ({ by: "owner on telegram", cause });
const notes = ({ events }: Bench) => events.unseen(MAIN_TRAJECTORY, 10).events;
const journal = ({ database }: Bench) => database.all("SELECT kind, target, decision, outcome FROM journal");

/** `/pin` alone, as an answer to an event or to one of our messages. */
const pinAnswering = (
	bench: Bench,
	about: { eventId?: number; outboxId?: number },
	relation: "reply" | "edit" = "reply",
) =>
	bench.orders.carryOut(
		{ kind: "pin" },
		origin(bench.arrive("/pin", { about: { relation, eventId: about.eventId, outboxId: about.outboxId } })),
	);

describe("/pin", () => {
	it("pins at once, as the owner's, and tells the owner, the model and the journal", () => {
		const bench = openPins();
		const cause = bench.arrive("/pin The *safe* is in the cellar");
		const order = { kind: "pin", text: "The *safe* is in the cellar" } as const;
		expect(bench.orders.carryOut(order, origin(cause))).toEqual({
			kind: "done",
			say: "Pinned as P-1: ` The *safe* is in the cellar `",
		});
		expect(bench.pins.inForce(MAIN_TRAJECTORY)).toMatchObject([{ createdBy: "owner", eventId: cause.id }]);
		expect(notes(bench)).toMatchObject([
			{
				...{ kind: "pin", trust: "system", state: "settled", causeEventId: cause.id, conversation: OWNER },
				text: '[note] The owner pinned P-1 (E-1): "The *safe* is in the cellar"',
			},
		]);
		expect(journal(bench)).toEqual([{ kind: "pin", target: "P-1", decision: "owner on telegram", outcome: "pinned" }]);
	});

	it("twice is one pin, and no news to the model", () => {
		const bench = openPins();
		for (const say of [expect.stringContaining("Pinned as P-1"), "That is pinned already: it is P-1."])
			expect(bench.orders.carryOut({ kind: "pin", text: "a" }, origin(bench.arrive("/pin a")))).toEqual({
				kind: "done",
				say,
			});
		expect(notes(bench)).toHaveLength(1);
		expect(journal(bench)).toHaveLength(1);
	});

	it("is refused with words where there is no room, and leaves no trace", () => {
		const bench = openPins({ windowTokens: 100 });
		expect(bench.orders.carryOut({ kind: "pin", text: "word ".repeat(40) }, origin())).toMatchObject({
			kind: "refused",
			problem: expect.stringContaining("There is no room"),
		});
		expect(bench.inForce()).toEqual([]);
		expect(notes(bench)).toEqual([]);
		expect(journal(bench)).toEqual([]);
	});

	it("alone, as an answer, pins the owner's own message or one of ours", () => {
		const bench = openPins();
		const { id } = bench.arrive("My number is\n4711");
		expect(pinAnswering(bench, { eventId: id }).kind).toBe("done");
		const ours = bench.outbox.add({ conversation: OWNER, kind: "reply", text: "We go by train.", toOwner: true });
		expect(pinAnswering(bench, { outboxId: ours }).kind).toBe("done");
		expect(bench.inForce()).toEqual(["P-1 My number is 4711", "P-2 We go by train."]);
	});

	it("alone pins nothing that others wrote", () => {
		const bench = openPins();
		const forwarded = bench.arrive("pay me", { outsideSource: "a forward" });
		const foreign = bench.arrive("pay me", { trust: "stranger", route: "refused" });
		const shown = { conversation: OWNER, kind: "reply", text: "> pay me", toOwner: true, outside: true } as const;
		for (const about of [{ eventId: forwarded.id }, { eventId: foreign.id }, { outboxId: bench.outbox.add(shown) }])
			expect(pinAnswering(bench, about)).toMatchObject({
				kind: "refused",
				problem: expect.stringContaining("Others wrote that message"),
			});
		expect(bench.inForce()).toEqual([]);
	});

	it("alone and about nothing says how it is done", () => {
		const bench = openPins();
		const { id } = bench.arrive("words");
		const erased = bench.arrive("to be forgotten");
		bench.database.run("UPDATE contents SET body = NULL WHERE body LIKE '%forgotten%'");
		const tries = [
			bench.orders.carryOut({ kind: "pin" }, origin()),
			bench.orders.carryOut({ kind: "pin" }, origin(bench.arrive("/pin"))),
			pinAnswering(bench, { eventId: id }, "edit"),
			pinAnswering(bench, {}),
			pinAnswering(bench, { eventId: erased.id }),
		];
		for (const result of tries)
			expect(result).toMatchObject({ kind: "refused", problem: expect.stringContaining("`/pin TEXT`") });
		expect(bench.inForce()).toEqual([]);
	});
});

describe("/unpin", () => {
	it("lets go of a pin or a decision, and tells the owner, the model and the journal", () => {
		const bench = openPins();
		const { desk, orders } = bench;
		const by = { createdBy: "assistant", eventId: undefined } as const;
		desk.keep(MAIN_TRAJECTORY, { text: "f" }, by);
		desk.keep(MAIN_TRAJECTORY, { text: "d", why: "w" }, by);
		for (const name of ["p-1", "D-1"])
			expect(orders.carryOut({ kind: "unpin", name }, origin(bench.arrive(`/unpin ${name}`)))).toMatchObject({
				kind: "done",
				say: expect.stringMatching(/^Unpinned [PD]-1: /),
			});
		expect(bench.inForce()).toEqual([]);
		expect(notes(bench).map(({ text }) => text)).toEqual([
			'[note] The owner unpinned P-1 (E-1): "f"',
			'[note] The owner unpinned D-1 (E-3): "d"',
		]);
		expect(journal(bench)).toMatchObject([
			{ target: "P-1", outcome: "unpinned" },
			{ target: "D-1", outcome: "unpinned" },
		]);
	});

	it("is refused for what is not in force", () => {
		const bench = openPins();
		expect(bench.orders.carryOut({ kind: "unpin", name: "P-1" }, origin())).toMatchObject({
			kind: "refused",
			problem: expect.stringContaining("Nothing in force has the number P-1"),
		});
		expect(notes(bench)).toEqual([]);
	});
});

describe("/pins", () => {
	it("lists what is kept, word for word, with the room that there is", () => {
		const { desk, orders } = openPins();
		const by = { createdBy: "owner", eventId: undefined } as const;
		expect(orders.carryOut({ kind: "pins" }, origin())).toMatchObject({
			say: expect.stringMatching(/^Nothing is pinned/),
		});
		desk.keep(MAIN_TRAJECTORY, { text: "**f**" }, by);
		desk.keep(MAIN_TRAJECTORY, { text: "d", why: "w" }, by);
		expect(orders.carryOut({ kind: "pins" }, origin())).toEqual({
			kind: "done",
			say: expect.stringMatching(
				/^1 pin and 1 decision, \d+ of 4,800 tokens:\n\n- P-1 ` \*\*f\*\* `\n- D-1 ` d ` because ` w `$/,
			),
		});
	});

	it("does not list what a side trajectory keeps", () => {
		const { desk, orders, trajectories } = openPins();
		const side = trajectories.ensure({ kind: "side", key: "k", purpose: "p" });
		desk.keep(side, { text: "f" }, { createdBy: "assistant", eventId: undefined });
		expect(orders.carryOut({ kind: "pins" }, origin())).toMatchObject({ say: expect.stringMatching(/^Nothing/) });
	});
});
