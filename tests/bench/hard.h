#ifndef TESTS_BENCH_HARD_H
#define TESTS_BENCH_HARD_H

/*
 * What solve_smtlib takes for texts of all kinds beside the z3 command: each a
 * few times, in turns, so that both see the same machine.
 */

#include <stdbool.h>

struct client;

/*
 * The files end with NULL; each tells its answer by (set-info :status ...).
 * Prints the table and the verdicts; false if a promise is not kept.
 */
bool measure_hard(struct client *c, char *const files[]);

#endif
