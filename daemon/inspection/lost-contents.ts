import type { Database } from "#core/database.ts";
import type { ViewEntry } from "#daemon/context/view-entry.ts";

/** Erased at the owner's wish has a time; what was thrown away after its time has none. */
interface Lost {
	what: string;
	erasedAt: number | null;
}

const FRONT = [
	["the prompt", "prompt_content_id"],
	["the tool list", "tools_content_id"],
	["the opening", "opening_content_id"],
] as const;

const READ_FRONT = FRONT.map(
	([what, column]) => `SELECT '${what}' AS what, erased_at AS erasedAt FROM model_calls
		JOIN epochs ON epochs.id = epoch_id JOIN contents ON contents.id = ${column}
		WHERE model_calls.id = ? AND body IS NULL`,
).join(" UNION ALL ");

/** A manifest that is thrown away goes as a whole: a status block that is missing in one was erased, whenever it was. */
const READ_STATUS =
	"SELECT 'its status block' AS what, started_at AS erasedAt FROM model_calls WHERE id = ? AND status IS NULL";

/** Why a request can't be rebuilt: one of the texts around its conversation is no longer there. Undefined where all are. */
export function lostAtTheFront(database: Database, modelCallId: number): string | undefined {
	const ids = FRONT.map(() => modelCallId);
	return explain(database.get<Lost>(`${READ_FRONT} UNION ALL ${READ_STATUS} LIMIT 1`, ...ids, modelCallId));
}

const READ_ENTRY = `SELECT 'entry ' || entries.id AS what, erased_at AS erasedAt FROM entries
	JOIN contents ON contents.id = coalesce((
		SELECT content_id FROM replacements WHERE entry_id = entries.id AND since_epoch_id <= ?
		ORDER BY since_epoch_id DESC LIMIT 1), entries.content_id)
	WHERE entries.id IN (SELECT value FROM json_each(?)) AND body IS NULL ORDER BY entries.id LIMIT 1`;

/** The same of the entries that an epoch shows. */
export function lostInTheConversation(
	database: Database,
	epochId: number,
	entries: readonly ViewEntry[],
): string | undefined {
	return explain(database.get<Lost>(READ_ENTRY, epochId, JSON.stringify(entries.map(({ id }) => id))));
}

function explain(lost: Lost | undefined): string | undefined {
	if (!lost) return undefined;
	const how = lost.erasedAt === null ? "thrown away after its time" : "erased at your wish";
	return `${lost.what} was ${how}`;
}
