#ifndef SMT_READING_H
#define SMT_READING_H

/*
 * A Boolean term while smt/clauses_term.h reads it: a stack of the lists that
 * are open, since a term may be nested ten thousand deep and recursion would
 * not do, and one of the literals of all their elements so far.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "smt/clauses.h"
#include "smt/connective.h"
#include "smt/lexer.h"

enum reading_kind {
	READING_OPERATOR,
	READING_CALL, /* of a definition */
	READING_BODY, /* of a definition, while it is applied */
	READING_BINDINGS,
	READING_BINDING,
	READING_SKIPPED, /* the value of an attribute */
};

struct reading_list {
	enum reading_kind kind;
	const struct connective *connective; /* of an operator */
	struct token open;
	size_t values;	 /* how many there were before its own */
	size_t bindings; /* likewise */
	size_t names;	 /* likewise: of a let that are not bound yet */
	size_t elements; /* that it has had */
	size_t macro;	 /* of a call */
	bool is_asserted;
	bool is_label;	   /* the next element is one */
	struct lexer back; /* of a body: where to go on behind it */
	size_t base;	   /* likewise: of the bindings */
};

struct reading {
	struct clauses *clauses;
	struct lexer lexer;
	struct fault *fault;
	struct reading_list *lists;
	size_t list_count, list_capacity;
	int32_t *values;
	size_t value_count, value_capacity;
	size_t *names; /* of the lets whose terms are read */
	size_t name_count, name_capacity;
};

/* The innermost list that is open; there is one. Valid until the next opens. */
struct reading_list *reading_top(struct reading *r);
struct reading_list *reading_open(
	struct reading *r, enum reading_kind kind, const struct token *open);

/* An element of it has this value. */
void reading_push(struct reading *r, int32_t literal);

/* A name that the let at hand is to bind when its terms are read. */
void reading_push_name(struct reading *r, size_t name);

/* The values of the list's own elements; NULL while nothing has one. */
int32_t *reading_values(
	const struct reading *r, const struct reading_list *list);

void reading_release(struct reading *r);

#endif
