import type { ItemAnswer } from "#daemon/control/answers.ts";

/** The last of what an item was shown with, to see whether a change is worth a line. */
type Shown = Pick<ItemAnswer, "state" | "note">;

/** Turns items of the conversation, and what becomes of them, into text; each thing is shown once. */
export class Transcript {
	readonly #time: (at: number) => string;
	readonly #shown = new Map<string, Shown>();

	/** @param time writes a moment for the reader */
	constructor(time: (at: number) => string) {
		this.#time = time;
	}

	/** The text for an item that is new or has changed; undefined where there is nothing to show. */
	add(item: ItemAnswer): string | undefined {
		const before = this.#shown.get(item.key);
		this.#shown.set(item.key, { state: item.state, note: item.note });
		if (!before) return renderItem(item, this.#time(item.at));
		const isNew = item.note !== before.note || (item.state === "failed" && before.state !== "failed");
		return isNew ? `(${item.key}: ${describeEnd(item)})` : undefined;
	}

	/** Counts an item as shown: it stands on the screen already, as what was typed. */
	skip(item: ItemAnswer): void {
		this.#shown.set(item.key, { state: item.state, note: item.note });
	}
}

function renderItem(item: ItemAnswer, time: string): string {
	const who = item.from === "owner" ? "you" : "steward";
	const where = item.channel === "terminal" ? "" : ` (${item.channel})`;
	const files = item.attachments.map(({ path }) => `  [file] ${path}`);
	const choices = item.choices.map(({ label, command }) => `  ${label}: ${command}`);
	const end = item.state === "failed" || item.note !== undefined ? [`  (${describeEnd(item)})`] : [];
	return [`${time} ${who}${where}: ${item.text}`, ...files, ...choices, ...end].join("\n");
}

function describeEnd({ state, note }: Shown): string {
	if (state !== "failed") return note ?? state;
	return `not delivered${note === undefined ? "" : `: ${note}`}`;
}
