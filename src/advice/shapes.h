#ifndef ADVICE_SHAPES_H
#define ADVICE_SHAPES_H

/* How the commands and operators that need care are written. */

struct shape {
	const char *head;
	const char *shape;
	const char *example;
};

/* NULL for a head that takes just any number of terms, or none of ours. */
const struct shape *shape_find(const char *head);

#endif
