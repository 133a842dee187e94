#include "unit/tools/stage.h"
#include "unit/unit.h"

#include "tools/call/values.h"
#include "tools/solve/solve_reply.h"

static void
setup_model(struct stage *x)
{
	OPEN_WITH(x, "(declare-const x Int)", "(assert (> x 5))");
	call_in(x, "add_item",
		"'name': 'limit', 'content': '(assert (< x 9))'");
	answer_accept();
	assert_answered(x);
}

/* The script, and a line for each field. The caller's. */
static char *
ask_text(const char *text, size_t size, const struct ask_field *fields,
	size_t count)
{
	static const char *const names[] = {[FIELD_OPTION] = "option",
		[FIELD_MINIMIZE] = "minimize",
		[FIELD_MAXIMIZE] = "maximize",
		[FIELD_ASSUME] = "assume",
		[FIELD_REFUTE] = "refute",
		[FIELD_DISTINCT] = "distinct",
		[FIELD_VALUE] = "value"};
	const struct ask ask = {
		.size = size, .fields = fields, .field_count = count};
	DROP(buf) struct buf out;

	buf_init(&out, LIMIT_REPLY);
	buf_add(&out, text, ask_script_size(&ask));
	for (size_t i = 0; i < count; i++)
		buf_add_format(&out, "%s %.*s\n", names[fields[i].kind],
			(int)fields[i].size, text + fields[i].offset);
	return buf_detach(&out);
}

static void
expect_ask(struct stage *x, const char *arguments, const char *expected)
{
	DROP(text)
	char *json = text_format("{\"session\": \"a\"%s}", arguments);
	DROP(text) char *text = NULL;

	(void)call_tool(x, "solve_model", json);
	if (stage_job_count == 0)
		fail_msg("%s: %s", arguments, x->text);
	text = ask_text(stage_jobs[0]->text, stage_jobs[0]->ask.size,
		stage_jobs[0]->fields, stage_jobs[0]->ask.field_count);
	assert_string_equal(text, expected);
}

#define DECLARED "(declare-const x Int)\n"
#define BLANK "                \n"

STAGE_TEST(items_are_left_out_by_number_and_by_name)
{
	setup_model(x);
	expect_ask(x, ", \"without\": [1, \"limit\"]", DECLARED BLANK BLANK);
}

STAGE_TEST(every_list_of_terms_is_read)
{
	setup_model(x);
	expect_ask(x,
		", \"assume\": [\"(= x 6)\"], \"values\": [\"(* 2 x)\"],"
		" \"minimize\": [\"(+ x 1)\"], \"maximize\": [\"(- x)\"],"
		" \"solutions\": 2, \"distinct_on\": [\"(mod x 2)\"]",
		DECLARED "(assert (> x 5))\n(assert (< x 9))\n\n"
			 "minimize (+ x 1)\nmaximize (- x)\nassume (= x 6)\n"
			 "distinct (mod x 2)\nvalue (* 2 x)\n");
}

TEST(what_if_is_what_the_model_does_not_say)
{
	struct solve q = {0};

	assert_false(solve_is_what_if(&q));
	q.left_out.count = 1;
	assert_true(solve_is_what_if(&q));
}

/* A question about these two items, as the tests fill it. */
struct asking {
	struct solve q;
	bool left_out[2];
	struct solve_term terms[4];
	struct err e;
};

static void
begin(struct asking *a)
{
	*a = (struct asking){0};
	a->q.model = model_new();
	model_insert(a->q.model, 0,
		item_new("(declare-const x Int)\n(minimize x)", NULL, NULL));
	model_insert(a->q.model, 1,
		item_new(
			"(assert (> x 5))\n(assert-soft (> x 7))", NULL, NULL));
	a->q.left_out.is = a->left_out;
	a->q.terms.at = a->terms;
}

static void
ask_for(struct asking *a, enum ask_field_kind as, const char *text)
{
	a->terms[a->q.terms.count++] = (struct solve_term){
		.as = as, .text = text, .size = strlen(text), .index = -1};
}

static void
end(struct asking *a)
{
	a->q.left_out.is = NULL;
	a->q.terms.at = NULL;
	solve_release(&a->q);
}

static void
expect(struct asking *a, const char *text)
{
	DROP(text) char *asked = NULL;

	if (!solve_write(&a->q, &a->e))
		fail_msg("%s", a->e.text);
	asked = ask_text(a->q.text.render.text.data, a->q.text.render.text.size,
		a->q.text.fields.at, a->q.text.fields.count);
	assert_string_equal(asked, text);
	end(a);
}

#define ITEM_0 "(declare-const x Int)\n(minimize x)\n"
#define ITEM_1 "(assert (> x 5))\n(assert-soft (> x 7))\n"

TEST(an_item_that_is_left_out_keeps_its_lines)
{
	struct asking a;

	begin(&a);
	a.left_out[1] = true;
	a.q.left_out.count = 1;
	expect(&a, ITEM_0 "                \n                     \n");
}

TEST(objectives_of_the_items_may_be_left_out)
{
	struct asking a;

	begin(&a);
	a.q.text.without_objectives = true;
	expect(&a, "(declare-const x Int)\n            \n"
		   "(assert (> x 5))\n                     \n");
}

TEST(options_stand_behind_the_items_and_the_call_s_last)
{
	struct asking a;

	begin(&a);
	json_free(a.q.options);
	a.q.options = OBJECT(
		"random_seed", STRING("3"), "opt.priority", STRING("lex"));
	a.q.request.priority = "box";
	expect(&a, ITEM_0 ITEM_1 "\noption :smt.random_seed 3\n"
				 "option :sat.random_seed 3\n"
				 "option :opt.priority lex\n"
				 "option :opt.priority box\n");
}

TEST(a_property_is_assumed_not_to_hold)
{
	struct asking a;

	begin(&a);
	ask_for(&a, FIELD_REFUTE, "(> x 1)");
	ask_for(&a, FIELD_ASSUME, "(< x 9)");
	expect(&a, ITEM_0 ITEM_1 "\nassume (< x 9)\nrefute (> x 1)\n");
}

TEST(without_the_property_the_other_terms_stay)
{
	struct asking a;
	DROP(text) char *asked = NULL;

	begin(&a);
	ask_for(&a, FIELD_REFUTE, "(> x 1)");
	ask_for(&a, FIELD_VALUE, "x");
	assert_true(solve_write(&a.q, &a.e));
	solve_blank_property(&a.q);
	asked = ask_text(a.q.text.render.text.data, a.q.text.render.text.size,
		a.q.text.fields.at, a.q.text.fields.count);
	assert_string_equal(asked, ITEM_0 ITEM_1 "\n       \nvalue x\n");
	assert_ptr_equal(solve_find_term(&a.q, 2), &a.terms[1]);
	end(&a);
}

TEST(a_term_is_found_by_its_field)
{
	struct asking a;

	begin(&a);
	ask_for(&a, FIELD_VALUE, "x");
	ask_for(&a, FIELD_MINIMIZE, "(+ x 1)");
	assert_true(solve_write(&a.q, &a.e));
	assert_ptr_equal(solve_find_term(&a.q, 1), &a.terms[1]);
	assert_ptr_equal(solve_find_term(&a.q, 2), &a.terms[0]);
	assert_null(solve_find_term(&a.q, 0));
	assert_null(solve_find_term(&a.q, 3));
	end(&a);
}

static void
hash_of(enum ask_field_kind as, char hash[HASH_TEXT_SIZE])
{
	struct asking a;

	begin(&a);
	ask_for(&a, as, "(> x 1)");
	assert_true(solve_write(&a.q, &a.e));
	memcpy(hash, a.q.text.hash, HASH_TEXT_SIZE);
	end(&a);
}

TEST(what_a_term_is_for_changes_the_hash)
{
	char first[HASH_TEXT_SIZE];
	char second[HASH_TEXT_SIZE];

	hash_of(FIELD_ASSUME, first);
	hash_of(FIELD_VALUE, second);
	assert_string_not_equal(first, second);
}

static void
assert_asks(struct asking *a, const char *text)
{
	assert_true(solve_write(&a->q, &a->e));
	assert_int_equal(a->q.ask.size, strlen(text));
	assert_memory_equal(a->q.ask.text, text, strlen(text));
}

TEST(what_is_left_out_and_objectives_that_are_not_asked_are_blank)
{
	struct asking a;

	begin(&a);
	assert_asks(&a, "(declare-const x Int)\n(minimize x)\n"
			"(assert (> x 5))\n(assert-soft (> x 7))\n");
	/* Again, with another text. */
	a.left_out[1] = true;
	a.q.left_out.count = 1;
	assert_asks(&a, "(declare-const x Int)\n(minimize x)\n"
			"                \n                     \n");
	a.left_out[1] = false;
	a.q.left_out.count = 0;
	a.q.text.without_objectives = true;
	assert_asks(&a, "(declare-const x Int)\n            \n"
			"(assert (> x 5))\n                     \n");
	end(&a);
}

static void
setup_two_items(struct stage *x)
{
	OPEN_WITH(x, "(declare-const x Int)", "(assert (> x 5))",
		"(assert\\n  (< x 9))");
}

STAGE_TEST(a_fault_of_nobody_is_told_all_the_same)
{
	setup_two_items(x);
	(void)call_tool(x, "solve_model", "{\"session\": \"a\"}");
	answer_fault_in(0, 0, 0, "out of something");
	assert_refused_with(x, "out of something");
}

/* What is noted when these two terms are asked for and x alone has a value. */
static char *
noted(const char *first, const char *second, size_t left_out)
{
	struct solve_term terms[] = {
		{.as = FIELD_VALUE,
			.argument = "terms",
			.text = first,
			.size = strlen(first)},
		{.as = FIELD_VALUE,
			.argument = "terms",
			.index = 1,
			.text = second,
			.size = strlen(second)},
	};
	struct solve q = {.terms.at = terms, .terms.count = 2};
	struct values values = {
		.values = json_new_object(), .left_out = left_out};
	DROP(json) struct json_object *notes = json_new_array();

	json_put_int(values.values, "x", 5);
	solve_reply_warn_of_missing(&q, &values, notes);
	values_drop(&values);
	return json_text(notes);
}

TEST(a_term_without_a_value_is_named)
{
	DROP(text) char *text = noted("x", "(f x)", 0);

	assert_non_null(strstr(text, "evaluate terms[1] under"));
}

TEST(a_symbol_in_bars_is_no_other_term)
{
	DROP(text) char *quoted = noted("x", "|x|", 0);

	assert_string_equal(quoted, "[]");
}

STAGE_TEST(blanks_and_comments_around_a_term_are_not_asked)
{
	setup_model(x);
	expect_ask(x, ", \"terms\": [\" x\\n\", \"x ; of it\"]",
		DECLARED "(assert (> x 5))\n(assert (< x 9))\n\n"
			 "value x\nvalue x\n");
}

TEST(what_had_no_room_is_not_called_missing)
{
	DROP(text) char *text = noted("x", "(f x)", 1);

	assert_string_equal(text, "[]");
}
