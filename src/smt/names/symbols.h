#ifndef SMT_NAMES_SYMBOLS_H
#define SMT_NAMES_SYMBOLS_H

/*
 * The names that a text declares and uses, without libz3.
 *
 * Binders are honoured: a variable of let, forall, exists, lambda, match, a
 * definition's parameter or a type parameter of `par` is neither declared nor
 * used. |x| is x. A use of a name that the same text declares before it is not
 * reported: what is left is what the text needs from elsewhere. Names of
 * libz3's own are reported and marked, because a text may overload them.
 *
 * A symbol that stands alone as a pattern of match is a constructor or a
 * variable; that is decided elsewhere, so it is reported as used and its
 * occurrences in the case as bound.
 *
 * The index proposes and libz3 decides: names are not resolved by sort, so a
 * use of an overloaded name is a use of every declaration of that name.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/alloc.h"
#include "smt/text/commands.h"
#include "smt/text/lexer.h"

enum symbol_kind {
	SYMBOL_FUNCTION, /* declare-fun, declare-const */
	SYMBOL_DEFINED,	 /* define-fun, define-const: libz3 expands it */
	SYMBOL_RECURSIVE,
	SYMBOL_SORT,
	SYMBOL_CONSTRUCTOR,
	SYMBOL_SELECTOR,
	SYMBOL_TESTER, /* is-C, beside (_ is C) */
	SYMBOL_LABEL,  /* (! t :named l) */
};

struct symbol {
	char *name; /* without bars */
	enum symbol_kind kind;
	size_t arity;	/* 0: a constant; of a sort: its parameters */
	size_t command; /* number of the command, from 0 */
	size_t offset;	/* of its first occurrence as that, in bytes */
	unsigned line;
	bool is_sort;	 /* used, or declared, as a sort */
	bool is_builtin; /* used: a name that libz3 brings along */
	bool is_bare;	 /* a constructor of (declare-datatype C (red green)) */
	bool is_old;	 /* a datatype as before SMT-LIB 2.6 */
	bool is_pattern; /* used: only in the way of a pattern, see above */
};

/* A variable of forall, exists, lambda or let. */
struct bound_variable {
	struct token name;
	struct token binder;
	bool is_used;
};

struct symbols {
	struct symbol *declared; /* in the order of the text */
	size_t declared_count;
	size_t declared_capacity;
	/* Each name once, or twice: as a function and as a sort. Kind and
	 * arity are of no meaning. */
	struct symbol *used;
	size_t used_count;
	size_t used_capacity;
	struct bound_variable *variables; /* of the innermost binder first */
	size_t variable_count;
	size_t variable_capacity;
};

/*
 * Fills `out`, which need not be initialised, from these commands of a text:
 * all that commands_split found, or some in their order. A number of a command
 * counts from the first of them.
 */
void symbols_scan(const char *text, const struct command *forms, size_t count,
	struct symbols *out);
void symbols_release(struct symbols *s);
DROP_BY(symbols, symbols_release)

/* What a table of language/data.h is outside of its indices is a function
 * NAME!outside. */
#define SYMBOL_OUTSIDE "!outside"
bool symbol_is_outside(const char *name);

/* The first declaration of that name, or NULL. */
const struct symbol *symbols_declared(
	const struct symbols *s, const char *name);

/*
 * The names of a text, each once, found in constant time, with what a scan of
 * symbols has to know about each. Functions and sorts are two name spaces.
 */

enum space { SPACE_FUNCTION, SPACE_SORT, SPACE_COUNT };

struct name {
	struct slice text; /* borrowed from the text */
	uint64_t hash;
	size_t bound[SPACE_COUNT]; /* number of the innermost + 1, or 0 */
	bool declared[SPACE_COUNT];
	size_t used[SPACE_COUNT]; /* number of the use + 1, or 0 */
};

struct symbol_table {
	struct name *at;
	size_t count;
	size_t capacity;
	/* Open addressing: number of a name + 1, or 0; a power of two. */
	size_t *slots;
	size_t slot_count;
};

/* The number of the name, new or not; stays the same. */
size_t symbol_table_find(struct symbol_table *n, struct slice text);
bool symbol_table_has(const struct symbol_table *n, struct slice text);
void symbol_table_release(struct symbol_table *n);
DROP_BY(symbol_table, symbol_table_release)

#endif
