/**
 * What keeps a conversation of years in a window of a few thousand tokens, each part of it on record: what stands in place of
 * what, what is carried on word for word, what every request was made from and what it cost.
 */
export const contextForYears = /* sql */ `
ALTER TABLE epochs ADD COLUMN parts TEXT;               -- the prompt's parts in order, as JSON: [{"name", "digest", "tokens"}]
ALTER TABLE epochs ADD COLUMN opening_content_id INTEGER REFERENCES contents;  -- the message after the prompt: what came before
ALTER TABLE epochs ADD COLUMN carried_content_id INTEGER REFERENCES contents;  -- what the opening was made from, as JSON

CREATE TABLE prefix_updates (
	epoch_id INTEGER NOT NULL REFERENCES epochs,
	part TEXT NOT NULL,
	digest TEXT NOT NULL,                   -- of the part's text as the entry tells it
	entry_id INTEGER NOT NULL REFERENCES entries,
	PRIMARY KEY (epoch_id, part, entry_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE replacements (
	entry_id INTEGER NOT NULL REFERENCES entries,
	since_epoch_id INTEGER NOT NULL REFERENCES epochs,   -- and in all later ones
	kind TEXT NOT NULL CHECK (kind IN ('noise', 'cleared', 'summary')),
	content_id INTEGER NOT NULL REFERENCES contents,     -- the whole message, exactly as it goes on the wire
	tokens INTEGER NOT NULL,
	outside INTEGER NOT NULL,               -- still holds what others wrote
	PRIMARY KEY (entry_id, since_epoch_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE compactions (
	id INTEGER PRIMARY KEY,
	trajectory_id INTEGER NOT NULL REFERENCES trajectories,
	step TEXT NOT NULL CHECK (step IN ('clear', 'handover', 'shrink')),
	state TEXT NOT NULL CHECK (state IN ('asked', 'running', 'done', 'failed', 'given-up')),
	asked INTEGER NOT NULL DEFAULT 0,       -- by the owner
	asked_event_id INTEGER REFERENCES events,            -- with this command, where it came as an event
	focus_content_id INTEGER REFERENCES contents,
	problem TEXT,
	epoch_id INTEGER REFERENCES epochs,     -- the one that it began
	first_entry_id INTEGER,                 -- of what left the view or was replaced
	last_entry_id INTEGER,
	tokens_before INTEGER,
	tokens_after INTEGER,
	started_at INTEGER NOT NULL,
	ended_at INTEGER
) STRICT;
CREATE INDEX compactions_of_trajectory ON compactions (trajectory_id, id);

CREATE TABLE pins (
	id INTEGER PRIMARY KEY,
	trajectory_id INTEGER NOT NULL REFERENCES trajectories,
	content_id INTEGER NOT NULL REFERENCES contents,
	tokens INTEGER NOT NULL,
	created_by TEXT NOT NULL CHECK (created_by IN ('owner', 'assistant')),
	event_id INTEGER REFERENCES events,     -- what it came from
	created_at INTEGER NOT NULL,
	removed_at INTEGER
) STRICT;
CREATE INDEX pins_in_force ON pins (trajectory_id, id) WHERE removed_at IS NULL;

CREATE TABLE decisions (
	id INTEGER PRIMARY KEY,
	trajectory_id INTEGER NOT NULL REFERENCES trajectories,
	content_id INTEGER NOT NULL REFERENCES contents,
	reason_content_id INTEGER REFERENCES contents,
	tokens INTEGER NOT NULL,                -- of both
	created_by TEXT NOT NULL CHECK (created_by IN ('owner', 'assistant')),
	event_id INTEGER REFERENCES events,
	created_at INTEGER NOT NULL,
	ended_at INTEGER,
	replaced_by_id INTEGER REFERENCES decisions
) STRICT;
CREATE INDEX decisions_in_force ON decisions (trajectory_id, id) WHERE ended_at IS NULL;

-- Status blocks move here from the table contents: between rows that stay for ever, their room would not be used again.
CREATE TABLE new_model_calls (
	id INTEGER PRIMARY KEY,
	turn_id INTEGER NOT NULL REFERENCES turns,
	round INTEGER NOT NULL,
	epoch_id INTEGER NOT NULL REFERENCES epochs,
	last_entry_id INTEGER NOT NULL,
	purpose TEXT NOT NULL,
	status_place TEXT NOT NULL CHECK (status_place IN ('message', 'tool-result')),
	request_digest TEXT NOT NULL,
	estimated_tokens INTEGER,               -- of the request, uncalibrated
	input_tokens INTEGER,                   -- as the service counted them
	model TEXT,
	outcome TEXT,
	detail TEXT,
	started_at INTEGER NOT NULL,
	ended_at INTEGER,
	status TEXT                             -- the status block, or what the program asks for; NULL once erased. Long, so it is last
) STRICT;
INSERT INTO new_model_calls
	SELECT model_calls.id, turn_id, round, epoch_id, last_entry_id, 'turn', 'message', request_digest, NULL, NULL,
		model, outcome, detail, started_at, ended_at, body
	FROM model_calls LEFT JOIN contents ON contents.id = status_content_id ORDER BY model_calls.id;
UPDATE contents SET body = NULL, salt = NULL WHERE id IN (SELECT status_content_id FROM model_calls);
DROP TABLE model_calls;
ALTER TABLE new_model_calls RENAME TO model_calls;
CREATE INDEX model_calls_of_turn ON model_calls (turn_id);
CREATE INDEX model_calls_of_epoch ON model_calls (epoch_id);

ALTER TABLE usage ADD COLUMN cache_write_tokens INTEGER NOT NULL DEFAULT 0;  -- of the input, what the service stored anew
ALTER TABLE usage ADD COLUMN model_call_id INTEGER;

ALTER TABLE todos ADD COLUMN outside INTEGER NOT NULL DEFAULT 0;  -- its words came while outside content was in view
CREATE INDEX entries_of_event ON entries (event_id) WHERE event_id IS NOT NULL;
CREATE INDEX epochs_by_prefix ON epochs (prefix_digest);
CREATE INDEX epochs_of_prompt ON epochs (prompt_content_id);
CREATE INDEX epochs_of_tools ON epochs (tools_content_id);
CREATE INDEX calls_of_tool ON calls (tool, id);
CREATE INDEX approvals_of_call ON approvals (call_id);
CREATE INDEX events_of_owner ON events (id) WHERE trust = 'owner';

CREATE TABLE drifts (
	id INTEGER PRIMARY KEY,
	at INTEGER NOT NULL,
	turn_id INTEGER NOT NULL REFERENCES turns,
	round INTEGER NOT NULL,
	field TEXT NOT NULL,                    -- of the status block
	shown TEXT NOT NULL,
	counted TEXT NOT NULL
) STRICT;
`;
