#include "unit/worker/solved.h"

#include "worker/print/placeholders.h"

#define L \
	"(declare-sort Q 1)(declare-datatypes ((L 1)) ((par (T) ((nil) (cons " \
	"(hd T) (tl (L T)))))))"

TEST(an_array_of_one_value_names_its_sort)
{
	struct answer *a = solved(
		L "(declare-const a (Array (Q Int) (Q Bool)))(declare-const b "
		  "(Q Bool))(assert (= a ((as const (Array (Q Int) (Q Bool))) "
		  "b)))");

	assert_non_null(strstr(answer_last(a)->model,
		"((as const (Array (Q Int) (Q Bool))) |(Q Bool)!val!"));
	answer_free(a);
}

TEST(constructors_that_are_of_any_instance_name_theirs)
{
	VALUE_IS(L "(declare-const a (L (Q Int)))(assert (= 1 "
		   "(ite ((_ is cons) a) (ite ((_ is nil) (tl a)) 1 2) 3)))",
		"a", "\"(cons |(Q Int)!val!0| (as nil (L (Q Int))))\"");
	VALUE_IS("(declare-datatypes ((E 2)) ((par (S T) ((left (l S)) "
		 "(right (r T))))))(declare-const a (E Int Bool))"
		 "(assert (= a ((as left (E Int Bool)) 3)))",
		"a", "\"((as left (E Int Bool)) 3)\"");
	VALUE_IS("(declare-datatypes ((E 2)) ((par (S T) ((both (l S) "
		 "(r T))))))(declare-const a (E Int Bool))"
		 "(assert (= a (both 3 true)))",
		"a", "\"(both 3 true)\"");
}

TEST(an_empty_sequence_names_its_sort)
{
	VALUE_IS(L "(declare-const s (Seq (Q Int)))(assert (= s "
		   "(as seq.empty (Seq (Q Int)))))",
		"s", "\"(as seq.empty (Seq (Q Int)))\"");
}

TEST(variables_have_their_whole_sort)
{
	struct answer *a =
		solved(L "(declare-const s (Q Int))(check-sat)(simplify "
			 "(forall ((x (Q Int)) (n Int) (y |Q|)) (= x s)))");

	assert_int_not_equal(a->fault.kind, DIAGNOSTIC_NONE);
	answer_free(a);
	a = solved(L "(declare-const s (Q Int))(check-sat)(simplify (exists "
		     "((x (Q Int)) (n Int) (|y z| (L (Q Int)))) (and (= x s) "
		     "(= n 1) (= |y z| (cons x |y z|)))))");
	assert_non_null(strstr(answer_last(a)->output.text,
		"((x (Q Int)) (n Int) (|y z| (L (Q Int))))"));
	assert_non_null(strstr(answer_last(a)->output.text, "(= n 1)"));
	assert_null(strstr(answer_last(a)->output.text, "satchel!"));
	answer_free(a);
}

/* A string is no name. */
TEST(what_only_looks_like_one_stays)
{
	VALUE_IS(L "(declare-datatypes ((P 0)) (((p (q (Q Int)) (s String)))))"
		   "(declare-const a P)(assert (= (s a) \"satchel!as!0\"))",
		"a", "\"(p |(Q Int)!val!0| \\\"satchel!as!0\\\")\"");
}

TEST_GROUP(solved_begin, NULL)
