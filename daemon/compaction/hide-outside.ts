import { formatEventId } from "#core/event.ts";
import { clearedPlaceholder } from "#daemon/context/placeholders.ts";
import { estimateTokens } from "#daemon/context/tokens.ts";
import type { Replacement } from "#daemon/records/replacements.ts";
import { clear } from "./light/clear.ts";
import type { LightEntry } from "./light/light-entry.ts";
import { partsOf } from "./light/replace.ts";

/** Everything that others wrote gives way to a placeholder, also where that is longer: it must not be read. Pure. */
export const hideOutside = (entries: readonly LightEntry[]): Replacement[] =>
	entries.filter(({ outside }) => outside).map((entry) => cleared(entry) ?? hide(entry));

/** The usual placeholder keeps the names of files, which others chose. */
function cleared(entry: LightEntry): Replacement | undefined {
	const replacement = clear(entry, clearedPlaceholder);
	return replacement?.outside ? undefined : replacement;
}

function hide(entry: LightEntry): Replacement {
	const { head } = partsOf(entry);
	const name = entry.call ? `C-${entry.call.id}` : entry.event ? formatEventId(entry.event.id) : "this entry";
	const message = { ...entry.message, content: `${head}\n[What others wrote in ${name} is left out here.]` };
	return {
		entryId: entry.id,
		kind: "cleared",
		message,
		tokens: estimateTokens(JSON.stringify(message)),
		outside: false,
	};
}
