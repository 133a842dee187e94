#ifndef SMT_NAMES_SCOPE_H
#define SMT_NAMES_SCOPE_H

/*
 * What is bound, declared and used at a place of a text: the memory of
 * symbols_scan. Whoever walks the text (smt/names/symbols.c) says what each
 * symbol is; this says what that means.
 */

#include <stdbool.h>
#include <stddef.h>

#include "smt/names/symbol_table.h"
#include "smt/names/symbols.h"
#include "smt/text/token.h"

/* A name that a binder holds, in one of the name spaces. */
struct bound {
	size_t name;
	enum space space;
};

struct bounds {
	struct bound *at;
	size_t count;
	size_t capacity;
};

struct scope {
	const char *text;
	size_t command; /* number of the one that is walked */
	struct symbol_table names;
	struct bounds open;    /* what is bound here, outermost first */
	struct bounds waiting; /* of let: bound when its bindings end */
	struct symbols *out;
};

enum { SUBJECT_NONE = -1 };

void scope_init(struct scope *s, const char *text, struct symbols *out);
void scope_release(struct scope *s);

/* A use, unless it is bound here or declared by the text so far. */
void scope_use(struct scope *s, const struct token *t, enum space space);
/* A use that looks through binders, as in (_ is cons). */
void scope_use_global(struct scope *s, const struct token *t);
/* The same, of a constructor or a variable that is about to be bound. */
void scope_use_pattern(struct scope *s, const struct token *t);

void scope_bind(struct scope *s, const struct token *t, enum space space);
void scope_bind_name(struct scope *s, size_t name);
/* Unbinds the innermost until `count` are left. */
void scope_leave(struct scope *s, size_t count);

/* Binds when scope_bind_waiting is called with the count before it. */
void scope_wait(struct scope *s, const struct token *t);
void scope_bind_waiting(struct scope *s, size_t count);

/* Adds a declaration: its number in out->declared. A later use is the text's
 * own from scope_publish on. */
long scope_declare(
	struct scope *s, const struct token *t, enum symbol_kind kind);
/* The same for is-C. */
void scope_declare_tester(struct scope *s, const struct token *constructor);
void scope_publish(struct scope *s, long declared);

#endif
