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
#include "smt/weight.h"

/* Of the last command. */
static size_t
weight_of(const char *text)
{
	DROP(forms) struct forms forms = {0};
	struct weight w = {.text = text};
	struct fault fault;
	size_t weight = 0;

	assert_true(forms_cut(text, strlen(text), &forms, &fault));
	for (size_t i = 0; i < forms.count; i++)
		weight = weight_pass(&w, &forms.at[i]);
	weight_release(&w);
	return weight;
}

static bool
is_doubtful(const char *text)
{
	DROP(forms) struct forms forms = {0};
	struct fault fault;

	assert_true(forms_cut(text, strlen(text), &forms, &fault));
	return weight_is_doubtful(text, &forms.at[0]);
}

static void
a_command_weighs_its_tokens(void **state)
{
	(void)state;
	assert_int_equal(weight_of("(assert (> x 0))"), 8);
	assert_int_equal(weight_of("(assert p) (assert (not p))"), 7);
}

static void
a_function_weighs_what_it_stands_for(void **state)
{
	static const char f[] = "(define-fun f ((a Int)) Int (+ a a))";
	size_t alone = weight_of(f);
	DROP(text) char *once = text_format("%s(assert (> (|f| 1) 0))", f);
	DROP(text)
	char *other = text_format("%s(assert (> (g 1) 0))", f);

	(void)state;
	assert_int_equal(weight_of(once), weight_of(other) + alone - 1);
}

static void
a_constant_is_one_term_wherever_it_stands(void **state)
{
	(void)state;
	assert_int_equal(weight_of("(define-fun k () Int (+ 1 2 3 4))"
				   "(assert (> k 0))"),
		8);
}

static void
what_doubles_itself_is_as_heavy_as_can_be(void **state)
{
	DROP(buf) struct buf text;

	(void)state;
	buf_init(&text, MIB);
	for (int i = 0; i < 200; i++)
		buf_add_format(&text,
			"(define-fun f%d ((a Int)) Int (+ (f%d a) (f%d 1)))", i,
			i - 1, i - 1);
	buf_add_text(&text, "(assert (> (f199 1) (f198 2)))");
	assert_int_equal(weight_of(text.data), WEIGHT_MOST);
}

static void
datatypes_and_large_indices_are_doubtful(void **state)
{
	(void)state;
	assert_true(is_doubtful("(declare-datatype T ((a)))"));
	assert_true(is_doubtful("(declare-datatypes ((T 0)) (((a))))"));
	assert_true(is_doubtful("(declare-const x (_ BitVec 65536))"));
	assert_false(is_doubtful("(declare-const x (_ BitVec 64))"));
	assert_false(is_doubtful("(assert (> x 123456789))"));
	assert_false(is_doubtful("(assert (> ((_ divisible 3) 123456) p))"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_command_weighs_its_tokens),
		cmocka_unit_test(a_function_weighs_what_it_stands_for),
		cmocka_unit_test(a_constant_is_one_term_wherever_it_stands),
		cmocka_unit_test(what_doubles_itself_is_as_heavy_as_can_be),
		cmocka_unit_test(datatypes_and_large_indices_are_doubtful),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
