#ifndef SOLVER_PROXIES_H
#define SOLVER_PROXIES_H

/*
 * Terms in which constants and functions of our own stand for what libz3 4.8.12
 * prints wrongly: elements of declared sorts, and what names a sort, such as
 * nil, ((as const S) v) and the variables of lambda. In the text of such a term
 * each is replaced by what it stands for.
 */

#include <stdbool.h>
#include <stddef.h>
#include <z3.h>

struct proxies {
	Z3_context c;
	/* What satchel!as!N stands for. */
	struct stand {
		char *text;
		char *sort; /* of a variable where it is bound, or NULL */
	} * at;
	size_t count, capacity;
	struct seen {
		Z3_ast from, to;
	} * seen; /* by the number of the term; from is NULL where none is */
	size_t seen_count, seen_capacity;
};

void proxies_begin(struct proxies *s, Z3_context c);
Z3_ast proxies_term(struct proxies *s, Z3_ast term);

/* What libz3 prints of such terms, as it is to be; the caller's. */
char *proxies_text(const struct proxies *s, const char *text);
void proxies_end(struct proxies *s);

#endif
