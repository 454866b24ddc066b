/** What readers of outside content answered in words: shown to the owner by a handle, never to the model that asked. */
export const answersOfReaders = /* sql */ `
CREATE TABLE answers (
	id INTEGER PRIMARY KEY,
	call_id INTEGER NOT NULL UNIQUE REFERENCES calls,        -- that asked
	trajectory_id INTEGER NOT NULL REFERENCES trajectories,  -- may have it shown to the owner
	event_id INTEGER NOT NULL REFERENCES events,             -- what it is about: once that is erased, this is shown no more
	content_id INTEGER NOT NULL REFERENCES contents,
	created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX answers_about_event ON answers (event_id);
`;
