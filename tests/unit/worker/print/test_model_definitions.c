#include "unit/worker/solved.h"

#include <stdlib.h>

#include "worker/print/model_definitions.h"

TEST(a_universe_is_written_so_that_libz3_reads_it_back)
{
	struct answer *a = solved("(declare-sort S 0)(declare-const a S)"
				  "(declare-const b S)(assert (distinct a b))");
	const char *model = answer_last(a)->model;
	char *text = NULL;
	struct answer *b;

	assert_non_null(strstr(model, "(define-fun a () S"));
	assert_non_null(strstr(model, ";; (forall"));
	assert_true(asprintf(&text,
			    "(declare-sort S 0)%.*s(assert (distinct "
			    "a b S!val!0))",
			    (int)strlen(model) - 2, model + 1) > 0);
	b = solved(text);
	assert_int_equal(b->fault.kind, DIAGNOSTIC_NONE);
	free(text);
	answer_free(a);
	answer_free(b);
}

TEST(a_definition_with_a_quantifier_stays_a_definition)
{
	struct answer *a = solved(
		"(define-fun-rec f ((n Int)) Int (ite (<= n 0) 0 (f (- n 1))))"
		"(declare-const x Int)(assert (= x (f 3)))");

	assert_non_null(
		strstr(answer_last(a)->model, "\n(define-fun x () Int\n  0)"));
	answer_free(a);
}

/* libz3 prints aa before f, so that it would not read its own text back. */
TEST(labels_are_no_part_of_a_solution)
{
	struct answer *a = solved("(declare-fun f (Int) Int)"
				  "(assert (and (! (> (f 1) 3) :named aa)"
				  "(! (> (f 2) 3) :named |b c|)))");
	const char *model = answer_last(a)->model;

	assert_non_null(strstr(model, "(define-fun f "));
	assert_null(strstr(model, "aa"));
	assert_null(strstr(model, "b c"));
	answer_free(a);
}

static const char *
model_of(const struct answer *a)
{
	return answer_last(a)->model;
}

/* libz3 prints a universe only for sorts that it has reasoned about. */
TEST(an_element_that_completion_chose_is_declared)
{
	struct answer *a = solved("(declare-sort U 0)(declare-const u U)"
				  "(declare-const v U)"
				  "(declare-const w (Array Int |U|))");

	assert_non_null(strstr(model_of(a), "(declare-fun U!val!0 () U)"));
	assert_null(strstr(strstr(model_of(a), "(declare-fun U!val!0 ") + 1,
		"(declare-fun U!val!0 "));
	assert_true(strstr(model_of(a), "(declare-fun U!val!0 ") <
		    strstr(model_of(a), "(define-fun u "));
	answer_free(a);
}

TEST_GROUP(solved_begin, NULL)
