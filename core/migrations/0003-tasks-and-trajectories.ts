/**
 * Work that goes on while the loop does something else, how urgent an event is and what was made of it, trajectories beside
 * the main one, and what keeps a turn from going in circles.
 */
export const tasksAndTrajectories = /* sql */ `
ALTER TABLE trajectories ADD COLUMN key TEXT;           -- what it is about, as its source names it: a mail thread, a webhook
ALTER TABLE trajectories ADD COLUMN parent_id INTEGER REFERENCES trajectories;  -- of a fork
ALTER TABLE trajectories ADD COLUMN forked_after INTEGER;  -- of a fork: the last of its parent's entries that it sees
ALTER TABLE trajectories ADD COLUMN state TEXT NOT NULL DEFAULT 'idle'
	CHECK (state IN ('idle', 'thinking', 'acting', 'waiting-for-approval', 'cancelling', 'failed'));
ALTER TABLE trajectories ADD COLUMN state_detail TEXT;
ALTER TABLE trajectories ADD COLUMN state_since INTEGER NOT NULL DEFAULT 0;
CREATE UNIQUE INDEX trajectories_by_key ON trajectories (kind, key) WHERE key IS NOT NULL;

ALTER TABLE events ADD COLUMN urgency TEXT NOT NULL DEFAULT 'normal' CHECK (urgency IN ('normal', 'critical', 'interrupt'));
ALTER TABLE events ADD COLUMN strategy TEXT CHECK (strategy IN ('cancel', 'queue', 'parallel'));
ALTER TABLE events ADD COLUMN strategy_reason TEXT;
DROP INDEX events_waiting;
CREATE INDEX events_waiting ON events (route, trajectory_id, trust, id) WHERE state = 'waiting';
CREATE INDEX events_pressing ON events (trajectory_id) WHERE state = 'waiting' AND urgency <> 'normal';

CREATE TABLE tasks (
	id INTEGER PRIMARY KEY,
	call_id INTEGER NOT NULL UNIQUE REFERENCES calls,
	turn_id INTEGER NOT NULL REFERENCES turns,
	trajectory_id INTEGER NOT NULL REFERENCES trajectories,
	state TEXT NOT NULL CHECK (state IN ('running', 'done', 'failed', 'cancelled', 'unknown')),
	result_event_id INTEGER REFERENCES events,
	started_at INTEGER NOT NULL,            -- of the call, which may have run a while before it became a task
	ended_at INTEGER
) STRICT;
CREATE INDEX tasks_running ON tasks (id) WHERE state = 'running';
CREATE INDEX tasks_of_turn ON tasks (turn_id);
CREATE INDEX tasks_of_result ON tasks (result_event_id) WHERE result_event_id IS NOT NULL;
CREATE TABLE task_events (
	task_id INTEGER NOT NULL REFERENCES tasks,
	event_id INTEGER NOT NULL REFERENCES events,         -- was open when the task began: it works for that
	PRIMARY KEY (task_id, event_id)
) STRICT, WITHOUT ROWID;

ALTER TABLE calls ADD COLUMN result_digest TEXT;        -- of what the tool returned, without stamp and count
ALTER TABLE calls ADD COLUMN problem_class TEXT;        -- of a failure, without what differs from one to the next

CREATE TABLE recoveries (
	turn_id INTEGER NOT NULL REFERENCES turns,
	path TEXT NOT NULL,
	count INTEGER NOT NULL,
	PRIMARY KEY (turn_id, path)
) STRICT, WITHOUT ROWID;
INSERT INTO recoveries SELECT id, 'unanswered', reminders FROM turns WHERE reminders > 0 AND state <> 'ended';
ALTER TABLE turns DROP COLUMN reminders;
ALTER TABLE turns ADD COLUMN active_ms INTEGER NOT NULL DEFAULT 0;  -- spent so far, without waiting for a model

ALTER TABLE usage ADD COLUMN cost REAL;                 -- in the owner's money, where the model has a price
CREATE INDEX usage_of_turn ON usage (turn_id);

CREATE TABLE todos (
	id INTEGER PRIMARY KEY,
	trajectory_id INTEGER NOT NULL REFERENCES trajectories,
	position INTEGER NOT NULL,
	content_id INTEGER NOT NULL REFERENCES contents,
	state TEXT NOT NULL CHECK (state IN ('pending', 'in_progress', 'completed', 'cancelled')),
	handed_over_at INTEGER,                 -- the owner was told that it is left open
	created_at INTEGER NOT NULL,
	updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX todos_of_trajectory ON todos (trajectory_id, position);

ALTER TABLE registrations ADD COLUMN urgent INTEGER NOT NULL DEFAULT 0;  -- its events interrupt what is being done

CREATE TABLE hand_overs (
	event_id INTEGER PRIMARY KEY REFERENCES events,      -- the entry in the trajectory that it was handed to
	from_trajectory_id INTEGER NOT NULL REFERENCES trajectories,
	to_trajectory_id INTEGER NOT NULL REFERENCES trajectories
) STRICT;
CREATE TABLE handed_events (
	trajectory_id INTEGER NOT NULL REFERENCES trajectories,  -- may have this event's content shown to the owner
	event_id INTEGER NOT NULL REFERENCES events,
	PRIMARY KEY (trajectory_id, event_id)
) STRICT, WITHOUT ROWID;

ALTER TABLE outbox ADD COLUMN outside INTEGER NOT NULL DEFAULT 0;  -- the program put in what others wrote
`;
