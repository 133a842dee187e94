-- Accounts of a server for several people, and whose a session is.

CREATE TABLE account (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	name TEXT NOT NULL UNIQUE,
	token TEXT UNIQUE,
	is_reader INTEGER NOT NULL,
	limits TEXT NOT NULL DEFAULT '{}',
	created_ms INTEGER NOT NULL
) STRICT;

ALTER TABLE session ADD COLUMN account INTEGER NOT NULL DEFAULT 0;
ALTER TABLE revision ADD COLUMN author TEXT;

CREATE INDEX session_account ON session (account, change);

CREATE TABLE share (
	session INTEGER NOT NULL REFERENCES session ON DELETE CASCADE,
	account INTEGER NOT NULL,
	is_reader INTEGER NOT NULL,
	PRIMARY KEY (session, account)
) STRICT, WITHOUT ROWID;

CREATE INDEX share_account ON share (account);
