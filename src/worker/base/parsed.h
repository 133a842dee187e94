#ifndef WORKER_BASE_PARSED_H
#define WORKER_BASE_PARSED_H

/*
 * What is read (worker/read) and what everything else works on: a script, one
 * of its problems, and the terms of that problem.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "smt/text/commands.h"
#include "smt/text/diagnostic.h"
#include "wire/ask.h"
#include "worker/base/libz3.h"
#include "worker/base/sort_alias.h"
#include "worker/base/termset.h"

struct script {
	const char *text; /* borrowed, as is forms */
	const struct commands *forms;
	const struct ask *ask; /* likewise; NULL: a script by itself */
	/* The definitions of the solution that the request has. */
	struct commands stored;
	size_t at;	/* the next command */
	size_t set_at;	/* the field after the last set of assumptions */
	size_t *active; /* numbers of the commands in force, in order */
	size_t active_count, active_capacity;
	struct {
		size_t *at; /* active_count at each push */
		size_t count, capacity;
	} marks;
	bool is_global; /* :global-declarations: they outlive their scope */
	bool is_unread; /* some in force were in no problem yet */
	bool has_goals; /* somewhere in the text, soft assertions included */
	/* Those of the whole text and of the request; the one that is added to
	 * a text without any is not counted. */
	size_t checks;
	size_t checked; /* of them, so far */
};

struct script_problem {
	bool has_check;
	bool is_last;  /* no check comes after it */
	bool is_shown; /* the values or the core are reported unasked */
	const struct command *check; /* NULL: it is not one of the text */
	/* The request, if its fields belong to this problem, or NULL; and the
	 * first assumption of the set that this check is about, or NULL. */
	const struct ask *request;
	const struct ask_field *set;
	size_t active_count; /* how many of script->active */
	/* Of them, from the first on: their assertions have been read; and the
	 * terms of these, by the number of the command. */
	size_t known_count;
	const Z3_ast *known;
	/* The queries and declarations after it: numbers first <= n < end. */
	size_t follow_first;
	size_t follow_end;
};

/* Whether a query of that kind stands after the check. */
bool script_asks(const struct script *s, const struct script_problem *sp,
	enum command_kind command);

enum part_kind {
	PART_COMMAND, /* declares; yields no term */
	PART_OPTION,  /* of the request; yields no term */
	PART_ASSERTION,
	PART_SOFT, /* of assert-soft: a Bool */
	PART_OBJECTIVE,
	PART_ASSUMPTION, /* of check-sat-assuming: a Bool */
	/* A term of get-value, eval, simplify or get-assignment, or one that
	 * the request evaluates or compares. */
	PART_QUERY,
	PART_CONSTANT, /* a declared or defined constant */
	PART_FUNCTION, /* a declared function with arguments */
	PART_DATATYPE, /* that has selectors */
	PART_STORED,   /* of a solution: NAME is that value, as an equation */
};

/* What a solution depends on. */
static inline bool
part_is_decided(enum part_kind kind)
{
	return kind == PART_ASSERTION || kind == PART_ASSUMPTION ||
	       kind == PART_SOFT || kind == PART_OBJECTIVE;
}

/* Whether it is read as (= t t), and its term is t. */
static inline bool
part_is_wrapped(enum part_kind kind)
{
	return kind == PART_OBJECTIVE || kind == PART_QUERY ||
	       kind == PART_CONSTANT;
}

enum { PART_NO_TERM = -1 };

struct problem_part {
	enum part_kind kind;
	/* Where it comes from: a command of the script; a field of the request;
	 * or a command of the field that holds a solution. Else NULL. */
	const struct command *form;
	const struct ask_field *field;
	struct token source; /* its bytes in the script */
	size_t at;	     /* where they stand in the text */
	long term;	     /* which of the parser's terms, or NO_TERM */
	bool maximizes;	     /* an objective */
	bool is_negated;     /* the term is of what is assumed not to hold */
	bool is_known;	     /* it is not in the text, only its term */
	size_t number; /* of an assertion: among all of the script, from 0 */
};

struct problem {
	const char *script; /* the script's text, borrowed */
	struct buf text;
	struct problem_part *parts;
	size_t count, capacity;
	size_t terms; /* how many the parser has to return */
	/* Where the last place was. */
	struct text_mark text_mark;
	struct text_mark script_mark;
};

/* A constant in the place of a variable of a property that is to be refuted. */
struct witness {
	Z3_symbol name; /* the variable's */
	Z3_ast constant;
};

struct witnesses {
	struct witness *at;
	size_t count, capacity;
};

struct parsed {
	Z3_context c;
	struct problem problem;
	struct sort_aliases aliases; /* of its sorts, in all that libz3 says */
	Z3_ast *terms; /* by part->term; of wrapped parts the inner one */
	struct witnesses witnesses;
	/* Of a failure: it lies in a constant that we added. */
	bool in_constant;
	struct diagnostics further; /* of a failure: those after the first */
};

/* That a term is equivalent to what was read only together with another one. */
struct reliance {
	const struct problem_part *part;
	const struct problem_part *premise;
};

/* The terms of a problem as they are decided: without quantifiers over finite
 * ranges. Empty: as they were read. */
struct expanded {
	Z3_ast *terms; /* by part->term */
	Z3_ast *alone; /* the same, each equivalent by itself */
	struct reliance *reliances;
	size_t reliance_count, reliance_capacity;
};

/* Each pair once. */
void expanded_rely(struct expanded *e, const struct problem_part *part,
	const struct problem_part *premise);

void expanded_drop(struct expanded *e); /* for DROP(expanded) */

/* The term of a part that yields one. */
Z3_ast parsed_term(const struct parsed *p, const struct problem_part *part);

#endif
