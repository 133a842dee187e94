#include "unit/unit.h"

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

TEST(a_new_item_is_read_with_all_that_it_needs)
{
	DROP(edited) struct edited e = edited_of(chain);

	append(&e, "(assert (> twice 4))");
	expect(&e, "0 2 7");
	append(&e, "(assert (> four 4))");
	expect(&e, "0 2 4 7 8");
}

TEST(a_removed_declaration_has_its_users_read)
{
	DROP(edited) struct edited e = edited_of(chain);

	model_remove(e.now, 4);
	expect(&e, "1 4");
}

TEST(what_users_declare_has_its_users_read_too)
{
	DROP(edited) struct edited e = edited_of(chain);

	replace(&e, 2, "(define-fun twice () Real 2.0)");
	expect(&e, "1 2 4 5");
}

TEST(a_name_that_only_the_new_version_declares_counts)
{
	DROP(edited)
	struct edited e = MODEL("(declare-const x Int)", "(assert (= (f 1) x))",
		"(declare-fun f (Int) Int)", "(assert (= (f 2) x))");

	replace(&e, 0, "(declare-const x Int)(declare-fun f (Int) Int)");
	expect(&e, "0 1 2 3");
}

TEST(what_stands_before_the_change_is_not_broken_by_it)
{
	DROP(edited)
	struct edited e = MODEL("(declare-const x Int)", "(assert (> x 0))",
		"(assert (> x 1))");

	insert(&e, 2, "(declare-fun x (Int) Int)");
	expect(&e, "0 2 3");
}

TEST(every_declaration_of_an_overloaded_name_is_needed)
{
	DROP(edited)
	struct edited e =
		MODEL("(declare-const x Int)", "(declare-fun x (Int) Int)");

	append(&e, "(assert (> x 0))");
	expect(&e, "0 1 2");
}

TEST(a_moved_declaration_has_the_users_it_passed_read)
{
	DROP(edited)
	struct edited e = MODEL("(declare-const x Int)", "(assert (> x 0))",
		"(declare-const y Int)", "(assert (> x 1))");

	model_remove(e.now, 0);
	insert(&e, 1, "(declare-const x Int)");
	expect(&e, "0 1 3");
}

TEST(another_name_or_note_is_nothing_to_read)
{
	DROP(edited) struct edited e = edited_of(chain);

	model_replace(e.now, 0, item_new(chain[0], "bound", "a note"));
	expect(&e, "");
	/* Beside a change of a text. */
	replace(&e, 6, "(assert (> y 1))");
	expect(&e, "1 6");
}

TEST(a_label_changes_with_what_it_names)
{
	DROP(edited)
	struct edited e = MODEL("(declare-const x Int)",
		"(assert (! (> x 0) :named positive))",
		"(assert (not positive))", "(assert true)");

	replace(&e, 0, "(declare-const x Real)");
	expect(&e, "0 1 2");
}

TEST(leaves_the_index_as_it_was)
{
	DROP(edited) struct edited e = edited_of(chain);
	size_t bytes = e.index->bytes;

	replace(&e, 0, "(declare-const new Int)(set-logic ALL)");
	expect(&e, "0 1 2 3 4 5");
	assert_int_equal(e.index->bytes, bytes);
	assert_null(index_find(e.index, INDEX_LOGIC));
	assert_null(index_find(e.index, "new"));
	assert_ptr_equal(index_declarer(index_find(e.index, "x"), NULL),
		model_at(e.base, 0));
	/* And so it gives the same answer again. */
	expect(&e, "0 1 2 3 4 5");
	model_free(e.now);
	e.now = model_draft(e.base);
	append(&e, "(assert (> twice 4))");
	expect(&e, "0 2 7");
}

TEST(all_is_read_when_a_name_of_libz3s_own_is_declared)
{
	DROP(edited) struct edited e = edited_of(chain);

	append(&e, "(define-fun abs ((s String)) Int (str.len s))");
	expect(&e, "0 1 2 3 4 5 6 7");
}

TEST(all_is_read_where_a_datatype_has_parameters)
{
	DROP(edited)
	struct edited e = MODEL("(declare-const x Int)",
		"(declare-datatype P (par (T) ((pair (first T)))))",
		"(define-sort IP () (P Int))", "(assert (> x 0))");

	append(&e, "(assert (= x 1))");
	expect(&e, "0 1 2 3 4");
	/* It was one before the edit. */
	model_remove(e.now, 1);
	expect(&e, "0 1 2 3");
}

TEST(all_is_read_where_a_list_of_libz3s_own_takes_part)
{
	DROP(edited)
	struct edited e = MODEL("(declare-const x Int)", "(assert (> x 0))");

	append(&e, "(declare-const l (List Int))");
	expect(&e, "0 1 2");
}

TEST(the_logic_is_read_along)
{
	DROP(edited)
	struct edited e = MODEL("(set-info :status sat)", "(set-logic ALL)",
		"(declare-const x Int)", "(declare-const y Int)");

	append(&e, "(assert (> y 0))");
	expect(&e, "1 3 4");
}

TEST(an_item_that_sets_the_logic_is_read_with_all_that_it_needs)
{
	DROP(edited)
	struct edited e =
		MODEL("(declare-const x Int)", "(declare-const b Bool)",
			"(set-logic QF_UFLIA) (assert (or b (not b)))");

	append(&e, "(assert (> x 0))");
	expect(&e, "0 1 2 3");
}

TEST(the_logic_is_not_read_for_nothing)
{
	DROP(edited)
	struct edited e = MODEL("(set-logic ALL)", "(declare-const x Int)");

	model_remove(e.now, 1);
	expect(&e, "");
}
