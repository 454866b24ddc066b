/**
 * The journal as a chain: each line's digest covers the line before it, so that a line that was changed, taken out or put in is
 * found. What may be private stands in rows of its own, which can be erased; the line keeps a salted digest. That lines are only
 * added at the end and only go from the beginning is said by triggers, not by the program's good will.
 *
 * Lines of earlier versions are kept without a chain, in front of its beginning: a digest made now would vouch for what nobody
 * guarded. The name `journal` stays, for those who read it.
 */
export const journalChain = /* sql */ `
ALTER TABLE journal RENAME TO earlier_journal;

CREATE TABLE journal_lines (
	id INTEGER PRIMARY KEY,                 -- without gaps
	at INTEGER NOT NULL,
	kind TEXT NOT NULL,
	turn_id INTEGER,
	call_id INTEGER,
	approval_id INTEGER,
	authority TEXT,
	tainted INTEGER,
	effect TEXT,
	decision TEXT,                          -- where it is one of the program's own words
	outcome TEXT,                           -- the same
	content_digest TEXT,                    -- SHA-256 of salt and body; empty: of an earlier version; NULL: there was no content
	chain TEXT NOT NULL                     -- SHA-256 of the line before it and of this one; empty: of an earlier version
) STRICT;

CREATE TABLE journal_contents (
	line INTEGER PRIMARY KEY REFERENCES journal_lines,
	body TEXT NOT NULL,                     -- JSON: {"target", "rule", "decision", "outcome"}, those that there are
	salt TEXT NOT NULL
) STRICT;

CREATE TABLE journal_ends (
	name TEXT PRIMARY KEY CHECK (name IN ('anchor', 'head')),  -- in front of the oldest line that is chained, and the newest
	line INTEGER NOT NULL,
	chain TEXT NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO journal_lines
	SELECT id, at, kind, turn_id, call_id, approval_id, authority, tainted, effect,
		CASE WHEN decision IN ('allow', 'ask', 'deny') THEN decision END,
		CASE WHEN outcome IN ('done', 'failed', 'denied', 'unknown', 'asked', 'running', 'not-run', 'cancelled') THEN outcome END,
		CASE WHEN coalesce(target, rule, decision, outcome) IS NOT NULL THEN '' END, ''
	FROM earlier_journal ORDER BY id;
INSERT INTO journal_contents
	SELECT id, json_patch('{}', json_object('decision', decision, 'outcome', outcome, 'rule', rule, 'target', target)), ''
	FROM earlier_journal WHERE coalesce(target, rule, decision, outcome) IS NOT NULL ORDER BY id;
INSERT INTO journal_ends SELECT name.value, coalesce((SELECT max(id) FROM journal_lines), 0), printf('%064d', 0)
	FROM json_each('["anchor", "head"]') AS name;

DROP TABLE earlier_journal;
CREATE INDEX journal_lines_of_turn ON journal_lines (turn_id);

CREATE VIEW journal AS
	SELECT journal_lines.id, at, kind, turn_id, call_id, approval_id, authority, tainted, effect,
		body ->> 'target' AS target,
		coalesce(decision, body ->> 'decision') AS decision,
		body ->> 'rule' AS rule,
		coalesce(outcome, body ->> 'outcome') AS outcome,
		content_digest IS NOT NULL AND body IS NULL AS erased
	FROM journal_lines LEFT JOIN journal_contents ON journal_contents.line = journal_lines.id;

CREATE TRIGGER journal_lines_come_last BEFORE INSERT ON journal_lines
WHEN NEW.id <> (SELECT line + 1 FROM journal_ends WHERE name = 'head')
BEGIN
	SELECT RAISE(ABORT, 'the journal is append-only: a line comes after the last one');
END;
CREATE TRIGGER journal_lines_move_the_head AFTER INSERT ON journal_lines
BEGIN
	UPDATE journal_ends SET line = NEW.id, chain = NEW.chain WHERE name = 'head';
END;
CREATE TRIGGER journal_lines_never_change BEFORE UPDATE ON journal_lines
BEGIN
	SELECT RAISE(ABORT, 'the journal is append-only: its lines are never changed');
END;
CREATE TRIGGER journal_lines_go_from_the_beginning BEFORE DELETE ON journal_lines
BEGIN
	SELECT RAISE(ABORT, 'the journal is append-only: only its oldest line can go')
		WHERE OLD.id <> (SELECT min(id) FROM journal_lines);
	UPDATE journal_ends SET line = OLD.id, chain = OLD.chain WHERE name = 'anchor' AND line < OLD.id;
	DELETE FROM journal_contents WHERE line = OLD.id;
END;

CREATE TRIGGER journal_contents_come_with_their_line BEFORE INSERT ON journal_contents
WHEN NEW.line <> (SELECT line FROM journal_ends WHERE name = 'head')
BEGIN
	SELECT RAISE(ABORT, 'the journal is append-only: a content comes with its line');
END;
CREATE TRIGGER journal_contents_never_change BEFORE UPDATE ON journal_contents
BEGIN
	SELECT RAISE(ABORT, 'the journal is append-only: a content can only be erased, by deleting its row');
END;

CREATE TRIGGER journal_ends_follow_the_lines BEFORE UPDATE ON journal_ends
WHEN NEW.name <> OLD.name OR NEW.line <= OLD.line
	OR NOT EXISTS (SELECT 1 FROM journal_lines WHERE id = NEW.line AND chain = NEW.chain)
BEGIN
	SELECT RAISE(ABORT, 'the journal is append-only: its ends follow its lines');
END;
CREATE TRIGGER journal_ends_are_two BEFORE INSERT ON journal_ends
BEGIN
	SELECT RAISE(ABORT, 'the journal has two ends');
END;
CREATE TRIGGER journal_ends_stay BEFORE DELETE ON journal_ends
BEGIN
	SELECT RAISE(ABORT, 'the journal has two ends');
END;
`;
