-- Satchel's database. The version is that of src/store/db/format.c, which refuses
-- a file of any other; one transaction makes it.

PRAGMA application_id = 0x5361746c; -- "Satl"
PRAGMA user_version = 8;

CREATE TABLE session (
	-- AUTOINCREMENT: the number of a deleted session never comes back.
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	name TEXT NOT NULL UNIQUE, -- "OWNER/NAME" of an account's
	description TEXT NOT NULL,
	options TEXT NOT NULL DEFAULT '{}', -- JSON: texts by name
	expectations TEXT NOT NULL DEFAULT '[]', -- JSON: objects with a name
	memo TEXT NOT NULL DEFAULT '', -- lines, each with its line break
	revision INTEGER NOT NULL, -- the last one
	items INTEGER NOT NULL, -- in the last revision
	created_ms INTEGER NOT NULL, -- since 1970-01-01 UTC
	changed_ms INTEGER NOT NULL,
	-- Rises over all sessions with each change: the order of "newest first",
	-- which a clock that jumps cannot give.
	change INTEGER NOT NULL UNIQUE,
	-- The owner; 0: the local user, who has no row in account.
	account INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX session_account ON session (account, change);

-- Who may use a server over HTTP.
CREATE TABLE account (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	name TEXT NOT NULL UNIQUE,
	token TEXT UNIQUE, -- its SHA-256 in hexadecimal; NULL: revoked
	is_reader INTEGER NOT NULL, -- 1: it may change nothing
	limits TEXT NOT NULL DEFAULT '{}', -- JSON: numbers by name
	created_ms INTEGER NOT NULL
) STRICT;

-- Who else may use a session.
CREATE TABLE share (
	session INTEGER NOT NULL REFERENCES session ON DELETE CASCADE,
	account INTEGER NOT NULL, -- as in session
	is_reader INTEGER NOT NULL,
	PRIMARY KEY (session, account)
) STRICT, WITHOUT ROWID;

CREATE INDEX share_account ON share (account);

-- One row is one version of an item. It belongs to the revisions from
-- valid_from up to, but not including, valid_to; so every revision of a model
-- is one query, and an edit touches no row but those of the items it changes.
CREATE TABLE item (
	row INTEGER PRIMARY KEY AUTOINCREMENT,
	session INTEGER NOT NULL REFERENCES session ON DELETE CASCADE,
	-- What the versions of an item share: the row of the first of them,
	-- which has NULL here.
	item INTEGER,
	-- The place among the versions of one revision. Keys have wide gaps, so
	-- that an insert finds one without moving its neighbours.
	ord INTEGER NOT NULL,
	content TEXT NOT NULL,
	name TEXT,
	note TEXT,
	valid_from INTEGER NOT NULL,
	-- NULL: it is in the last revision.
	valid_to INTEGER CHECK (valid_to > valid_from)
) STRICT;

-- The items of a revision are found from both of its sides.
CREATE INDEX item_to ON item (session, valid_to, ord);
CREATE INDEX item_from ON item (session, valid_from);
CREATE UNIQUE INDEX item_name ON item (session, name)
	WHERE valid_to IS NULL AND name IS NOT NULL;

-- Revision 0, the empty model, has no row.
CREATE TABLE revision (
	session INTEGER NOT NULL REFERENCES session ON DELETE CASCADE,
	number INTEGER NOT NULL,
	at_ms INTEGER NOT NULL,
	tool TEXT NOT NULL,
	summary TEXT NOT NULL, -- a line per edit
	author TEXT, -- an account; NULL: the owner of the session
	PRIMARY KEY (session, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE run (
	run INTEGER PRIMARY KEY AUTOINCREMENT,
	session INTEGER NOT NULL REFERENCES session ON DELETE CASCADE,
	revision INTEGER NOT NULL,
	at_ms INTEGER NOT NULL,
	plain INTEGER NOT NULL, -- 1: the model itself, without what-ifs
	status TEXT NOT NULL, -- sat, unsat, unknown, timeout, error
	options TEXT, -- JSON
	answer TEXT, -- JSON
	z3_version TEXT,
	solve_us INTEGER NOT NULL,
	text_hash TEXT, -- of the text that Z3 was given
	solution TEXT, -- as SMT-LIB, whole; of the newest runs only
	objectives TEXT, -- JSON: values and bounds of an optimisation
	course TEXT, -- JSON: [ms, value, bound], ... of the first objective
	bound TEXT -- of the first objective, as far as it is proved
) STRICT;

CREATE INDEX run_newest ON run (session, run);
CREATE INDEX run_verdict ON run (session, revision);

-- A solve in the background of a server.
CREATE TABLE job (
	job INTEGER PRIMARY KEY AUTOINCREMENT,
	session INTEGER NOT NULL REFERENCES session ON DELETE CASCADE,
	revision INTEGER NOT NULL,
	server INTEGER NOT NULL, -- its number: store_server of db.h
	started_ms INTEGER NOT NULL,
	ended_ms INTEGER,
	limit_ms INTEGER NOT NULL,
	status TEXT NOT NULL, -- running, done, failed, cancelled, lost
	cancel INTEGER NOT NULL, -- 1: somebody wants it to end
	message TEXT, -- the answer as text, or why there is none
	answer TEXT -- JSON
) STRICT;

CREATE INDEX job_newest ON job (session, job);
