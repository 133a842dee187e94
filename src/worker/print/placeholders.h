#ifndef WORKER_PRINT_PLACEHOLDERS_H
#define WORKER_PRINT_PLACEHOLDERS_H

/*
 * Terms in which constants and functions of our own stand for what libz3 4.8.12
 * prints wrongly: elements of declared sorts, and what names a sort, such as
 * nil, ((as const S) v) and the variables of lambda. In the text of such a term
 * each is replaced by what it stands for.
 */

#include <stdbool.h>
#include <stddef.h>
#include <z3.h>

struct placeholders {
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

void placeholders_begin(struct placeholders *s, Z3_context c);
Z3_ast placeholders_term(struct placeholders *s, Z3_ast term);

/* What libz3 prints of such terms, as it is to be; the caller's. */
char *placeholders_text(const struct placeholders *s, const char *text);
void placeholders_end(struct placeholders *s);

#endif
