#ifndef WORKER_EXPAND_PREMISES_H
#define WORKER_EXPAND_PREMISES_H

/*
 * What one assertion says for the quantifiers of others: the bounds of a
 * constant that stands in a range, as (= n 8), and all elements of a declared
 * sort, as (forall ((x P)) (or (= x a) (= x b))). What is expanded by it is
 * equivalent only together with that assertion.
 */

#include <stdbool.h>
#include <stddef.h>

#include "worker/base/libz3.h"
#include "worker/base/parsed.h"
#include "worker/base/termset.h"
#include "worker/base/value_range.h"
#include "worker/constraints/constraints.h"

/* A comparison in which only one constant, an Int, is not known. */
struct bounding {
	Z3_ast constant;
	Z3_ast term;
	size_t part; /* of the problem */
};

/* All elements of a declared sort. */
struct covering {
	Z3_sort sort;
	Z3_ast axiom;
	struct termset elements; /* constants */
	size_t part;		 /* of the problem */
};

struct premises {
	Z3_context c;
	struct bounding *boundings;
	size_t bounding_count, bounding_capacity;
	struct covering *coverings; /* one of a sort */
	size_t covering_count, covering_capacity;
	struct constraints constraints; /* the boundings */
	bool *used;			/* by the part; the reader's to clear */
};

void premises_read(struct premises *p, const struct parsed *parsed);
void premises_release(struct premises *p);

/* All elements of the sort, as used; false: not known. */
bool premises_elements(
	struct premises *p, Z3_sort sort, struct value_range *out);

/* Constants of a single value become that value, and are used. */
Z3_ast premises_substitute(struct premises *p, Z3_ast term);

/* Adds to some terms what is known of their constants, as used. */
void premises_add_bounds(struct premises *p, struct termset *terms);

/* The term, and what is used of its own part: that stays when its constants do
 * not. */
Z3_ast premises_conjoin(const struct premises *p, size_t part, Z3_ast term);

#endif
