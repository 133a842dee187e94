#ifndef UNIT_ADVICE_TOLD_H
#define UNIT_ADVICE_TOLD_H

/*
 * Mistakes and what the message about each must hold. The libz3 lines are what
 * 4.8.12 says when these declarations stand on a line before the text:
 *
 * (declare-const x Int) (declare-const y Int) (declare-const r Real)
 * (declare-const p Bool) (declare-const s String) (declare-const b8 (_ BitVec
 * 8)) (declare-const b16 (_ BitVec 16)) (declare-const a (Array Int Int))
 * (declare-fun f (Int) Int)
 */

#include "unit/unit.h"

#include <stdio.h>
#include <string.h>

#include "advice/advice.h"
#include "smt/rules/command_policy.h"

struct told_case {
	const char *text;
	const char *words; /* libz3's; NULL: our scanner finds the fault */
	unsigned line;	   /* libz3's: from 1 */
	unsigned column;   /* libz3's: bytes, from 0 */
	const char *holds[4];
};

static const struct advice_symbol told_symbols[] = {
	{"x", "Int"},
	{"y", "Int"},
	{"r", "Real"},
	{"p", "Bool"},
	{"s", "String"},
	{"b8", "(_ BitVec 8)"},
	{"b16", "(_ BitVec 16)"},
	{"a", "(Array Int Int)"},
	{"f", "(Int) Int"},
};

static inline struct advice_place
told_place(const char *text)
{
	return (struct advice_place){
		.text = text,
		.size = strlen(text),
		.what = "the new item",
		.index = -1,
		.symbols = told_symbols,
		.symbol_count = sizeof(told_symbols) / sizeof(*told_symbols),
	};
}

/* The message, in *e. */
static inline void
told(const struct told_case *c, struct err *e)
{
	struct advice_place where = told_place(c->text);
	struct admitted_text ignored = {0};
	struct diagnostic fault = {.kind = DIAGNOSTIC_SOLVER};

	if (c->words == NULL) {
		if (command_policy_item(
			    c->text, where.size, &ignored, &fault)) {
			admitted_text_release(&ignored);
			fail_msg("%s: the scanner accepts it", c->text);
		}
	} else {
		fault.line = c->line;
		fault.column = c->column + 1;
		(void)snprintf(fault.what, sizeof(fault.what), "%s", c->words);
	}
	assert_false(advice_fault(&fault, &where, e));
}

/* Twelve lines are enough to say anything; more is not read. */
static inline void
told_check(const struct told_case *c)
{
	struct err e = {0};
	const char *at;
	size_t lines = 1;

	told(c, &e);
	for (size_t i = 0; i < 4 && c->holds[i] != NULL; i++)
		if (strstr(e.text, c->holds[i]) == NULL)
			fail_msg("%s: the message lacks \"%s\":\n%s", c->text,
				c->holds[i], e.text);
	for (at = e.text; (at = strchr(at, '\n')) != NULL; at++)
		lines++;
	if (lines > 12)
		fail_msg("%s: %zu lines:\n%s", c->text, lines, e.text);
}

#define TOLD_CHECK_ALL(cases) \
	for (size_t i_ = 0; i_ < sizeof(cases) / sizeof(*(cases)); i_++) \
	told_check(&(cases)[i_])

#endif
