#ifndef SMT_RULES_LINT_H
#define SMT_RULES_LINT_H

/*
 * Warnings of what libz3 accepts and people rarely mean.
 */

#include <stddef.h>

struct commands;

enum lint_kind {
#define LINT(id, text) LINT_##id,
#include "smt/rules/lint.def"
#undef LINT
};

struct lint_warning {
	enum lint_kind kind;
	unsigned line; /* 0: of the whole text */
	char *name;    /* without bars */
	char *head;    /* of a variable its binder; or NULL */
};

struct lint {
	struct lint_warning *at;
	size_t count;
	size_t capacity;
};

/* Of a text that commands_split accepts. Fills `out`, which need not be
 * initialised. */
void lint_scan(const char *text, size_t size, struct lint *out);
/*
 * What a text of these commands leaves open if it has a solution: constants and
 * functions that are declared and never used, and predicates that are used
 * once, outside of quantifiers. `terms` are used, too (the objectives of a
 * call).
 */
void lint_scan_solved(const char *text, const struct commands *forms,
	const char *terms, struct lint *out);
void lint_drop(struct lint *r); /* for DROP(lint) */

/* A sentence without a full stop, on the heap; of any kind but BOUND. */
char *lint_text(const struct lint_warning *r);

#endif
