#ifndef WORKER_PRINT_VALUE_H
#define WORKER_PRINT_VALUE_H

/*
 * A value of a model as typed JSON. Exact, and nothing that a JavaScript
 * client would round:
 *
 *	Bool		true, false
 *	Int		a number up to 2^53 - 1, beyond it a string
 *	Real		"2", "-1/3"; algebraic {exact, approx}
 *	(_ BitVec n)	"#x0f", "#b101"
 *	String		a string, its escapes resolved
 *	FloatingPoint	{value, exact}; value a number or "NaN", "+oo", "-oo",
 *			"-0"
 *	Array, function	{entries: [{args, value}], else}
 *	all else	SMT-LIB text
 *
 * Entries are the arguments that occur in the problem, the range of a
 * quantifier that was written out among them, and what libz3 lists beside
 * these, in order; those that are equal to `else`, too. `else` is a value or a
 * short formula over x!0, ...; where it would be a long one, there is none.
 *
 * null is a value that is open: libz3 could not evaluate the term, or not in
 * time. It stands where the value would, in an entry and as `else` too, so that
 * nothing else is taken for it. Hence `value` may be NULL in all of these, and
 * no caller leaves out a member because of it.
 */

#include "worker/base/libz3.h"

struct json_object;
struct printer;

/* The value of a term under a model; the caller's. NULL is null. */
struct json_object *value_json(struct printer *p, Z3_model m, Z3_ast value);

/* The same as JSON text, but "" where it is open; the caller's. */
char *value_text(struct printer *p, Z3_model m, Z3_ast value);

/* The same of what `term` is, of which the arguments are known that occur. */
struct json_object *value_of_term(
	struct printer *p, Z3_model m, Z3_ast term, Z3_ast value);

/* The interpretation of a declared function; the caller's. NULL if the model
 * has none: then it is open. */
struct json_object *value_function(
	struct printer *p, Z3_model m, Z3_func_decl function);

#endif
