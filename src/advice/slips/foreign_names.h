#ifndef ADVICE_SLIPS_FOREIGN_NAMES_H
#define ADVICE_SLIPS_FOREIGN_NAMES_H

/* Names that other languages have and SMT-LIB writes in another way. */

enum foreign_name_use {
	FOREIGN_NAME_TERM,
	FOREIGN_NAME_SORT,
	FOREIGN_NAME_COMMAND
};

struct foreign_name {
	const char *wrong; /* names, a blank between two */
	const char *cause;
	const char *steps[2];
};

/* NULL when the name is no known mistake. */
const struct foreign_name *foreign_name_find(
	enum foreign_name_use use, const char *name);

#endif
