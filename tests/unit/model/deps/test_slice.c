/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include "unit/model/edited.h"

static const char *const chain[] = {
	"(declare-const x Int)",		/* 0 */
	"(declare-const y Int)",		/* 1 */
	"(define-fun twice () Int (* 2 x))",	/* 2 */
	"(assert (> x y))",			/* 3 */
	"(define-fun four () Int (* 2 twice))", /* 4 */
	"(assert (= four y))",			/* 5 */
	"(assert (> y 0))",			/* 6 */
	NULL,
};

static void
is_empty_when_nothing_changed(void **state)
{
	DROP(edited) struct edited e = edited_of(chain);

	(void)state;
	expect(&e, "");
}

static void
a_new_item_is_read_with_all_that_it_needs(void **state)
{
	DROP(edited) struct edited e = edited_of(chain);

	(void)state;
	append(&e, "(assert (> twice 4))");
	expect(&e, "0 2 7");
	append(&e, "(assert (> four 4))");
	expect(&e, "0 2 4 7 8");
}

static void
a_new_item_that_needs_nothing_is_read_alone(void **state)
{
	DROP(edited) struct edited e = edited_of(chain);

	(void)state;
	insert(&e, 3, "(declare-const z Int)");
	expect(&e, "3");
}

static void
an_item_that_nobody_misses_goes_without_reading(void **state)
{
	DROP(edited) struct edited e = edited_of(chain);

	(void)state;
	model_remove(e.now, 3);
	expect(&e, "");
	model_remove(e.now, 4);
	model_remove(e.now, 4);
	expect(&e, "");
}

static void
a_removed_declaration_has_its_users_read(void **state)
{
	DROP(edited) struct edited e = edited_of(chain);

	(void)state;
	model_remove(e.now, 4);
	expect(&e, "1 4");
}

static void
what_users_declare_has_its_users_read_too(void **state)
{
	DROP(edited) struct edited e = edited_of(chain);

	(void)state;
	replace(&e, 2, "(define-fun twice () Real 2.0)");
	expect(&e, "1 2 4 5");
}

static void
a_name_that_only_the_new_version_declares_counts(void **state)
{
	DROP(edited)
	struct edited e = MODEL("(declare-const x Int)", "(assert (= (f 1) x))",
		"(declare-fun f (Int) Int)", "(assert (= (f 2) x))");

	(void)state;
	replace(&e, 0, "(declare-const x Int)(declare-fun f (Int) Int)");
	expect(&e, "0 1 2 3");
}

static void
what_stands_before_the_change_is_not_broken_by_it(void **state)
{
	DROP(edited)
	struct edited e = MODEL("(declare-const x Int)", "(assert (> x 0))",
		"(assert (> x 1))");

	(void)state;
	insert(&e, 2, "(declare-fun x (Int) Int)");
	expect(&e, "0 2 3");
}

static void
a_declaration_behind_its_user_is_not_needed(void **state)
{
	DROP(edited)
	struct edited e =
		MODEL("(declare-const x Int)", "(declare-fun x (Int) Int)");

	(void)state;
	insert(&e, 1, "(assert (> x 0))");
	expect(&e, "0 1");
}

static void
every_declaration_of_an_overloaded_name_is_needed(void **state)
{
	DROP(edited)
	struct edited e =
		MODEL("(declare-const x Int)", "(declare-fun x (Int) Int)");

	(void)state;
	append(&e, "(assert (> x 0))");
	expect(&e, "0 1 2");
}

static void
a_moved_declaration_has_the_users_it_passed_read(void **state)
{
	DROP(edited)
	struct edited e = MODEL("(declare-const x Int)", "(assert (> x 0))",
		"(declare-const y Int)", "(assert (> x 1))");

	(void)state;
	model_remove(e.now, 0);
	insert(&e, 1, "(declare-const x Int)");
	expect(&e, "0 1 3");
}

static void
another_name_or_note_is_nothing_to_read(void **state)
{
	DROP(edited) struct edited e = edited_of(chain);

	(void)state;
	model_replace(e.now, 0, item_new(chain[0], "bound", "a note"));
	expect(&e, "");
	/* Beside a change of a text. */
	replace(&e, 6, "(assert (> y 1))");
	expect(&e, "1 6");
}

static void
a_label_changes_with_what_it_names(void **state)
{
	DROP(edited)
	struct edited e = MODEL("(declare-const x Int)",
		"(assert (! (> x 0) :named positive))",
		"(assert (not positive))", "(assert true)");

	(void)state;
	replace(&e, 0, "(declare-const x Real)");
	expect(&e, "0 1 2");
}

static void
shares_its_items_with_the_edited_model(void **state)
{
	DROP(edited) struct edited e = edited_of(chain);
	DROP(diff) struct diff d;
	DROP(model) struct model *slice = NULL;

	(void)state;
	append(&e, "(assert (> y 1))");
	diff_find(&d, e.base, e.now);
	slice = slice_find(e.index, &d, e.now);
	assert_int_equal(slice->count, 2);
	assert_ptr_equal(model_at(slice, 0), model_at(e.now, 1));
	assert_ptr_equal(model_at(slice, 1), model_at(e.now, 7));
	assert_int_equal(slice->bytes,
		model_at(e.now, 1)->size + model_at(e.now, 7)->size);
}

static void
leaves_the_index_as_it_was(void **state)
{
	DROP(edited) struct edited e = edited_of(chain);
	size_t bytes = e.index->bytes;

	(void)state;
	replace(&e, 0, "(declare-const new Int)(set-logic ALL)");
	expect(&e, "0 1 2 3 4 5");
	assert_int_equal(e.index->bytes, bytes);
	assert_int_equal(e.index->record_count, e.base->count);
	assert_int_equal(e.index->logic_count, 0);
	assert_null(index_find(e.index, "new"));
	assert_ptr_equal(index_declarer(e.index, "x"), model_at(e.base, 0));
	/* And so it gives the same answer again. */
	expect(&e, "0 1 2 3 4 5");
	model_free(e.now);
	e.now = model_copy(e.base);
	append(&e, "(assert (> twice 4))");
	expect(&e, "0 2 7");
}

static void
all_is_read_when_a_name_of_libz3s_own_is_declared(void **state)
{
	DROP(edited) struct edited e = edited_of(chain);

	(void)state;
	append(&e, "(define-fun abs ((s String)) Int (str.len s))");
	expect(&e, "0 1 2 3 4 5 6 7");
}

static void
all_of_a_datatype_with_parameters_is_read(void **state)
{
	DROP(edited)
	struct edited e = MODEL("(declare-const x Int)",
		"(declare-datatype P (par (T) ((pair (first T)))))",
		"(define-sort IP () (P Int))", "(assert (> x 0))",
		"(declare-const q IP)", "(assert (= (first q) 1))",
		"(declare-datatype Q ((q1) (q2)))", "(assert (= q q))");

	(void)state;
	append(&e, "(assert (= (first (pair 1)) 1))");
	expect(&e, "1 2 4 5 7 8");
	model_remove(e.now, 8);
	/* By another name it has declared the constructors. */
	model_remove(e.now, 4);
	expect(&e, "1 2 4 6");
	replace(&e, 3, "(assert (> x 1))");
	expect(&e, "0 1 2 3 4 6");
	model_remove(e.now, 1);
	expect(&e, "0 1 2 3 5");
}

static void
all_is_read_when_a_list_of_libz3s_own_takes_part(void **state)
{
	static const char *const contents[] = {
		"(declare-const l (List Int))",
		"(declare-const x Int)",
		NULL,
	};
	DROP(edited) struct edited e = edited_of(contents);
	DROP(edited) struct edited other = edited_of(contents);

	(void)state;
	append(&e, "(assert (= x (head nil)))");
	expect(&e, "0 1 2");
	append(&other, "(assert (= x 1))");
	expect(&other, "1 2");
}

static void
a_head_is_a_name_like_others_where_no_list_is(void **state)
{
	DROP(edited)
	struct edited e =
		MODEL("(declare-fun head (Int) Int)", "(declare-const x Int)");

	(void)state;
	append(&e, "(assert (= 1 (head 1)))");
	expect(&e, "0 2");
}

static void
the_logic_is_read_along(void **state)
{
	DROP(edited)
	struct edited e = MODEL("(set-info :status sat)", "(set-logic ALL)",
		"(declare-const x Int)", "(declare-const y Int)");

	(void)state;
	append(&e, "(assert (> y 0))");
	expect(&e, "1 3 4");
}

static void
the_logic_is_not_read_for_nothing(void **state)
{
	DROP(edited)
	struct edited e = MODEL("(set-logic ALL)", "(declare-const x Int)");

	(void)state;
	model_remove(e.now, 1);
	expect(&e, "");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_of_a_datatype_with_parameters_is_read),
		cmocka_unit_test(is_empty_when_nothing_changed),
		cmocka_unit_test(a_new_item_is_read_with_all_that_it_needs),
		cmocka_unit_test(a_new_item_that_needs_nothing_is_read_alone),
		cmocka_unit_test(
			an_item_that_nobody_misses_goes_without_reading),
		cmocka_unit_test(a_removed_declaration_has_its_users_read),
		cmocka_unit_test(what_users_declare_has_its_users_read_too),
		cmocka_unit_test(
			a_name_that_only_the_new_version_declares_counts),
		cmocka_unit_test(
			what_stands_before_the_change_is_not_broken_by_it),
		cmocka_unit_test(a_declaration_behind_its_user_is_not_needed),
		cmocka_unit_test(
			every_declaration_of_an_overloaded_name_is_needed),
		cmocka_unit_test(
			a_moved_declaration_has_the_users_it_passed_read),
		cmocka_unit_test(another_name_or_note_is_nothing_to_read),
		cmocka_unit_test(a_label_changes_with_what_it_names),
		cmocka_unit_test(shares_its_items_with_the_edited_model),
		cmocka_unit_test(leaves_the_index_as_it_was),
		cmocka_unit_test(
			all_is_read_when_a_name_of_libz3s_own_is_declared),
		cmocka_unit_test(
			all_is_read_when_a_list_of_libz3s_own_takes_part),
		cmocka_unit_test(a_head_is_a_name_like_others_where_no_list_is),
		cmocka_unit_test(the_logic_is_read_along),
		cmocka_unit_test(the_logic_is_not_read_for_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
