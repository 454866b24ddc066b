import type { Entries } from "#daemon/records/entries.ts";
import type { Epochs } from "#daemon/records/epochs.ts";
import { MAIN_TRAJECTORY } from "#daemon/records/event-record.ts";
import type { Replacements } from "#daemon/records/replacements.ts";
import { View, type ViewParts } from "./view.ts";
import { ViewReader } from "./view-reader.ts";

/** One view for each trajectory that is being worked on. The main one's is kept; others are let go when they rest. */
export class Views {
	readonly #entries: Entries;
	readonly #viewParts: ViewParts;
	readonly #views = new Map<number, View>();

	constructor(records: { entries: Entries; epochs: Epochs; replacements: Replacements }) {
		this.#entries = records.entries;
		this.#viewParts = { ...records, reader: new ViewReader(records.entries) };
		this.of(MAIN_TRAJECTORY);
	}

	of(trajectoryId: number): View {
		const view = this.#views.get(trajectoryId) ?? new View(this.#viewParts, trajectoryId);
		this.#views.set(trajectoryId, view);
		return view;
	}

	/** @returns false where the parent has shown nothing yet */
	fork(parentId: number, trajectoryId: number): boolean {
		const view = this.of(parentId).fork(trajectoryId);
		if (!view) return false;
		this.#views.set(trajectoryId, view);
		return true;
	}

	/**
	 * Whether what others wrote, or what was made of it, is in a trajectory's view; of a fork, also in what it began with. It ends
	 * when the last of that has left the view, and not before.
	 */
	isTainted(trajectoryId: number): boolean {
		const view = this.of(trajectoryId);
		const isShown = view.entries.some(({ outside, derived }) => outside || derived);
		return isShown || this.#entries.isTaintedAfter(trajectoryId, view.lastEntryId);
	}

	/** The numbers of the entries that it shows, those of a fork's parent among them. */
	shownEntryIds(trajectoryId: number): number[] {
		return this.of(trajectoryId).entries.map(({ id }) => id);
	}

	/** After a rollback: rows that were rendered never were. */
	reset(trajectoryId: number): void {
		this.#views.get(trajectoryId)?.reset();
	}

	release(trajectoryId: number): void {
		if (trajectoryId === MAIN_TRAJECTORY) return;
		this.#views.delete(trajectoryId);
	}
}
