#include "unit/worker/built.h"
#include "unit/worker/solved.h"

#include "worker/decide/engine.h"
#include "worker/expand/families.h"

/* Whether all applications of the text's assertions are replaced. */
static bool
replaces(struct built *b, const char *text, Z3_ast *replaced)
{
	size_t count;
	Z3_ast *terms;
	bool is_replaced;

	build(b, text);
	terms = task_asserted(&b->task, &count);
	is_replaced = families_replace(
		&b->families, b->task.c, terms, count, replaced);
	free(terms);
	return is_replaced;
}

#define FUNCTIONS \
	"(declare-fun f (Int) Int)(declare-fun g (Int Bool) Int)" \
	"(declare-const x Int)"

TEST(applications_to_values_are_constants)
{
	DROP(built) struct built b;
	Z3_ast replaced[2];

	assert_true(replaces(&b,
		FUNCTIONS "(assert (= (f 1) (f 2) (g 1 true)))"
			  "(assert (= (f 3) (f 2)))",
		replaced));
	assert_int_equal(b.families.applications.count, 4);
	assert_null(strstr(Z3_ast_to_string(b.task.c, replaced[0]), "(f "));
	assert_null(strstr(Z3_ast_to_string(b.task.c, replaced[1]), "(f "));
}

TEST(an_application_to_anything_else_is_none)
{
	static const char *const texts[] = {"(assert (= (f x) 1))",
		"(assert (= (f (f 1)) 1))", "(assert (= (g 1 (> x 1)) 1))",
		"(assert (forall ((i Int)) (= (f i) 1)))"};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		DROP(built) struct built b;
		DROP(text) char *text = text_format(FUNCTIONS "%s", texts[i]);
		Z3_ast replaced[1];

		assert_false(replaces(&b, text, replaced));
	}
}

TEST(a_solution_is_written_back_as_functions)
{
	struct ask ask = ask_for(
		FUNCTIONS "(assert (<= 4 (f 1) 5))(assert (= (f 2) 7))"
			  "(assert (<= 0 x 9))(assert (= (f 1) x))"
			  "(assert (= (g 3 true) 8))"
			  "(assert (distinct x 5))"
			  "(check-sat)(get-value ((f 1) (f 2) (g 3 true)))");
	struct answer *a;

	ask.engines = ENGINE_BIT(ENGINE_FINITE_DOMAIN);
	a = solved_ask(&ask);
	assert_int_equal(answer_last(a)->status, STATUS_SAT);
	assert_int_equal(answer_last(a)->evaluation.failed.count, 0);
	assert_string_equal(value_of(a, "x"), "4");
	assert_non_null(strstr(answer_last(a)->output.text, "((f 1) 4)"));
	assert_non_null(strstr(answer_last(a)->output.text, "((f 2) 7)"));
	assert_non_null(strstr(answer_last(a)->output.text, "((g 3 true) 8)"));
	assert_null(strstr(answer_last(a)->model, "family"));
	answer_free(a);
}

/* Without a constant, and of an enumeration. */
TEST(bounds_of_a_forall_are_bounds_of_each_member)
{
	struct ask ask =
		ask_for("(declare-datatypes ((E 0)) (((red) (green) (blue))))"
			"(declare-fun q (E) Int)(declare-fun c (Int) E)"
			"(assert (forall ((e E)) (<= 1 (q e) 3)))"
			"(assert (forall ((d E) (e E)) (=> (distinct d e)"
			" (distinct (q d) (q e)))))"
			"(assert (forall ((i Int)) (=> (<= 1 i 2)"
			" (distinct (c i) (c (+ i 1)) red))))"
			"(assert (> (q red) (q green) (q blue)))");
	struct answer *a;

	ask.engines = ENGINE_BIT(ENGINE_FINITE_DOMAIN);
	a = solved_ask(&ask);
	assert_int_equal(answer_last(a)->status, STATUS_SAT);
	for (size_t i = 0; i < answer_last(a)->evaluation.failed.count; i++)
		assert_false(
			answer_last(a)->evaluation.failed.list[i].is_false);
	answer_free(a);
}

TEST_GROUP(solved_begin, NULL)
