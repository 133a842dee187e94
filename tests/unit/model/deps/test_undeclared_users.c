#include "unit/unit.h"

#include <stdlib.h>

#include "model/deps/affected.h"
#include "unit/model/edited.h"

/* The numbers, in the base, of those whom the edit leaves without a name. */
static void
expect_orphans(const struct edited *e, const char *numbers)
{
	DROP(diff) struct diff d;
	DROP(items) struct items orphans;
	DROP(buf) struct buf found;

	buf_init(&found, 1000);
	diff_find(&d, e->base, e->now);
	index_overlay_apply(e->index, &d);
	undeclared_users_find(e->index, &d, e->base, &orphans);
	index_overlay_undo(e->index, &d);
	for (size_t i = 0; i < orphans.count; i++)
		(void)buf_add_format(&found, "%s%zu", i > 0 ? " " : "",
			orphans.at[i].number);
	assert_string_equal(found.data, numbers);
}

TEST(whoever_uses_what_is_gone_is_one_and_who_uses_him)
{
	DROP(edited)
	struct edited e = MODEL("(declare-const x Int)",
		"(define-fun f () Int (* 2 x))", "(declare-const y Int)",
		"(assert (> f 0))", "(assert (> y 0))", "(assert (> x 0))");

	model_remove(e.now, 0);
	expect_orphans(&e, "1 3 5");
	/* The index is as it was. */
	expect_orphans(&e, "1 3 5");
}

TEST(a_name_that_is_still_declared_leaves_nobody_alone)
{
	DROP(edited)
	struct edited e = MODEL("(declare-fun f (Int) Int)",
		"(declare-fun f (Bool) Int)", "(assert (= (f true) 1))");

	model_remove(e.now, 1);
	expect_orphans(&e, "");
	model_remove(e.now, 0);
	expect_orphans(&e, "2");
}

/* Whether a case is a constructor's or any other's is libz3's to say. */
TEST(a_pattern_that_misses_its_constructor_is_a_variable)
{
	DROP(edited)
	struct edited e = MODEL("(declare-datatype D ((leaf) (node)))",
		"(assert (match 1 ((leaf true))))",
		"(assert (match 1 ((leaf true) ((node) false))))",
		"(assert (=> ((_ is leaf) 1) (match 1 ((leaf true)))))");

	model_remove(e.now, 0);
	expect_orphans(&e, "2 3");
}

TEST(what_is_moved_behind_its_users_is_missing_there)
{
	DROP(edited)
	struct edited e = MODEL("(declare-const x Int)", "(assert (> x 0))",
		"(assert (> x 1))");

	model_remove(e.now, 0);
	insert(&e, 1, "(declare-const x Int)");
	expect_orphans(&e, "1");
}

TEST(a_name_of_libz3_is_never_missing)
{
	DROP(edited)
	struct edited e = MODEL("(declare-const x Int)", "(assert (> x 0))",
		"(declare-fun abs (Bool) Int)", "(assert (= (abs 1) 1))");

	model_remove(e.now, 2);
	model_remove(e.now, 0);
	replace(&e, 0, "(assert (< x 0))");
	expect_orphans(&e, "");
}

/* The names by which the edit breaks the item of the base. */
static void
expect_names(const struct edited *e, size_t item, bool declares,
	const char *first, const char *second)
{
	DROP(diff) struct diff d;
	const char **names;
	bool declares_them;
	size_t count;

	diff_find(&d, e->base, e->now);
	index_overlay_apply(e->index, &d);
	names = affected_names(
		e->index, &d, model_at(e->base, item), &declares_them, &count);
	assert_int_equal(declares_them, declares);
	assert_int_equal(count, second != NULL ? 2 : 1);
	assert_string_equal(names[0], first);
	if (second != NULL)
		assert_string_equal(names[1], second);
	free(names);
	index_overlay_undo(e->index, &d);
}

TEST(tells_which_names_an_item_misses)
{
	DROP(edited)
	struct edited e =
		MODEL("(declare-const x Int)", "(declare-const y Int)",
			"(declare-const z Int)", "(assert (> (+ x y) z))");

	model_remove(e.now, 2);
	replace(&e, 0, "(declare-const x Bool)");
	expect_names(&e, 3, false, "x", "z");
}

TEST(tells_which_names_an_item_declares_once_more)
{
	DROP(edited)
	struct edited e = MODEL("(declare-const x Int)",
		"(declare-const y Int) (declare-const z Int)");

	replace(&e, 0, "(declare-const z Bool)");
	expect_names(&e, 1, true, "z", NULL);
}

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
	index_overlay_apply(e->index, &d);
	independent_errors_filter(e->index, &found);
	index_overlay_undo(e->index, &d);
	for (size_t i = 0; i < found.count; i++)
		(void)buf_add_format(&numbers, "%zu", found.at[i].number);
	assert_string_equal(numbers.data, kept);
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

TEST(only_the_first_is_kept_where_a_datatype_has_parameters)
{
	DROP(edited)
	struct edited e =
		MODEL("(declare-datatype P (par (A) ((pair (left A)))))",
			"(declare-const x Int)",
			"(assert (= (left (pair x)) x))", "(assert (> x 0))");

	replace(&e, 1, "(declare-const x Bool)");
	expect_kept(&e, "23", "2");
}
