#ifndef LANGUAGE_JSON_DSL_H
#define LANGUAGE_JSON_DSL_H

/*
 * The JSON DSL: a program of sorts, functions, constants, a knowledge base and
 * rules, with conditions to verify and objectives, whose expressions are
 * strings in a part of Python (schema/json_dsl.json, dsl_expression.h).
 *
 * As a language of items, conditions become definitions of Bool constants,
 * verify_1 and so on, and constraints and objectives of the optimisation join
 * the model.
 */

#include "base/alloc.h"
#include "language/language.h"

enum dsl_part_kind {
	DSL_VERIFICATION,
	DSL_CONSTRAINT,
	DSL_MAXIMIZE,
	DSL_MINIMIZE,
};

/* What is asked of knowledge base and rules. */
struct dsl_part {
	enum dsl_part_kind kind;
	char *name; /* of a verification: another than those before */
	char *path; /* verifications[0] */
	char *term; /* SMT-LIB */
	size_t source, source_size;
	unsigned line;
};

struct json_dsl {
	struct dsl_part *parts;
	size_t count, capacity;
	bool verifies, optimizes;     /* by its actions */
	struct json_object *warnings; /* texts */
	struct json_object *program;  /* borrowed from by all of it */
};

void json_dsl_release(struct json_dsl *d);
DROP_BY(json_dsl, json_dsl_release)

/*
 * Reads a program, JSON without a fence, into items of what is declared,
 * assumed and ruled, and parts. `out` is as for a language's reader; `d` is
 * initialised, and to be released in any case.
 */
bool json_dsl_translate(const char *text, size_t size, struct translation *out,
	struct json_dsl *d, struct diagnostic *fault);

/* As a command: an assertion or objective. */
void dsl_part_write(const struct dsl_part *part, struct buf *out);

/* The parsed schema, borrowed. */
const struct json_object *json_dsl_schema(void);

#endif
