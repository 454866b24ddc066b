import type { Database } from "#core/database.ts";
import type { Views } from "#daemon/context/views.ts";
import { publicUrlsIn } from "./known-urls.ts";
import { parsePublicUrl } from "./public-url.ts";

/** Entries whose addresses are remembered; more than a view holds. */
const MAX_REMEMBERED = 2_000;

/**
 * The addresses in a trajectory's view that somebody else than a model wrote: in what came in on a channel, and in pages that were
 * opened. Everything else is left out, since a model could have put an address together there and then find it: files, results
 * that repeat what they were asked for, purposes of timers, its own messages that somebody answers.
 */
export class SeenUrls {
	readonly #database: Database;
	readonly #views: Pick<Views, "shownEntryIds">;
	readonly #ofEntry = new Map<number, ReadonlySet<string>>();

	constructor(parts: { database: Database; views: Pick<Views, "shownEntryIds"> }) {
		this.#database = parts.database;
		this.#views = parts.views;
	}

	/** Whether this very address, whole and with its query, was written there. The fragment, which never leaves, doesn't count. */
	has(trajectoryId: number, url: string): boolean {
		const address = parsePublicUrl(url);
		if (address.kind === "refused") return false;
		const shown = this.#views.shownEntryIds(trajectoryId);
		this.#read(shown.filter((id) => !this.#ofEntry.has(id)));
		return shown.some((id) => this.#ofEntry.get(id)?.has(address.url));
	}

	#read(ids: readonly number[]): void {
		if (ids.length === 0) return;
		if (this.#ofEntry.size > MAX_REMEMBERED) this.#ofEntry.clear();
		for (const id of ids) this.#ofEntry.set(id, new Set());
		const rows = this.#database.all<{ id: number; body: string | null }>(
			TEXTS,
			JSON.stringify(ids),
			JSON.stringify(ids),
		);
		for (const { id, body } of rows) if (body !== null) this.#ofEntry.set(id, publicUrlsIn(textOf(body)));
	}
}

/** What came in stands as it came, without what the program puts around it. */
const TEXTS = `SELECT entries.id, contents.body FROM json_each(?) AS shown JOIN entries ON entries.id = shown.value
	JOIN events ON events.id = entries.event_id AND events.kind = 'message' JOIN contents ON contents.id = events.content_id
	UNION ALL
	SELECT entries.id, contents.body FROM json_each(?) AS shown
	JOIN entries ON entries.id = shown.value AND entries.outside = 1
	JOIN calls ON calls.turn_id = entries.turn_id AND calls.result_entry_id = entries.id AND calls.tool = 'read_page'
	JOIN contents ON contents.id = entries.content_id`;

/** Both kinds of rows are JSON: an event has `text`, a message on the wire `content`. */
function textOf(body: string): string {
	const { text, content }: { text?: unknown; content?: unknown } = JSON.parse(body);
	return [text, content].filter((value) => typeof value === "string").join("\n");
}
