import type { Inbound } from "#core/event.ts";
import { isUrgent } from "./commands.ts";
import type { Message } from "./update.ts";

/** An album is complete when nothing more of it has come for that long. Telegram sends its members within a moment. */
export const ALBUM_QUIET_MS = 600;
/** https://core.telegram.org/bots/api#sendmediagroup */
const LARGEST_ALBUM = 10;

/** How far it is with what will be one event. */
export type Stage =
	/** More members of the album may come. */
	| { kind: "collecting"; groupId: string; messages: [Message, ...Message[]]; grewAtMs: number }
	/** Its files are being fetched. */
	| { kind: "fetching" }
	| { kind: "ready"; inbound: Inbound; callbackId?: string }
	/** On disk, or left out on purpose. */
	| { kind: "done" };

export interface Entry {
	/** Several for an album. */
	updateIds: [number, ...number[]];
	/** The conversation, whose events stay in order. */
	address: string;
	stage: Stage;
}
type EntryAt<Kind extends Stage["kind"]> = Entry & { stage: Extract<Stage, { kind: Kind }> };

interface AlbumMember {
	updateId: number;
	address: string;
	groupId: string;
	message: Message;
}

const isCollecting = (entry: Entry): entry is EntryAt<"collecting"> => entry.stage.kind === "collecting";

/** The updates that Telegram was not yet told to forget, in the order of their numbers. Decides; does nothing itself. */
export class Backlog {
	#entries: Entry[] = [];
	#offset: number | undefined;

	/** @param offset where reading goes on; undefined to begin with the oldest update that Telegram has */
	constructor(offset: number | undefined) {
		this.#offset = offset;
	}

	/** The number of the next update to ask for: all before it are dealt with. */
	get offset(): number | undefined {
		return this.#offset;
	}

	/** True while an update waits for something: Telegram then goes on offering it at every call. */
	get holds(): boolean {
		return this.#entries.some(({ stage }) => stage.kind !== "done");
	}

	/** True while more members of an album may come. */
	get collects(): boolean {
		return this.#entries.some(isCollecting);
	}

	knows(updateId: number): boolean {
		return this.#entries.some(({ updateIds }) => updateIds.includes(updateId));
	}

	add(entry: Entry): Entry {
		this.#entries.push(entry);
		return entry;
	}

	/** Adds a member to its album, or begins one. `nowMs` is monotonic. */
	collect({ updateId, address, groupId, message }: AlbumMember, nowMs: number): void {
		const album = this.#entries
			.filter(isCollecting)
			.find((entry) => entry.address === address && entry.stage.groupId === groupId);
		if (album) {
			album.updateIds.push(updateId);
			album.stage.messages.push(message);
			album.stage.grewAtMs = nowMs;
			return;
		}
		this.add({
			updateIds: [updateId],
			address,
			stage: { kind: "collecting", groupId, messages: [message], grewAtMs: nowMs },
		});
	}

	/** The albums that are complete, to be asked after an answer of Telegram. */
	completeAlbums(nowMs: number): EntryAt<"collecting">[] {
		return this.#entries
			.filter(isCollecting)
			.filter(({ stage }) => stage.messages.length >= LARGEST_ALBUM || nowMs - stage.grewAtMs >= ALBUM_QUIET_MS);
	}

	/** What can be stored now: within a conversation nothing before it is missing, or it is urgent. */
	due(): EntryAt<"ready">[] {
		const blocked = new Set<string>();
		return this.#entries.filter((entry): entry is EntryAt<"ready"> => {
			const { stage, address } = entry;
			if (stage.kind === "done") return false;
			if (stage.kind === "ready" && (!blocked.has(address) || isUrgent(stage.inbound))) return true;
			blocked.add(address);
			return false;
		});
	}

	/**
	 * A read position that is true whichever of `stored` get stored: past a single one, but before several, of which one may
	 * be refused while a later one is stored.
	 */
	positionWith(stored: readonly Entry[]): number {
		const single = stored.length === 1 ? stored[0] : undefined;
		return this.#positionAfter((entry) => entry === single || entry.stage.kind === "done");
	}

	/** Forgets what is done, as far as nothing before it is missing. */
	settle(): void {
		if (this.#entries.length === 0) return;
		const offset = this.#positionAfter(({ stage }) => stage.kind === "done");
		this.#offset = offset;
		this.#entries = this.#entries.filter(({ updateIds }) => Math.max(...updateIds) >= offset);
	}

	/**
	 * Past what there is, and not past the highest number ever seen: after a quiet week Telegram starts at another one.
	 */
	#positionAfter(isDealtWith: (entry: Entry) => boolean): number {
		const missing = this.#entries.filter((entry) => !isDealtWith(entry)).flatMap(({ updateIds }) => updateIds);
		if (missing.length > 0) return Math.min(...missing);
		return Math.max(...this.#entries.flatMap(({ updateIds }) => updateIds)) + 1;
	}
}
