/**
 * What the gate needs to know: what was made while outside content was in view, which files hold such content wherever they
 * lie, what the owner allowed ahead of time and how often it was used, and what was kept inactive.
 */
export const theGate = /* sql */ `
ALTER TABLE entries ADD COLUMN derived INTEGER NOT NULL DEFAULT 0;  -- made while outside content was in view: its words may be others'
ALTER TABLE events ADD COLUMN derived INTEGER NOT NULL DEFAULT 0;
ALTER TABLE replacements ADD COLUMN derived INTEGER NOT NULL DEFAULT 0;
ALTER TABLE outbox ADD COLUMN derived INTEGER NOT NULL DEFAULT 0;

CREATE TABLE file_origins (
	path TEXT PRIMARY KEY,                  -- relative to the workspace
	digest TEXT NOT NULL,                   -- of its bytes when it was marked
	size_bytes INTEGER NOT NULL,
	source TEXT NOT NULL,                   -- the program's own words
	call_id INTEGER REFERENCES calls,       -- that wrote it
	created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX file_origins_by_bytes ON file_origins (size_bytes, digest);

CREATE TABLE rule_uses (
	id INTEGER PRIMARY KEY,
	rule TEXT NOT NULL,                     -- a digest of what it allows, so that a new cap or end does not forget the uses
	call_id INTEGER NOT NULL REFERENCES calls,
	at INTEGER NOT NULL
) STRICT;
CREATE INDEX rule_uses_of_rule ON rule_uses (rule, at);

ALTER TABLE approvals ADD COLUMN held INTEGER NOT NULL DEFAULT 0;  -- kept inactive: nothing waits for the answer
ALTER TABLE approvals ADD COLUMN rule TEXT;             -- that the owner may grant with the answer, as JSON
`;
