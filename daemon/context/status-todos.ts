import { truncate } from "#core/truncate.ts";
import { WORDS_WITHHELD } from "#tools/withheld.ts";

/** An item of the to-do list, in the model's own words. */
export interface ShownTodo {
	id: number;
	text: string;
	state: "pending" | "in_progress" | "completed" | "cancelled";
	/** Written while outside content was in view: the words may be somebody else's. */
	outside: boolean;
}

const MAX_LENGTH = 120;
/** How many open items are shown with their words. */
const MAX_ITEMS = 12;

/** Whatever could begin a tag, or looks as if: nothing in the block but its own tags may. */
const BRACKETS = /[<>\uFF1C\uFF1E\uFE64\uFE65\u2039\u203A\u276E\u276F\u27E8\u27E9\u3008\u3009]/gu;
/** Line ends of any kind, and what shows nothing. */
const CONTROLS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu;

/** How much is left in one line, then each open item in a line of its own. */
export function todoLines(items: readonly ShownTodo[]): string[] {
	if (items.length === 0) return ["todo: none"];
	const inState = (state: ShownTodo["state"]) => items.filter((item) => item.state === state);
	const open = items.filter(({ state }) => state === "pending" || state === "in_progress");
	const numbers = (state: "completed" | "cancelled") => {
		const ids = inState(state).map(({ id }) => id);
		return ids.length === 0 ? [] : [`${state} ${ids.join(" ")}`];
	};
	const more = open.length > MAX_ITEMS ? [`only the first ${MAX_ITEMS} are shown`] : [];
	const summary = [`${open.length} of ${items.length} open`, ...numbers("completed"), ...numbers("cancelled"), ...more];
	return [`todo: ${summary.join(", ")}`, ...open.slice(0, MAX_ITEMS).map(describeItem)];
}

const describeItem = ({ id, text, state, outside }: ShownTodo): string =>
	`todo ${id}: ${state === "in_progress" ? "[>]" : "[ ]"} ${outside ? WORDS_WITHHELD : oneLine(text)}`;

function oneLine(text: string): string {
	const flat = text.replace(CONTROLS, " ").replace(BRACKETS, "").trim();
	return flat.length > MAX_LENGTH ? `${truncate(flat, MAX_LENGTH - 1)}…` : flat;
}
