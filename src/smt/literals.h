#ifndef SMT_LITERALS_H
#define SMT_LITERALS_H

/*
 * What names stand for in a propositional text: a literal, or a definition
 * with parameters; and what binders make of them for a while.
 */

#include <stddef.h>
#include <stdint.h>

#include "smt/names.h"
#include "smt/token.h"

struct meaning {
	enum { MEANS_NOTHING, MEANS_LITERAL, MEANS_MACRO } kind;
	int32_t literal;
	size_t macro; /* its number */
};

struct literals {
	struct names names;
	struct meaning *meanings; /* outside of all binders; by name */
	ptrdiff_t *tops;	  /* the last binding of each name, or -1 */
	size_t count;
	struct literals_binding {
		size_t name;
		int32_t literal;
		ptrdiff_t shadowed; /* what it hides, or -1 */
	} * bindings;
	size_t binding_count;
	size_t binding_capacity;
	/* Bindings before it are not seen: they are those of whoever applies
	 * the definition that is read. */
	size_t base;
};

/* `l` is all zero before. Texts are borrowed until literals_release. */
void literals_release(struct literals *l);

/* The number of the name, new or not. */
size_t literals_name(
	struct literals *l, const char *text, const struct token *t);

void literals_set(struct literals *l, size_t name, struct meaning meaning);
struct meaning literals_get(const struct literals *l, size_t name);

/* Binds a name; literals_unbind takes all back but the first `count`. */
void literals_bind(struct literals *l, size_t name, int32_t literal);
void literals_unbind(struct literals *l, size_t count);

#endif
