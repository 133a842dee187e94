/*
 * Nothing of one call is found in another's answer, and nothing of a session
 * in another: options that change a whole process, names, values, results.
 * Calls that poison and calls that would show it are under way at once, in any
 * order, round after round.
 */

#include "unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "hostile/siege.h"
#include "props/dice.h"
#include "json/json.h"

enum { ROUNDS = 25, AT_ONCE = 8, SESSIONS = 3, ANSWER_MS = 200000 };

static int
start(void **state)
{
	return siege_start(state, "--workers 2");
}

/* --- calls that would change what the others are told --------------------- */

static const char *const poisons[] = {
	"(set-option :timeout 1)(set-option :rlimit 1)(check-sat)",
	"(set-option :pp.decimal true)(set-option :pp.decimal_precision 1)"
	"(declare-const x Real)(assert (= x (/ 1 3)))(check-sat)(eval x)",
	"(set-option :smt.random_seed 77)(set-option :verbose 10)"
	"(set-option :produce-models false)(set-option :model false)"
	"(check-sat)(get-model)",
	"(set-option :unsat_core true)(set-option :proof true)"
	"(assert (! false :named probe))(check-sat)(get-unsat-core)",
	"(set-option :global-declarations true)(push 1)"
	"(declare-const probe Bool)(declare-const stale Int)"
	"(define-fun third () Real 0.5)(pop 1)(check-sat)",
	"(set-option :memory_max_size 1)(set-option :smt.arith.solver 2)"
	"(declare-fun probe (Int) Int)(assert (= (probe 1) 2))(check-sat)",
	"(set-logic QF_BV)(declare-const probe (_ BitVec 8))(check-sat)",
	"(set-option :error-behavior immediate-exit)(assert nothing)",
	"(declare-sort S 0)(declare-datatypes ((Probe 0)) (((probe))))"
	"(set-option :print-success true)(echo \"probe\")(check-sat)",
};

/* --- calls that would show it --------------------------------------------- */

struct probe {
	size_t number; /* of the exchange */
	int token;     /* in what it asks; 0: a poison, whose answer is free */
	int session;   /* -1: none */
};

static void
send_poison(struct siege *s, struct probe *p, struct dice *d)
{
	struct json_object *arguments = siege_json("{\"timeout_ms\": 2000}");
	struct err e;

	json_put_string(arguments, "smtlib", DICE_PICK(d, poisons));
	if (!client_call(&s->client, "solve_smtlib", arguments, &p->number, &e))
		fail_msg("%s", e.text);
}

/* Its constants have the number of the call, or of the session, in their
 * names and in their values; `probe` and `third` are as in the poisons. */
static char *
write_probe(int token)
{
	return text_format("(declare-const own%d Int)(assert (= own%d %d))"
			   "(declare-const third Real)"
			   "(assert (= third (/ 1 3)))"
			   "(declare-const probe Int)(assert (= probe %d))",
		token, token, token, -token);
}

static void
send_probe(struct siege *s, struct probe *p, struct dice *d)
{
	struct json_object *arguments = json_new_object();
	DROP(text) char *text = write_probe(p->token);
	struct err e;
	bool sent;

	p->session = dice_says(d, 50) ? (int)dice_below(d, SESSIONS) : -1;
	if (p->session >= 0) {
		char name[] = "s0";

		name[1] = (char)('0' + p->session);
		p->token = 1000 + p->session;
		json_put_string(arguments, "session", name);
		sent = client_call(
			&s->client, "solve_model", arguments, &p->number, &e);
	} else {
		DROP(text) char *whole = text_format("%s(check-sat)", text);

		json_put_string(arguments, "smtlib", whole);
		sent = client_call(
			&s->client, "solve_smtlib", arguments, &p->number, &e);
	}
	if (!sent)
		fail_msg("%s", e.text);
}

/* Exactly its own values, and exactly what they are. */
static void
check_probe(struct siege *s, const struct probe *p)
{
	DROP(text) char *own = text_format("own%d", p->token);
	const struct json_object *reply;
	const struct json_object *structured;
	const struct json_object *values;
	struct err e;

	reply = siege_await(s, p->number, ANSWER_MS, &e);
	if (reply == NULL)
		fail_msg("%s", e.text);
	if (p->token == 0)
		return;
	structured = json_get_object(
		json_get_object(reply, "result"), "structuredContent");
	if (structured == NULL) {
		DROP(text) char *text = json_text(reply);

		fail_msg("%.1000s", text);
	}
	assert_string_equal(json_get_string(structured, "status"), "sat");
	values = json_get_object(structured, "values");
	assert_int_equal(json_count(values), 3);
	assert_int_equal(json_get_int(values, own, 0), p->token);
	assert_int_equal(json_get_int(values, "probe", 0), -p->token);
	assert_string_equal(json_get_string(values, "third"), "1/3");
	if (p->session >= 0)
		assert_int_equal(json_get_string(structured, "session")[1],
			'0' + p->session);
}

static void
call(struct siege *s, const char *tool, struct json_object *arguments,
	bool is_kept)
{
	const struct json_object *reply;
	struct err e;

	reply = siege_call(s, tool, arguments, ANSWER_MS, &e);
	if (reply == NULL)
		fail_msg("%s", e.text);
	if (json_get_bool(json_get_object(reply, "result"), "isError", false) ==
		is_kept) {
		DROP(text) char *text = json_text(reply);

		fail_msg("%s: %.1000s", tool, text);
	}
}

static struct json_object *
with_session(int number, const char *key, const char *text)
{
	struct json_object *arguments = json_new_object();
	char name[] = "s0";

	name[1] = (char)('0' + number);
	json_put_string(arguments, "session", name);
	if (key != NULL)
		json_put_string(arguments, key, text);
	return arguments;
}

static void
fill_sessions(struct siege *s)
{
	for (int i = 0; i < SESSIONS; i++) {
		DROP(text) char *content = write_probe(1000 + i);

		call(s, "open_session", with_session(i, NULL, NULL), true);
		call(s, "add_item", with_session(i, "content", content), true);
	}
}

TEST_WITH(what_one_call_sets_no_other_sees, start, siege_stop)
{
	struct siege *s = *state;
	struct dice dice;
	int token = 0;

	fill_sessions(s);
	dice_init(&dice, 7);
	for (int round = 0; round < ROUNDS; round++) {
		struct probe probes[AT_ONCE] = {{0}};

		for (size_t i = 0; i < AT_ONCE; i++) {
			if (dice_says(&dice, 40)) {
				send_poison(s, &probes[i], &dice);
				continue;
			}
			probes[i].token = ++token;
			send_probe(s, &probes[i], &dice);
		}
		for (size_t i = 0; i < AT_ONCE; i++)
			check_probe(s, &probes[i]);
	}
}
