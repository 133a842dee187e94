#ifndef TESTS_FORMULAS_JUDGEMENT_H
#define TESTS_FORMULAS_JUDGEMENT_H

/*
 * Parts of an answer about a text, put to the oracle. What it does not decide
 * in its time passes. False with what is not so.
 */

#include <stdbool.h>

#include "base/err.h"
#include "problems/sift.h"

struct json_object;

/* The text holds with these definitions in the place of its declarations. */
bool judge_solution(
	const struct sift *text, const char *solution, struct err *e);

/* The text without its assertions, with the solution in the place of its
 * declarations; the caller's. */
char *judge_definitions(
	const struct sift *text, const char *solution, struct err *e);

/* Under these definitions the names have these typed values. */
bool judge_values(const struct sift *text, const char *solution,
	const struct json_object *values, const struct json_object *sorts,
	struct err *e);

/* The assertions that `key` of a core's members counts are unsat, and if the
 * answer says so each of them is needed. */
bool judge_core(const struct sift *text, const struct json_object *answer,
	const char *key, struct err *e);

/* Without each of the sets it is not unsat, and no member is spare. */
bool judge_relaxations(const struct sift *text,
	const struct json_object *answer, struct err *e);

/* A solution that the oracle has; the caller's, NULL if it has none. */
char *judge_find_solution(const char *text);

#endif
