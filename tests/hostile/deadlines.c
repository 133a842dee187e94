/*
 * The answer comes in time, whatever libz3 is at: reading, simplifying,
 * searching, making a solution, writing it down, making a core smaller, or
 * when no worker is free to be at anything.
 */

#include "unit/unit.h"

#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "hostile/siege.h"
#include "json/json.h"

enum { SOON_MS = 400, WHOLE_BYTES = 8 * MIB };

#define THREE_CUBES \
	"(declare-const x Int)(declare-const y Int)(declare-const z Int)" \
	"(assert (= (+ (* x x x) (* y y y) (* z z z)) 33))"

static int
start(void **state)
{
	return siege_start(state, "--workers 2 --memory-mb 4096");
}

/* What the call is answered with, in its time. */
static const struct json_object *
call(struct siege *s, const char *tool, struct json_object *arguments,
	int64_t limit_ms)
{
	const struct json_object *reply;
	const struct json_object *result;
	struct err e;

	json_put_int(arguments, "timeout_ms", limit_ms);
	reply = siege_call(s, tool, arguments, limit_ms + SIEGE_LATE_MS, &e);
	if (reply == NULL)
		fail_msg("%s", e.text);
	result = json_get_object(reply, "result");
	if (json_get_bool(result, "isError", false)) {
		DROP(text) char *text = json_text(result);

		fail_msg("%.500s", text);
	}
	return json_get_object(result, "structuredContent");
}

static const struct json_object *
solve(struct siege *s, const char *text, int64_t limit_ms)
{
	struct json_object *arguments = json_new_object();

	json_put_string(arguments, "smtlib", text);
	return call(s, "solve_smtlib", arguments, limit_ms);
}

static void
expect_late(const struct json_object *structured, const char *status)
{
	const char *code =
		json_get_string(json_get_object(structured, "reason"), "code");

	assert_string_equal(json_get_string(structured, "status"), status);
	assert_non_null(code);
	assert_string_equal(code, "timeout");
}

/* head, `count` times the middle with the number for each #, tail. */
static char *
repeat(const char *head, const char *middle, int count, const char *tail)
{
	DROP(buf) struct buf text;

	buf_init(&text, WHOLE_BYTES);
	(void)buf_add_text(&text, head);
	for (int i = 0; i < count; i++) {
		for (const char *c = middle; *c != '\0'; c++) {
			if (*c == '#')
				(void)buf_add_format(&text, "%d", i);
			else
				(void)buf_add_char(&text, *c);
		}
	}
	(void)buf_add_text(&text, tail);
	assert_false(text.overflowed);
	return buf_take(&text);
}

/* Each definition is two of the one before, and the parser expands them. */
static char *
doubled(void)
{
	DROP(buf) struct buf text;

	buf_init(&text, WHOLE_BYTES);
	(void)buf_add_text(&text, "(define-fun m0 ((x Int)) Int (+ x x))");
	for (int i = 0; i < 22; i++)
		(void)buf_add_format(&text,
			"(define-fun m%d ((x Int)) Int (m%d (+ (m%d x) 1)))",
			i + 1, i, i);
	(void)buf_add_text(
		&text, "(declare-const x Int)(assert (= (m22 x) 3))");
	return buf_take(&text);
}

TEST(while_it_reads)
{
	DROP(text) char *text = doubled();

	expect_late(solve(*state, text, SOON_MS), "unknown");
}

TEST(while_it_simplifies)
{
	static const char text[] =
		"(declare-const a (_ BitVec 4096))"
		"(declare-const b (_ BitVec 4096))"
		"(assert (= (bvudiv (bvmul a b) (bvadd a b)) (bvurem a b)))"
		"(check-sat)";

	expect_late(solve(*state, text, SOON_MS), "unknown");
}

TEST(while_it_searches)
{
	expect_late(
		solve(*state, THREE_CUBES "(check-sat)", SOON_MS), "unknown");
}

TEST(while_it_makes_a_solution)
{
	static const char text[] = "(declare-const s String)"
				   "(assert (= (str.len s) 900000000))"
				   "(check-sat)(get-model)";
	const struct json_object *structured = solve(*state, text, SOON_MS);

	/* Whether it is found to be sat before is a matter of luck. */
	assert_string_equal(
		json_get_string(json_get_object(structured, "reason"), "code"),
		"timeout");
}

/* What is known is said: sat, without the values. */
TEST(while_it_writes_the_solution_down)
{
	DROP(text)
	char *text = repeat("",
		"(declare-const x# (Array Int Int))"
		"(assert (= (select x# #) 7))",
		12000, "(check-sat)(get-model)");

	(void)solve(*state, text, 1500);
}

TEST(while_it_optimizes)
{
	static const char text[] =
		"(declare-const x Int)(declare-const y Int)"
		"(assert (and (> x 0) (> y 0) (< x 100000) (< y 100000)))"
		"(assert (= (mod (+ (* x x x) (* 3 y y x)) 7919) 13))"
		"(maximize (- (* x y) (* 2 x x)))(check-sat)";
	const struct json_object *structured = solve(*state, text, SOON_MS);

	assert_non_null(json_get_string(structured, "status"));
}

/* Pigeons into holes, one too many: quickly unsat, slowly minimal. */
static char *
pigeons(int holes)
{
	DROP(buf) struct buf text;

	buf_init(&text, WHOLE_BYTES);
	for (int p = 0; p <= holes; p++) {
		for (int h = 0; h < holes; h++)
			(void)buf_add_format(
				&text, "(declare-const p%d_%d Bool)", p, h);
		(void)buf_add_text(&text, "(assert (or");
		for (int h = 0; h < holes; h++)
			(void)buf_add_format(&text, " p%d_%d", p, h);
		(void)buf_add_text(&text, "))");
	}
	for (int h = 0; h < holes; h++) {
		for (int p = 0; p <= holes; p++) {
			for (int q = 0; q < p; q++)
				(void)buf_add_format(&text,
					"(assert (not (and p%d_%d p%d_%d)))", p,
					h, q, h);
		}
	}
	(void)buf_add_text(&text, "(check-sat)(get-unsat-core)");
	return buf_take(&text);
}

static bool
is_open(const struct json_object *structured)
{
	return strcmp(json_get_string(structured, "status"), "unknown") == 0;
}

TEST(while_it_makes_a_core_smaller)
{
	DROP(text) char *text = pigeons(8);
	const struct json_object *structured = solve(*state, text, 2000);

	/* On a busy machine the first core alone may take as long. */
	for (int64_t ms = 6000; ms < LIMIT_TIMEOUT_MS && is_open(structured);
		ms *= 3)
		structured = solve(*state, text, ms);
	assert_string_equal(json_get_string(structured, "status"), "unsat");
	assert_true(json_count(json_get_array(structured, "core")) > 0);
}

TEST(while_it_answers_many_queries)
{
	DROP(text)
	char *text = repeat("(declare-const x Int)(declare-const y Int)"
			    "(declare-const z Int)",
		"(push 1)(assert (= (+ (* x x x) (* y y y) (* z z z)) "
		"(+ 33 (* 0 #))))(check-sat)(pop 1)",
		200, "");

	(void)solve(*state, text, SOON_MS);
}

static void
fill_session(struct siege *s, const char *content)
{
	struct json_object *arguments = siege_json("{\"session\": \"d\"}");
	struct err e;

	assert_non_null(siege_call(s, "open_session",
		siege_json("{\"session\": \"d\"}"), SIEGE_LATE_MS, &e));
	assert_non_null(siege_call(s, "clear_model",
		siege_json("{\"session\": \"d\"}"), SIEGE_LATE_MS, &e));
	json_put_string(arguments, "content", content);
	assert_non_null(siege_call(s, "add_item", arguments,
		CHECK_TIMEOUT_MS + SIEGE_LATE_MS, &e));
}

TEST(while_it_finds_one_solution_after_another)
{
	fill_session(*state, "(declare-const x Int)(declare-const y Int)"
			     "(assert (= (mod (* x y) 7) 3))");
	(void)call(*state, "solve_model",
		siege_json("{\"session\": \"d\", \"solutions\": 1000}"),
		SOON_MS);
}

TEST(while_it_looks_for_what_to_leave_out)
{
	DROP(text)
	char *text = repeat("(declare-const x Int)(declare-const y Int)",
		"(assert (> (* x y) (+ # (* y y))))"
		"(assert (< (* x y) (- (* x x) #)))",
		40, "(assert (< x y))(assert (> x y))");

	fill_session(*state, text);
	(void)call(*state, "solve_model",
		siege_json("{\"session\": \"d\", \"relax\": true}"), SOON_MS);
}

/* Both workers are busy for longer: the time of the call runs all the same. */
TEST(while_it_waits_for_a_worker)
{
	struct siege *s = *state;
	size_t numbers[2];
	struct err e;

	for (size_t i = 0; i < 2; i++) {
		struct json_object *arguments =
			siege_json("{\"timeout_ms\": 1500}");

		json_put_string(arguments, "smtlib", THREE_CUBES "(check-sat)");
		assert_true(client_call(&s->client, "solve_smtlib", arguments,
			&numbers[i], &e));
	}
	expect_late(solve(s, "(check-sat)", SOON_MS), "unknown");
	for (size_t i = 0; i < 2; i++)
		assert_non_null(
			siege_await(s, numbers[i], 1500 + SIEGE_LATE_MS, &e));
}

/* The check of an edit has five seconds, and tells so. */
TEST(while_it_checks_an_item)
{
	struct siege *s = *state;
	DROP(text) char *item = doubled();
	struct json_object *arguments = siege_json("{\"session\": \"d\"}");
	const struct json_object *reply;
	DROP(text) char *text = NULL;
	struct err e;

	json_put_string(arguments, "content", item);
	reply = siege_call(
		s, "add_item", arguments, CHECK_TIMEOUT_MS + SIEGE_LATE_MS, &e);
	if (reply == NULL)
		fail_msg("%s", e.text);
	text = json_text(reply);
	if (strstr(text, "5000 ms") == NULL)
		fail_msg("%.600s", text);
}

TEST_GROUP(start, siege_stop)
