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
#include "model/depend.h"

static struct model *
model_of(const char *const *contents)
{
	struct model *m = model_new();

	for (; *contents != NULL; contents++)
		model_insert(m, m->count, item_new(*contents, NULL, NULL));
	return m;
}

/* "1:x 2:x,y (3:f)": number and symbols, in brackets when not direct. */
static void
expect(const struct depend *d, const char *text)
{
	DROP(buf) struct buf got;

	buf_init(&got, 1000);
	for (size_t i = 0; i < d->count; i++) {
		const struct depend_user *user = &d->users[i];

		(void)buf_add_format(&got, "%s%s%zu:", i > 0 ? " " : "",
			user->direct ? "" : "(", user->index);
		for (size_t k = 0; k < user->symbol_count; k++)
			(void)buf_add_format(&got, "%s%s", k > 0 ? "," : "",
				user->symbols[k]);
		(void)buf_add_text(&got, user->direct ? "" : ")");
	}
	assert_string_equal(got.data, text);
}

static void
expect_users(
	const char *const *contents, size_t index, bool deep, const char *text)
{
	DROP(model) struct model *m = model_of(contents);
	DROP(depend) struct depend d;

	depend_users(m, index, deep, &d);
	expect(&d, text);
}

static void
expect_needs(
	const char *const *contents, size_t index, bool deep, const char *text)
{
	DROP(model) struct model *m = model_of(contents);
	DROP(depend) struct depend d;

	depend_needs(m, index, deep, &d);
	expect(&d, text);
}

static const char *const chain[] = {
	"(declare-const x Int)",
	"(declare-const y Int)",
	"(define-fun twice () Int (* 2 x))",
	"(assert (> x y))",
	"(define-fun four () Int (* 2 twice))",
	"(assert (= four y))",
	"(assert (> y 0))",
	NULL,
};

static void
names_the_later_items_that_use_a_declared_symbol(void **state)
{
	(void)state;
	expect_users(chain, 0, false, "2:x 3:x");
	expect_users(chain, 1, false, "3:y 5:y 6:y");
}

static void
an_item_that_declares_nothing_has_no_users(void **state)
{
	(void)state;
	expect_users(chain, 3, true, "");
	expect_users(chain, 6, true, "");
}

static void
goes_on_through_what_users_declare_when_deep(void **state)
{
	(void)state;
	expect_users(chain, 0, true, "2:x 3:x (4:twice) (5:four)");
}

static void
names_the_earlier_items_that_an_item_needs(void **state)
{
	(void)state;
	expect_needs(chain, 5, false, "1:y 4:four");
	expect_needs(chain, 5, true, "(0:x) 1:y (2:twice) 4:four");
	expect_needs(chain, 0, true, "");
}

static void
names_every_symbol_once(void **state)
{
	static const char *const contents[] = {
		"(declare-datatype Pair ((pair (first Int) (second Int))))",
		"(declare-const p Pair)\n(assert (> (first p) (second p)))\n"
		"(assert (> (first p) 0))",
		NULL,
	};

	(void)state;
	expect_users(contents, 0, false, "1:Pair,first,second");
}

static void
a_bound_variable_is_no_use(void **state)
{
	static const char *const contents[] = {
		"(declare-const x Int)",
		"(assert (forall ((x Int)) (> (+ x 1) x)))",
		"(assert (let ((x 1)) (> x 0)))",
		NULL,
	};

	(void)state;
	expect_users(contents, 0, true, "");
}

static void
a_quoted_symbol_is_the_same_symbol(void **state)
{
	static const char *const contents[] = {
		"(declare-const |x| Int)",
		"(assert (> x 0))",
		"(declare-const |a b| Int)",
		"(assert (> |a b| 0))",
		NULL,
	};

	(void)state;
	expect_users(contents, 0, false, "1:x");
	expect_users(contents, 2, false, "3:a b");
}

static void
a_name_inside_of_a_string_or_comment_is_no_use(void **state)
{
	static const char *const contents[] = {
		"(declare-const x String)",
		"; x\n(assert (= \"x\" \"x\"))",
		NULL,
	};

	(void)state;
	expect_users(contents, 0, false, "");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			names_the_later_items_that_use_a_declared_symbol),
		cmocka_unit_test(an_item_that_declares_nothing_has_no_users),
		cmocka_unit_test(goes_on_through_what_users_declare_when_deep),
		cmocka_unit_test(names_the_earlier_items_that_an_item_needs),
		cmocka_unit_test(names_every_symbol_once),
		cmocka_unit_test(a_bound_variable_is_no_use),
		cmocka_unit_test(a_quoted_symbol_is_the_same_symbol),
		cmocka_unit_test(
			a_name_inside_of_a_string_or_comment_is_no_use),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
