#ifndef WIRE_ANSWER_JSON_H
#define WIRE_ANSWER_JSON_H

/*
 * The shapes of the JSON texts in an answer, for JSON fields of answer.def.
 */

#include "base/limits.h"
#include "json/json.h"

/*
 * The containers in containers of a value. A value becomes a part of replies
 * and of the database, which have up to 8 containers around it, and all of it
 * must be read again.
 */
enum { ANSWER_VALUE_DEPTH = LIMIT_JSON_DEPTH - 8 };

/*
 * A value of a solution (worker/print/value.h): null, a Bool, a number, a text,
 * {exact, approx}, {value, exact} or {entries: [{args: [value, ...], value}],
 * else}. Which of them fits the sort is not checked.
 */
extern const struct json_shape answer_value_shape;

/* One of several solutions: {name: value}. */
extern const struct json_shape answer_solution_shape;

/* Counters of the solver: {name: number}. */
extern const struct json_shape answer_counters_shape;

/* Options and expectations, as the text of a client has them. */
extern const struct json_shape answer_options_shape;
extern const struct json_shape answer_expectations_shape;

#endif
