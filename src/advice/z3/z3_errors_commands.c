#include "advice/z3/z3_errors.h"

#include <string.h>

/* "invalid assert command, ')' expected" and its like. */
static void
tell_too_much(struct message *c, const struct telling *t)
{
	struct span form;

	z3_errors_show_command(c, t);
	if (!text_context_form(t->scene, 0, &form))
		return;
	if (strcmp(c->head.text, "declare-const") == 0)
		message_step(c, "A declaration gives no value: write "
				"(define-const NAME SORT TERM), or add (assert "
				"(= NAME TERM)).");
	if (strncmp(c->head.text, "define-", strlen("define-")) == 0)
		message_step(c, "The body is one term: join several with "
				"`and`.");
	if (strcmp(c->head.text, "assert") != 0)
		return;
	if (span_first(t->scene, c->at) == ':')
		message_step(c, "A label belongs to the term: (assert (! TERM "
				":named LABEL)).");
	else
		message_step(c, "Join several terms: (assert (and A B)), or "
				"write one assert for each.");
}

/* clang-format off */
const struct z3_errors command_refusals[] = {
	{"invalid * command, ')' expected", AIM_TOKEN,
		"there is more in this command than it takes", NULL, {NULL},
		tell_too_much},
	{"invalid *, ')' expected", AIM_TOKEN,
		"there is more in this command than it takes", NULL, {NULL},
		tell_too_much},
	{"invalid command, argument(s) missing", AIM_FORM,
		"the command lacks an argument", NULL, {NULL},
		z3_errors_show_command},
	{"invalid command, too many arguments", AIM_FORM,
		"the command has too many arguments", NULL, {NULL},
		z3_errors_show_command},
	{"invalid command argument, keyword expected", AIM_TOKEN,
		"`{token}` is no keyword", "a keyword begins with a colon",
		{NULL}, z3_errors_show_command},
	{"invalid command argument, * expected", AIM_TOKEN,
		"`{token}` is not what the command takes here: {1} expected",
		NULL, {NULL}, z3_errors_show_command},
	{"invalid keyword argument", AIM_TOKEN,
		"the command knows no `{token}`", NULL, {NULL},
		z3_errors_show_command},
	{"invalid option value, *", AIM_TOKEN,
		"`{token}` is no value for this option: {1}", NULL, {NULL},
		z3_errors_show_command},
	{"unknown parameter '*'", AIM_FORM, "there is no option `{1}`", NULL,
		{"Leave the option out."}, NULL},
	{"error setting '*', *", AIM_FORM, "the option `{1}` cannot be set "
		"here: {2}", NULL, {"Leave the option out."}, NULL},
	{"invalid get-value command*", AIM_TOKEN,
		"the terms of get-value stand in a list",
		"even a single one", {NULL}, z3_errors_show_command},
	{"invalid get-value term*", AIM_TOKEN,
		"get-value cannot evaluate this term",
		"it must not contain quantifiers",
		{"Ask for the values of terms without quantifiers."}, NULL},
	{"invalid push command*", AIM_TOKEN,
		"push takes one whole number", NULL, {"Write (push 1)."},
		NULL},
	{"invalid pop command*", AIM_TOKEN,
		"pop has no push that it could undo",
		"each (pop 1) takes back one (push 1) before it",
		{"Write a (push 1) before it, or delete it."}, NULL},
	{"model is not available", AIM_FORM,
		"there is no solution to ask for here",
		"get-value and eval need a (check-sat) before them that "
		"answers sat",
		{"Put (check-sat) right before it.",
		"If the answer is unsat, there are no values: leave it out."},
		NULL},
	{"unsat core is not available", AIM_FORM,
		"there is no core to ask for here", NULL,
		{"Leave it out: for unsat the core is returned without "
		"asking."}, NULL},
	{NULL, AIM_TOKEN, NULL, NULL, {NULL}, NULL},
};
/* clang-format on */
