#include "advice/advice.h"

#include <string.h>

#include "advice/message/message.h"
#include "base/alloc.h"

/* libz3's reasons of `unknown`, by a piece of their words. */
static const struct reason {
	const char *piece;
	const char *meaning;
	const char *steps[3];
} reasons[] = {
	{"incomplete quantifiers",
		"the model has quantifiers, and Z3 found neither a "
		"contradiction nor a solution that it could prove for all "
		"values",
		{"Replace quantifiers over few values by one assertion for "
		 "each value.",
			"Bound the variables: (forall ((i Int)) (=> (and (<= 0 "
			"i) (< i 10)) ...)).",
			"Give a pattern: (forall (...) (! BODY :pattern ((f "
			"i)))), or define the function with define-fun."}},
	{"incomplete (theory arithmetic)",
		"the model multiplies, divides or raises variables to powers, "
		"and Z3's methods for that are not complete",
		{"Bound the variables: (assert (and (<= 0 x) (<= x 1000))).",
			"Avoid products and powers: list the cases of one "
			"factor with ite, or fix it by an assertion.",
			"Use Real in the place of Int, or bit-vectors of a "
			"small width."}},
	{"theory nla",
		"the model multiplies, divides or raises variables to powers, "
		"and Z3's methods for that are not complete",
		{"Bound the variables, and list the cases of one factor with "
		 "ite.",
			"Use Real in the place of Int, or bit-vectors of a "
			"small width."}},
	{"incomplete (theory array)",
		"the model reasons about whole arrays in a way that Z3 "
		"cannot decide",
		{"Assert what holds for the elements that occur, with "
		 "(select a i), in the place of (= a b)."}},
	{"incomplete (theory seq",
		"the model reasons about strings or sequences in a way that "
		"Z3 cannot decide",
		{"Bound the lengths: (assert (<= (str.len s) 20)).",
			"Use fewer operations on one string, and simpler "
			"regular expressions."}},
	{"sequence",
		"the model reasons about strings or sequences in a way that "
		"Z3 cannot decide",
		{"Bound the lengths: (assert (<= (str.len s) 20))."}},
	{"str.",
		"the model reasons about strings in a way that Z3 cannot "
		"decide",
		{"Bound the lengths: (assert (<= (str.len s) 20))."}},
	{"max. resource limit", "a limit on Z3's steps was reached",
		{"Simplify the model, or raise timeout_ms."}},
	{"memout", "Z3 ran out of memory",
		{"Reduce it: smaller widths, fewer variables.",
			"Start the server with a larger --memory-mb."}},
	{"out of memory", "Z3 ran out of memory",
		{"Reduce it: smaller widths, fewer variables.",
			"Start the server with a larger --memory-mb."}},
	{"timeout", "the time limit was reached",
		{"Raise timeout_ms, or simplify the model."}},
	{"cancel", "Z3 was stopped before it had an answer",
		{"Raise timeout_ms, or simplify the model."}},
	{"interrupted", "Z3 was stopped before it had an answer",
		{"Raise timeout_ms, or simplify the model."}},
	{"recursive",
		"a recursive function would have to be unfolded without end",
		{"Bound its argument by an assertion.",
			"List the values that occur with ite, in the place of "
			"define-fun-rec."}},
	{"lambda", "the model compares functions given by lambda",
		{"Compare their values where they are used, in the place of "
		 "the functions."}},
	{"smt tactic failed to show goal",
		"Z3 found neither a solution nor a contradiction with the "
		"methods it has for this kind of problem",
		{"Simplify the hardest part: products of variables, "
		 "powers, quantifiers, recursive functions.",
			"Bound all variables: (assert (and (<= 0 x) (<= x "
			"1000)))."}},
	{"", "Z3 could not decide it",
		{"Simplify the hardest part: products of variables, "
		 "quantifiers, strings.",
			"Bound all variables, or solve a part of it first.",
			"Raise timeout_ms."}},
};

char *
advice_unknown(const char *reason, const struct advice_job *job)
{
	const struct reason *r = reasons;
	struct quote words;
	DROP(buf) struct buf out = {0};
	size_t i;

	while (strstr(reason, r->piece) == NULL)
		r++;
	words = quote_text(reason, strlen(reason));
	buf_init(&out, 2048);
	(void)buf_add_format(&out,
		"Z3 answered unknown on %s: it could neither find a solution "
		"nor show that there is none.\nCause: %s",
		job->what, r->meaning);
	if (words.text[0] != '\0' && strcmp(words.text, "unknown") != 0)
		(void)buf_add_format(&out, " (Z3 says \"%s\")", words.text);
	(void)buf_add_text(&out, ".\nWhat to do:");
	for (i = 0; i < 3 && r->steps[i] != NULL; i++)
		(void)buf_add_format(&out, "\n%zu. %s", i + 1, r->steps[i]);
	return buf_take(&out);
}
