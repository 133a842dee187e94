-- Version 2: what a session's solves are to be like, and solves that go on
-- when their call has been answered.

PRAGMA user_version = 2;

CREATE TABLE setting (
	session INTEGER NOT NULL REFERENCES session ON DELETE CASCADE,
	name TEXT NOT NULL,
	value TEXT NOT NULL,
	PRIMARY KEY (session, name)
) STRICT, WITHOUT ROWID;

-- The solution as SMT-LIB, whole, for get_solution; the newest runs only.
ALTER TABLE run ADD COLUMN solution TEXT;
-- Of the text that Z3 was given.
ALTER TABLE run ADD COLUMN text_hash TEXT;

CREATE TABLE job (
	job INTEGER PRIMARY KEY AUTOINCREMENT,
	session INTEGER NOT NULL REFERENCES session ON DELETE CASCADE,
	revision INTEGER NOT NULL,
	server INTEGER NOT NULL, -- the byte of the lock file that it holds
	started_ms INTEGER NOT NULL,
	ended_ms INTEGER,
	limit_ms INTEGER NOT NULL,
	status TEXT NOT NULL, -- running, done, failed, cancelled, lost
	cancel INTEGER NOT NULL, -- 1: somebody wants it to end
	message TEXT, -- the answer as text, or why there is none
	answer TEXT -- JSON
) STRICT;

CREATE INDEX job_newest ON job (session, job);
