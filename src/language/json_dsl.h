#ifndef LANGUAGE_JSON_DSL_H
#define LANGUAGE_JSON_DSL_H

/*
 * The JSON DSL: a program of sorts, functions, constants, a knowledge base and
 * rules, with conditions to verify and objectives, whose expressions are
 * strings in a part of Python (schema/json_dsl.json, dsl_names.h).
 *
 * In SMT-LIB, conditions become definitions of Bool constants, verify_1! and
 * so on; what comes after them, constraints and objectives of the optimisation,
 * is of that alone.
 */

#include "base/alloc.h"
#include "language/language.h"

/* What a program asks. */
struct dsl_questions {
	struct json_object *verifications; /* their names, no two the same */
	size_t known;		      /* bytes of the text that all rest on */
	bool verifies, optimizes;     /* by its actions */
	struct json_object *warnings; /* texts */
};

void dsl_questions_release(struct dsl_questions *q);
DROP_BY(dsl_questions, dsl_questions_release)

/* Like json_dsl_read. `q` is initialised, and to be released in any case. */
bool json_dsl_translate(const char *text, size_t size, struct translation *out,
	struct dsl_questions *q, struct diagnostic *fault);

#endif
