#include "unit/advice/told.h"

static void
blames_a_function_that_other_languages_have(void **state)
{
	static const struct told_case cases[] = {
		{"(assert (member x q))", "unknown constant q", 1, 18,
			{"column 10: `member` is not known",
				"(or (= x 1) (= x 2) (= x 3))"}},
		{"(assert (> (max x q) 1))", "unknown constant q", 1, 18,
			{"`max` is not known", "(ite (> a b) a b)"}},
	};

	(void)state;
	TOLD_CHECK_ALL(cases);
}

static void
says_that_a_definition_does_not_see_itself(void **state)
{
	static const struct told_case cases[] = {
		{"(define-fun fact ((n Int)) Int (fact n))",
			"unknown constant fact (Int) ", 1, 38,
			{"define-fun cannot use the name that it defines",
				"(define-fun-rec fact ...)"}},
	};

	(void)state;
	TOLD_CHECK_ALL(cases);
}

static void
says_that_a_binder_has_ended(void **state)
{
	static const struct told_case cases[] = {
		{"(assert (and (exists ((z Int)) (> z x)) (< z 5)))",
			"unknown constant z", 1, 43,
			{"`exists` before this place binds `z`",
				"into the body of that `exists`"}},
	};

	(void)state;
	TOLD_CHECK_ALL(cases);
}

static void
leaves_a_name_that_is_just_not_declared_to_others(void **state)
{
	static const struct told_case cases[] = {
		{"(assert (forall ((i Int)) (> i zz)))", "unknown constant zz",
			1, 31, {"nothing of this name is declared"}},
	};

	(void)state;
	TOLD_CHECK_ALL(cases);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(blames_a_function_that_other_languages_have),
		cmocka_unit_test(says_that_a_definition_does_not_see_itself),
		cmocka_unit_test(says_that_a_binder_has_ended),
		cmocka_unit_test(
			leaves_a_name_that_is_just_not_declared_to_others),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
