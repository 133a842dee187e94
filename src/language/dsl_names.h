#ifndef LANGUAGE_DSL_NAMES_H
#define LANGUAGE_DSL_NAMES_H

/*
 * The names of a program in the JSON DSL, its sorts, and the text of it that is
 * read, which is what a fault is one of; and its expressions. They are a part
 * of Python's, which are parsed and never evaluated: the operators and
 * functions of dsl_operators.def, a if c else b, chains of comparisons, **,
 * f(x), a[i], numbers. A quotient of numbers is exact; of Ints it is SMT-LIB's
 * div, as in Z3's API for Python. A Bool counts as 0 or 1 where numbers are.
 *
 * Every function may refuse what it reads. The first fault stays, and after it
 * all of them return at once, with something that can be passed on to them.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "smt/names/symbols.h"

enum dsl_sort_kind { BOOL, INT, REAL, BITVEC, ARRAY, NAMED, TYPE };

struct dsl_sort {
	enum dsl_sort_kind kind;
	const char *text; /* SMT-LIB */
	unsigned long width;
	const struct dsl_sort *index, *element;
};

extern const struct dsl_sort dsl_bool[1], dsl_int[1], dsl_real[1];

enum dsl_kind {
	DSL_UNKNOWN,
	DSL_FUNCTION,
	DSL_CONSTANT,
	DSL_VALUE,    /* of an enumeration */
	DSL_VARIABLE, /* a constant where no quantifier binds it */
};

struct dsl_name {
	const char *word; /* borrowed; NULL if there is no declaration */
	enum dsl_kind kind;
	const char *symbol;	      /* SMT-LIB; not a name of libz3's own */
	const struct dsl_sort *sort;  /* of its value */
	const struct dsl_sort *bound; /* by the innermost quantifier; or NULL */
	const struct dsl_sort **domain; /* of a function */
	size_t arity, capacity;
	bool is_free; /* a variable that was used unbound */
	/* The sort of that name: its type (borrowed, or NULL), which is read
	 * at the first use, so that sorts may stand in any order. */
	const char *type;
	const struct dsl_sort *defined;
	bool is_open; /* being read */
};

/* The names of a program, and the text that is read. */
struct dsl {
	struct symbol_table words; /* finds the names in constant time */
	struct dsl_name **names;
	size_t count, capacity;
	void **owned; /* symbols and sorts; terms while they are read */
	size_t owned_count, owned_capacity;
	/* Those that have become is_free since the caller emptied it. */
	struct dsl_name **free;
	size_t free_count, free_capacity;
	struct dsl_reader {
		const char *text;
		const char *at;	 /* at a token */
		const char *end; /* of the last token that was passed */
		unsigned depth;
		bool is_type; /* a sort, and no expression */
	} read;
	bool has_failed;
	/* Why the text at hand is refused, from that byte on: the problem, "; "
	 * and what to do. */
	char fault[600];
	size_t fault_offset;
};

void dsl_init(struct dsl *d);
void dsl_release(struct dsl *d);
DROP_BY(dsl, dsl_release)

/* Refuses a piece of the text at hand, which is quoted before a format that
 * begins with a space; or, with an empty piece, something about it. All is then
 * at the end of the text. */
void dsl_refuse(struct dsl *d, struct slice at, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Name and type are borrowed. */
void dsl_define_sort(struct dsl *d, const char *text, const char *type);

/* That of a text which is an identifier. */
struct dsl_name *dsl_name(struct dsl *d, const char *text);

/* Declares a name (borrowed); NULL with a fault when it is another thing's,
 * and when it was declared before and is the same. */
struct dsl_name *dsl_declare(struct dsl *d, enum dsl_kind kind,
	const char *text, const struct dsl_sort *sort);

/* --- for expressions ------------------------------------------------------ */

enum { DSL_QUOTED_MAX = 60 }; /* bytes of the text in a message */

/* Memory (taken) that is freed with the program; returns it. */
void *dsl_own(struct dsl *d, void *memory);
/* Frees all that is owned but the first `count`. */
void dsl_free_owned(struct dsl *d, size_t count);

/* Of a word (borrowed), which may be no name. */
struct dsl_name *dsl_find_name(struct dsl *d, struct slice word);

/* The length of the identifier that begins here, or 0: as in Python, but any
 * character outside of ASCII is a letter. */
size_t dsl_identifier(const char *text);

/* Begins to read a text (borrowed). */
void dsl_begin(struct dsl *d, const char *text, bool is_type);
/* To the token that comes after so many bytes. */
void dsl_pass(struct dsl *d, size_t size);

/* Those of a piece of text. The width is refused if it is none, an array if it
 * is nested too deeply. */
const struct dsl_sort *dsl_bits_sort(
	struct dsl *d, struct slice at, unsigned long width);
const struct dsl_sort *dsl_array_sort(struct dsl *d, struct slice at,
	const struct dsl_sort *index, const struct dsl_sort *element);

/* --- in dsl_expression.c -------------------------------------------------- */

/* The sort that a text names: Int, IntSort, BitVecSort(8), ArraySort(A, B), or
 * one that is defined. */
const struct dsl_sort *dsl_sort(struct dsl *d, const char *text);

/* Appends the text as an SMT-LIB term of that sort; NULL: of a number or
 * bit-vector. */
void dsl_expression(struct dsl *d, const char *text,
	const struct dsl_sort *wanted, struct buf *out);

#endif
