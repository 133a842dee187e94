/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include <string.h>

#include "base/alloc.h"
#include "smt/walk.h"

struct walked {
	struct forms forms;
	struct scope scope;
	struct symbols symbols;
};

static void
walk(struct walked *w, const char *text)
{
	struct fault fault;

	*w = (struct walked){0};
	assert_true(forms_cut(text, strlen(text), &w->forms, &fault));
	scope_init(&w->scope, text, &w->symbols);
	walk_forms(&w->scope, &w->forms);
}

static void
release(struct walked *w)
{
	scope_release(&w->scope);
	symbols_release(&w->symbols);
	forms_release(&w->forms);
}

static void
walks_no_forms(void **state)
{
	struct walked w;

	(void)state;
	walk(&w, "; nothing");
	assert_int_equal(w.symbols.declared_count, 0);
	assert_int_equal(w.symbols.used_count, 0);
	release(&w);
}

static void
leaves_nothing_bound_behind_a_command(void **state)
{
	static const char *const texts[] = {
		"(assert (forall ((x Int)) (let ((y x)) (p y))))",
		"(define-fun f ((x Int)) Int x)",
		"(define-fun-rec f ((x Int)) Int x)",
		"(define-funs-rec ((f ((x Int)) Int)) (x))",
		"(define-sort P (A) (Array A A))",
		"(declare-datatype L (par (X) ((c (s X)))))",
		"(declare-datatypes (X) ((L (c (s X)))))",
		"(assert (match t (((c a b) a) (d d))))",
		"(assert (match t (case (c a) a)))",
		"(assert (let ((x (let ((y 1))))) (let (z) w)))",
		"(assert (forall ((x Int))))",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct walked w;

		walk(&w, texts[i]);
		if (w.scope.open.count != 0 || w.scope.waiting.count != 0)
			fail_msg("%s: %zu bound, %zu wait", texts[i],
				w.scope.open.count, w.scope.waiting.count);
		release(&w);
	}
}

static void
tells_the_scope_which_command_it_is_in(void **state)
{
	struct walked w;

	(void)state;
	walk(&w, "(assert x)(check-sat)(assert y)");
	assert_int_equal(w.symbols.used[0].command, 0);
	assert_int_equal(w.symbols.used[1].command, 2);
	release(&w);
}

static void
walks_the_commands_that_are_left_only(void **state)
{
	struct walked w = {0};
	const char *text = "(assert x)(assert y)";
	struct fault fault;

	(void)state;
	assert_true(forms_cut(text, strlen(text), &w.forms, &fault));
	w.forms.at[0] = w.forms.at[1];
	w.forms.count = 1;
	scope_init(&w.scope, text, &w.symbols);
	walk_forms(&w.scope, &w.forms);
	assert_int_equal(w.symbols.used_count, 1);
	assert_string_equal(w.symbols.used[0].name, "y");
	release(&w);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(walks_no_forms),
		cmocka_unit_test(leaves_nothing_bound_behind_a_command),
		cmocka_unit_test(tells_the_scope_which_command_it_is_in),
		cmocka_unit_test(walks_the_commands_that_are_left_only),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
