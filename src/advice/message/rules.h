#ifndef ADVICE_MESSAGE_RULES_H
#define ADVICE_MESSAGE_RULES_H

/*
 * Advice as data. A file of rules holds, for each mistake, how it is found and
 * what is said to it:
 *
 *	# a comment
 *	KIND PATTERN
 *		begins #
 *		problem `{token}` is not a bit-vector literal
 *		step Write #x0f.
 *
 * Rules with several patterns have a head line for each. The lines of a body
 * are followed from top to bottom; if one of the conditions does not hold, the
 * message is as it was, and the lines after the next "or" are tried, or else
 * the next rule:
 *
 *	is WORD ...	the token under the caret is one of the words
 *	begins WORD ...	the text from there on begins with one of them
 *	head WORD ...	the innermost form applies one of them
 *	arguments	{arguments} are known
 *	first WORD ...	the first of them is one of the words
 *	in WORD ...	a form around the place does; it becomes {form}
 *	line WORD ...	the line begins with one of them
 *	words WORD ...	it holds one of them between blanks
 *	holds PIECE ...	it holds one of them anywhere
 *	outside		the place is in no form
 *	atom		the token is a name, number or keyword
 *	steps		there are steps already
 *	part N TEXT	the part {N} is the text
 *	said TEXT	{said} holds the text
 *	script, term	the text is one of these, not an item
 *	do NAME		a function of C: it returns whether it applies, and
 *			may move the caret, set parts and add sentences
 *	at PLACE	moves the caret: form, head, last (child), outer (form)
 *	example TEXT	what it is the message to
 *	use NAME	the lines of the rule "say NAME"
 *	problem, cause, step TEXT	sentences of message.h
 */

#include "advice/message/message.h"

struct rule_action {
	const char *name;
	bool (*act)(struct message *c, const struct text_context *s);
};

struct rules {
	const char *text;		   /* of the file */
	const struct rule_action *actions; /* up to one without a name */
};

/*
 * Follows the first rule of the kind that has `word` among its patterns, which
 * are words, or no pattern, and applies. False, and nothing said, if there is
 * none.
 */
bool rules_advise(const struct rules *r, const char *kind, const char *word,
	struct message *c);

/* The rule "say NAME", as far as an alternative of it applies. Always true. */
bool rules_say(const struct rules *r, const char *name, struct message *c);

/* Likewise, of the rules that are followed. */
bool rules_use(struct message *c, const char *name);

/*
 * Likewise for a kind whose pattern is a sentence, in which "*" stands for any
 * text and what follows does not count. What it stands for is in c->captures
 * and {1} to {3}.
 */
bool rules_match(const struct rules *r, const char *kind, const char *words,
	struct message *c);

/* Whether the pattern fits the words from their beginning. */
bool rules_fit(
	struct slice pattern, const char *words, struct slice captures[]);

/* A head line and the lines after it. Begin with {0}; false at the end. */
struct rule {
	struct slice kind, pattern;
	const char *body;
};
bool rules_next(const char *text, struct rule *rule);

#endif
