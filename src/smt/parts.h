#ifndef SMT_PARTS_H
#define SMT_PARTS_H

/*
 * How the parts of a problem are written: of problem.c, givens.c and whole.c.
 */

#include "smt/problem.h"

/* A part without a term; valid until the next one is added. */
struct problem_part *parts_add(struct problem *p, enum part_kind kind,
	const struct form *form, const struct token *source);

/* The part's bytes of the script, at the end of the text. */
void parts_add_source(struct problem *p, struct problem_part *part);

/* Those of a command that is in force. */
void parts_add_active(struct problem *p, const struct form *form);

/* Of (check-sat-assuming (p q)), and of libz3's older (check-sat p q); NULL:
 * none. */
void parts_add_assumptions(struct problem *p, const struct form *check);

/* Those of a command behind the check. */
void parts_add_follower(struct problem *p, const struct script *s,
	const struct script_problem *sp, const struct form *form);

/* Numbers the assertions, when all parts are there. */
void parts_number(struct problem *p, const struct forms *forms);

#endif
