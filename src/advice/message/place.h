#ifndef ADVICE_MESSAGE_PLACE_H
#define ADVICE_MESSAGE_PLACE_H

/* Where a message belongs, and what is known there. */

#include <stdbool.h>
#include <stddef.h>

/* A name in scope. `type` is how it was declared: "Int", "(Int Int) Bool" for a
 * function, ADVICE_SORT for a sort, or NULL when that is not known. */
#define ADVICE_SORT "sort"
struct advice_symbol {
	const char *name;
	const char *type;
};

/* Where a fault lies: one item or one script, as the client sent it. */
struct advice_place {
	const char *text; /* what the fault's line and column count in */
	size_t size;
	/* What the client sent, when the text is a piece of it that begins
	 * there: then places and lines are shown as those of the whole. */
	const char *whole; /* or NULL */
	size_t whole_size;
	size_t whole_offset;
	/* What the text is: "the new item", "the smtlib text"; NULL for
	 * item `index` with its name. */
	const char *what;
	ptrdiff_t index;  /* number of the item, or -1 */
	const char *name; /* of the item, or NULL */
	bool is_script;	  /* solve_smtlib's text, not an item */
	bool is_term;	  /* one term, an argument of a solve */
	const struct advice_symbol *symbols; /* for did-you-mean; or NULL */
	size_t symbol_count;
	/* A name that the text uses and only item `late_index`, which comes
	 * after it, declares; or NULL. */
	const char *late;
	size_t late_index;
};

#endif
