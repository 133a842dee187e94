#include "advice/slips/scanner_errors.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "advice/slips/mistakes.h"
#include "advice/slips/suggestion.h"
#include "smt/names/builtin.h"

/* Most faults say in `what` what is wrong: {said} in the sentences. */
typedef void advise(struct message *c, const struct text_context *s,
	const struct advice_place *where);

static void
advise_empty(struct message *c, const struct text_context *s,
	const struct advice_place *where)
{
	(void)s;
	message_problem(c, where->is_script ? "it holds no command to run"
					    : "it holds no command to keep");
	message_cause(c, "{said}");
	if (where->is_script)
		message_step(c, "Send declarations and assertions: "
				"(declare-const x Int) (assert (> x 5)).");
	else if (c->said[0] != '\0')
		message_step(c, "Leave it out of the text; an item holds "
				"declarations and assertions: (assert (> x "
				"5)).");
	else
		message_step(c, "Send one or more complete commands: "
				"(declare-const x Int) or (assert (> x 5)).");
	if (!where->is_script && c->said[0] == '\0')
		message_step(c, "For a comment alone use the parameter note "
				"of the item that it belongs to; to remove an "
				"item use delete_item.");
}

static void
advise_encoding(struct message *c, const struct text_context *s,
	const struct advice_place *where)
{
	(void)s;
	(void)where;
	message_problem(c, "it is not valid text: {said}");
	message_cause(c, "the text must be UTF-8 without NUL characters");
	message_step(c, "Send the text again, in plain characters.");
}

static void
advise_token(struct message *c, const struct text_context *s,
	const struct advice_place *where)
{
	(void)where;
	if (mistakes_advise(c, s))
		return;
	message_problem(c, "`{token}` cannot be read");
	message_cause(c, "{said}");
	message_step(c, "Rewrite this word in SMT-LIB.");
}

/* A mistake further in, such as an entity, explains the missing ")" best. */
static void
advise_unclosed(struct message *c, const struct text_context *s,
	const struct advice_place *where)
{
	struct span head;

	if (mistakes_hold_entity(s)) {
		(void)mistakes_advise(c, s);
		return;
	}
	if (form_child(s, form_at(s, s->token.offset), 0, &head)) {
		message_part(c, 2, s->text + head.offset, head.size);
		message_problem(c, where->is_term
					   ? "the parentheses are unbalanced: "
					     "({2} ...) that begins here is "
					     "not closed"
					   : "the parentheses are unbalanced: "
					     "the command ({2} ...) that "
					     "begins here is not closed");
	} else {
		message_problem(c, "the parentheses are unbalanced: a `(` is "
				   "not closed");
	}
	message_cause(c, "{said}");
	message_step(c, "Count from the inside out: each `(` needs a `)`, and "
			"the last one closes the command.");
	message_step(c, "Check that no ; hides a `)` in a comment, and that "
			"the text was not cut off.");
}

static void
advise_unopened(struct message *c, const struct text_context *s,
	const struct advice_place *where)
{
	(void)s;
	(void)where;
	message_problem(c, "the parentheses are unbalanced: this `)` closes "
			   "nothing");
	message_cause(c, "the command before it is complete already");
	message_step(c, "Delete this `)`, or add the `(` that it should "
			"close.");
}

static void
advise_string(struct message *c, const struct text_context *s,
	const struct advice_place *where)
{
	(void)s;
	(void)where;
	message_problem(c, "the string that begins here has no end");
	message_cause(c, "everything behind it is read as part of the string");
	message_step(c, "Close it with a double quote.");
	message_step(c, "A quote inside of a string is doubled: \"say "
			"\"\"hi\"\"\"; a backslash does not escape it.");
}

static void
advise_quoted(struct message *c, const struct text_context *s,
	const struct advice_place *where)
{
	(void)s;
	(void)where;
	message_problem(c, "the quoted name that begins with this `|` has no "
			   "end");
	message_cause(c, "| begins a quoted name such as |my name|; everything "
			 "behind it is read as part of the name");
	message_step(c, "Close the name with a second `|`.");
	message_step(c, "For a disjunction write (or p q); for the bits of a "
			"bit-vector (bvor a b).");
}

static void
advise_not_command(struct message *c, const struct text_context *s,
	const struct advice_place *where)
{
	(void)where;
	if (mistakes_advise(c, s))
		return;
	message_problem(c, "`{token}` stands where a command is due");
	message_cause(c, "the text must consist of SMT-LIB commands: "
			 "(COMMAND ARGUMENT ...)");
	message_step(c, "Send commands only: (declare-const x Int) (assert (> "
			"x 0)).");
	message_step(c, "Put words behind a ; as a comment.");
}

static void
advise_unknown_command(struct message *c, const struct text_context *s,
	const struct advice_place *where)
{
	struct quote name = quote_span(s, s->token);
	struct span form;

	(void)where;
	message_problem(c, "there is no command `{token}`");
	if (suggestion_word(c, FOREIGN_NAME_COMMAND, name.text))
		return;
	message_step(c, "Did you mean `{said}`?");
	if (text_context_form(s, 0, &form) &&
		(builtin_has(name.text) || foreign_name_find(FOREIGN_NAME_TERM,
						   name.text) != NULL)) {
		message_problem(c, "a term stands where a command is due");
		message_cause(c, "a constraint is the term of an assert "
				 "command");
		message_step(c, "Write (assert {form}).");
		return;
	}
	message_cause(c, "Z3 would silently ignore it");
	message_step(c, "Commands of a model are declare-const, declare-fun, "
			"declare-sort, declare-datatype, define-fun, assert, "
			"assert-soft, minimize, maximize.");
	if (c->said[0] == '\0')
		message_step(c, "If it is a term, wrap it: (assert {form}).");
}

/* "files cannot be read; put the text here": the reason, and what to do. */
static void
split_said(struct message *c)
{
	char *step = strstr(c->said, "; ");

	if (step == NULL) {
		message_cause(c, "{said}");
		return;
	}
	*step = '\0';
	message_cause(c, "{said}");
	step += strlen("; ");
	memmove(c->said, step, strlen(step) + 1);
	c->said[0] = (char)toupper((unsigned char)c->said[0]);
	message_step(c, "{said}.");
}

static void
advise_refused(struct message *c, const struct text_context *s,
	const struct advice_place *where)
{
	(void)s;
	message_problem(c, where->is_script
				   ? "`{token}` is not allowed here"
				   : "`{token}` is not allowed in an item");
	split_said(c);
}

static void
advise_option(struct message *c, const struct text_context *s,
	const struct advice_place *where)
{
	(void)s;
	(void)where;
	message_problem(c, "this option cannot be set: {said}");
	message_step(c, "Correct the value, or leave the option out.");
}

static void
advise_limit(struct message *c, const struct text_context *s,
	const struct advice_place *where)
{
	(void)s;
	(void)where;
	message_problem(c, "a limit is exceeded: {said}");
	message_cause(c, "Z3 would take very long, or die, on larger ones");
	message_step(c, "Use a smaller width, index or number, or split the "
			"term: name its parts with define-fun.");
}

static void
advise_scope(struct message *c, const struct text_context *s,
	const struct advice_place *where)
{
	(void)s;
	(void)where;
	message_problem(c, "{said}");
	if (strstr(c->said, "(check-sat)") != NULL)
		message_step(c, "Put a (check-sat) in front of it.");
	else
		message_step(c, "Check the order of push, pop and check-sat.");
}

/* A term that is no number cannot be an objective. */
static void
advise_objective(struct message *c, const struct text_context *s)
{
	message_aim(c, s, form_at(s, s->token.offset));
	if (strstr(c->said, "of sort Bool") != NULL) {
		message_step(c, "Turn it into a number: (ite {token} 1 0).");
		message_step(c, "Or, to have it hold if possible: (assert-soft "
				"{token}).");
	} else if (strstr(c->said, "(_ FloatingPoint") != NULL) {
		message_step(c, "Take its value as a Real: (fp.to_real "
				"{token}).");
		message_step(c, "NaN and infinities have none; exclude them "
				"first: (assert (not (or (fp.isNaN {token}) "
				"(fp.isInfinite {token})))).");
	} else {
		message_step(c, "Take a number that says how good it is: the "
				"length of a String, (str.len s), an element "
				"of an array, (select a i), a field of a "
				"datatype.");
	}
}

static void
advise_usage(struct message *c, const struct text_context *s,
	const struct advice_place *where)
{
	struct span form = form_at(s, s->token.offset);

	(void)where;
	message_problem(c, "{said}");
	if (strstr(c->said, "objective has to be") != NULL) {
		advise_objective(c, s);
		return;
	}
	if (s->kind == PIECE_OPEN)
		message_form(c, s, form);
	if (span_begins(s, form, "(minimize") ||
		span_begins(s, form, "(maximize"))
		message_step(c, "Write one command for each objective.");
	if (span_begins(s, form, "(assert-soft"))
		message_step(c, "A weight is a number in digits, 2 or 0.5, not "
				"a term; an id is a name.");
	message_step(c, "For example {example}.");
	if (c->step_count == 0)
		message_step(c, "Correct the command, or leave it out.");
}

static void
advise_language(struct message *c, const struct text_context *s,
	const struct advice_place *where)
{
	const char *step = strstr(c->said, "; ");

	(void)s;
	(void)where;
	message_problem(c, "{said}");
	if (step == NULL)
		return;
	buf_truncate(&c->problem, c->problem.size - strlen(step));
	memmove(c->said, step + 2, strlen(step + 2) + 1);
	c->said[0] = (char)toupper((unsigned char)c->said[0]);
	message_step(c, "{said}.");
}

void
scanner_errors_advise(struct message *c, const struct text_context *s,
	const struct advice_place *where, const struct diagnostic *f)
{
	static advise *const kinds[] = {
		[DIAGNOSTIC_ENCODING] = advise_encoding,
		[DIAGNOSTIC_EMPTY] = advise_empty,
		[DIAGNOSTIC_TOKEN] = advise_token,
		[DIAGNOSTIC_UNCLOSED] = advise_unclosed,
		[DIAGNOSTIC_UNOPENED] = advise_unopened,
		[DIAGNOSTIC_STRING] = advise_string,
		[DIAGNOSTIC_QUOTED] = advise_quoted,
		[DIAGNOSTIC_NOT_COMMAND] = advise_not_command,
		[DIAGNOSTIC_UNKNOWN_COMMAND] = advise_unknown_command,
		[DIAGNOSTIC_REFUSED] = advise_refused,
		[DIAGNOSTIC_OPTION] = advise_option,
		[DIAGNOSTIC_LIMIT] = advise_limit,
		[DIAGNOSTIC_SCOPE] = advise_scope,
		[DIAGNOSTIC_USAGE] = advise_usage,
		[DIAGNOSTIC_LANGUAGE] = advise_language,
	};

	assert(f->kind < sizeof(kinds) / sizeof(*kinds) &&
		kinds[f->kind] != NULL);
	message_say(c, f->what);
	kinds[f->kind](c, s, where);
}
