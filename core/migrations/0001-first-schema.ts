/**
 * Times are milliseconds since the epoch, UTC. What somebody said stands only in `contents`, so that it can be erased
 * while the rows that refer to it, and their digests, stay.
 */
export const firstSchema = /* sql */ `
CREATE TABLE contents (
	id INTEGER PRIMARY KEY,
	body TEXT,                -- NULL once erased
	salt TEXT,                -- erased with the body: without it the digest can't be guessed from likely texts
	erased_at INTEGER
) STRICT;

CREATE TABLE trajectories (
	id INTEGER PRIMARY KEY,
	kind TEXT NOT NULL CHECK (kind IN ('main', 'side', 'guest', 'subagent', 'fork')),
	purpose TEXT NOT NULL,
	created_at INTEGER NOT NULL
) STRICT;
INSERT INTO trajectories VALUES (1, 'main', 'the owner, across all channels', 0);

CREATE TABLE turns (
	id INTEGER PRIMARY KEY,
	trajectory_id INTEGER NOT NULL REFERENCES trajectories,
	authority TEXT NOT NULL CHECK (authority IN ('owner', 'known', 'stranger', 'system')),  -- the lowest trust among its events
	restricted INTEGER NOT NULL DEFAULT 0,  -- after a refusal: only reading and telling the owner
	state TEXT NOT NULL CHECK (state IN ('running', 'waiting-for-model', 'ended')),
	end_kind TEXT,
	end_detail TEXT,
	rounds INTEGER NOT NULL DEFAULT 0,
	tokens INTEGER NOT NULL DEFAULT 0,
	reminders INTEGER NOT NULL DEFAULT 0,
	started_at INTEGER NOT NULL,
	ended_at INTEGER
) STRICT;
CREATE INDEX turns_open ON turns (trajectory_id) WHERE state <> 'ended';

CREATE TABLE events (
	id INTEGER PRIMARY KEY,
	channel TEXT NOT NULL,
	dedup_key TEXT NOT NULL,
	conversation_channel TEXT NOT NULL,
	conversation_address TEXT NOT NULL,
	sender_id TEXT NOT NULL,
	trust TEXT NOT NULL CHECK (trust IN ('owner', 'known', 'stranger', 'system')),
	route TEXT NOT NULL CHECK (route IN ('loop', 'command', 'refused')),
	kind TEXT NOT NULL,                     -- message, command, approval-outcome, ...
	content_id INTEGER NOT NULL REFERENCES contents,
	outside_source TEXT,
	cause_event_id INTEGER REFERENCES events,
	restricts INTEGER NOT NULL DEFAULT 0,   -- the turn that takes it may only read and tell the owner
	trajectory_id INTEGER NOT NULL REFERENCES trajectories,
	turn_id INTEGER REFERENCES turns,
	state TEXT NOT NULL CHECK (state IN ('waiting', 'taken', 'settled')),
	outcome TEXT,
	outcome_detail TEXT,
	occurred_at INTEGER NOT NULL,
	received_at INTEGER NOT NULL,
	settled_at INTEGER,
	UNIQUE (channel, dedup_key)
) STRICT;
CREATE INDEX events_waiting ON events (route, id) WHERE state = 'waiting';
CREATE INDEX events_of_turn ON events (turn_id);

CREATE TABLE entries (
	id INTEGER PRIMARY KEY,
	trajectory_id INTEGER NOT NULL REFERENCES trajectories,
	turn_id INTEGER NOT NULL REFERENCES turns,
	kind TEXT NOT NULL CHECK (kind IN ('event', 'assistant', 'result', 'notice')),
	event_id INTEGER REFERENCES events,
	group_id INTEGER,                       -- for a result: the assistant entry whose call it answers
	position INTEGER NOT NULL DEFAULT 0,    -- for a result: the call's place in that message
	content_id INTEGER NOT NULL REFERENCES contents,  -- the message exactly as it goes on the wire
	digest TEXT NOT NULL,
	tokens INTEGER NOT NULL,
	outside INTEGER NOT NULL DEFAULT 0,     -- holds what others wrote
	created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX entries_of_trajectory ON entries (trajectory_id, id);
CREATE INDEX entries_of_turn ON entries (turn_id, id);
CREATE INDEX entries_from_outside ON entries (trajectory_id, id) WHERE outside = 1;

CREATE TABLE calls (
	id INTEGER PRIMARY KEY,
	turn_id INTEGER NOT NULL REFERENCES turns,
	entry_id INTEGER NOT NULL REFERENCES entries,
	position INTEGER NOT NULL,
	wire_tool TEXT NOT NULL,                -- as the model called it
	tool TEXT NOT NULL,                     -- what it came to, behind call_tool
	content_id INTEGER NOT NULL REFERENCES contents,  -- the arguments
	malformed TEXT,                         -- why the arguments could not be read
	for_event_id INTEGER REFERENCES events,
	effect TEXT,
	target TEXT,
	state TEXT NOT NULL CHECK (state IN ('intended', 'running', 'done', 'failed', 'denied', 'asked', 'not-run', 'unknown')),
	result_entry_id INTEGER REFERENCES entries,
	created_at INTEGER NOT NULL,
	started_at INTEGER,
	ended_at INTEGER
) STRICT;
CREATE INDEX calls_of_turn ON calls (turn_id);

CREATE TABLE epochs (
	id INTEGER PRIMARY KEY,
	trajectory_id INTEGER NOT NULL REFERENCES trajectories,
	reason TEXT NOT NULL,
	prompt_content_id INTEGER NOT NULL REFERENCES contents,
	tools_content_id INTEGER NOT NULL REFERENCES contents,
	prefix_digest TEXT NOT NULL,
	first_entry_id INTEGER NOT NULL,
	clear_results_before INTEGER NOT NULL,  -- results of earlier entries are shown as a placeholder
	created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX epochs_of_trajectory ON epochs (trajectory_id, id);

CREATE TABLE model_calls (
	id INTEGER PRIMARY KEY,
	turn_id INTEGER NOT NULL REFERENCES turns,
	round INTEGER NOT NULL,
	epoch_id INTEGER NOT NULL REFERENCES epochs,
	last_entry_id INTEGER NOT NULL,
	status_content_id INTEGER NOT NULL REFERENCES contents,
	request_digest TEXT NOT NULL,
	model TEXT,
	outcome TEXT,
	detail TEXT,
	started_at INTEGER NOT NULL,
	ended_at INTEGER
) STRICT;
CREATE INDEX model_calls_of_turn ON model_calls (turn_id);

CREATE TABLE usage (
	id INTEGER PRIMARY KEY,
	model TEXT NOT NULL,
	purpose TEXT NOT NULL,
	turn_id INTEGER,
	input_tokens INTEGER NOT NULL,
	cached_tokens INTEGER NOT NULL,
	output_tokens INTEGER NOT NULL,
	estimated INTEGER NOT NULL,
	outcome TEXT NOT NULL,
	started_at INTEGER NOT NULL,
	duration_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX usage_by_time ON usage (started_at);

CREATE TABLE outbox (
	id INTEGER PRIMARY KEY,
	channel TEXT NOT NULL,
	address TEXT NOT NULL,
	kind TEXT NOT NULL CHECK (kind IN ('reply', 'notice', 'approval')),
	content_id INTEGER NOT NULL REFERENCES contents,
	to_owner INTEGER NOT NULL,
	turn_id INTEGER REFERENCES turns,
	approval_id INTEGER REFERENCES approvals,
	about_outbox_id INTEGER REFERENCES outbox,  -- a notice about that row's failure
	state TEXT NOT NULL CHECK (state IN ('waiting', 'sent', 'dead')),
	next_part INTEGER NOT NULL DEFAULT 0,
	in_flight INTEGER NOT NULL DEFAULT 0,   -- part next_part was handed to the service; no answer is on disk
	repeats INTEGER NOT NULL DEFAULT 0,     -- parts sent again, with the mark, after an uncertain attempt
	attempts INTEGER NOT NULL DEFAULT 0,
	next_attempt_at INTEGER NOT NULL,
	expires_at INTEGER NOT NULL,
	problem TEXT,
	service_id TEXT,
	created_at INTEGER NOT NULL,
	ended_at INTEGER
) STRICT;
CREATE INDEX outbox_waiting ON outbox (channel, address, id) WHERE state = 'waiting';
CREATE INDEX outbox_dead ON outbox (id) WHERE state = 'dead';
CREATE INDEX outbox_of_turn ON outbox (turn_id);
CREATE INDEX outbox_of_approval ON outbox (approval_id) WHERE approval_id IS NOT NULL;

CREATE TABLE registrations (
	id INTEGER PRIMARY KEY,
	kind TEXT NOT NULL CHECK (kind IN ('timer', 'watch', 'monitor', 'webhook', 'silence')),
	purpose TEXT NOT NULL,
	origin_event_id INTEGER REFERENCES events,
	created_by TEXT NOT NULL,
	trust TEXT NOT NULL,
	filter TEXT NOT NULL,
	state TEXT NOT NULL CHECK (state IN ('inactive', 'active', 'paused', 'ended')),
	created_at INTEGER NOT NULL,
	expires_at INTEGER
) STRICT;

CREATE TABLE approvals (
	id INTEGER PRIMARY KEY,
	code TEXT NOT NULL UNIQUE,
	call_id INTEGER NOT NULL REFERENCES calls,
	digest TEXT NOT NULL,                   -- of the exact action, see daemon/gate/action-digest.ts
	resource_version TEXT,
	content_id INTEGER NOT NULL REFERENCES contents,  -- the preview that was shown
	state TEXT NOT NULL CHECK (state IN ('waiting', 'approved', 'committing', 'done', 'failed', 'denied', 'expired', 'lapsed')),
	decided_by TEXT,
	reason TEXT,
	requested_at INTEGER NOT NULL,
	expires_at INTEGER NOT NULL,
	decided_at INTEGER
) STRICT;
CREATE INDEX approvals_open ON approvals (state) WHERE state IN ('waiting', 'approved', 'committing');

CREATE TABLE journal (
	id INTEGER PRIMARY KEY,
	at INTEGER NOT NULL,
	kind TEXT NOT NULL,
	turn_id INTEGER,
	call_id INTEGER,
	approval_id INTEGER,
	authority TEXT,
	tainted INTEGER,
	effect TEXT,
	target TEXT,
	decision TEXT,
	rule TEXT,
	outcome TEXT
) STRICT;
CREATE INDEX journal_of_turn ON journal (turn_id);

CREATE TABLE cursors (source TEXT PRIMARY KEY, value TEXT NOT NULL, updated_at INTEGER NOT NULL) STRICT;

CREATE TABLE pairings (
	code TEXT PRIMARY KEY,
	channel TEXT NOT NULL,
	sender_id TEXT NOT NULL,
	sender_name TEXT,
	address TEXT NOT NULL,
	created_at INTEGER NOT NULL,
	expires_at INTEGER NOT NULL,
	UNIQUE (channel, sender_id)
) STRICT;

CREATE TABLE people (
	channel TEXT NOT NULL,
	sender_id TEXT NOT NULL,
	name TEXT,
	trust TEXT NOT NULL CHECK (trust IN ('owner', 'known')),
	confirmed_at INTEGER NOT NULL,
	PRIMARY KEY (channel, sender_id)
) STRICT;

CREATE TABLE web_sessions (digest TEXT PRIMARY KEY, created_at INTEGER NOT NULL, expires_at INTEGER NOT NULL) STRICT;
CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
`;
