#ifndef ADVICE_Z3_Z3_ERRORS_H
#define ADVICE_Z3_Z3_ERRORS_H

/*
 * What libz3 says when it refuses a text, turned into advice: tables of its
 * sentences, each with the place that it really means, the cause and steps.
 */

#include <stdbool.h>
#include <stddef.h>

#include "advice/advice.h"
#include "advice/message/message.h"
#include "advice/z3/sort_errors.h"

/* Where the caret goes; libz3 mostly names the ")" of the form it means. */
enum aim {
	AIM_TOKEN,
	AIM_FORM,  /* the innermost form around the place */
	AIM_HEAD,  /* what that form applies */
	AIM_LAST,  /* its last child */
	AIM_OUTER, /* the form around it */
};

enum { CAPTURES = 4 };

/* A refusal while it is looked at. */
struct telling {
	const struct text_context *scene;
	const struct advice_place *where;
	const char *words;		     /* libz3's */
	struct sort_text captures[CAPTURES]; /* what the "*" stood for */
};

struct z3_errors {
	const char *words; /* "*" stands for any text */
	enum aim aim;
	const char *problem, *cause;
	const char *steps[3];
	/* Says what the sentences above cannot; called behind them. */
	void (*more)(struct message *c, const struct telling *t);
};

/* Each ends with a row without words. */
extern const struct z3_errors name_refusals[];
extern const struct z3_errors head_refusals[];
extern const struct z3_errors declared_refusals[];
extern const struct z3_errors sort_refusals[];
extern const struct z3_errors theory_refusals[];
extern const struct z3_errors form_refusals[];
extern const struct z3_errors written_refusals[];
extern const struct z3_errors command_refusals[];

/* Fills the counsel; what is in no table is told in libz3's own words. */
void z3_errors_advise(struct message *c, const struct text_context *s,
	const struct advice_place *where, const char *words);

/*
 * Whether the pattern fits the words from their beginning; what follows it
 * does not count. The parts that "*" stands for go into captures.
 */
bool z3_errors_matches(const char *pattern, const char *words,
	struct sort_text captures[CAPTURES]);

/* A step for several rows: how the command around the place is written. */
void z3_errors_show_command(struct message *c, const struct telling *t);

#endif
