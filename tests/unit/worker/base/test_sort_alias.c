#include "unit/smt/cut.h"

#include "base/alloc.h"
#include "base/buf.h"
#include "worker/base/sort_alias.h"
#include "worker/read/script.h"

/* Those of a text's first problem, "Name=Other " each. */
static void
assert_standins(const char *text, const char *expected)
{
	DROP(commands) struct commands forms = cut(text);
	struct script_problem p;
	struct sort_aliases found;
	struct diagnostic fault;
	struct script s;
	DROP(buf) struct buf all;

	buf_init(&all, 200);
	script_init(&s, text, &forms);
	assert_int_equal(script_next(&s, &p, &fault), SCRIPT_PROBLEM);
	sort_aliases_find(text, &forms, s.active, p.active_count, &found);
	for (size_t i = 0; i < found.count; i++) {
		buf_add_format(
			&all, "%s=%s ", found.at[i].name, found.at[i].other);
	}
	assert_string_equal(found.count > 0 ? all.data : "", expected);
	script_release(&s);
}

TEST(a_sort_with_a_name_of_libz3s_own_needs_one)
{
	assert_standins("(set-logic ALL)(declare-datatypes ((A 0) (List 1))"
			"(((a)) (par (T) ((nil)))))",
		"List=L?st ");
	assert_standins("(declare-sort |List| 0)", "List=L?st ");
	assert_standins("(set-logic QF_UFLIA)(define-sort bv () Int)"
			"(declare-sort Set 1)(declare-sort U 0)",
		"bv=b? Set=S?t ");
}

TEST(without_a_declaration_there_is_none)
{
	assert_standins("(set-logic ALL)(declare-const l (List Int))", "");
	assert_standins("(set-logic ALL)(declare-const List Int)", "");
}

TEST(it_is_a_name_that_the_text_does_not_hold)
{
	assert_standins("(set-logic ALL)(declare-sort List 0)"
			"(declare-const L?st List)",
		"List=Li?t ");
	assert_standins("(set-logic QF_UF)(declare-sort bv 0)"
			"(declare-const b?x bv)",
		"bv=b~ ");
}

TEST(only_symbols_are_replaced)
{
	const struct sort_aliases two = {
		.at = {{"List", "L!st"}, {"bv", "b!"}},
		.count = 2,
	};
	char text[] = "(f List |List| Lists bv \"List\" :List) ; List";

	sort_aliases_apply(text, strlen(text), &two);
	assert_string_equal(
		text, "(f L!st |L!st| Lists b! \"List\" :List) ; List");
}

TEST(before_its_declaration_a_name_is_libz3s_sort)
{
	const struct sort_aliases one = {
		.at = {{.name = "Int", .other = "I?t", .from = 22}},
		.count = 1};
	char text[] = "(define-sort S () Int)(declare-datatypes ((Int 0))"
		      "(((a))))(declare-const x Int)";

	sort_aliases_apply(text, strlen(text), &one);
	assert_string_equal(text,
		"(define-sort S () Int)(declare-datatypes ((I?t 0))"
		"(((a))))(declare-const x I?t)");
}

TEST(all_of_it_is_taken_back)
{
	const struct sort_aliases two = {
		.at = {{"List", "L!st"}, {"Set", "S!t"}},
		.count = 2,
	};
	char bytes[] = "L!st \0L!st L!stL!st L!s S!t";

	sort_aliases_revert(bytes, sizeof(bytes), &two);
	assert_memory_equal(
		bytes, "List \0List ListList L!s Set", sizeof(bytes));
}
