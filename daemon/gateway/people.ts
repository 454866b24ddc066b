import type { Clock } from "#core/clock.ts";
import type { Database } from "#core/database.ts";
import type { Conversation } from "#core/event.ts";
import type { Ids } from "#core/ids.ts";
import type { Trust } from "#core/trust.ts";

/** Channels on this machine that let nobody in but the owner: a login cookie, the home folder's file modes. */
const LOCAL_CHANNELS = new Set(["web", "terminal"]);

const PAIRING_LASTS_MS = 60 * 60 * 1000;

export interface Pairing {
	code: string;
	channel: string;
	senderId: string;
	senderName: string | undefined;
	conversation: Conversation;
}

/** Who is who. Identity comes from the transport and the owner's word alone. */
export class People {
	readonly #database: Database;
	readonly #clock: Clock;
	readonly #ids: Ids;
	readonly #configuredOwners: (channel: string) => readonly string[];

	constructor(database: Database, clock: Clock, ids: Ids, configuredOwners: (channel: string) => readonly string[]) {
		this.#database = database;
		this.#clock = clock;
		this.#ids = ids;
		this.#configuredOwners = configuredOwners;
	}

	trustOf(channel: string, senderId: string): Trust {
		if (LOCAL_CHANNELS.has(channel) || this.#configuredOwners(channel).includes(senderId)) return "owner";
		const person = this.#database.get<{ trust: "owner" | "known" }>(
			"SELECT trust FROM people WHERE channel = ? AND sender_id = ?",
			channel,
			senderId,
		);
		return person?.trust ?? "stranger";
	}

	/**
	 * The code that a stranger is given, for the owner to confirm. The same person gets the same code until it expires.
	 * @returns `isNew` false where it was given before: the refusal is not repeated for each message
	 */
	startPairing(
		sender: { channel: string; id: string; name?: string | undefined },
		conversation: Conversation,
	): { code: string; isNew: boolean } {
		const now = this.#clock.now();
		this.#database.run("DELETE FROM pairings WHERE expires_at <= ?", now);
		const open = this.#database.get<{ code: string }>(
			"SELECT code FROM pairings WHERE channel = ? AND sender_id = ?",
			sender.channel,
			sender.id,
		);
		if (open) return { code: open.code, isNew: false };
		const code = this.#ids.code(8);
		this.#database.run(
			"INSERT INTO pairings VALUES (?, ?, ?, ?, ?, ?, ?)",
			code,
			sender.channel,
			sender.id,
			sender.name ?? null,
			conversation.address,
			now,
			now + PAIRING_LASTS_MS,
		);
		return { code, isNew: true };
	}

	/** Makes the account that was given this code one of the owner's own. Undefined where no such code is open. */
	confirmPairing(code: string): Pairing | undefined {
		const now = this.#clock.now();
		const row = this.#database.get<{
			code: string;
			channel: string;
			sender_id: string;
			sender_name: string | null;
			address: string;
		}>("SELECT * FROM pairings WHERE code = ? AND expires_at > ?", code, now);
		if (!row) return undefined;
		this.#database.run("DELETE FROM pairings WHERE code = ?", code);
		this.#database.run(
			`INSERT INTO people VALUES (?, ?, ?, 'owner', ?)
			ON CONFLICT DO UPDATE SET trust = 'owner', name = excluded.name, confirmed_at = excluded.confirmed_at`,
			row.channel,
			row.sender_id,
			row.sender_name,
			now,
		);
		return {
			code: row.code,
			channel: row.channel,
			senderId: row.sender_id,
			senderName: row.sender_name ?? undefined,
			conversation: { channel: row.channel, address: row.address },
		};
	}

	/** Takes a paired account its standing. @returns false where it was none, or is named in config.yaml instead */
	unpair(channel: string, senderId: string): boolean {
		return this.#database.run("DELETE FROM people WHERE channel = ? AND sender_id = ?", channel, senderId).changes > 0;
	}

	/** The accounts that were paired, beside those in config.yaml. */
	paired(): { channel: string; senderId: string; name: string | undefined }[] {
		return this.#database
			.all<{ channel: string; sender_id: string; name: string | null }>("SELECT * FROM people ORDER BY confirmed_at")
			.map(({ channel, sender_id, name }) => ({ channel, senderId: sender_id, name: name ?? undefined }));
	}
}
