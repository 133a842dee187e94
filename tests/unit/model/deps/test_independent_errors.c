#include "unit/unit.h"

#include "model/deps/independent_errors.h"

#include <stdlib.h>

#include "unit/model/edited.h"

/* Of the items with these numbers, all refused, those that are kept. */
static void
expect_kept(const struct edited *e, const char *refused, const char *kept)
{
	DROP(diff) struct diff d;
	DROP(items) struct items found = {0};
	DROP(buf) struct buf numbers;

	buf_init(&numbers, 1000);
	diff_find(&d, e->base, e->now);
	for (const char *at = refused; *at != '\0'; at++)
		items_add(&found, model_at(e->base, (size_t)(*at - '0')),
			(size_t)(*at - '0'));
	independent_errors_keep(e->index, &d, &found);
	for (size_t i = 0; i < found.count; i++)
		(void)buf_add_format(&numbers, "%zu", found.at[i].number);
	assert_string_equal(numbers.data, kept);
}

TEST(items_that_share_no_declaration_are_kept)
{
	DROP(edited)
	struct edited e = MODEL("(declare-const x Int)", "(assert (> x 0))",
		"(define-const y Int x)", "(assert (< x 9))");

	replace(&e, 0, "(declare-const x Bool)");
	expect_kept(&e, "123", "123");
	/* The index is as it was. */
	expect_kept(&e, "123", "123");
}

TEST(who_uses_what_a_refused_one_declares_is_not)
{
	DROP(edited)
	struct edited e = MODEL("(declare-const x Int)",
		"(define-const y Int x)", "(define-const z Int y)",
		"(assert (> z x))", "(assert (> x 0))");

	replace(&e, 0, "(declare-const x Bool)");
	expect_kept(&e, "1234", "14");
	expect_kept(&e, "34", "34");
}

TEST(who_declares_the_same_name_is_not)
{
	DROP(edited)
	struct edited e =
		MODEL("(declare-const x Int)", "(define-fun f ((a Int)) Int x)",
			"(define-fun f ((a Bool)) Int x)");

	replace(&e, 0, "(declare-const x Bool)");
	expect_kept(&e, "12", "1");
}

TEST(instances_of_one_datatype_are_not_apart)
{
	DROP(edited)
	struct edited e = MODEL(
		"(declare-datatype P (par (A) ((pair (left A)))))",
		"(declare-const x Int)", "(assert (= (left (pair x)) x))",
		"(declare-const p (P Int))(assert (= p (pair x)))",
		"(assert (> x 0))", "(declare-const l (List Int))",
		"(assert (= l (insert x nil)))");

	replace(&e, 1, "(declare-const x Bool)");
	expect_kept(&e, "234", "24");
	expect_kept(&e, "256", "25");
}
