-- Version 3: the items of a revision are found from both of its sides.

PRAGMA user_version = 3;

CREATE INDEX item_birth ON item (session, born);
