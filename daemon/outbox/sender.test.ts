import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { type Channel, DeliveryError, type PartDelivery, REPEAT_MARK } from "#channels/channel.ts";
import { Database } from "#core/database.ts";
import { systemIds } from "#core/ids.ts";
import { createLog } from "#core/log.ts";
import { Contents } from "#daemon/records/contents.ts";
import { FakeClock } from "#test/fake-clock.ts";
import { tempFolder } from "#test/temp-folder.ts";
import { DeadLetters } from "./dead-letters.ts";
import { Outbox } from "./outbox.ts";
import type { OutboxRecord } from "./outbox-record.ts";
import { Sender } from "./sender.ts";

/** A service that takes each line of a message as a part, and fails as told. */
class LineService implements Channel {
	readonly name: string;
	readonly repeatable = false;
	readonly arrived: string[] = [];
	readonly failures: DeliveryError[] = [];

	constructor(name: string) {
		this.name = name;
	}

	render = async (message: { text: string }) => message.text.split("\n");

	async send(_message: unknown, { part, repeat }: PartDelivery): Promise<{ serviceId: string }> {
		const failure = this.failures.shift();
		const said = repeat ? REPEAT_MARK + part : part;
		if (failure?.kind !== "retry" && failure?.kind !== "permanent") this.arrived.push(said);
		if (failure) throw failure;
		return { serviceId: String(this.arrived.length) };
	}

	start = () => Promise.resolve();
	stop = () => Promise.resolve();
	health = () => ({ state: "ok" as const });
	showActivity = () => undefined;
}

function open(path = join(tempFolder(), "state.db")) {
	const clock = new FakeClock();
	const database = new Database(path);
	const phone = new LineService("phone");
	const page = new LineService("page");
	const outbox = new Outbox(database, new Contents(database, systemIds), clock, {
		onAdded: (conversation) => sender.wake(conversation),
		onChanged: () => undefined,
	});
	const log = createLog({ clock, level: "error", write: () => undefined });
	const letters = new DeadLetters(database, outbox, log, (channel) =>
		channel === "page" ? undefined : { channel: "page", address: "owner" },
	);
	const sender = new Sender({
		outbox,
		channels: new Map([
			["phone", phone],
			["page", page],
		]),
		clock,
		ids: { ...systemIds, fraction: () => 0.5 },
		log,
		bury: (message: OutboxRecord, problem: string) => letters.bury(message, problem),
	});
	const say = (text: string, changes: { toOwner?: boolean; address?: string; outside?: boolean } = {}) =>
		outbox.add({
			conversation: { channel: "phone", address: changes.address ?? "7" },
			kind: "reply",
			text,
			toOwner: changes.toOwner ?? true,
			...(changes.outside !== undefined && { outside: changes.outside }),
		});
	const state = (id: number) => outbox.find(id)?.state;
	return { clock, database, phone, page, outbox, sender, say, state, path };
}

const retry = (retryAfterMs?: number) =>
	new DeliveryError("retry", "busy", retryAfterMs === undefined ? {} : { retryAfterMs });

describe("a conversation", () => {
	it("gets its messages in order, part by part, also when one has to wait", async () => {
		const { clock, phone, say, state } = open();
		phone.failures.push(retry(5_000));
		const first = say("one\ntwo");
		const second = say("three");
		await vi.waitFor(() => expect(clock.nextDelayMs).toBe(5_000));
		expect(phone.arrived).toEqual([]);
		await clock.advance(5_000);
		await vi.waitFor(() => expect(phone.arrived).toEqual(["one", "two", "three"]));
		expect([state(first), state(second)]).toEqual(["sent", "sent"]);
	});

	it("does not wait for another one", async () => {
		const { phone, say } = open();
		phone.failures.push(retry(60_000));
		say("slow");
		say("quick", { address: "8" });
		await vi.waitFor(() => expect(phone.arrived).toEqual(["quick"]));
	});

	it("does not get the parts again that arrived", async () => {
		const { clock, phone, say } = open();
		say("one\ntwo\nthree");
		phone.failures.push(retry());
		await vi.waitFor(() => expect(clock.nextDelayMs).toBeDefined());
		await clock.advance(60_000);
		await vi.waitFor(() => expect(phone.arrived).toEqual(["one", "two", "three"]));
	});
});

describe("an attempt that may have arrived", () => {
	it("is repeated once with a mark to the owner, then given up and told elsewhere", async () => {
		const { clock, phone, page, say, state } = open();
		const uncertain = () => new DeliveryError("uncertain", "the line broke");
		phone.failures.push(uncertain(), uncertain());
		const id = say("hello");
		await vi.waitFor(() => expect(clock.nextDelayMs).toBeDefined());
		await clock.advance(1_000);
		await vi.waitFor(() => expect(phone.arrived).toEqual(["hello", `${REPEAT_MARK}hello`]));
		await vi.waitFor(() => expect(clock.nextDelayMs).toBeDefined());
		await clock.advance(60_000);
		await vi.waitFor(() => expect(state(id)).toBe("dead"));
		await vi.waitFor(() => expect(page.arrived.join("\n")).toContain("sent twice and neither try was confirmed"));
	});

	it("is never repeated to anybody else", async () => {
		const { clock, phone, say, state } = open();
		phone.failures.push(new DeliveryError("uncertain", "the line broke"));
		const id = say("hello", { toOwner: false });
		await vi.waitFor(() => expect(clock.nextDelayMs).toBeDefined());
		await clock.advance(60_000);
		await vi.waitFor(() => expect(state(id)).toBe("dead"));
		expect(phone.arrived).toEqual(["hello"]);
	});
});

it("gives up after a day, tells the owner elsewhere once, and goes on with the next message", async () => {
	const { clock, phone, page, say, state } = open();
	phone.failures.push(retry(25 * 60 * 60_000));
	const old = say("old news");
	await vi.waitFor(() => expect(clock.nextDelayMs).toBeDefined());
	await clock.advance(25 * 60 * 60_000);
	await vi.waitFor(() => expect(state(old)).toBe("dead"));
	await vi.waitFor(() => expect(page.arrived.join("\n")).toMatch(/could not be delivered.*\n\n> old news/));
	say("fresh");
	await vi.waitFor(() => expect(phone.arrived).toEqual(["fresh"]));
});

it("remembers what shows the words of others, and does not repeat them where it can't be delivered", async () => {
	const { phone, page, outbox, say } = open();
	phone.failures.push(new DeliveryError("permanent", "blocked"));
	const lost = say("Mallory writes:\n> `[click](http://evil.example)", { outside: true });
	expect(outbox.find(lost)?.outside).toBe(true);
	await vi.waitFor(() => expect(page.arrived.join("\n")).toMatch(/blocked.*shows what others wrote/), 10_000);
	expect(page.arrived.join("\n")).not.toContain("evil");
	const conversation = { channel: "phone", address: "8" };
	const asked = outbox.add({ conversation, kind: "approval", text: "May I do this?", toOwner: true });
	expect([outbox.find(asked)?.outside, outbox.find(say("mine"))?.outside]).toEqual([true, false]);
});

it("says nothing of a notice that fails itself: nobody would read it either", async () => {
	const { page, phone, say, outbox } = open();
	page.failures.push(new DeliveryError("permanent", "no page"));
	phone.failures.push(new DeliveryError("permanent", "no phone"));
	say("hello");
	await vi.waitFor(() => expect(outbox.counts()).toEqual({ waiting: 0, dead: 2 }));
});

it("takes up after a restart what was not delivered", async () => {
	const first = open();
	first.phone.failures.push(retry(1_000));
	first.say("hello");
	await vi.waitFor(() => expect(first.clock.nextDelayMs).toBeDefined());
	await first.sender.stop();
	first.database.close();
	const second = open(first.path);
	second.sender.start();
	await second.clock.advance(2_000);
	await vi.waitFor(() => expect(second.phone.arrived).toEqual(["hello"]));
});
