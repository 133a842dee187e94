#ifndef ADVICE_MESSAGE_SYNTAX_TEMPLATES_H
#define ADVICE_MESSAGE_SYNTAX_TEMPLATES_H

/* How the commands and operators that need care are written. */

struct syntax_template {
	const char *head;
	const char *shape;
	const char *example;
};

/* NULL for a head that takes just any number of terms, or none of ours. */
const struct syntax_template *syntax_template_find(const char *head);

#endif
