#ifndef TESTS_PROPS_TEXTS_H
#define TESTS_PROPS_TEXTS_H

/*
 * Random items: of few names, so that they meet. Most names mean the same most
 * of the time (x is an Int), so that about half of the edits are accepted; the
 * rest is redeclared, overloaded, shadowed, misspelt and of the wrong sort.
 * Each run has a theme, so that rare things meet their like.
 */

#include "base/buf.h"
#include "props/dice.h"

enum theme {
	THEME_PLAIN,
	THEME_INSTANCES, /* datatypes with parameters */
	THEME_BUILTIN,	 /* functions called as libz3's own */
	THEME_ALIASES,	 /* sorts that are names of others */
	THEME_LOGIC,
	THEMES,
};

/* An early one is mostly what the later ones will use. */
void texts_add_item(
	struct dice *d, enum theme of_run, bool is_early, struct buf *out);

#endif
