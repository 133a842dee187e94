#include "unit/worker/solved.h"

#include "worker/print/model_definitions.h"

TEST(a_universe_is_written_so_that_libz3_reads_it_back)
{
	struct answer *a = solved("(declare-sort S 0)(declare-const a S)"
				  "(declare-const b S)(assert (distinct a b))");
	const char *model = answer_last(a)->model;
	char *text = NULL;
	struct answer *b;

	assert_non_null(strstr(model, "(define-fun a () S"));
	assert_non_null(strstr(model, ";; universe for S: {S!val!"));
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

SOLVED_TEST(a_definition_with_a_quantifier_stays_a_definition,
	"(define-fun-rec f ((n Int)) Int (ite (<= n 0) 0 (f (- n 1))))"
	"(declare-const x Int)(assert (= x (f 3)))")
{
	assert_non_null(
		strstr(answer_last(a)->model, "\n(define-fun x () Int\n  0)"));
}

/* libz3 prints aa before f, so that it would not read its own text back. */
SOLVED_TEST(labels_are_no_part_of_a_solution,
	"(declare-fun f (Int) Int)"
	"(assert (and (! (> (f 1) 3) :named aa)"
	"(! (> (f 2) 3) :named |b c|)))")
{
	const char *model = answer_last(a)->model;

	assert_non_null(strstr(model, "(define-fun f "));
	assert_null(strstr(model, "aa"));
	assert_null(strstr(model, "b c"));
}

static const char *
model_of(const struct answer *a)
{
	return answer_last(a)->model;
}

/* libz3 prints a universe only for sorts that it has reasoned about. */
SOLVED_TEST(an_element_that_completion_chose_is_declared,
	"(declare-sort U 0)(declare-const u U)"
	"(declare-const v U)"
	"(declare-const w (Array Int |U|))")
{
	assert_non_null(strstr(model_of(a), "(declare-fun U!val!0 () U)"));
	assert_null(strstr(strstr(model_of(a), "(declare-fun U!val!0 ") + 1,
		"(declare-fun U!val!0 "));
	assert_true(strstr(model_of(a), "(declare-fun U!val!0 ") <
		    strstr(model_of(a), "(define-fun u "));
}

TEST(an_array_that_libz3_calls_by_a_function_is_written_out)
{
	assert_reads_back("",
		"(declare-fun g ((Array Int Int)) Int)"
		"(declare-const z (Array Int Int))",
		"(assert (= (g z) 1))(assert (= (g (store z 1 9)) 2))"
		"(assert (= (g (store z 2 9)) 3))");
}

SOLVED_TEST(what_libz3_has_made_and_nothing_uses_is_left_out,
	"(declare-fun g ((Array Int Int)) Int)(declare-const x!3 Int)"
	"(declare-const z (Array Int Int))(declare-fun k!9 (Int) Int)"
	"(assert (= (g z) 1))(assert (= (g (store z 1 9)) 2))"
	"(assert (= (g (store z 2 9)) 3))(assert (= (k!9 1) 1))")
{
	const char *model = answer_last(a)->model;

	assert_null(strstr(model, "(define-fun k!0 "));
	assert_null(strstr(model, "(define-fun k!1 "));
	assert_non_null(strstr(model, "(define-fun k!9 "));
	assert_non_null(strstr(model, "(define-fun x!3 "));
	assert_non_null(strstr(model, "(define-fun g "));
}

TEST(a_function_stands_before_those_that_use_it)
{
	assert_reads_back("",
		"(declare-fun g (Int Int) Int)(declare-fun f (Int) Int)",
		"(assert (forall ((x Int)) (> (f x) 0)))"
		"(assert (forall ((x Int) (y Int)) (>= (g x y) (f x))))"
		"(assert (= (f 3) 10))(assert (= (f 7) 2))"
		"(assert (= (g 3 4) 12))");
}

SOLVED_TEST(definitions_stand_in_the_order_of_the_text,
	"(declare-const z Int)(declare-const m Int)"
	"(declare-fun g (Int) Int)"
	"(declare-const a Int)(declare-const k Int)"
	"(assert (= (g a) (+ m z k)))")
{
	const char *model = answer_last(a)->model;

	assert_true(strstr(model, "define-fun z ") <
		    strstr(model, "define-fun m "));
	assert_true(strstr(model, "define-fun m ") <
		    strstr(model, "define-fun g "));
	assert_true(strstr(model, "define-fun g ") <
		    strstr(model, "define-fun a "));
	assert_true(strstr(model, "define-fun a ") <
		    strstr(model, "define-fun k "));
}

SOLVED_TEST(comments_stay_with_what_they_are_about,
	"(declare-sort S 0)(declare-fun f (S) S)"
	"(declare-const a S)"
	"(assert (not (= (f a) a)))")
{
	const char *model = answer_last(a)->model;

	assert_true(strncmp(model, "(\n;; universe for S: {",
			    strlen("(\n;; universe for S: {")) == 0);
	assert_non_null(strstr(model, "(define-fun f ((x!0 S)) S"));
	assert_string_equal(model + strlen(model) - 2, "\n)");
}

#define Q "(declare-sort Q 1)"
#define L \
	"(declare-datatypes ((L 1)) ((par (T) ((nil) (cons (hd T) " \
	"(tl (L T)))))))"

TEST(instances_of_a_sort_are_read_back)
{
	assert_reads_back(Q,
		"(declare-const a (Q Int))(declare-const b (Q Int))"
		"(declare-const c (Q Bool))(declare-const d (Q (Q Int)))"
		"(declare-fun f ((Q Int) Int) (Q Bool))",
		"(assert (distinct a b))(assert (= (f a 1) c))"
		"(assert (distinct (f b 1) c))(assert (= d d))");
}

TEST(tables_and_lists_of_their_elements_are_read_back)
{
	assert_reads_back(Q L,
		"(declare-const a (Q Int))(declare-const b (Q Bool))"
		"(declare-const m (Array (Q Int) (Q Bool)))"
		"(declare-const l (L (Q Int)))(declare-const k (L (Q Bool)))"
		"(declare-const s (Seq (Q Int)))",
		"(assert (distinct b (select m a)))"
		"(assert (= l (cons a (as nil (L (Q Int))))))"
		"(assert (= k (as nil (L (Q Bool)))))"
		"(assert (= s (seq.unit a)))");
}

/* libz3 prints both empty lists as nil, and does not read that. */
TEST(two_instances_of_a_datatype_are_read_back)
{
	assert_reads_back(L,
		"(declare-const a (L Int))(declare-const b (L Bool))",
		"(assert (= (tl a) (as nil (L Int))))"
		"(assert (= (tl b) (as nil (L Bool))))");
}

/* libz3 prints it without its bars. */
TEST(a_sort_of_a_quoted_name_is_read_back)
{
	assert_reads_back("(declare-sort |a b| 0)",
		"(declare-const x |a b|)(declare-const y |a b|)"
		"(declare-fun f (|a b|) |a b|)",
		"(assert (distinct x y (f x)))(assert (= (f y) x))");
}

TEST(functions_of_quantifiers_are_read_back)
{
	assert_reads_back(Q,
		"(declare-const a (Q Int))(declare-fun f ((Q Int)) Int)"
		"(declare-fun p ((Q Int) (Q Bool)) Bool)",
		"(assert (forall ((x (Q Int))) (> (f x) 3)))"
		"(assert (exists ((x (Q Bool))) (p a x)))"
		"(assert (exists ((x (Q Bool))) (not (p a x))))");
}

/* libz3 says of fp.max what it is for two zeros, as if for all numbers. */
SOLVED_TEST(an_operator_is_not_defined,
	"(declare-const a Float16)(declare-const b Float16)"
	"(declare-const r RoundingMode)"
	"(assert (fp.isNaN (fp.add r a (fp.max b a))))"
	"(assert (fp.isInfinite a))(assert (fp.isInfinite b))"
	"(assert (forall ((i Int)) (=> (<= 0 i 2) (> (* i i) (- "
	"1)))))")
{
	assert_int_equal(answer_last(a)->status, STATUS_SAT);
	assert_non_null(strstr(answer_last(a)->model, "(define-fun b "));
	assert_null(strstr(answer_last(a)->model, "fp.max"));
}

/* What libz3 needs to tell arrays apart is nobody's. */
SOLVED_TEST(only_what_is_declared_is_defined,
	Q "(declare-const a (Array (Q Int) (Q Int)))"
	  "(declare-const b (Array (Q Int) (Q Int)))"
	  "(assert (distinct a b))")
{
	assert_null(strstr(answer_last(a)->model, "array-ext"));
	assert_non_null(strstr(answer_last(a)->model, "(define-fun b () "));
}

SOLVED_TEST(a_definition_of_such_a_name_is_no_element,
	"(declare-const my!val!3 Int)"
	"(declare-sort U 0)(declare-const u U)")
{
	assert_null(strstr(answer_last(a)->model, "(declare-fun my!val!3"));
	assert_non_null(strstr(answer_last(a)->model, "(declare-fun U!val!0"));
}

SOLVED_TEST(each_sort_has_its_elements,
	"(declare-sort U 0)(declare-const a U)"
	"(declare-const b U)(declare-const U Int)"
	"(assert (distinct a b))")
{
	const struct answer_check *check = answer_last(a);
	const struct answer_value *last =
		&check->values.at[check->values.count - 1];

	assert_string_equal(last->name, "U");
	assert_string_equal(last->json, "");
	assert_true(strcmp(last->sort, "{U!val!0, U!val!1}") == 0 ||
		    strcmp(last->sort, "{U!val!1, U!val!0}") == 0);
}

TEST_GROUP(solved_begin, NULL)
