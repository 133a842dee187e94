/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include <stdio.h>
#include <string.h>

#include "smt/literals.h"

static size_t
name(struct literals *l, const char *text)
{
	struct token t = {.kind = TOKEN_SYMBOL, .length = strlen(text)};

	if (text[0] == '|')
		t.kind = TOKEN_QUOTED;
	return literals_name(l, text, &t);
}

static void
expect_literal(const struct literals *l, size_t which, int32_t literal)
{
	struct meaning meaning = literals_get(l, which);

	assert_int_equal(meaning.kind, MEANS_LITERAL);
	assert_int_equal(meaning.literal, literal);
}

static void
a_new_name_means_nothing(void **state)
{
	struct literals l = {0};

	(void)state;
	assert_int_equal(literals_get(&l, name(&l, "x")).kind, MEANS_NOTHING);
	literals_release(&l);
}

static void
a_quoted_name_is_the_same(void **state)
{
	struct literals l = {0};

	(void)state;
	assert_int_equal(name(&l, "|x|"), name(&l, "x"));
	literals_release(&l);
}

static void
a_binding_hides_what_is_outside_until_it_ends(void **state)
{
	struct literals l = {0};
	size_t x = name(&l, "x");

	(void)state;
	literals_set(&l, x, (struct meaning){MEANS_LITERAL, 1, 0});
	literals_bind(&l, x, 2);
	literals_bind(&l, x, 3);
	expect_literal(&l, x, 3);
	literals_unbind(&l, 1);
	expect_literal(&l, x, 2);
	literals_unbind(&l, 0);
	expect_literal(&l, x, 1);
	literals_release(&l);
}

static void
bindings_before_the_base_are_not_seen(void **state)
{
	struct literals l = {0};
	size_t x = name(&l, "x");

	(void)state;
	literals_set(&l, x, (struct meaning){MEANS_MACRO, 0, 7});
	literals_bind(&l, x, 2);
	l.base = 1;
	assert_int_equal(literals_get(&l, x).kind, MEANS_MACRO);
	assert_int_equal(literals_get(&l, x).macro, 7);
	literals_bind(&l, x, 3);
	expect_literal(&l, x, 3);
	literals_release(&l);
}

static void
keeps_the_meanings_of_many_names(void **state)
{
	struct literals l = {0};
	char texts[1000][16];

	(void)state;
	for (int i = 0; i < 1000; i++) {
		(void)snprintf(texts[i], sizeof(texts[i]), "x%d", i);
		literals_set(&l, name(&l, texts[i]),
			(struct meaning){MEANS_LITERAL, i + 1, 0});
	}
	for (int i = 0; i < 1000; i++)
		expect_literal(&l, name(&l, texts[i]), i + 1);
	literals_release(&l);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_new_name_means_nothing),
		cmocka_unit_test(a_quoted_name_is_the_same),
		cmocka_unit_test(a_binding_hides_what_is_outside_until_it_ends),
		cmocka_unit_test(bindings_before_the_base_are_not_seen),
		cmocka_unit_test(keeps_the_meanings_of_many_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
