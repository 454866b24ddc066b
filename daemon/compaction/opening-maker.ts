import type { EventId } from "#core/event.ts";
import type { Opening } from "#daemon/records/epochs.ts";
import { BUDGETS, type Carried, carriedSchema, type HandoverNote } from "./carried.ts";
import type { CarriedReader } from "./handover/carried-reader.ts";
import { mergeIdentifiers } from "./handover/merge-identifiers.ts";
import { renderOpening } from "./handover/render-opening.ts";

/** What is about to leave the view of a trajectory. */
export interface Leaving {
	trajectoryId: number;
	/** The opening of the epoch that ends. */
	opening: Opening | undefined;
	/** The first entry in view now … */
	fromEntryId: number;
	/** … and the first that stays. */
	beforeEntryId: number;
}

/** What a model wrote, and how far it knew the conversation. */
export interface NewNote {
	note: HandoverNote;
	/** The newest event that it had seen. */
	until: EventId | undefined;
}

/** Makes the message with which an epoch begins: what is on record word for word, and the note, if a model wrote one. */
export class OpeningMaker {
	readonly #reader: Pick<CarriedReader, "read" | "leaving">;

	constructor(reader: Pick<CarriedReader, "read" | "leaving">) {
		this.#reader = reader;
	}

	/**
	 * @param note what a model wrote now; without it, what an earlier one wrote is carried on
	 * @param windowTokens the shares of what is carried are of this
	 */
	make(leaving: Leaving, note: NewNote | undefined, windowTokens: number): Opening {
		const before = readCarried(leaving.opening);
		const spoken = this.#reader.leaving(leaving.trajectoryId, leaving);
		const merged = mergeIdentifiers(before.identifiers, spoken, windowTokens * BUDGETS.identifiers);
		const kept = note ?? { note: before.note, until: before.noteUntil };
		const carried: Carried = {
			...(kept.note && { note: kept.note }),
			...(kept.note && kept.until !== undefined && { noteUntil: kept.until }),
			identifiers: merged.identifiers,
			// Which ones are gone is not kept, so that one that comes up again may be counted twice.
			identifiersLeftOut: before.identifiersLeftOut + merged.leftOut,
		};
		const records = this.#reader.read(leaving.trajectoryId, { beforeEntryId: leaving.beforeEntryId, windowTokens });
		return { text: renderOpening(carried, records), carried: JSON.stringify(carried) };
	}
}

/** What an earlier version wrote in another form is not carried on; the conversation itself is on disk. */
function readCarried(opening: Opening | undefined): Carried {
	const nothing: Carried = { identifiers: [], identifiersLeftOut: 0 };
	if (!opening) return nothing;
	const read = carriedSchema.safeParse(JSON.parse(opening.carried));
	return read.success ? read.data : nothing;
}
