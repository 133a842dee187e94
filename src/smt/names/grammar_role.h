#ifndef SMT_NAMES_GRAMMAR_ROLE_H
#define SMT_NAMES_GRAMMAR_ROLE_H

/*
 * The grammar of a walk through a text (smt/names/symbol_walk.c): the shapes of
 * lists, the roles of their elements, and what a symbol in each role does.
 */

#include <stdbool.h>
#include <stddef.h>

#include "smt/names/scope.h"
#include "smt/text/token.h"

enum shape {
#define SHAPE(name, first, second, third, fourth, rest) SHAPE_##name,
#include "smt/names/grammar_list.def"
#undef SHAPE
};

enum grammar_role {
#define ROLE(name, action, list) ROLE_##name,
#include "smt/names/grammar_role.def"
#undef ROLE
};

/* An open list. */
struct frame {
	enum shape shape;
	size_t position;	 /* of the element at hand */
	size_t open;		 /* how many names were bound before it */
	size_t waiting;		 /* how many waited to be bound */
	enum grammar_role value; /* of what stands behind a keyword */
	bool counts;		 /* its elements are the subject's arguments */
	long subject; /* number of the declaration it belongs to, or -1 */
};

struct symbol_walk {
	struct scope *scope;
	struct frame *frames;
	size_t depth;
	size_t capacity;
	/* The parameters of each head of define-funs-rec, for its body. */
	size_t *parameters; /* names */
	size_t parameter_count;
	size_t parameter_capacity;
	size_t *ends; /* of each head's parameters */
	size_t end_count;
	size_t end_capacity;
	bool is_old; /* declare-datatypes as before SMT-LIB 2.6 */
};

/* The role of the element at f->position by the list's shape. */
enum grammar_role grammar_role_at(const struct frame *f);

/* The shape of a list in that role. */
enum shape grammar_role_list(enum grammar_role role);

/* A symbol in that role; f is the list that it stands in. */
void grammar_role_act(enum grammar_role role, struct symbol_walk *w,
	struct frame *f, const struct token *t);

#endif
