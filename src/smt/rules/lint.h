#ifndef SMT_RULES_LINT_H
#define SMT_RULES_LINT_H

/*
 * Warnings of what libz3 accepts and people rarely mean.
 */

#include <stddef.h>

struct commands;

enum remark_kind {
	REMARK_ONE_ARGUMENT,	 /* (> x); name = > */
	REMARK_EMPTY_ANNOTATION, /* (! p) */
	REMARK_UNUSED,		 /* name: a variable that its body has not */
	REMARK_BARE_CONSTRUCTOR, /* name, without parentheses */
	REMARK_UNKNOWN_LOGIC,	 /* name, of which libz3 knows nothing */
	REMARK_ENDLESS,		 /* name: it calls itself in any case */
	REMARK_OLD_DATATYPE,	 /* name: its sort, as before SMT-LIB 2.6 */
	REMARK_ATTRIBUTE,	 /* name, which (! t ...) does not have */
	REMARK_ARGUMENT,	 /* name: an operator, among arguments */
	REMARK_WEIGHT,		 /* name: a weight below 0 */
	REMARK_BITS,		 /* (_ bv 32) */
	REMARK_EXISTS,		 /* (exists (...) (=> ...)) */
	REMARK_COMMENT, /* name: a command after ; on the line of one */
	REMARK_TWICE,	/* name, which the text declares twice */
	/* Of lint_scan_solved: */
	REMARK_ARBITRARY, /* name: all names that no assertion uses */
	REMARK_FREE,	  /* name: a predicate that is used there only */
	/* No remark as such: a variable, that may hide another name. */
	REMARK_BOUND,
};

struct remark {
	enum remark_kind kind;
	unsigned line; /* 0: of the whole text */
	char *name;    /* without bars */
	/* Of a variable: its binder; of a weight: what it is without the minus;
	 * else NULL. */
	char *head;
};

struct lint {
	struct remark *at;
	size_t count;
	size_t capacity;
};

/* Of a text that commands_split accepts. Fills `out`, which need not be
 * initialised. */
void lint_scan(const char *text, size_t size, struct lint *out);
/*
 * What a text of these commands leaves open if it has a solution: constants and
 * functions that are declared and never used, and predicates that are used
 * once, outside of quantifiers. `terms` are used, too (the objectives of a
 * call).
 */
void lint_scan_solved(const char *text, const struct commands *forms,
	const char *terms, struct lint *out);
void lint_drop(struct lint *r); /* for DROP(lint) */

/* A sentence without a full stop, on the heap; of any kind but BOUND. */
char *remark_text(const struct remark *r);

#endif
