#include "unit/unit.h"

#include <string.h>
#include <time.h>

#include "base/alloc.h"
#include "model/items/model.h"
#include "tools/call/values.h"
#include "wire/answer.h"
#include "json/json.h"

/* As a bound. */
static void
expect_number(const char *number, const char *json)
{
	struct answer_objective one = {.term = (char[]){"x"},
		.value = (char[]){""},
		.bound = (char *)(uintptr_t)number};
	const struct answer_check check = {.objectives = {&one, 1, 0}};
	DROP(json) struct json_object *list = objectives_list(&check);
	DROP(text) char *text = json_text(json_get(json_at(list, 0), "bound"));

	if (strcmp(text, json) != 0)
		fail_msg("%s became %s, not %s", number, text, json);
}

TEST(an_integer_is_a_number_as_long_as_it_is_exact)
{
	expect_number("0", "0");
	expect_number("42", "42");
	expect_number("-42", "-42");
	expect_number("9007199254740991", "9007199254740991");
	expect_number("9007199254740992", "\"9007199254740992\"");
	expect_number("-9007199254740992", "\"-9007199254740992\"");
	expect_number("123456789012345678901234567890",
		"\"123456789012345678901234567890\"");
}

TEST(what_is_no_number_stays_as_it_is)
{
	expect_number("oo", "\"oo\"");
	expect_number("-1/3", "\"-1/3\"");
	expect_number("#x0f", "\"#x0f\"");
	expect_number("-", "\"-\"");
	expect_number("1.", "\"1.\"");
}

/* The texts are not changed. */
static char *
fixed(const char *constant)
{
	return (char *)(uintptr_t)constant;
}

#define V(name, sort, json) \
	((struct answer_value){fixed(name), fixed(sort), fixed(json)})

#define VALUES_OF(limit, asked_for, ...) \
	values_of((struct answer_value[]){__VA_ARGS__}, \
		sizeof((struct answer_value[]){__VA_ARGS__}) / \
			sizeof(struct answer_value), \
		limit, asked_for)

static struct values
values_of(
	struct answer_value *list, size_t count, size_t limit, size_t asked_for)
{
	const struct answer_check check = {.values = {list, count, 0}};
	struct values values = {0};

	values_read(&check, limit, asked_for, &values);
	return values;
}

TEST(values_and_sorts_are_by_name)
{
	DROP(values)
	struct values values =
		VALUES_OF(1000, 0, V("x", "Int", "5"), V("p", "Bool", "true"));
	DROP(text) char *json = NULL;
	DROP(buf) struct buf lines;

	buf_init(&lines, 1000);
	json = json_text(values.values);
	assert_string_equal(json, "{\"x\":5,\"p\":true}");
	assert_string_equal(json_get_string(values.sorts, "x"), "Int");
	values_add_lines(NULL, &values, &lines);
	assert_string_equal(lines.data, "x = 5\np = true\n");
	assert_null(values_formula(&values));
}

/* A term is shown: somebody has asked for it. */
TEST(of_many_bools_the_true_ones_are_shown)
{
	static char names[9][2] = {"a", "b", "c", "d", "e", "f", "g", "h", "i"};
	struct answer_value list[11] = {[10] = V("j", "Int", "3")};
	const struct answer_check check = {.values = {list, 11, 0}};
	DROP(values) struct values values = {0};
	DROP(buf) struct buf lines;

	buf_init(&lines, 1000);
	for (int i = 0; i < 9; i++)
		list[i] = (struct answer_value){names[i], fixed("Bool"),
			i % 4 == 1 ? fixed("true") : fixed("false")};
	/* cppcheck-suppress unreadVariable ; `check` points at it */
	list[9] = (struct answer_value){
		fixed("(f 1)"), fixed("Bool"), fixed("false")};
	values_read(&check, 1000, 0, &values);
	values_add_lines(NULL, &values, &lines);
	assert_string_equal(lines.data,
		"(f 1) = false\nj = 3\n"
		"true: b, f (the other 7 Bools are false)\n");
}

TEST(a_short_solution_is_on_one_line)
{
	DROP(values)
	struct values values = VALUES_OF(
		1000, 0, V("x", "Int", "5"), V("c", "Color", "\"red\""));
	DROP(buf) struct buf line;

	buf_init(&line, 1000);
	values_add_solution(values.values, values.sorts, &line);
	assert_string_equal(line.data, "x = 5; c = red\n");
	buf_clear(&line);
	values_add_solution(NULL, values.sorts, &line);
	assert_string_equal(line.data, "\n");
}

/* Whose name a constant may have. */
TEST(a_declared_sort_has_its_elements_among_the_sorts)
{
	DROP(values)
	struct values values = VALUES_OF(1000, 0, V("U", "Int", "5"),
		V("U", "{U!val!0}", ""), V("(Q Int)", "{a, b}", ""));
	DROP(buf) struct buf lines;

	buf_init(&lines, 1000);
	assert_string_equal(json_get_string(values.sorts, "U"), "Int");
	assert_string_equal(json_get_string(values.sorts, "(Q Int)"), "{a, b}");
	values_add_lines(NULL, &values, &lines);
	assert_string_equal(lines.data, "U = 5\nsort (Q Int) = {a, b}\n");
}

TEST(a_function_that_is_a_formula_is_found)
{
	struct answer_value list[] = {
		V("x", "String", "\"x!0\""),
		V("f", "(Int) Int", "{\"entries\":[],\"else\":3}"),
		V("g", "(Int) Bool", "{\"entries\":[],\"else\":\"(< x!0 3)\"}"),
	};
	struct answer_check check = {.values = {list, 3, 0}};
	DROP(values) struct values all = {0};
	DROP(values) struct values tables = {0};

	values_read(&check, 1000, 0, &all);
	assert_string_equal(values_formula(&all), "g");
	check.values.count = 2;
	values_read(&check, 1000, 0, &tables);
	assert_null(values_formula(&tables));
}

TEST(values_without_room_are_counted)
{
	DROP(values)
	struct values values =
		VALUES_OF(10, 0, V("x", "Int", "\"much too long for this\""),
			V("y", "Int", "5"));

	assert_int_equal(values.left_out, 1);
	assert_int_equal(json_get_int(values.values, "y", 0), 5);
}

TEST(what_was_asked_for_has_the_room_first)
{
	DROP(values)
	struct values values = VALUES_OF(25, 1, V("x", "Int", "1"),
		V("y", "Int", "2"), V("(+ x y)", "Int", "3"));
	DROP(text) char *json = NULL;

	json = json_text(values.values);
	assert_string_equal(json, "{\"x\":1,\"(+ x y)\":3}");
	assert_int_equal(values.left_out, 1);
}

#define OBJECTIVE(of, now, known, ...) \
	((struct answer_objective){.term = fixed(of), \
		.value = fixed(now), \
		.bound = fixed(known), \
		__VA_ARGS__})

/* Both forms of one objective. */
static void
expect(struct answer_objective one, const char *json, const char *line)
{
	const struct answer_check check = {.objectives = {&one, 1, 0}};
	DROP(json) struct json_object *list = objectives_list(&check);
	DROP(text) char *text = json_text(json_at(list, 0));
	DROP(buf) struct buf lines;

	buf_init(&lines, 10000);
	objectives_add_lines(list, "; ", &lines);
	assert_string_equal(text, json);
	assert_string_equal(lines.data, line);
}

TEST(an_optimum_is_called_so)
{
	expect(OBJECTIVE("x", "5", "5", .maximize = true,
		       .state = OBJECTIVE_OPTIMAL),
		"{\"term\":\"x\",\"kind\":\"maximize\",\"value\":5,"
		"\"optimal\":true}",
		"; maximize x = 5 (optimal)\n");
}

TEST(an_optimum_on_libz3s_word_is_called_so)
{
	expect(OBJECTIVE("x", "5", "5", .maximize = true,
		       .state = OBJECTIVE_CLAIMED),
		"{\"term\":\"x\",\"kind\":\"maximize\",\"value\":5,"
		"\"optimal\":true,\"checked\":false}",
		"; maximize x = 5 (optimal, says Z3; not checked: the proof "
		"takes long)\n");
}

TEST(what_is_not_proved_has_its_bounds)
{
	expect(OBJECTIVE("y", "7", "5", .maximize = false),
		"{\"term\":\"y\",\"kind\":\"minimize\",\"value\":7,"
		"\"optimal\":false,\"why_not\":\"not_proved\","
		"\"bound\":5,\"gap_percent\":28.6}",
		"; minimize y = 7 (not proved optimal; none is better than 5, "
		"a gap of 28.6 %)\n");
	expect(OBJECTIVE("y", "7", "", .maximize = false),
		"{\"term\":\"y\",\"kind\":\"minimize\",\"value\":7,"
		"\"optimal\":false,\"why_not\":\"not_proved\"}",
		"; minimize y = 7 (not proved optimal)\n");
}

TEST(a_point_of_the_pareto_front_is_not_called_optimal)
{
	expect(OBJECTIVE("x", "5", "5", .maximize = true,
		       .state = OBJECTIVE_OPTIMAL, .pareto = true),
		"{\"term\":\"x\",\"kind\":\"maximize\",\"value\":5,"
		"\"optimal\":false,\"why_not\":\"pareto\"}",
		"; maximize x = 5 (on the Pareto front)\n");
}

TEST(what_grows_for_ever_is_unbounded)
{
	expect(OBJECTIVE("x", "3", "oo", .maximize = true,
		       .state = OBJECTIVE_UNBOUNDED),
		"{\"term\":\"x\",\"kind\":\"maximize\",\"value\":3,"
		"\"optimal\":false,\"why_not\":\"unbounded\","
		"\"bound\":\"oo\"}",
		"; maximize x = 3 (unbounded)\n");
}

TEST(a_supremum_is_not_attained)
{
	expect(OBJECTIVE("r", "\"2\"", "3", .maximize = true,
		       .state = OBJECTIVE_NOT_ATTAINED),
		"{\"term\":\"r\",\"kind\":\"maximize\","
		"\"value\":\"2\",\"optimal\":false,"
		"\"why_not\":\"not_attained\",\"bound\":\"3\"}",
		"; maximize r = 2 (no best value: 3 is not attained)\n");
}

/* A bound of the optimizer's is its claim, which no check has confirmed. */
TEST(an_infinite_bound_alone_proves_nothing)
{
	struct answer_objective one =
		OBJECTIVE("x", "3", "oo", .maximize = true);

	assert_string_equal(objective_why_not(&one), "not_proved");
}

TEST(a_soft_objective_has_its_penalty)
{
	expect(OBJECTIVE("goal", "0", "", .maximize = false, .soft = true,
		       .state = OBJECTIVE_OPTIMAL),
		"{\"term\":\"goal\",\"kind\":\"soft\",\"value\":0,"
		"\"optimal\":true}",
		"; soft goal = 0 (optimal)\n");
}

TEST(a_value_is_as_typed_as_any_other)
{
	expect(OBJECTIVE("x", "3", "", .state = OBJECTIVE_CHANGED),
		"{\"term\":\"x\",\"kind\":\"minimize\",\"value\":3,"
		"\"optimal\":false,\"why_not\":\"internal_error\"}",
		"; minimize x = 3 (internal error: another value was proved "
		"to be the best before)\n");
	expect(OBJECTIVE("r", "\"1/3\"", "", .maximize = true),
		"{\"term\":\"r\",\"kind\":\"maximize\",\"value\":\"1/3\","
		"\"optimal\":false,\"why_not\":\"not_proved\"}",
		"; maximize r = 1/3, about 0.3333333333 (not proved "
		"optimal)\n");
	expect(OBJECTIVE("r", "", "", .maximize = true),
		"{\"term\":\"r\",\"kind\":\"maximize\",\"value\":null,"
		"\"optimal\":false,\"why_not\":\"not_proved\"}",
		"; maximize r = not determined (not proved optimal)\n");
}

TEST(a_sentence_explains_what_is_open)
{
	struct answer_objective up =
		OBJECTIVE("x", "3", "oo", .maximize = true);
	struct answer_objective strict =
		OBJECTIVE("r", "2", "3", .maximize = true);
	DROP(buf) struct buf out;

	up.state = OBJECTIVE_UNBOUNDED;
	strict.state = OBJECTIVE_NOT_ATTAINED;
	buf_init(&out, 1000);
	objective_explain(&up, &out);
	assert_non_null(strstr(out.data, "maximize x is unbounded"));
	buf_clear(&out);
	objective_explain(&strict, &out);
	assert_non_null(strstr(out.data, "as near to 3 as one likes"));
	assert_non_null(strstr(out.data, "strict bound"));
	buf_clear(&out);
	strict.state = OBJECTIVE_OPEN;
	objective_explain(&strict, &out);
	assert_non_null(strstr(out.data,
		"That maximize r has no better value was not proved"));
	buf_clear(&out);
	strict.state = OBJECTIVE_CHANGED;
	objective_explain(&strict, &out);
	assert_non_null(strstr(out.data, "internal error"));
}

TEST(a_long_term_is_shortened)
{
	char term[3000];
	struct answer_objective one =
		OBJECTIVE(term, "1", "", .maximize = true);
	const struct answer_check check = {.objectives = {&one, 1, 0}};
	DROP(json) struct json_object *list = NULL;

	memset(term, 'x', sizeof(term) - 1);
	term[sizeof(term) - 1] = '\0';
	list = objectives_list(&check);
	assert_in_range(
		strlen(json_get_string(json_at(list, 0), "term")), 150, 170);
}

/* --- tables --------------------------------------------------------------- */

static struct json_object *
parsed(const char *json)
{
	struct json_object *value = NULL;
	struct err e;

	if (!json_parse(json, strlen(json), &value, &e))
		fail_msg("%s: %s", json, e.text);
	return value;
}

/* "" for no table. */
static void
expect_table(const char *solutions, const char *table)
{
	DROP(json) struct json_object *list = parsed(solutions);
	DROP(buf) struct buf text;

	buf_init(&text, 1000);
	assert_int_equal(values_add_table(list, NULL, &text), table[0] != '\0');
	assert_string_equal(text.data, table);
}

TEST(several_solutions_of_plain_values_are_a_table)
{
	expect_table("[{\"x\":1,\"p\":true},{\"x\":-20,\"p\":false}]",
		"    x p\n1. 1 true\n2. -20 false\n");
	expect_table("[{\"(+ x 1)\":1,\"y\":3},{\"(+ x 1)\":2,\"y\":4}]",
		"    (+ x 1) | y\n1. 1 | 3\n2. 2 | 4\n");
	expect_table("[{\"x\":1}]", "");
	expect_table("[{\"x\":1},{\"y\":1}]", "");
	expect_table("[{\"x\":1},{\"x\":\"two words\"}]", "");
	expect_table("[{\"x\":1},{\"x\":1,\"y\":2}]", "");
}

static void
expect_compact(const char *value, const char *compact)
{
	DROP(json) struct json_object *values = json_new_object();
	DROP(text) char *text = NULL;

	json_put(values, "f", parsed(value));
	value_text_compact(values);
	text = json_text(json_get(values, "f"));
	assert_string_equal(text, compact);
}

#define ENTRY(a, b, v) "{\"args\":[" #a "," #b "],\"value\":" #v "}"
#define POINT(a, v) "{\"args\":[" #a "],\"value\":" #v "}"

TEST(a_function_over_a_whole_range_is_rows)
{
	expect_compact(
		"{\"entries\":[" ENTRY(1, 0, 5) "," ENTRY(1, 1, 6) "," ENTRY(
			1, 2, 7) "," ENTRY(2, 0, 8) "," ENTRY(2, 1,
			null) "," ENTRY(2, 2, 1) "],\"else\":0}",
		"{\"from\":[1,0],\"table\":[[5,6,7],[8,null,1]],\"else\":0}");
	expect_compact("{\"entries\":[" POINT(3, 5) "," POINT(4, 6) "," POINT(
			       5, 7) "," POINT(6, 8) "," POINT(7,
			       9) "," POINT(8, 1) "],\"else\":0}",
		"{\"from\":[3],\"table\":[5,6,7,8,9,1],\"else\":0}");
}

TEST(a_function_with_gaps_or_few_entries_stays_as_it_is)
{
	static const char *const stay[] = {
		"{\"entries\":[" POINT(1, 5) "," POINT(2, 6) "],\"else\":0}",
		"{\"entries\":[" POINT(1, 5) "," POINT(2, 6) "," POINT(
			3, 7) "," POINT(4, 8) "," POINT(5, 9) "," POINT(7,
			1) "],\"else\":0}",
		"{\"entries\":[" ENTRY(1, 1, 5) "," ENTRY(1, 2, 6) "," ENTRY(
			1, 3, 7) "," ENTRY(1, 4, 8) "," ENTRY(2, 1,
			9) "," ENTRY(2, 2, 1) "],\"else\":0}",
		"{\"entries\":[" POINT("a", 5) "," POINT("b", 6) "," POINT(
			"c", 7) "," POINT("d", 8) "," POINT("e",
			9) "," POINT("f", 1) "],\"else\":0}",
		"{\"entries\":[1,2,3,4,5,6],\"else\":0}",
		"{\"entries\":[{},{},{},{},{},{}]}",
	};

	for (size_t i = 0; i < sizeof(stay) / sizeof(stay[0]); i++)
		expect_compact(stay[i], stay[i]);
}

/* --- tables of data ------------------------------------------------------ */

static void
add_data(struct model *m, const char *name, const char *values)
{
	DROP(text)
	char *content = text_format("; data: {\"%s\":[%s]}\n(define-fun %s"
				    " ((i Int)) Int 0)",
		name, values, name);

	model_insert(m, m->count, item_new(content, NULL, NULL));
}

/* Writes a solution for a model of many data, and behind them tables that have
 * a place that is open. Returns the least processor time of three times. */
static clock_t
time_of_open_tables(int open)
{
	struct model *m = model_new();
	DROP(text) char *long_list = mem_new(2000);
	struct values values = {
		.values = json_new_object(), .sorts = json_new_object()};
	clock_t least = 0;

	memset(long_list, '7', 1999);
	for (int i = 1; i < 1999; i += 4)
		long_list[i] = ',';
	for (int i = 0; i < 500; i++) {
		DROP(text) char *name = text_format("d%d", i);

		add_data(m, name, long_list);
	}
	for (int i = 0; i < open; i++) {
		DROP(text) char *name = text_format("t%d", i);
		DROP(text) char *key = text_format("%s!open", name);

		add_data(m, name, "1,null,3");
		json_put(values.values, key,
			json_new_object_of("else", json_new_int(5), NULL));
		json_put_string(values.sorts, key, "(Int) Int");
	}
	for (int i = 0; i < 3; i++) {
		DROP(buf) struct buf lines;
		clock_t start = clock();
		clock_t took;

		buf_init(&lines, 100000);
		values_add_lines(m, &values, &lines);
		took = clock() - start;
		least = i == 0 || took < least ? took : least;
		assert_non_null(strstr(lines.data, "t0(1..3) = 1 5 3"));
		assert_null(strstr(lines.data, "!open"));
	}
	json_free(values.values);
	json_free(values.sorts);
	model_free(m);
	return least;
}

TEST(data_are_read_once_and_not_for_each_table_that_is_open)
{
	assert_true(time_of_open_tables(40) < 3 * time_of_open_tables(4));
}
