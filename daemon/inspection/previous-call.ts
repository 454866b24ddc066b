import type { Database } from "#core/database.ts";
import type { ModelCallRecord, ModelCalls } from "#daemon/records/model-calls.ts";

interface Row {
	id: number;
	turnId: number;
}

const LATEST = `SELECT model_calls.id, turn_id AS turnId FROM model_calls JOIN turns ON turns.id = turn_id
	WHERE model_calls.id < ? AND turns.trajectory_id = ? ORDER BY model_calls.id DESC LIMIT 1`;

/** The request before this one in its trajectory; for a fork's first, the one that its parent waited for an answer to. */
export function previousCall(
	database: Database,
	modelCalls: ModelCalls,
	call: Pick<ModelCallRecord, "id" | "turnId">,
): ModelCallRecord | undefined {
	const sql = `SELECT trajectories.id, parent_id AS parentId FROM trajectories
		JOIN turns ON turns.trajectory_id = trajectories.id WHERE turns.id = ?`;
	const trajectory = database.get<{ id: number; parentId: number | null }>(sql, call.turnId);
	const row = [trajectory?.id, trajectory?.parentId]
		.filter((id) => typeof id === "number")
		.map((id) => database.get<Row>(LATEST, call.id, id))
		.find((found) => found !== undefined);
	return row && modelCalls.ofTurn(row.turnId).find(({ id }) => id === row.id);
}
