#include "unit/unit.h"

#include <string.h>

#include "smt/rules/parsed_text.h"

TEST(a_text_is_read_once_however_often_it_is_asked_for)
{
	static const char text[] =
		"(declare-const x Int)\n(assert (forall ((y Int)) (= x z)))";
	DROP(parsed_text) struct parsed_text p;
	const struct symbols *symbols;
	struct diagnostic fault;

	assert_true(parsed_text_init(&p, text, strlen(text), &fault));
	assert_int_equal(p.commands.count, 2);
	symbols = parsed_text_symbols(&p);
	assert_int_equal(symbols->declared_count, 1);
	assert_string_equal(symbols->declared[0].name, "x");
	assert_int_equal(symbols->variable_count, 1);
	assert_int_equal(parsed_text_lint(&p)->count, 1);
	assert_int_equal(parsed_text_lint(&p)->at[0].line, 2);
	assert_ptr_equal(parsed_text_symbols(&p), symbols);
	assert_ptr_equal(parsed_text_lint(&p), parsed_text_lint(&p));
}

TEST(a_text_that_cannot_be_cut_has_no_commands_and_no_symbols)
{
	DROP(parsed_text) struct parsed_text p;
	struct diagnostic fault;

	assert_false(parsed_text_init(&p, "(assert x", 9, &fault));
	assert_int_equal(fault.kind, DIAGNOSTIC_UNCLOSED);
	assert_int_equal(p.commands.count, 0);
	assert_int_equal(parsed_text_symbols(&p)->used_count, 0);
	assert_int_equal(parsed_text_symbols(&p)->declared_count, 0);
}
