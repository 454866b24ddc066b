import type { Database } from "#core/database.ts";
import type { Outbox } from "#daemon/outbox/outbox.ts";
import type { Journal } from "#daemon/records/journal.ts";
import { done, type OrderResult, refused } from "./order-result.ts";
import type { People } from "./people.ts";

export interface PairingOrderParts {
	database: Database;
	people: People;
	journal: Journal;
	outbox: Outbox;
}

/** Makes an account one of the owner's own, or a stranger again. */
export class PairingOrders {
	readonly #parts: PairingOrderParts;

	constructor(parts: PairingOrderParts) {
		this.#parts = parts;
	}

	pair(code: string, by: string): OrderResult {
		const { database, people, journal, outbox } = this.#parts;
		return database.write(() => {
			const pairing = people.confirmPairing(code);
			if (!pairing)
				return refused(
					`There is no open pairing code ${code}. Codes last an hour; a new message from that account brings a new one.`,
				);
			const who = `${pairing.senderName ?? pairing.senderId} (${pairing.channel} ${pairing.senderId})`;
			journal.add({
				kind: "pairing",
				target: `${pairing.channel}:${pairing.senderId}`,
				decision: by,
				outcome: "owner",
			});
			outbox.add({
				conversation: pairing.conversation,
				kind: "notice",
				text: "This account is paired. Write to me.",
				toOwner: true,
			});
			return done(`Paired: ${who} is now one of your own accounts and may order everything that you may.`);
		});
	}

	unpair(channel: string, senderId: string, by: string): OrderResult {
		const { database, people, journal } = this.#parts;
		return database.write(() => {
			if (!people.unpair(channel, senderId)) {
				return refused(
					`${channel} ${senderId} is not paired. \`/status\` lists who is; accounts in config.yaml are taken out there.`,
				);
			}
			journal.add({ kind: "pairing", target: `${channel}:${senderId}`, decision: by, outcome: "stranger" });
			return done(`${channel} ${senderId} is a stranger again.`);
		});
	}
}
