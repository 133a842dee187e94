#ifndef ADVICE_SLIPS_MISTAKES_H
#define ADVICE_SLIPS_MISTAKES_H

/*
 * Mistakes that are seen in the text itself, whoever stumbled over them: other
 * languages (Python, C, prose), characters that a chat or a word processor
 * put in, numbers in another notation, commas, brackets, comments.
 */

#include <stdbool.h>

#include "advice/message/message.h"

/* Looks at the place of the fault and right around it; fills all of the
 * counsel. False if it is no mistake known here. */
bool mistakes_advise(struct message *c, const struct text_context *s);

/* Whether the text holds &lt; and its like, which unbalance it: the first
 * thing that mistakes_advise looks for. */
bool mistakes_hold_entity(const struct text_context *s);

/*
 * A row of the tables below. `look` says whether this mistake stands at the
 * place, and sets the parts {1} to {3} that the sentences use; it may also
 * fill the counsel itself, and then the sentences are not used.
 */
struct mistake {
	bool (*look)(struct message *c, const struct text_context *s);
	const char *problem, *cause;
	const char *steps[2];
};

/* Each ends with a row without a look. */
extern const struct mistake glyph_mistakes[];	/* characters */
extern const struct mistake foreign_mistakes[]; /* other languages */
extern const struct mistake number_mistakes[];

/* The line of the scene's token, without the blanks around it. */
struct span mistake_line(const struct text_context *s);

#endif
