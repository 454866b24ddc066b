import type { Hook } from "#config/gate-schema.ts";
import type { Clock } from "#core/clock.ts";
import type { Database } from "#core/database.ts";
import { canonicalJson, sha256 } from "#core/digest.ts";
import type { Conversation } from "#core/event.ts";
import type { Outbox } from "#daemon/outbox/outbox.ts";
import type { Facts } from "#daemon/records/facts.ts";

/** One that works in between is told at most this often. */
const TOLD_AGAIN_AFTER_MS = 60 * 60_000;

export interface HookNoticesParts {
	database: Database;
	facts: Facts;
	outbox: Pick<Outbox, "add">;
	clock: Clock;
	/** Where the owner is. */
	ownerConversation: () => Conversation;
}

/** Tells the owner of a broken hook: once, not for each call that it holds up, also across restarts. */
export class HookNotices {
	readonly #parts: HookNoticesParts;

	constructor(parts: HookNoticesParts) {
		this.#parts = parts;
	}

	/** @param problem what is wrong with it, in the program's words */
	tellBroken(hook: Hook, problem: string): void {
		const { database, facts, outbox, clock, ownerConversation } = this.#parts;
		const now = clock.now();
		if (!isNews(readTold(facts.read(factOf(hook))), versionOf(hook), now)) return;
		const text =
			`The hook ${hook.name} is broken: ${problem}. It was put there to protect, so whatever it has to look at is refused until it works. ` +
			"Put it right, or take it out of `hooks` in config.yaml.";
		database.write(() => {
			outbox.add({ conversation: ownerConversation(), kind: "notice", text, toOwner: true });
			facts.write(factOf(hook), writeTold({ at: now, version: versionOf(hook), hasWorkedSince: false }));
		});
	}

	/** To be called when a hook has done its work: if it breaks again later, that is news. */
	noteWorks(hook: Hook): void {
		const { facts } = this.#parts;
		const told = readTold(facts.read(factOf(hook)));
		if (told && !told.hasWorkedSince) facts.write(factOf(hook), writeTold({ ...told, hasWorkedSince: true }));
	}
}

/** What the owner was told of a hook, and when. */
interface Told {
	at: number;
	version: string;
	hasWorkedSince: boolean;
}

/** Whether a hook that is broken now is to be told. Pure. One that was written anew since is another one. */
const isNews = (told: Told | undefined, version: string, now: number): boolean =>
	told === undefined || told.version !== version || (told.hasWorkedSince && now - told.at >= TOLD_AGAIN_AFTER_MS);

function readTold(fact: string | undefined): Told | undefined {
	if (fact === undefined) return undefined;
	const [at, version = "", since] = fact.split(" ");
	return { at: Number(at), version, hasWorkedSince: since === "worked" };
}

const writeTold = ({ at, version, hasWorkedSince }: Told): string =>
	`${at} ${version} ${hasWorkedSince ? "worked" : "broken"}`;

const versionOf = (hook: Hook): string => sha256(canonicalJson(hook));

const factOf = ({ name }: Hook): string => `told that the hook ${name} is broken`;
