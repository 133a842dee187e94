#ifndef TESTS_CONVERSE_SOLVES_H
#define TESTS_CONVERSE_SOLVES_H

/* What is asked of the solver; every answer is checked by trying all values. */

struct play;
struct session;

void play_solve(struct play *p);
void play_prove(struct play *p);
void play_solution(struct play *p);
void play_configure(struct play *p);
void play_script(struct play *p);

/* The session's option random_seed is what it should be. */
void play_ask_seed(struct play *p, struct session *s);

#endif
