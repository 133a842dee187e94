#include "unit/tools/stage.h"

#define SCRIPT \
	"(declare-const x Int)\\n" \
	"(assert (! (> x 5) :named low))\\n" \
	"(assert\\n  (< x 3))\\n"

static void
solve_script(struct stage *x)
{
	(void)call_tool(x, "solve_smtlib", "{\"smtlib\": \"" SCRIPT "\"}");
}

/* Answers so, of which nothing is believed. */
static void
answer_unsat_with_a_lie(const struct answer_core *core)
{
	struct answer *a = new_answer(STATUS_UNSAT);

	ADD_LIE(a, core, core);
	answer(a);
}

static void
assert_is_not_believed(struct stage *x)
{
	assert_non_null(strstr(member(x, "reason"), "\"crash\""));
	assert_string_equal(member(x, "core"), "");
	assert_string_equal(member(x, "core_assumptions"), "");
}

static void
answer_unsat(const struct answer_core *core)
{
	struct answer *a = new_answer(STATUS_UNSAT);

	ADD_FRAME(a, core, core);
	a->done = true;
	answer(a);
}

/* Both assertions of the script. */
static struct answer_assertion both[] = {
	{.line = 2, .offset = 22, .length = 31},
	{.index = 1, .line = 3, .offset = 54, .length = 18},
};
static const struct answer_core whole = {
	.assertions = {.list = both, .count = 2}};

STAGE_TEST(an_assertion_is_told_by_number_line_and_text)
{
	solve_script(x);
	answer_unsat(&whole);
	assert_string_equal(member(x, "core"),
		"[{\"assertion\":0,\"line\":2,"
		"\"text\":\"(assert (! (> x 5) :named low))\"},"
		"{\"assertion\":1,\"line\":3,"
		"\"text\":\"(assert\\n  (< x 3))\"}]");
	assert_says(x, "; line 2: (assert (! (> x 5) :named low))\n"
		       "; line 3: (assert\n;     (< x 3))\n");
}

STAGE_TEST(a_text_without_room_is_left_out_and_said)
{
	x->server.reply_text = 35;
	solve_script(x);
	answer_unsat(&whole);
	assert_null(strstr(member(x, "core"), "(< x 3)"));
	assert_says(x, "; line 3: (not shown",
		"warning: the core is too large to be shown whole");
}

STAGE_TEST(a_place_outside_of_the_text_is_not_believed)
{
	struct answer_assertion list[] = {
		{.offset = 70, .length = UINT32_MAX}, {.offset = 9999}};

	for (size_t i = 0; i < 2; i++) {
		solve_script(x);
		answer_unsat_with_a_lie(&(struct answer_core){
			.assertions = {.list = &list[i], .count = 1}});
		assert_is_not_believed(x);
	}
}

STAGE_TEST(labels_are_written_as_symbols)
{
	struct answer_assertion list[] = {
		{.label = (char[]){"a"}},
		{.label = (char[]){""}},
		{.label = (char[]){"a b"}},
		{.label = (char[]){"1st"}},
	};
	struct answer_assertion assumed = {
		.offset = 1, .length = 13, .label = (char[]){""}};
	const struct answer_core core = {
		.assertions = {.list = list, .count = 4},
		.assumptions = {.list = &assumed, .count = 1}};

	solve_script(x);
	answer_unsat(&core);
	assert_says(x, "; unsat\n(a |a b| |1st| declare-const)\n");
}

/* Session a, which is solved. */
static void
solve_items(struct stage *x)
{
	OPEN_WITH(x, "(declare-const x Int)");
	call_in(x, "add_item",
		"'content': '(assert (> x 5))\\n(assert (> x 6))', "
		"'name': 'low', 'note': 'a note'");
	answer_accept();
	add_item(x, "a", "(assert (< x 3))");
	call_in(x, "solve_model", "'detail': true");
}

STAGE_TEST(the_core_of_a_model_is_by_item)
{
	struct answer_assertion lines[] = {
		{.line = 2}, {.line = 3}, {.line = 4}};

	solve_items(x);
	answer_unsat(&(struct answer_core){
		.assertions = {.list = lines, .count = 3}});
	assert_non_null(strstr(member(x, "core"),
		"{\"index\":1,\"name\":\"low\",\"note\":\"a note\","
		"\"content\":\"(assert (> x 5))\\n(assert (> x 6))\","
		"\"assertions\":[{\"line\":1,\"text\":\"(assert (> x 5))\"},"
		"{\"line\":2,\"text\":\"(assert (> x 6))\"}]}"));
	assert_says(x, "item 1 \"low\" (a note):\n  | (assert (> x 5))\n"
		       "  | (assert (> x 6))\nitem 2:\n  | (assert (< x 3))\n");
}

STAGE_TEST(a_line_that_is_of_no_item_is_not_believed)
{
	struct answer_assertion one = {.line = 99};

	solve_items(x);
	answer_unsat_with_a_lie(&(struct answer_core){
		.assertions = {.list = &one, .count = 1}});
	assert_is_not_believed(x);
}

/* It was shown as a text, as all assumptions are: a number is none. */
STAGE_TEST(an_item_that_is_called_an_assumption_is_not_believed)
{
	struct answer_assertion one = {.line = 2};

	solve_items(x);
	answer_unsat_with_a_lie(&(struct answer_core){
		.assumptions = {.list = &one, .count = 1}});
	assert_is_not_believed(x);
}

STAGE_TEST(an_assumption_that_is_called_an_item_is_not_believed)
{
	struct answer_assertion one = {.line = 2, .field = 1};

	OPEN_WITH(x, "(declare-const x Int)");
	call_in(x, "solve_model", "'assume': ['(> x 1)']");
	one.offset = stage_jobs[0]->fields[0].offset;
	answer_unsat_with_a_lie(&(struct answer_core){
		.assertions = {.list = &one, .count = 1}});
	assert_is_not_believed(x);
}

STAGE_TEST(of_very_many_assertions_the_first_are_listed)
{
	enum { MANY = 10000 };
	char unlabelled[] = "";
	struct answer_assertion *list = mem_new(MANY * sizeof(*list));
	const struct answer_core core = {
		.assertions = {.list = list, .count = MANY},
		.assumptions = {.list = list, .count = MANY}};

	for (size_t i = 0; i < MANY; i++)
		list[i] = (struct answer_assertion){
			.length = 1, .label = unlabelled};
	solve_script(x);
	answer_unsat(&core);
	assert_in_range(
		json_count(json_get_array(x->structured, "core")), 1, 999);
	assert_in_range(
		json_count(json_get_array(x->structured, "core_assumptions")),
		1, 999);
	assert_says(x, "too large to be shown whole");
	free(list);
}
