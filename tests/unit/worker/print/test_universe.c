#include "unit/worker/solved.h"

#include "base/alloc.h"
#include "worker/print/universe.h"

TEST(what_the_text_does_not_declare_is_declared)
{
	DROP(buf) struct buf out;

	buf_init(&out, 1000);
	universe_add_missing("(declare-fun U!val!0 () U)\n"
			     "(define-fun f () U U!val!0)\n"
			     "(define-fun g () U U!val!1)\n"
			     "(define-fun h () (Q |a b|) |(Q 'a b')!val!0|)\n"
			     "(define-fun i () (Q |a'b|) |(Q 'a''b')!val!0|)\n"
			     "(define-fun |v w| () |v w| |v w!val!3|)",
		&out);
	assert_string_equal(out.data,
		"(declare-fun |(Q 'a b')!val!0| () (Q |a b|))\n"
		"(declare-fun |(Q 'a''b')!val!0| () (Q |a'b|))\n"
		"(declare-fun U!val!1 () U)\n"
		"(declare-fun |v w!val!3| () |v w|)\n");
}

TEST(a_definition_of_such_a_name_is_no_element)
{
	struct answer *a = solved("(declare-const my!val!3 Int)"
				  "(declare-sort U 0)(declare-const u U)");

	assert_null(strstr(answer_last(a)->model, "(declare-fun my!val!3"));
	assert_non_null(strstr(answer_last(a)->model, "(declare-fun U!val!0"));
	answer_free(a);
}

TEST(each_sort_has_its_elements)
{
	struct answer *a = solved("(declare-sort U 0)(declare-const a U)"
				  "(declare-const b U)(declare-const U Int)"
				  "(assert (distinct a b))");
	const struct answer_check *check = answer_last(a);
	const struct answer_value *last =
		&check->values.at[check->values.count - 1];

	assert_string_equal(last->name, "U");
	assert_string_equal(last->json, "");
	assert_true(strcmp(last->sort, "{U!val!0, U!val!1}") == 0 ||
		    strcmp(last->sort, "{U!val!1, U!val!0}") == 0);
	answer_free(a);
}

TEST_GROUP(solved_begin, NULL)
