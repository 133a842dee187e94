#ifndef ADVICE_REFUSAL_H
#define ADVICE_REFUSAL_H

/*
 * What libz3 says when it refuses a text, turned into advice: tables of its
 * sentences, each with the place that it really means, the cause and steps.
 */

#include <stdbool.h>
#include <stddef.h>

#include "advice/advice.h"
#include "advice/counsel.h"
#include "advice/sorts.h"

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
	const struct scene *scene;
	const struct advice_place *where;
	const char *words;		     /* libz3's */
	struct sort_text captures[CAPTURES]; /* what the "*" stood for */
};

struct refusal {
	const char *words; /* "*" stands for any text */
	enum aim aim;
	const char *problem, *cause;
	const char *steps[3];
	/* Says what the sentences above cannot; called behind them. */
	void (*more)(struct counsel *c, const struct telling *t);
};

/* Each ends with a row without words. */
extern const struct refusal name_refusals[];
extern const struct refusal head_refusals[];
extern const struct refusal declared_refusals[];
extern const struct refusal sort_refusals[];
extern const struct refusal theory_refusals[];
extern const struct refusal form_refusals[];
extern const struct refusal written_refusals[];
extern const struct refusal command_refusals[];

/* Fills the counsel; what is in no table is told in libz3's own words. */
void refusal_advise(struct counsel *c, const struct scene *s,
	const struct advice_place *where, const char *words);

/*
 * Whether the pattern fits the words from their beginning; what follows it
 * does not count. The parts that "*" stands for go into captures.
 */
bool refusal_matches(const char *pattern, const char *words,
	struct sort_text captures[CAPTURES]);

/* A step for several rows: how the command around the place is written. */
void refusal_show_command(struct counsel *c, const struct telling *t);

#endif
