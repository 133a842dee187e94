#include "advice/scanned.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "advice/meant.h"
#include "advice/mistakes.h"
#include "smt/builtin.h"

/* Most faults say in `what` what is wrong: {said} in the sentences. */
typedef void advise(struct counsel *c, const struct scene *s,
	const struct advice_place *where);

static void
advise_empty(struct counsel *c, const struct scene *s,
	const struct advice_place *where)
{
	(void)s;
	counsel_problem(c, where->is_script ? "it holds no command to run"
					    : "it holds no command to keep");
	counsel_cause(c, "{said}");
	if (where->is_script)
		counsel_step(c, "Send declarations and assertions: "
				"(declare-const x Int) (assert (> x 5)).");
	else if (c->said[0] != '\0')
		counsel_step(c, "Leave it out of the text; an item holds "
				"declarations and assertions: (assert (> x "
				"5)).");
	else
		counsel_step(c, "Send one or more complete commands: "
				"(declare-const x Int) or (assert (> x 5)).");
	if (!where->is_script && c->said[0] == '\0')
		counsel_step(c, "For a comment alone use the parameter note "
				"of the item that it belongs to; to remove an "
				"item use delete_item.");
}

static void
advise_encoding(struct counsel *c, const struct scene *s,
	const struct advice_place *where)
{
	(void)s;
	(void)where;
	counsel_problem(c, "it is not valid text: {said}");
	counsel_cause(c, "the text must be UTF-8 without NUL characters");
	counsel_step(c, "Send the text again, in plain characters.");
}

static void
advise_token(struct counsel *c, const struct scene *s,
	const struct advice_place *where)
{
	(void)where;
	if (mistakes_advise(c, s))
		return;
	counsel_problem(c, "`{token}` cannot be read");
	counsel_cause(c, "{said}");
	counsel_step(c, "Rewrite this word in SMT-LIB.");
}

/* A mistake further in, such as an entity, explains the missing ")" best. */
static void
advise_unclosed(struct counsel *c, const struct scene *s,
	const struct advice_place *where)
{
	struct span head;

	if (mistakes_hold_entity(s)) {
		(void)mistakes_advise(c, s);
		return;
	}
	if (form_child(s, form_at(s, s->token.offset), 0, &head)) {
		counsel_part(c, 2, s->text + head.offset, head.size);
		counsel_problem(c, where->is_term
					   ? "the parentheses are unbalanced: "
					     "({2} ...) that begins here is "
					     "not closed"
					   : "the parentheses are unbalanced: "
					     "the command ({2} ...) that "
					     "begins here is not closed");
	} else {
		counsel_problem(c, "the parentheses are unbalanced: a `(` is "
				   "not closed");
	}
	counsel_cause(c, "{said}");
	counsel_step(c, "Count from the inside out: each `(` needs a `)`, and "
			"the last one closes the command.");
	counsel_step(c, "Check that no ; hides a `)` in a comment, and that "
			"the text was not cut off.");
}

static void
advise_unopened(struct counsel *c, const struct scene *s,
	const struct advice_place *where)
{
	(void)s;
	(void)where;
	counsel_problem(c, "the parentheses are unbalanced: this `)` closes "
			   "nothing");
	counsel_cause(c, "the command before it is complete already");
	counsel_step(c, "Delete this `)`, or add the `(` that it should "
			"close.");
}

static void
advise_string(struct counsel *c, const struct scene *s,
	const struct advice_place *where)
{
	(void)s;
	(void)where;
	counsel_problem(c, "the string that begins here has no end");
	counsel_cause(c, "everything behind it is read as part of the string");
	counsel_step(c, "Close it with a double quote.");
	counsel_step(c, "A quote inside of a string is doubled: \"say "
			"\"\"hi\"\"\"; a backslash does not escape it.");
}

static void
advise_quoted(struct counsel *c, const struct scene *s,
	const struct advice_place *where)
{
	(void)s;
	(void)where;
	counsel_problem(c, "the quoted name that begins with this `|` has no "
			   "end");
	counsel_cause(c, "| begins a quoted name such as |my name|; everything "
			 "behind it is read as part of the name");
	counsel_step(c, "Close the name with a second `|`.");
	counsel_step(c, "For a disjunction write (or p q); for the bits of a "
			"bit-vector (bvor a b).");
}

static void
advise_not_command(struct counsel *c, const struct scene *s,
	const struct advice_place *where)
{
	(void)where;
	if (mistakes_advise(c, s))
		return;
	counsel_problem(c, "`{token}` stands where a command is due");
	counsel_cause(c, "the text must consist of SMT-LIB commands: "
			 "(COMMAND ARGUMENT ...)");
	counsel_step(c, "Send commands only: (declare-const x Int) (assert (> "
			"x 0)).");
	counsel_step(c, "Put words behind a ; as a comment.");
}

static void
advise_unknown_command(struct counsel *c, const struct scene *s,
	const struct advice_place *where)
{
	struct quote name = quote_span(s, s->token);
	struct span form;

	(void)where;
	counsel_problem(c, "there is no command `{token}`");
	if (meant_word(c, WORD_COMMAND, name.text))
		return;
	counsel_step(c, "Did you mean `{said}`?");
	if (scene_form(s, 0, &form) &&
		(builtin_has(name.text) ||
			word_find(WORD_TERM, name.text) != NULL)) {
		counsel_problem(c, "a term stands where a command is due");
		counsel_cause(c, "a constraint is the term of an assert "
				 "command");
		counsel_step(c, "Write (assert {form}).");
		return;
	}
	counsel_cause(c, "Z3 would silently ignore it");
	counsel_step(c, "Commands of a model are declare-const, declare-fun, "
			"declare-sort, declare-datatype, define-fun, assert, "
			"assert-soft, minimize, maximize.");
	if (c->said[0] == '\0')
		counsel_step(c, "If it is a term, wrap it: (assert {form}).");
}

/* "files cannot be read; put the text here": the reason, and what to do. */
static void
split_said(struct counsel *c)
{
	char *step = strstr(c->said, "; ");

	if (step == NULL) {
		counsel_cause(c, "{said}");
		return;
	}
	*step = '\0';
	counsel_cause(c, "{said}");
	step += strlen("; ");
	memmove(c->said, step, strlen(step) + 1);
	c->said[0] = (char)toupper((unsigned char)c->said[0]);
	counsel_step(c, "{said}.");
}

static void
advise_refused(struct counsel *c, const struct scene *s,
	const struct advice_place *where)
{
	(void)s;
	counsel_problem(c, where->is_script
				   ? "`{token}` is not allowed here"
				   : "`{token}` is not allowed in an item");
	split_said(c);
}

static void
advise_option(struct counsel *c, const struct scene *s,
	const struct advice_place *where)
{
	(void)s;
	(void)where;
	counsel_problem(c, "this option cannot be set: {said}");
	counsel_step(c, "Correct the value, or leave the option out.");
}

static void
advise_limit(struct counsel *c, const struct scene *s,
	const struct advice_place *where)
{
	(void)s;
	(void)where;
	counsel_problem(c, "a limit is exceeded: {said}");
	counsel_cause(c, "Z3 would take very long, or die, on larger ones");
	counsel_step(c, "Use a smaller width, index or number, or split the "
			"term: name its parts with define-fun.");
}

static void
advise_scope(struct counsel *c, const struct scene *s,
	const struct advice_place *where)
{
	(void)s;
	(void)where;
	counsel_problem(c, "{said}");
	if (strstr(c->said, "(check-sat)") != NULL)
		counsel_step(c, "Put a (check-sat) in front of it.");
	else
		counsel_step(c, "Check the order of push, pop and check-sat.");
}

/* A term that is no number cannot be an objective. */
static void
advise_objective(struct counsel *c, const struct scene *s)
{
	counsel_aim(c, s, form_at(s, s->token.offset));
	if (strstr(c->said, "of sort Bool") != NULL) {
		counsel_step(c, "Turn it into a number: (ite {token} 1 0).");
		counsel_step(c, "Or, to have it hold if possible: (assert-soft "
				"{token}).");
	} else if (strstr(c->said, "(_ FloatingPoint") != NULL) {
		counsel_step(c, "Take its value as a Real: (fp.to_real "
				"{token}).");
		counsel_step(c, "NaN and infinities have none; exclude them "
				"first: (assert (not (or (fp.isNaN {token}) "
				"(fp.isInfinite {token})))).");
	} else {
		counsel_step(c, "Take a number that says how good it is: the "
				"length of a String, (str.len s), an element "
				"of an array, (select a i), a field of a "
				"datatype.");
	}
}

static void
advise_usage(struct counsel *c, const struct scene *s,
	const struct advice_place *where)
{
	struct span form = form_at(s, s->token.offset);

	(void)where;
	counsel_problem(c, "{said}");
	if (strstr(c->said, "objective has to be") != NULL) {
		advise_objective(c, s);
		return;
	}
	if (s->kind == PIECE_OPEN)
		counsel_form(c, s, form);
	if (span_begins(s, form, "(minimize") ||
		span_begins(s, form, "(maximize"))
		counsel_step(c, "Write one command for each objective.");
	if (span_begins(s, form, "(assert-soft"))
		counsel_step(c, "A weight is a number in digits, 2 or 0.5, not "
				"a term; an id is a name.");
	counsel_step(c, "For example {example}.");
	if (c->step_count == 0)
		counsel_step(c, "Correct the command, or leave it out.");
}

void
scanned_advise(struct counsel *c, const struct scene *s,
	const struct advice_place *where, const struct fault *f)
{
	static advise *const kinds[] = {
		[FAULT_ENCODING] = advise_encoding,
		[FAULT_EMPTY] = advise_empty,
		[FAULT_TOKEN] = advise_token,
		[FAULT_UNCLOSED] = advise_unclosed,
		[FAULT_UNOPENED] = advise_unopened,
		[FAULT_STRING] = advise_string,
		[FAULT_QUOTED] = advise_quoted,
		[FAULT_NOT_COMMAND] = advise_not_command,
		[FAULT_UNKNOWN_COMMAND] = advise_unknown_command,
		[FAULT_REFUSED] = advise_refused,
		[FAULT_OPTION] = advise_option,
		[FAULT_LIMIT] = advise_limit,
		[FAULT_SCOPE] = advise_scope,
		[FAULT_USAGE] = advise_usage,
	};

	assert(f->kind < sizeof(kinds) / sizeof(*kinds) &&
		kinds[f->kind] != NULL);
	counsel_say(c, f->what);
	kinds[f->kind](c, s, where);
}
