import type { ChatMessage } from "#daemon/model/port.ts";
import type { Entries } from "#daemon/records/entries.ts";
import type { Epoch } from "#daemon/records/epochs.ts";
import { clearedByEarlierVersion } from "./cleared-by-earlier-version.ts";
import type { ViewEntry } from "./view-entry.ts";
import { notice } from "./wrap.ts";

const LEFT_OUT = notice("Earlier conversation is out of view to save room. It is kept on disk.");

/** Reads from rows what an epoch shows. The same rows give the same bytes, now and in ten years. */
export class ViewReader {
	readonly #entries: Entries;

	constructor(entries: Entries) {
		this.#entries = entries;
	}

	/** What stands before the entries: the prompt, and what came before. */
	fixed({ prefix, opening, firstEntryId }: Epoch): ChatMessage[] {
		const messages: ChatMessage[] = [{ role: "system", content: prefix.prompt }];
		if (opening) messages.push({ role: "user", content: opening.text });
		else if (firstEntryId > 0) messages.push({ role: "user", content: LEFT_OUT });
		return messages;
	}

	/**
	 * A trajectory's entries in the order of the wire, each as the epoch shows it. For a fork that began with what its parent
	 * showed, the epoch is the parent's and the entries are its own.
	 * @param afterId the last entry that is not wanted
	 * @param untilId the last one that is
	 */
	entries(epoch: Epoch, trajectoryId: number, afterId: number, untilId = Number.MAX_SAFE_INTEGER): ViewEntry[] {
		return this.#entries
			.shownIn(epoch.id, trajectoryId, afterId, untilId)
			.map((entry) => clearedByEarlierVersion(entry, epoch.clearResultsBefore));
	}
}
