/**
 * Timers, their firings, what the model has yet to hear of, and which message an event is about. `registrations` is made
 * anew: no program before this one wrote to it.
 */
export const timersAndReferences = /* sql */ `
DROP TABLE registrations;
CREATE TABLE registrations (
	id INTEGER PRIMARY KEY,
	kind TEXT NOT NULL CHECK (kind IN ('timer', 'watch', 'monitor', 'webhook', 'silence')),
	content_id INTEGER NOT NULL REFERENCES contents,  -- the purpose, in its maker's words
	action TEXT NOT NULL CHECK (action IN ('remind', 'act')),
	rule TEXT NOT NULL,                     -- what it waits for: for a timer its schedule, as JSON
	channel TEXT NOT NULL,                  -- the conversation in which it was asked for
	address TEXT NOT NULL,
	origin_event_id INTEGER REFERENCES events,
	created_by TEXT NOT NULL,
	trust TEXT NOT NULL CHECK (trust IN ('owner', 'known', 'stranger', 'system')),
	outside INTEGER NOT NULL DEFAULT 0,     -- made with outside content in view, and not approved by the owner
	state TEXT NOT NULL CHECK (state IN ('inactive', 'active', 'paused', 'ended')),
	next_at INTEGER,                        -- the slot that is due next
	fired INTEGER NOT NULL DEFAULT 0,
	created_at INTEGER NOT NULL,
	ended_at INTEGER
) STRICT;
CREATE INDEX registrations_due ON registrations (next_at) WHERE state = 'active' AND next_at IS NOT NULL;
CREATE INDEX registrations_live ON registrations (id) WHERE state <> 'ended';

CREATE TABLE firings (
	registration_id INTEGER NOT NULL REFERENCES registrations,
	slot_at INTEGER NOT NULL,               -- when it was due
	outcome TEXT NOT NULL CHECK (outcome IN ('fired', 'skipped')),
	slots INTEGER NOT NULL DEFAULT 1,       -- of a skipped run of slots: how many, this one being the first
	reason TEXT,
	event_id INTEGER REFERENCES events,
	claimed_at INTEGER NOT NULL,
	PRIMARY KEY (registration_id, slot_at)
) STRICT, WITHOUT ROWID;

CREATE TABLE unseen (event_id INTEGER PRIMARY KEY REFERENCES events) STRICT;  -- settled without the model, to be shown to it

ALTER TABLE events ADD COLUMN service_id TEXT;
ALTER TABLE events ADD COLUMN about_relation TEXT CHECK (about_relation IN ('reply', 'edit', 'reaction'));
ALTER TABLE events ADD COLUMN about_event_id INTEGER REFERENCES events;
ALTER TABLE events ADD COLUMN about_outbox_id INTEGER REFERENCES outbox;
CREATE INDEX events_by_service_id ON events (conversation_channel, conversation_address, service_id)
	WHERE service_id IS NOT NULL;

CREATE TABLE sent_parts (
	outbox_id INTEGER NOT NULL REFERENCES outbox,
	part INTEGER NOT NULL,
	channel TEXT NOT NULL,
	address TEXT NOT NULL,
	service_id TEXT NOT NULL,
	PRIMARY KEY (outbox_id, part)
) STRICT, WITHOUT ROWID;
CREATE INDEX sent_parts_by_service_id ON sent_parts (channel, address, service_id);
`;
