/**
 * Of a row of `events`, in SQL: it is read apart from the owner's conversation and holds what others wrote, so that a reader
 * without tools takes it and never the loop. What comes of the loop's own work (a call's result, an approval's outcome) goes back
 * to the loop: whatever it holds, the loop has asked for it, and its turn waits for it.
 */
export const QUARANTINED = `events.kind NOT IN ('task-result', 'approval-outcome')
	AND (events.trust IN ('stranger', 'known') OR events.outside_source IS NOT NULL)
	AND (SELECT trajectories.kind FROM trajectories WHERE trajectories.id = events.trajectory_id) = 'side'`;
