#include "unit/unit.h"

#include <string.h>

#include "model/deps/index.h"
#include "unit/model/edited.h"

/* Adds a new item of that text and place; borrowed. */
static struct item *
add(struct index *ix, const char *content, int64_t place)
{
	DROP(item) struct item *item = item_new(content, NULL, NULL);

	item->place = place;
	(void)index_add(ix, item);
	return item;
}

static size_t
length(const struct index_mention *list)
{
	size_t count = 0;

	for (; list != NULL; list = list->next)
		count++;
	return count;
}

static void
expect_word(
	const struct index *ix, const char *name, size_t declares, size_t uses)
{
	const struct index_word *word = index_find(ix, name);
	size_t declared = word != NULL ? length(word->declares) : 0;
	size_t used = word != NULL ? length(word->uses) : 0;

	if (declared != declares || used != uses)
		fail_msg("%s is declared %zu times and used %zu times", name,
			declared, used);
}

TEST(an_item_mentions_a_name_once_in_each_way)
{
	DROP(index) struct index *ix = index_new();

	(void)add(ix, "(assert (> x x))(assert x)(declare-const x Int)", 1);
	expect_word(ix, "x", 1, 1);
	(void)add(ix, "(declare-const y Int)(declare-fun y (Int) Int)", 2);
	expect_word(ix, "y", 1, 0);
	(void)add(ix, "(declare-fun S () S)(declare-sort S)", 3);
	expect_word(ix, "S", 1, 1);
}

TEST(does_not_list_the_users_of_libz3s_own_names)
{
	DROP(index) struct index *ix = index_new();

	(void)add(ix, "(define-fun abs ((x Int)) Int (+ x 1))", 1);
	(void)add(ix, "(assert (= (abs 1) 2))", 2);
	expect_word(ix, "abs", 1, 0);
	expect_word(ix, "+", 0, 0);
	assert_true(index_find(ix, "abs")->is_builtin);
	assert_true(index_find(ix, "Int")->is_builtin);
}

TEST(keeps_the_items_that_set_the_logic)
{
	DROP(index) struct index *ix = index_new();
	struct item *first = add(ix, "(set-logic ALL)", 1);
	struct item *second = add(ix, "(set-logic QF_LIA)", 2);

	(void)add(ix, "(declare-const x Int)", 3);
	expect_word(ix, INDEX_LOGIC, 0, 2);
	index_remove(ix, first);
	expect_word(ix, INDEX_LOGIC, 0, 1);
	index_hide(second->record);
	expect_word(ix, INDEX_LOGIC, 0, 0);
	index_show(second->record);
	expect_word(ix, INDEX_LOGIC, 0, 1);
}

TEST(the_declarer_is_the_first_in_the_order_of_the_model)
{
	DROP(index) struct index *ix = index_new();
	struct item *second = add(ix, "(declare-const x Int)", 5);
	struct item *first = add(ix, "(declare-fun x (Int) Int)", -5);

	(void)add(ix, "(declare-fun x (Bool) Int)", 9);
	assert_ptr_equal(index_declarer(index_find(ix, "x"), NULL), first);
	index_remove(ix, first);
	assert_ptr_equal(index_declarer(index_find(ix, "x"), NULL), second);
}

TEST(holds_an_item_until_it_is_removed)
{
	DROP(index) struct index *ix = index_new();
	DROP(item) struct item *item = item_new("(assert p)", NULL, NULL);
	struct index_record *record = index_add(ix, item);

	assert_ptr_equal(record->item, item);
	assert_ptr_equal(item->record, record);
	assert_int_equal(item->references, 2);
	index_remove(ix, item);
	assert_int_equal(item->references, 1);
	(void)index_add(ix, item);
	index_drop(&ix);
	assert_null(ix);
	assert_int_equal(item->references, 1);
}

TEST(a_text_that_cannot_be_cut_mentions_nothing)
{
	DROP(index) struct index *ix = index_new();
	struct item *item = add(ix, "(assert x", 1);

	assert_int_equal(item->record->count, 0);
	assert_null(index_find(ix, "x"));
}

enum { MANY = 1000 };

/* That of both traits, or of neither. */
static void
expect_trait(const char *content, const char *trait)
{
	static const char *const all[] = {INDEX_LOGIC, INDEX_PARAMETRIC};
	DROP(index) struct index *ix = index_new();

	(void)add(ix, content, 0);
	for (int i = 0; i < 2; i++)
		if ((index_find(ix, all[i]) != NULL) !=
			(trait != NULL && strcmp(trait, all[i]) == 0))
			fail_msg("%s: %s", content, all[i]);
}

TEST(a_word_in_a_name_or_string_or_comment_is_no_command)
{
	expect_trait("(declare-const set-logic Int)", NULL);
	expect_trait("(assert (= s \"(set-logic QF_LIA)\"))", NULL);
	expect_trait("; (set-logic QF_LIA)\n(assert p)", 0);
	expect_trait(
		"(declare-const |(declare-datatype P (par (T)))| Int)", NULL);
}

TEST(a_text_that_cannot_be_cut_has_none)
{
	expect_trait("(set-logic QF_LIA", NULL);
	expect_trait("(set-logic QF_LIA))", NULL);
	expect_trait("(set-nothing x)", NULL);
}

TEST(sees_a_datatype_with_parameters)
{
	expect_trait("(declare-datatype P (par (T) ((pair (first T)))))",
		INDEX_PARAMETRIC);
	/* libz3's own */
	expect_trait("(declare-const l (List Int))", INDEX_PARAMETRIC);
	expect_trait(
		"(declare-datatypes ((P 1)) ((par (T) ((pair (first T))))))",
		INDEX_PARAMETRIC);
	expect_trait("(declare-datatypes ((E 0) (P 2))\n"
		     "(((e)) (par (S T) ((pair (first S) (second T))))))",
		INDEX_PARAMETRIC);
}

TEST(sees_it_in_the_old_way_of_writing)
{
	expect_trait("(declare-datatypes (T) ((P (pair (first T)))))",
		INDEX_PARAMETRIC);
	expect_trait("(declare-datatypes () ((E a b)))", NULL);
}

static bool
is_declared(const struct index *ix, const char *name)
{
	const struct index_word *word = index_find(ix, name);

	return word != NULL && word->declares != NULL;
}

TEST(what_is_kept_is_the_index_of_the_edited_model)
{
	DROP(edited)
	struct edited e = MODEL("(declare-const x Int)", "(set-logic QF_LIA)");
	DROP(diff) struct diff d;
	DROP(index) struct index *fresh = index_new();

	replace(&e, 0, "(declare-const y Int)");
	model_remove(e.now, 1);
	append(&e, "(assert (> y 0))");
	diff_find(&d, e.base, e.now);
	index_overlay_apply(e.index, &d);
	index_overlay_commit(e.index, &d);
	for (size_t i = 0; i < e.now->count; i++) {
		DROP(item) struct item *copy = item_copy(model_at(e.now, i));

		(void)index_add(fresh, copy);
	}
	assert_false(is_declared(e.index, "x"));
	assert_true(is_declared(e.index, "y"));
	expect_word(e.index, INDEX_LOGIC, 0, 0);
	assert_int_equal(e.index->bytes, fresh->bytes);
}

TEST(the_first_of_equal_assertions_is_found)
{
	static const char *const contents[] = {"(declare-const x Int)",
		"(assert (> x 0))", "(assert (> x 1))", "(assert (> x 0))",
		"(assert (> x 0))", "(assert true)", "(assert true)",
		"(minimize x)", "(minimize x)"};
	DROP(model) struct model *m = model_new();
	DROP(index) struct index *ix = NULL;

	for (size_t i = 0; i < sizeof(contents) / sizeof(contents[0]); i++)
		model_insert(m, i, item_new(contents[i], NULL, NULL));
	ix = index_of_model(m);
	assert_null(index_find_same(ix, model_at(m, 1)));
	assert_null(index_find_same(ix, model_at(m, 2)));
	assert_ptr_equal(index_find_same(ix, model_at(m, 3)), model_at(m, 1));
	assert_ptr_equal(index_find_same(ix, model_at(m, 4)), model_at(m, 1));
	/* libz3 warns of constants; and a goal may be wanted twice. */
	assert_null(index_find_same(ix, model_at(m, 6)));
	assert_null(index_find_same(ix, model_at(m, 8)));
}
