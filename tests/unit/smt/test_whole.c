/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "smt/whole.h"

/* The text of the whole; NULL if it has to be read in pieces. */
static char *
whole_text(const char *text)
{
	DROP(forms) struct forms forms = {0};
	DROP(whole) struct whole w;
	struct fault fault;

	assert_true(forms_cut(text, strlen(text), &forms, &fault));
	if (!whole_build(&w, text, &forms))
		return NULL;
	return text_copy(w.problem.text.data);
}

#define WHOLE_IS(script, expected) \
	do { \
		DROP(text) char *text_ = whole_text(script); \
		assert_non_null(text_); \
		assert_string_equal(text_, expected); \
	} while (0)

#define IN_PIECES(script) \
	do { \
		DROP(text) char *text_ = whole_text(script); \
		assert_null(text_); \
	} while (0)

static void
all_scopes_stand_one_behind_the_other(void **state)
{
	(void)state;
	WHOLE_IS("(declare-const p Bool)(push)(assert p)(check-sat)(pop)"
		 "(push)(declare-const q Bool)(assert (not q))(check-sat)"
		 "(get-value (q))(pop)(check-sat-assuming ((not p)))(echo \"\")"
		 "(check-sat)(push)(assert true)(pop)",
		"(declare-const p Bool)\n(assert p)\n(declare-const q Bool)\n"
		"(assert (not q))\n(assert (let ((satchel!term\nq\n)) (= "
		"satchel!term satchel!term)))\n(assert\n(not p)\n)\n"
		"(assert true)\n"
		"(assert (let ((satchel!term p)) (= satchel!term "
		"satchel!term)))\n");
}

static void
constants_are_asked_for_where_a_solution_is_shown(void **state)
{
	(void)state;
	WHOLE_IS("(push)(declare-const p Bool)(check-sat)(pop)"
		 "(push)(declare-const q Bool)(check-sat)(get-model)(pop)"
		 "(declare-const r Bool)(check-sat)",
		"(declare-const p Bool)\n(declare-const q Bool)\n"
		"(declare-const r Bool)\n"
		"(assert (let ((satchel!term q)) (= satchel!term "
		"satchel!term)))\n"
		"(assert (let ((satchel!term r)) (= satchel!term "
		"satchel!term)))\n");
}

static void
a_single_problem_gains_nothing(void **state)
{
	(void)state;
	IN_PIECES("(declare-const x Int)(check-sat)(get-value (x))");
}

static void
a_label_of_an_earlier_scope_is_taken_off(void **state)
{
	(void)state;
	WHOLE_IS("(push)(assert (! true :named a))(check-sat)(pop)"
		 "(push)(assert (! false :named a))(check-sat)(pop)",
		"(assert (! true :named a))\n(assert\nfalse\n)\n");
}

static void
names_that_mean_something_else_are_read_in_pieces(void **state)
{
	(void)state;
	/* Declared twice, in turns and at once. */
	IN_PIECES("(push)(declare-const x Int)(check-sat)(pop)"
		  "(declare-const x Bool)(check-sat)");
	IN_PIECES("(declare-fun f (Int) Int)(declare-fun f (Bool) Int)"
		  "(check-sat)(check-sat)");
	/* Behind its scope, where it is bound, and where it is libz3's. */
	IN_PIECES("(push)(declare-const x Int)(check-sat)(pop)"
		  "(assert (> x 0))(check-sat)");
	IN_PIECES("(push)(declare-const x Int)(check-sat)(pop)"
		  "(assert (exists ((x Int)) (> x 0)))(check-sat)");
	IN_PIECES("(push)(declare-fun abs (Bool) Int)(check-sat)(pop)"
		  "(assert (> (abs 3) 0))(check-sat)");
	/* A label that is an older term in the whole. */
	IN_PIECES("(push)(assert (! true :named a))(check-sat)(pop)"
		  "(push)(assert (! false :named a))"
		  "(check-sat-assuming (a))(pop)(check-sat)");
	IN_PIECES("(push)(assert (! true :named a))(check-sat)(pop)"
		  "(assert (! false :named a))(check-sat)(get-assignment)"
		  "(check-sat)");
}

static void
a_declaration_behind_a_check_leaves_with_its_scope(void **state)
{
	(void)state;
	IN_PIECES("(push)(check-sat)(declare-const x Int)(get-value (x))(pop)"
		  "(assert (> x 0))(check-sat)");
	IN_PIECES("(check-sat)(declare-const x Int)(get-value (x))"
		  "(reset-assertions)(declare-const x Int)(check-sat)");
}

static void
what_libz3_has_everywhere_stands_before_all_problems(void **state)
{
	static const char f[] = "(define-fun-rec f ((n Int)) Int n)";
	DROP(text)
	char *first = text_format("%s(check-sat)(check-sat)", f);
	DROP(text)
	char *behind = text_format("(check-sat)%s(check-sat)", f);
	DROP(text)
	char *left = text_format("(push)%s(check-sat)(pop)(check-sat)", f);
	DROP(text) char *read = whole_text(first);

	(void)state;
	assert_non_null(read);
	IN_PIECES(behind);
	IN_PIECES(left);
	IN_PIECES("(check-sat)(set-option :random-seed 3)(check-sat)");
	IN_PIECES("(echo \"a\")(set-logic QF_LIA)(check-sat)(check-sat)");
	IN_PIECES("(check-sat)(set-option :global-declarations true)"
		  "(get-info :version)(check-sat)");
}

static void
with_global_declarations_labels_stay(void **state)
{
	(void)state;
	WHOLE_IS("(set-option :global-declarations true)"
		 "(push)(assert (! true :named a))(check-sat)(pop)"
		 "(assert (not a))(check-sat)",
		"(assert (! true :named a))\n(assert (not a))\n");
	IN_PIECES("(set-option :global-declarations true)"
		  "(push)(assert (! true :named a))(check-sat)(pop)"
		  "(push)(assert (! false :named a))(check-sat)(pop)");
	IN_PIECES("(push)(assert (! true :named a))(check-sat)(pop)"
		  "(set-option :global-declarations true)"
		  "(assert (not a))(check-sat)");
}

/* The answers before it would be lost with it. */
static void
what_may_be_the_readers_end_is_read_in_pieces(void **state)
{
	struct buf heavy;

	(void)state;
	IN_PIECES("(check-sat)(declare-datatype T ((a)))(check-sat)");
	IN_PIECES("(check-sat)(assert (= ((_ int2bv 10000) 1)"
		  " ((_ int2bv 10000) 2)))(check-sat)");
	buf_init(&heavy, MIB);
	buf_add_text(&heavy, "(define-fun f0 ((a Int)) Int (+ a 1))");
	for (int i = 1; i < 20; i++)
		buf_add_format(&heavy,
			"(define-fun f%d ((a Int)) Int (- (f%d a) (f%d 3)))", i,
			i - 1, i - 1);
	buf_add_text(&heavy, "(check-sat)(assert (> (f19 1) 0))(check-sat)");
	IN_PIECES(heavy.data);
	buf_release(&heavy);
}

static void
what_the_script_itself_gets_wrong_is_read_in_pieces(void **state)
{
	(void)state;
	IN_PIECES("(check-sat)(pop)(check-sat)");
	IN_PIECES("(check-sat)(assert true)(get-value (1))(check-sat)");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_scopes_stand_one_behind_the_other),
		cmocka_unit_test(
			constants_are_asked_for_where_a_solution_is_shown),
		cmocka_unit_test(a_single_problem_gains_nothing),
		cmocka_unit_test(a_label_of_an_earlier_scope_is_taken_off),
		cmocka_unit_test(
			names_that_mean_something_else_are_read_in_pieces),
		cmocka_unit_test(
			a_declaration_behind_a_check_leaves_with_its_scope),
		cmocka_unit_test(
			what_libz3_has_everywhere_stands_before_all_problems),
		cmocka_unit_test(with_global_declarations_labels_stay),
		cmocka_unit_test(what_may_be_the_readers_end_is_read_in_pieces),
		cmocka_unit_test(
			what_the_script_itself_gets_wrong_is_read_in_pieces),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
