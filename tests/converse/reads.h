#ifndef TESTS_CONVERSE_READS_H
#define TESTS_CONVERSE_READS_H

/* What shows the sessions and their models, and what makes and removes them. */

struct play;
struct session;

void play_show(struct play *p);
void play_list(struct play *p);
void play_history(struct play *p);
void play_export(struct play *p);
/* An export of one session, imported into another. */
void play_carry(struct play *p);
void play_open(struct play *p);
void play_branch(struct play *p);
void play_delete(struct play *p);

/* All revisions of all sessions must be as they should. */
void play_show_all(struct play *p);

/* The last revision of the session, by get_model; -1: there was no answer. */
long play_ask_revision(struct play *p, const struct session *s);

#endif
