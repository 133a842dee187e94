#ifndef TOOLS_CALL_VALUES_H
#define TOOLS_CALL_VALUES_H

/*
 * A solution as JSON, and as lines to read. The lines are made of the JSON and
 * of nothing else, so both say the same. A value that is open
 * (worker/print/value.h) is null in the one and VALUE_OPEN in the other.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

struct answer_check;
struct answer_objective;
struct json_object;
struct model;

#define VALUE_OPEN "not determined"

struct values {
	struct json_object *values; /* name -> typed value */
	/* Name -> sort, and of a declared sort its elements. */
	struct json_object *sorts;
	size_t left_out;       /* values that had no room */
	struct buf beginnings; /* of these, as text */
};

/*
 * Reads the values of a check; at most `room` bytes of them, the last `asked`
 * before the others.
 */
void values_read(const struct answer_check *check, size_t room, size_t asked,
	struct values *v);
void values_drop(struct values *v);

/*
 * `x = 5`, a line for each; `sort S = {S!val!0}` for what is not a value. Of a
 * model (or NULL) the tables of data that the solver completes are in one
 * piece: where a value is null in `data`, the solution has a function NAME!open
 * of these places alone; a person wants to read all of NAME.
 */
void values_add_lines(
	const struct model *m, const struct values *v, struct buf *text);

/* The values of one of several solutions: on the line, or on lines of their
 * own. */
void values_add_solution(const struct json_object *values,
	const struct json_object *sorts, struct buf *text);

/*
 * Several solutions as a table: a line of names, a line for each. False, and
 * nothing is added, where they are one or not all of the same few plain values.
 */
bool values_add_table(const struct json_object *solutions,
	const struct json_object *sorts, struct buf *text);

/* A function whose `else` is a formula over its arguments, or NULL; borrowed
 * from the values. */
const char *values_formula(const struct values *v);

/*
 * The objectives of a solution, with what is known of their best values.
 */

/*
 * Why its value is not proved to be the best: "unbounded", "not_attained",
 * "not_proved", "internal_error"; NULL if it is.
 */
const char *objective_why_not(const struct answer_objective *objective);

/* Sentences on one that is not proved to be the best. */
void objective_explain(
	const struct answer_objective *objective, struct buf *out);

/* Returns [{term, kind, value, optimal, checked, why_not, bound,
 * gap_percent}], the caller's. */
struct json_object *objectives_list(const struct answer_check *check);

/* Of two such lists of the same objectives, the first counting most: above
 * zero, a is better; below, b is; zero too, where they cannot be compared. */
int objectives_compare(
	const struct json_object *a, const struct json_object *b);

/* "-5", "5/2", "1.5"; false for what is not a number, or too large for it. */
bool values_read_decimal(const char *text, double *number);

/* Of such a list: `minimize (+ x y) = 5 (optimal)`, a line for each. */
void objectives_add_lines(
	const struct json_object *list, const char *prefix, struct buf *text);

/*
 * Values of a solution (worker/print/value.h) as a person reads them: functions
 * and arrays as a vector, a grid or rows, names of enumerations without quotes,
 * a Real with its decimal, a bit-vector with its numbers. What is too long is
 * cut, and says so; the structured answer has it whole.
 */

/* `x = 5` and a line break; a grid has a line for each of its rows. `sort` is
 * the value's, or NULL. */
void value_text_add(const char *name, const struct json_object *value,
	const char *sort, struct buf *out);

/*
 * Functions and arrays over whole numbers that count on, from some size on, are
 * rows in the place of entries: {from: [1, 1], table: [[5, 3], [4, 2]], else}.
 */
void value_text_compact(struct json_object *values);

#endif
