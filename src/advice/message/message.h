#ifndef ADVICE_MESSAGE_MESSAGE_H
#define ADVICE_MESSAGE_MESSAGE_H

/*
 * A message while it is made: where the caret goes, what is wrong, why, and
 * numbered steps.
 *
 * Sentences are templates (base/template.h), so that advice can be written as
 * data: {token} is the word under the caret, {form} the form around the place,
 * {head} what that form applies, {arguments} to what, {first} and {rest} of
 * these, {shape} and {example} how this is written rightly, {1} to {5} parts
 * that a rule found, {own} is {arguments} if the caret is at {head}; {said} the
 * words of the scanner or of libz3, {todo} the second half of these. A sentence
 * that names a variable that is not known is left out; {own|a b} has other
 * words then.
 * {add_item} is a tool, {timeout_ms} an argument (base/wording.h).
 */

#include <stdbool.h>
#include <stddef.h>

#include "advice/message/place.h"
#include "advice/message/text_context.h"
#include "base/buf.h"
#include "smt/text/lexer.h"

/* Text of the client's or of libz3, cut to a length that can be quoted, on one
 * line, without control characters. */
enum { QUOTE_MAX = 120 };
struct quote {
	char text[QUOTE_MAX + sizeof("...")];
};

struct quote quote_text(const char *text, size_t size);
struct quote quote_span(const struct text_context *s, struct span span);

enum {
	MESSAGE_PARTS = 5,
	MESSAGE_CAPTURES = 4,
	MESSAGE_STEPS = 3,
	SAID_MAX = 400
};

struct message {
	struct text_context context;
	const struct advice_place *where;
	const struct rules *rules;
	const char *words;     /* libz3's, or NULL */
	struct slice argument; /* what follows the name of an action */
	struct slice captures[MESSAGE_CAPTURES]; /* of these, see rules.h */
	struct span at;				 /* under the caret */
	struct buf problem;
	struct buf cause;
	struct {
		struct buf text; /* a line each, numbered */
		size_t count;
	} steps;
	struct quote token, form, head;
	struct quote parts[MESSAGE_PARTS]; /* "" when unknown */
	char said[SAID_MAX];
	char todo[SAID_MAX];
};

/* Aims at the token at `offset` of where->text, with the innermost form as
 * {form}. `where` is borrowed. */
void message_init(struct message *c, const struct advice_place *where,
	size_t offset, const struct rules *rules);
void message_drop(struct message *c); /* for DROP(message) */

/* Moves the caret; {token} follows. */
void message_point_at(struct message *c, struct span at);
/* What {form} and {head} are from now on. */
void message_form(struct message *c, struct span form);
/* {number}, counted from 1. */
void message_part(
	struct message *c, size_t number, const char *text, size_t size);
void message_number(struct message *c, size_t number, long value);
/* {said}: on one line, cut if it is very long, without a full stop. */
void message_set_said(struct message *c, const char *words);

/* "files cannot be read; put the text here": {said} is the first half, and
 * {todo} the second; or {said} alone is what to do, and becomes {todo}. False
 * if it says nothing of what to do. */
bool message_split_todo(struct message *c);

/* The name that is declared at the place, or NULL. */
const struct advice_symbol *message_symbol(
	const struct message *c, const char *name);
/* How it is declared: "Int", "(Int) Bool", or NULL. */
const char *message_type(const struct message *c, const char *name);
/* Whether a type is that of a function: "(Int) Bool". */
bool type_is_function(const char *type);

/* The value of a variable; empty when it is not known. */
struct slice message_variable(const struct message *c, struct slice name);

/* Sets the problem or the cause, or adds a step; a step too many is dropped. */
void message_problem(struct message *c, struct slice template);
void message_cause(struct message *c, struct slice template);
void message_step(struct message *c, struct slice template);

/* The message as it is, to take back what follows. */
struct message_mark {
	struct span at;
	size_t problem, cause, steps, step_count;
	struct quote token, form, head, parts[MESSAGE_PARTS];
};
struct message_mark message_mark(const struct message *c);
void message_back(struct message *c, const struct message_mark *mark);

#endif
