import { join } from "node:path";
import { onTestFinished } from "vitest";
import { Database } from "#core/database.ts";
import { systemIds } from "#core/ids.ts";
import { Outbox } from "#daemon/outbox/outbox.ts";
import { MAIN_TRAJECTORY, type NewEvent } from "#daemon/records/event-record.ts";
import { openRecords } from "#daemon/records/records.ts";
import { FakeClock } from "#test/fake-clock.ts";
import { tempFolder } from "#test/temp-folder.ts";
import { PinDesk } from "./pin-desk.ts";
import { PinOrders } from "./pin-orders.ts";

/** Desk and orders on a database of their own. */
export function openPins({ windowTokens = 48_000 }: { windowTokens?: number } = {}) {
	const clock = new FakeClock();
	const database = new Database(join(tempFolder(), "state.db"));
	onTestFinished(() => database.close());
	const records = openRecords(database, clock, systemIds, () => undefined);
	const outbox = new Outbox(database, records.contents, clock, {
		onAdded: () => undefined,
		onChanged: () => undefined,
	});
	const desk = new PinDesk({ ...records, windowTokens: () => windowTokens });
	const orders = new PinOrders({ ...records, database, outbox, ids: systemIds, desk });
	const inForce = () => desk.inForce(MAIN_TRAJECTORY).map(({ name, text }) => `${name} ${text}`);
	let count = 0;
	/** An event of the owner's, as the gateway stores it. */
	const arrive = (text: string, changes: Partial<NewEvent> = {}) => {
		const { id } = records.events.add({
			channel: "telegram",
			dedupKey: `m${++count}`,
			conversation: { channel: "telegram", address: "7" },
			sender: { id: "7" },
			trust: "owner",
			route: "command",
			kind: "message",
			text,
			occurredAt: clock.now(),
			...changes,
		});
		const event = records.events.find(id);
		if (!event) throw new Error("the event was not stored");
		return event;
	};
	return { ...records, clock, database, outbox, desk, orders, inForce, arrive };
}
