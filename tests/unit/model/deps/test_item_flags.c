#include "unit/unit.h"

#include "base/alloc.h"
#include "model/deps/index.h"
#include "model/deps/item_flags.h"

static void
expect(const char *content, unsigned traits)
{
	DROP(item) struct item *item = item_new(content, NULL, NULL);
	unsigned found = item_flags_of(item);

	if (found != traits)
		fail_msg("%s\nhas the traits %#x, not %#x", content, found,
			traits);
}

TEST(most_items_have_none)
{
	expect("(declare-const x Int)", 0);
	expect("(assert (> x 0))(declare-sort S 1)", 0);
	expect("(define-fun-rec f ((x Int)) Int (f x))", 0);
	expect("", 0);
}

TEST(a_word_in_a_name_or_string_or_comment_is_no_command)
{
	expect("(declare-const set-logic Int)", 0);
	expect("(assert (= s \"(set-logic QF_LIA)\"))", 0);
	expect("; (set-logic QF_LIA)\n(assert p)", 0);
	expect("(declare-const |(declare-datatype P (par (T)))| Int)", 0);
}

TEST(a_text_that_cannot_be_cut_has_none)
{
	expect("(set-logic QF_LIA", 0);
	expect("(set-logic QF_LIA))", 0);
	expect("(set-nothing x)", 0);
}

TEST(sees_the_logic)
{
	expect("(set-logic QF_LIA)", INDEX_LOGIC);
	expect("; first\n(set-logic QF_LIA)(declare-const x Int)", INDEX_LOGIC);
	expect("(declare-const x Int)(set-logic QF_LIA)", INDEX_LOGIC);
}

TEST(sees_a_datatype_with_parameters)
{
	expect("(declare-datatype P (par (T) ((pair (first T)))))",
		INDEX_PARAMETRIC);
	expect("(declare-datatypes ((P 1)) ((par (T) ((pair (first T))))))",
		INDEX_PARAMETRIC);
	expect("(declare-datatypes ((E 0) (P 2))\n"
	       "(((e)) (par (S T) ((pair (first S) (second T))))))",
		INDEX_PARAMETRIC);
}

TEST(sees_it_behind_other_commands)
{
	expect("(set-logic ALL)(declare-const x Int)"
	       "(declare-datatype P (par (T) ((pair (first T)))))",
		INDEX_LOGIC | INDEX_PARAMETRIC);
}

TEST(sees_it_in_the_old_way_of_writing)
{
	expect("(declare-datatypes (T) ((P (pair (first T)))))",
		INDEX_PARAMETRIC);
	expect("(declare-datatypes () ((E a b)))", 0);
}

TEST(a_datatype_without_parameters_is_like_any_declaration)
{
	expect("(declare-datatype E ((a) (b)))", 0);
	expect("(declare-datatype E ((par (of Int))))", 0);
	expect("(declare-datatypes ((E 0)) (((a) (b))))", 0);
	expect("(declare-datatypes ((E 0) (F 0)) (((a)) ((b (c E)))))", 0);
}

TEST(what_is_no_arity_counts_as_parameters)
{
	expect("(declare-datatypes ((E)) (((a))))", INDEX_PARAMETRIC);
	expect("(declare-datatypes ((E x)) (((a))))", INDEX_PARAMETRIC);
	expect("(declare-datatypes (()) (((a))))", INDEX_PARAMETRIC);
	expect("(declare-datatypes)", 0);
	expect("(declare-datatype E)", 0);
	expect("(declare-datatype E par)", 0);
}
