-- Satchel's database, version 1. One transaction makes it; later versions are
-- schema/migrate/NNN.sql, applied one after another, to new files too.

PRAGMA application_id = 0x5361746c; -- "Satl"
PRAGMA user_version = 1;

CREATE TABLE session (
	-- AUTOINCREMENT: the number of a deleted session never comes back.
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	name TEXT NOT NULL UNIQUE,
	description TEXT NOT NULL,
	revision INTEGER NOT NULL, -- the last one
	items INTEGER NOT NULL, -- in the last revision
	created_ms INTEGER NOT NULL, -- since 1970-01-01 UTC
	changed_ms INTEGER NOT NULL,
	-- Rises over all sessions with each change: the order of "newest first",
	-- which a clock that jumps cannot give.
	change INTEGER NOT NULL UNIQUE
) STRICT;

-- One row is one version of an item. It belongs to the revisions from `born`
-- up to, but not including, `died`; so every revision of a model is one query,
-- and an edit touches no row but those of the items that it changes.
CREATE TABLE item (
	row INTEGER PRIMARY KEY AUTOINCREMENT,
	session INTEGER NOT NULL REFERENCES session ON DELETE CASCADE,
	-- What the versions of an item share: the row of the first of them,
	-- which has NULL here.
	item INTEGER,
	-- The place among the versions that live at the same time. Keys have
	-- wide gaps, so that an insert finds one without moving its neighbours.
	ord INTEGER NOT NULL,
	content TEXT NOT NULL,
	name TEXT,
	note TEXT,
	born INTEGER NOT NULL,
	died INTEGER CHECK (died > born) -- NULL: is in the last revision
) STRICT;

CREATE INDEX item_place ON item (session, died, ord);
CREATE UNIQUE INDEX item_name ON item (session, name)
	WHERE died IS NULL AND name IS NOT NULL;

-- Revision 0, the empty model, has no row.
CREATE TABLE revision (
	session INTEGER NOT NULL REFERENCES session ON DELETE CASCADE,
	number INTEGER NOT NULL,
	at_ms INTEGER NOT NULL,
	tool TEXT NOT NULL,
	summary TEXT NOT NULL, -- a line per edit
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
	solve_us INTEGER NOT NULL
) STRICT;

CREATE INDEX run_newest ON run (session, run);
CREATE INDEX run_verdict ON run (session, revision);
