#ifndef SMT_RULES_LINT_H
#define SMT_RULES_LINT_H

/*
 * Warnings of what libz3 accepts and people rarely mean: those that the text
 * shows, and the sentences of those that only the worker sees.
 */

#include <stdbool.h>
#include <stddef.h>

#include "smt/text/lexer.h"

struct commands;
struct symbols;

enum lint_kind {
	LINT_NONE,
#define LINT(id, text) LINT_##id,
#include "smt/rules/lint.def"
#undef LINT
	LINT_COUNT,
};

struct lint_warning {
	enum lint_kind kind;
	unsigned line; /* 0: of the whole text */
	char *name;    /* without bars; or NULL */
	char *head;    /* of a variable its binder; or NULL */
};

void lint_warning_release(struct lint_warning *w);

struct lint {
	struct lint_warning *at;
	size_t count;
	size_t capacity;
};

/* Fills `out`, which need not be initialised, from a text that commands_split
 * accepts and the symbols of all its commands. */
void lint_scan(const char *text, size_t size, const struct symbols *symbols,
	struct lint *out);
/*
 * What a text of these commands leaves open if it has a solution: constants and
 * functions that are declared and never used, and predicates that are used
 * once, outside of quantifiers. `terms` are used, too (the objectives of a
 * call).
 */
void lint_scan_solved(const char *text, const struct commands *forms,
	struct slice terms, struct lint *out);
void lint_drop(struct lint *r); /* for DROP(lint) */

/* One of lint_scan_solved. */
bool lint_is_of_solution(const struct lint_warning *r);

/* A sentence without a full stop, on the heap; of any kind but BOUND. */
char *lint_text(const struct lint_warning *r);

#endif
