import type { Database } from "#core/database.ts";
import type { Conversation } from "#core/event.ts";
import type { Outbox } from "#daemon/outbox/outbox.ts";
import type { Facts } from "#daemon/records/facts.ts";
import type { Asker, PeriodSpend, SpendDecision } from "./decide-spend.ts";
import type { SpendDesk } from "./spend-desk.ts";
import { ALLOW, describeHeldBack, describeNear, describeReached } from "./spend-texts.ts";

const NEAR_FACT = "warned of the spend limit";
const REACHED_FACT = "told of the spend limit";

export interface SpendNoticesParts {
	database: Database;
	facts: Facts;
	outbox: Outbox;
	desk: Pick<SpendDesk, "decide" | "overText" | "isAllowedToday">;
	/** Where the owner is. */
	ownerConversation: () => Conversation;
}

/** Tells the owner of limits: each thing once for each day or month and each limit, also across restarts. */
export class SpendNotices {
	readonly #parts: SpendNoticesParts;

	constructor(parts: SpendNoticesParts) {
		this.#parts = parts;
	}

	/** Warns of limits that are nearly used up. To be called when something was spent. */
	warn(): void {
		const decision = this.#parts.desk.decide();
		if (decision.kind === "within") return;
		const keys = new Map(decision.near.map((each) => [keyOf(each), each]));
		this.#tellNew(NEAR_FACT, decision, keys, (each) => {
			const { outbox, ownerConversation } = this.#parts;
			outbox.add({ conversation: ownerConversation(), kind: "notice", text: describeNear(each), toOwner: true });
		});
	}

	/**
	 * Tells that a turn, or a message that is read by itself, waits for a limit. The owner is asked wherever they wrote; for all that others set going, they are told
	 * once. Part of the caller's transaction.
	 */
	tellReached(waiting: { turnId?: number; asker: Asker; conversations: readonly Conversation[] }): void {
		const { desk, outbox } = this.#parts;
		const decision = desk.decide();
		if (decision.kind !== "reached") return;
		const { reached } = decision;
		const { asker, turnId } = waiting;
		const text = `${describeReached(reached)} ${describeHeldBack(asker, desk.overText(reached), desk.isAllowedToday)}`;
		const choices = desk.isAllowedToday ? [] : [ALLOW];
		const places = new Map(
			waiting.conversations.map((place) => [
				`${keyOf(reached)} ${asker === "other" ? asker : addressOf(place)}`,
				place,
			]),
		);
		this.#tellNew(REACHED_FACT, decision, places, (conversation) =>
			outbox.add({ conversation, kind: "notice", text, choices, toOwner: true, turnId }),
		);
	}

	/** Tells what was not told yet, and forgets what is of no use any more: the fact stays as short as the day is. */
	#tellNew<Item>(
		fact: string,
		decision: Exclude<SpendDecision, { kind: "within" }>,
		items: ReadonlyMap<string, Item>,
		tell: (item: Item) => void,
	): void {
		const { database, facts } = this.#parts;
		const present = [...decision.near, ...(decision.kind === "reached" ? [decision.reached] : [])].map(keyOf);
		const told = facts.read(fact)?.split("\n") ?? [];
		const untold = [...items].filter(([key]) => !told.includes(key));
		if (untold.length === 0) return;
		const kept = told.filter((key) => present.some((each) => key.startsWith(each)));
		database.write(() => {
			for (const [, item] of untold) tell(item);
			facts.write(fact, [...kept, ...untold.map(([key]) => key)].join("\n"));
		});
	}
}

/** A limit that the owner has changed is another one. */
const keyOf = ({ period, limit }: PeriodSpend): string => `${period.name} ${limit}`;

const addressOf = ({ channel, address }: Conversation): string => `${channel} ${address}`;
