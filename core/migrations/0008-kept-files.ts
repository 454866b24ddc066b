/** Files as they were before a call changed them, so that it can be undone. Their bytes are in the home's `kept/`, by digest. */
export const keptFiles = /* sql */ `
CREATE TABLE kept_files (
	id INTEGER PRIMARY KEY,
	change TEXT NOT NULL,         -- that was about to come: C-45, a call; U-3, something undone by the owner
	path TEXT NOT NULL,           -- relative to the workspace
	digest TEXT,                  -- SHA-256 of what was there; NULL: nothing was
	size_bytes INTEGER NOT NULL,
	mode INTEGER NOT NULL,        -- permission bits; 0 where nothing was
	kept_at INTEGER NOT NULL,
	UNIQUE (change, path)
) STRICT;
CREATE INDEX kept_files_by_digest ON kept_files (digest);

CREATE TABLE owner_undos (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	undone TEXT NOT NULL,         -- as C-45
	at INTEGER NOT NULL
) STRICT;
`;
