#ifndef TESTS_FAKE_LIAR_H
#define TESTS_FAKE_LIAR_H

/*
 * A liar stands between the server and the true worker, and changes what that
 * one answers. All of this is in the folder that the fake worker was started
 * from:
 *
 *	true-worker	the program that does the job
 *	lie		"NUMBER WHICH TARGET": lie number NUMBER about the
 *target (fake/lies.h), in each frame that has it, or in number WHICH of them,
 *from 1 on. "SEED EVERY any": about one frame of EVERY, and by chance what.
 *Without this file nothing is changed. told		the liar's journal, in
 *which it appends "seen FRAME" and "told NUMBER TARGET"
 */

/* The path that the fake worker was started by. */
void liar_init(const char *program);

/* Does one job, or several. */
void liar_child(int in, int out) __attribute__((noreturn));

/* Has another solver confirm an answer; the arguments are those of the fake
 * worker, "liar --confirm ...". */
void liar_confirm(char **arguments) __attribute__((noreturn));

#endif
