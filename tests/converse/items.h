#ifndef TESTS_CONVERSE_ITEMS_H
#define TESTS_CONVERSE_ITEMS_H

/*
 * The naive model: a plain list of items, and what follows from it, found by
 * walking the list and by trying every value of every constant.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "props/dice.h"

/*
 * Formulas over a handful of Bool constants and of functions with one Bool
 * argument, in prefix notation, a letter each: what they mean is found by
 * trying, in a few lines that are plainly right.
 *
 *	p q r s t	constants		f g	functions (one argument)
 *	z		the argument of the function that is defined
 *	T F ! & | > =	true false not and or => =
 */
enum { CONSTANTS = 5, FUNCTIONS = 2, FORMULA_MAX = 64 };

#define CONSTANT_LETTERS "pqrst"
#define FUNCTION_LETTERS "fg"

struct formula {
	char letters[FORMULA_MAX];
};

/* Sets of names have a bit per constant, then one per function. */
unsigned name_bit(char letter);

/* What functions mean, and the value of each constant. */
struct meaning {
	const struct formula *bodies[FUNCTIONS]; /* NULL: not defined */
	unsigned values;
};

/* Mostly of these names; `z` too in the body of a function. */
void formula_make(
	struct formula *f, struct dice *d, unsigned known, bool is_body);
void formula_of(struct formula *f, const char *letters);

void formula_write(const struct formula *f, struct buf *out);
unsigned formula_uses(const struct formula *f);

/* All functions that it uses are defined. */
bool formula_holds(const struct formula *f, const struct meaning *m);

/* --- items --------------------------------------------------------------- */

enum { ITEMS_MAX = 24, PARTS_MAX = 2 };

/* A command of an item. */
struct part {
	enum { PART_DECLARE, PART_DEFINE, PART_ASSERT } kind;
	char name; /* what is declared or defined */
	struct formula formula;
};

/* Never changed once it is made; lists share them. */
struct piece {
	char *sent;    /* the content as a client sends it */
	char *content; /* and as it is kept: lines end with \n alone */
	char *name;    /* NULL: none */
	char *note;    /* NULL: none */
	struct part parts[PARTS_MAX];
	size_t count;
	bool is_broken; /* no item at all: always refused */
};

struct list {
	const struct piece *at[ITEMS_MAX + 1];
	size_t count;
};

/* A random item, mostly one that fits behind the names. */
struct piece *piece_make(struct dice *d, unsigned known);
/* The same with other words; NULL: those of the old one, "": none. */
struct piece *piece_reword(
	const struct piece *old, const char *name, const char *note);
void piece_free(struct piece *p);

void list_insert(struct list *l, size_t index, const struct piece *p);
void list_remove(struct list *l, size_t index);
/* -1: there is none */
int list_find(const struct list *l, const char *name);

/* What the first `count` items declare and define. */
unsigned list_names(const struct list *l, size_t count);
bool list_is_sound(const struct list *l);
/* Takes out what uses names that are not there; of each item of the list
 * whether it went. Returns how many. */
size_t list_drop_broken(struct list *l, bool gone[ITEMS_MAX]);

/*
 * Solutions of the assertions of the items that are chosen (a bit each), with
 * these formulas beside them: how many, and one more that must hold or NULL.
 */
struct claims {
	uint32_t items;
	const struct formula *others;
	size_t count;
};
extern const struct claims claims_all;

unsigned list_solutions(const struct list *l, const struct claims *c);
/* Whether these values are one. */
bool list_holds(const struct list *l, const struct claims *c, unsigned values);
void list_meaning(const struct list *l, struct meaning *m);

#endif
