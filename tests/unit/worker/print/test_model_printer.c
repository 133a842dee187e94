#include "unit/worker/solved.h"

#include "worker/print/model_printer.h"

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

/* What libz3 needs to tell arrays apart is nobody's. */
TEST(only_what_is_declared_is_defined)
{
	struct answer *a = solved(Q "(declare-const a (Array (Q Int) (Q Int)))"
				    "(declare-const b (Array (Q Int) (Q Int)))"
				    "(assert (distinct a b))");

	assert_null(strstr(answer_last(a)->model, "array-ext"));
	assert_non_null(strstr(answer_last(a)->model, "(define-fun b () "));
	answer_free(a);
}

TEST_GROUP(solved_begin, NULL)
