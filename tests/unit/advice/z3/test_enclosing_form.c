#include "unit/advice/told.h"

TEST(blames_a_function_that_other_languages_have)
{
	static const struct told_case cases[] = {
		{"(assert (member x q))", "unknown constant q", 1, 18,
			{"column 10: `member` is not known",
				"(or (= x 1) (= x 2) (= x 3))"}},
		{"(assert (> (max x q) 1))", "unknown constant q", 1, 18,
			{"`max` is not known", "(ite (> a b) a b)"}},
	};

	TOLD_CHECK_ALL(cases);
}

TEST(says_that_a_definition_does_not_see_itself)
{
	static const struct told_case cases[] = {
		{"(define-fun fact ((n Int)) Int (fact n))",
			"unknown constant fact (Int) ", 1, 38,
			{"define-fun cannot use the name that it defines",
				"(define-fun-rec fact ...)"}},
	};

	TOLD_CHECK_ALL(cases);
}

TEST(says_that_a_binder_has_ended)
{
	static const struct told_case cases[] = {
		{"(assert (and (exists ((z Int)) (> z x)) (< z 5)))",
			"unknown constant z", 1, 43,
			{"`exists` before this place binds `z`",
				"into the body of that `exists`"}},
	};

	TOLD_CHECK_ALL(cases);
}

TEST(leaves_a_name_that_is_just_not_declared_to_others)
{
	static const struct told_case cases[] = {
		{"(assert (forall ((i Int)) (> i zz)))", "unknown constant zz",
			1, 31, {"nothing of this name is declared"}},
	};

	TOLD_CHECK_ALL(cases);
}
