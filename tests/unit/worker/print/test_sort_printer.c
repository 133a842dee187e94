#include "unit/worker/solved.h"

#include "base/alloc.h"
#include "worker/print/sort_printer.h"

static const char *
sort_of(const struct answer *a, const char *name)
{
	const struct answer_check *check = answer_last(a);

	for (size_t i = 0; i < check->values.count; i++) {
		if (strcmp(check->values.at[i].name, name) == 0)
			return check->values.at[i].sort;
	}
	return "(none)";
}

TEST(sorts_have_their_parameters)
{
	struct answer *a = solved("(declare-sort Q 1)(declare-sort |R s| 2)"
				  "(declare-const a (Q Int))"
				  "(declare-const b (|R s| Int (_ BitVec 8)))"
				  "(declare-const c (Q (Seq (Q Bool))))"
				  "(declare-const d (Array Int Int (Q String)))"
				  "(declare-fun f ((Q Int) Int) (Q Bool))");

	assert_string_equal(sort_of(a, "a"), "(Q Int)");
	assert_string_equal(sort_of(a, "b"), "(|R s| Int (_ BitVec 8))");
	assert_string_equal(sort_of(a, "c"), "(Q (Seq (Q Bool)))");
	assert_string_equal(sort_of(a, "d"), "(Array Int Int (Q String))");
	assert_string_equal(sort_of(a, "f"), "((Q Int) Int) (Q Bool)");
	assert_string_equal(sort_of(a, "(Q Int)"), "{|(Q Int)!val!0|}");
	answer_free(a);
}

TEST(other_problems_have_what_libz3_prints)
{
	Z3_context c = context_new();

	answer_free(solved("(declare-const a Int)"));
	DROP(text) char *sort = sort_printer_sort(c, Z3_mk_int_sort(c));
	DROP(text) char *term = sort_printer_term(c, Z3_mk_true(c));

	assert_false(sort_printer_is_due());
	assert_string_equal(sort, "Int");
	assert_string_equal(term, "true");
}

TEST(it_is_due_for_this_problem_only)
{
	answer_free(solved("(declare-sort Q 1)(declare-const a (Q Int))"));
	assert_true(sort_printer_is_due());
	answer_free(solved("(declare-sort Q 0)(declare-const a Q)"));
	assert_false(sort_printer_is_due());
	answer_free(solved("(declare-sort |Q q| 0)(declare-const a |Q q|)"));
	assert_true(sort_printer_is_due());
}

TEST_GROUP(solved_begin, NULL)
