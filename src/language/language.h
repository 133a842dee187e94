#ifndef LANGUAGE_LANGUAGE_H
#define LANGUAGE_LANGUAGE_H

/*
 * The ways to write a model: languages.def. Every text of a client that holds
 * commands comes in through language_read.
 */

#include <stdbool.h>
#include <stddef.h>

#include "language/translation.h"
#include "smt/text/diagnostic.h"

enum language {
#define LANGUAGE(id, word, recognise, read) LANGUAGE_##id,
#include "language/languages.def"
#undef LANGUAGE
	LANGUAGE_COUNT,
};

/*
 * The text, in whatever language it is, as SMT-LIB. Around it there may be a
 * byte order mark, a Markdown fence or backticks. False with a fault, placed
 * in the text (line 0: nowhere), when it is not UTF-8 or cannot be read.
 *
 * Initialises `out`, which has to be released in any case; the text must
 * outlive it.
 */
bool language_read(const char *text, size_t size, struct translation *out,
	struct diagnostic *fault);

/*
 * The functions of a row. Both are given a text without what was around it.
 * `recognise` looks at how it begins. `read` appends to `out`; its faults are
 * DIAGNOSTIC_LANGUAGE, `what` being the problem, "; " and what to do.
 */
#define LANGUAGE(id, word, recognise, read) \
	bool recognise(const char *text, size_t size); \
	bool read(const char *text, size_t size, struct translation *out, \
		struct diagnostic *fault);
#include "language/languages.def"
#undef LANGUAGE

#endif
