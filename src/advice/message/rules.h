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
 *	token REGEX	the token matches; groups become {1}, {2} and so on
 *	line REGEX	its line, without the blanks around it, matches
 *	match REGEX	the rest of the line from the caret on does; the caret
 *			goes under what is matched
 *	holds PIECE ...	the text has one of the pieces anywhere
 *	head WORD ...	the innermost form applies one of them
 *	known VARIABLE	{VARIABLE} is known
 *	in WORD ...	a form around the place applies one of the words; it
 *			becomes {form}
 *	outside		the place is in no form
 *	atom		the token is a name, number or keyword
 *	steps [N]	there are steps already; N of them
 *	part NAME REGEX	{NAME} matches: part 1 ^[0-9]+$
 *	form REGEX	{form} does
 *	said TEXT	{said} holds the text
 *	script, term	the text is one of these, not an item
 *	name KIND	a rule of this kind has the token as its word; what it
 *			says is said
 *	do NAME [TEXT]	a function of C: it returns whether it applies, and
 *			may move the caret, set parts and add sentences
 *	drop N BYTES	takes these characters out of {N}
 *	separate N BYTES	writes a blank for each of these characters, and
 *			one blank between two words of {N}
 *	wrap N		each word of {N} gets parentheses
 *	at PLACE	moves the caret: form, head, last (child), outer (form)
 *	example TEXT	what it is the message to
 *	use NAME	the lines of the rule "say NAME"
 *	problem, cause, step TEXT	sentences of message.h
 *
 * Regular expressions are POSIX's extended ones.
 */

#include "advice/message/message.h"

struct rule_action {
	const char *name;
	bool (*act)(struct message *c, const struct text_context *s);
};

struct rules {
	const char *const *files; /* their texts, up to NULL */
	/* Lists up to one without a name, up to NULL. */
	const struct rule_action *const *actions;
};

/*
 * Follows the first rule of the kind that has `word` among its patterns, which
 * are words, or no pattern, and applies. False, and nothing said, if there is
 * none.
 */
bool rules_advise(struct message *c, const char *kind, const char *word);

/* The rule "say NAME", as far as an alternative of it applies. Always true. */
bool rules_use(struct message *c, const char *name);

/*
 * Likewise for a kind whose pattern is a sentence, in which "*" stands for any
 * text and what follows does not count. What it stands for is in c->captures
 * and {1} to {3}.
 */
bool rules_match(struct message *c, const char *kind, const char *words);

/* Whether the pattern fits the words from their beginning. */
bool rules_fit(
	struct slice pattern, const char *words, struct slice captures[]);

/* A head line and the lines after it. Begin with {0}; false at the end. */
struct rule {
	struct slice kind, pattern;
	const char *body;
};
bool rules_next(const char *text, struct rule *rule);

/*
 * The functions that a rule may `do`, in lists up to one without a name: those
 * that look at the text alone, at constraints of other languages, at operators
 * between their arguments, at names that are not known, at sorts, and at what
 * else libz3 complains of.
 */

/* The definition of one. */
#define ACTION(name) \
	static bool name(struct message *c __attribute__((unused)), \
		const struct text_context *s __attribute__((unused)))

extern const struct rule_action text_actions[];
extern const struct rule_action encoding_actions[];
extern const struct rule_action infix_actions[];
extern const struct rule_action name_actions[];
extern const struct rule_action sort_actions[];
extern const struct rule_action z3_actions[];

#endif
