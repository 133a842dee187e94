#ifndef SMT_WEIGHT_H
#define SMT_WEIGHT_H

/*
 * What a command costs libz3's parser, in tokens. That is what the command
 * holds, but for functions that the text defines: libz3 writes out what they
 * stand for, so that thirty of them, one made of the other twice, fill any
 * memory.
 */

#include <stdbool.h>
#include <stddef.h>

#include "smt/forms.h"
#include "smt/names.h"

/* Zeroed but for the text. */
struct weight {
	const char *text;
	struct names names; /* of defined functions, and others */
	size_t *of;	    /* each name's; 1 of any other */
	size_t count;
};

void weight_release(struct weight *w);

/* Of the next command of the text; at most WEIGHT_MOST. */
size_t weight_pass(struct weight *w, const struct form *form);

enum { WEIGHT_MOST = 1 << 30 };

/*
 * Whether it may cost more than its weight, or the process: datatypes, and an
 * index that makes sorts large.
 */
bool weight_is_doubtful(const char *text, const struct form *form);

#endif
