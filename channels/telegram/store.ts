import type { ChannelPorts } from "#channels/channel.ts";
import type { Inbound } from "#core/event.ts";
import { describeUnreadable } from "./translate.ts";

/** How the gateway begins its word on an event that it will never take. */
const MALFORMED = /^Malformed event/;

/**
 * Stores an event, or where the gateway calls it malformed, a note in its place: the same refusal would come for ever, and
 * hold up all that comes after.
 * @throws what the gateway says where it may take the event later, as when the disk is full
 */
export async function storeOrNote(ports: Pick<ChannelPorts, "log" | "receive">, inbound: Inbound): Promise<void> {
	if ((await offer(ports, inbound)) === "stored") return;
	ports.log.warn("telegram: an event was malformed; a note is stored in its place", { event: inbound.dedupKey });
	const { channel, dedupKey, conversation, sender, occurredAt, cursor } = inbound;
	const text = describeUnreadable("it has not the form of an event");
	const note = { channel, dedupKey, conversation, sender, occurredAt, text, ...(cursor ? { cursor } : {}) };
	if ((await offer(ports, note)) === "stored") return;
	ports.log.error("telegram: not even the note was taken; the event is left out", { event: inbound.dedupKey });
}

async function offer(ports: Pick<ChannelPorts, "receive">, inbound: Inbound): Promise<"stored" | "malformed"> {
	try {
		await ports.receive(inbound);
		return "stored";
	} catch (error) {
		if (error instanceof Error && MALFORMED.test(error.message)) return "malformed";
		throw error;
	}
}
