#include "soak/soak.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/limits.h"
#include "hostile/siege.h"
#include "props/dice.h"
#include "replay/notation.h"
#include "replay/talk.h"
#include "json/json.h"

enum {
	IN_FLIGHT = 8,
	ANSWER_MS = 4 * SIEGE_LATE_MS,
	HOSTILE_PERCENT = 5,
	CANCELLED_PERCENT = 5,
	GROWTH_KIB = 2 * KIB,
	SESSIONS = 5,
};

#define HOSTILE_FILE "tests/hostile/texts.talk"

/* Calls that clients make. # is a number. */
static const struct {
	const char *tool;
	const char *arguments;
} usual[] = {
	{"solve_smtlib", "{\"timeout_ms\": 2000, \"smtlib\": \"(declare-const "
			 "x Int)(assert (> x #))(check-sat)(get-model)\"}"},
	{"solve_smtlib", "{\"timeout_ms\": 2000, \"smtlib\": \"(declare-const "
			 "x Int)(assert (> x #))(assert (< x #))"
			 "(check-sat)(get-unsat-core)\"}"},
	{"add_item", "{\"content\": \"(declare-const x# Int)\"}"},
	{"add_item", "{\"content\": \"(assert (> x# #))\"}"},
	{"add_item", "{\"content\": \"(assert (> x# y))\", \"note\": \"#\"}"},
	{"replace_item", "{\"index\": 0, \"content\": \"(declare-const x# "
			 "Int)\"}"},
	{"delete_item", "{\"index\": 0, \"cascade\": true}"},
	{"delete_item", "{\"index\": #}"},
	{"clear_model", "{}"},
	{"get_model", "{}"},
	{"get_model", "{\"view\": \"outline\"}"},
	{"list_sessions", "{\"match\": \"#\"}"},
	{"open_session", "{}"},
	{"solve_model", "{\"timeout_ms\": 2000}"},
	{"edit_model", "{\"edits\": [{\"op\": \"add\", \"content\": "
		       "\"(declare-const x# Int)\"}, {\"op\": \"add\", "
		       "\"content\": \"(assert (> # x#))\"}]}"},
	{"edit_model", "{\"edits\": [{\"op\": \"move\", \"index\": #, "
		       "\"to\": #}, {\"op\": \"delete\", \"index\": #}]}"},
	{"restore_model", "{\"revision\": #}"},
	{"get_history", "{\"count\": #, \"diff\": true}"},
	{"get_solution", "{}"},
	{"prove", "{\"property\": \"(> # #)\", \"timeout_ms\": 2000}"},
	{"configure", "{\"options\": {\"random_seed\": #}}"},
	{"export_model", "{\"format\": \"smt2\"}"},
	{"export_model", "{\"format\": \"json\"}"},
	{"no_such_tool", "{}"},
};

struct run {
	struct siege siege;
	struct dice dice;
	struct talk hostile;
	size_t numbers[IN_FLIGHT];
	bool is_used[IN_FLIGHT];
	unsigned left;
	unsigned answered;
	unsigned cancelled;
	unsigned attacks;
};

static struct json_object *
fill_in(struct run *r, const char *pattern)
{
	DROP(buf) struct buf text;

	buf_init(&text, 10000);
	for (; *pattern != '\0'; pattern++) {
		if (*pattern == '#')
			(void)buf_add_format(
				&text, "%u", dice_below(&r->dice, 10));
		else
			(void)buf_add_char(&text, *pattern);
	}
	return siege_json(text.data);
}

static bool
send_usual(struct run *r, size_t *number, struct err *e)
{
	size_t i = dice_below(&r->dice, sizeof(usual) / sizeof(usual[0]));
	struct json_object *arguments = fill_in(r, usual[i].arguments);
	char session[] = "s0";

	session[1] = (char)('0' + dice_below(&r->dice, SESSIONS));
	if (strcmp(usual[i].tool, "solve_smtlib") != 0 &&
		strcmp(usual[i].tool, "list_sessions") != 0)
		json_put_string(arguments, "session", session);
	return client_call(
		&r->siege.client, usual[i].tool, arguments, number, e);
}

/* A text of the list, as a whole or as an item that is not kept. */
static bool
send_hostile(struct run *r, size_t *number, struct err *e)
{
	DROP(json) struct json_object *names = json_new_object();
	const struct step *step;
	struct json_object *text;
	struct json_object *arguments;
	bool is_item = dice_says(&r->dice, 30);

	do
		step = &r->hostile.steps[dice_below(
			&r->dice, (unsigned)r->hostile.count)];
	while (step->kind != STEP_CALL || strcmp(step->word, "text") != 0);
	if (!notation_parse(step->text, NOTATION_VALUE, names, &text, e))
		return false;
	r->attacks++;
	arguments = is_item ? siege_json("{\"session\": \"s0\", \"dry_run\": "
					 "true}")
			    : siege_json("{\"timeout_ms\": 200}");
	json_put(arguments, is_item ? "content" : "smtlib", text);
	return client_call(&r->siege.client,
		is_item ? "add_item" : "solve_smtlib", arguments, number, e);
}

/* Its answer may be under way already, and then comes once. */
static bool
cancel(struct run *r, size_t number, struct err *e)
{
	const struct exchange *x = &r->siege.client.exchanges[number];
	struct json_object *params = json_new_object();

	r->cancelled++;
	json_put_int(params, "requestId", x->id);
	return client_notify(
		&r->siege.client, "notifications/cancelled", params, e);
}

static bool
send_next(struct run *r, size_t i, struct err *e)
{
	bool sent = dice_says(&r->dice, HOSTILE_PERCENT)
			    ? send_hostile(r, &r->numbers[i], e)
			    : send_usual(r, &r->numbers[i], e);

	r->is_used[i] = true;
	r->left--;
	if (!sent || !dice_says(&r->dice, CANCELLED_PERCENT))
		return sent;
	r->is_used[i] = false;
	return cancel(r, r->numbers[i], e);
}

static bool
take_answers(struct run *r, struct err *e)
{
	const struct client *c = &r->siege.client;
	int64_t now_ms = clock_now_ms();

	for (size_t i = 0; i < IN_FLIGHT; i++) {
		const struct exchange *x = &c->exchanges[r->numbers[i]];

		if (!r->is_used[i])
			continue;
		if (x->reply == NULL && now_ms - x->sent_ms > ANSWER_MS)
			return err_set(e, ERR_CONFLICT,
				"%s was not answered within %d ms", x->tool,
				ANSWER_MS);
		r->is_used[i] = x->reply == NULL;
		r->answered += x->reply != NULL;
	}
	return true;
}

static bool
is_waiting(const struct run *r)
{
	for (size_t i = 0; i < IN_FLIGHT; i++) {
		if (r->is_used[i])
			return true;
	}
	return false;
}

static bool
work(struct run *r, struct err *e)
{
	struct err ignored;

	while (r->left > 0 || is_waiting(r)) {
		for (size_t i = 0; i < IN_FLIGHT; i++) {
			if (!r->is_used[i] && r->left > 0 &&
				!send_next(r, i, e))
				return false;
		}
		(void)client_turn(
			&r->siege.client, clock_now_ms() + 1000, &ignored);
		if (!client_is_running(&r->siege.client)) {
			*e = ignored;
			return false;
		}
		if (!take_answers(r, e))
			return false;
	}
	return true;
}

static bool
begin(struct run *r, const char *build, struct err *e)
{
	if (!talk_read(&r->hostile, HOSTILE_FILE, e) ||
		!siege_begin(
			&r->siege, build, "--workers 2 --memory-mb 1024", e))
		return false;
	for (int i = 0; i < SESSIONS; i++) {
		char text[] = "{\"session\": \"s0\"}";

		*strchr(text, '0') = (char)('0' + i);
		if (siege_call(&r->siege, "open_session", siege_json(text),
			    ANSWER_MS, e) == NULL)
			return false;
	}
	return true;
}

static bool
run_calls(struct run *r, unsigned count, struct err *e)
{
	unsigned warm = count / 10;
	struct siege *s = &r->siege;

	/* What one call of each kind needs is no growth. */
	r->left = warm;
	if (!work(r, e))
		return false;
	(void)siege_await_children(s, SIEGE_AT_REST, ANSWER_MS);
	siege_warm(s);
	r->left = count - warm;
	if (!work(r, e))
		return false;
	if (!siege_await_children(s, SIEGE_AT_REST, ANSWER_MS))
		return err_set(e, ERR_CONFLICT, "%u workers do not rest",
			siege_children(s));
	if (!siege_await_rest(s, GROWTH_KIB, ANSWER_MS / 4))
		return err_set(e, ERR_CONFLICT, "the server grew by %d KiB",
			(int)siege_grown_kib(s));
	printf("# %u calls: %u answered, %u cancelled, %u of all hostile; the "
	       "server grew by %d KiB\n",
		count, r->answered, r->cancelled, r->attacks,
		(int)siege_grown_kib(s));
	return siege_end(s, e);
}

char *
soak_calls(const char *build, unsigned count, uint64_t seed)
{
	struct run *r = mem_new(sizeof(*r));
	struct err e;
	bool well;

	dice_init(&r->dice, seed);
	well = begin(r, build, &e) && run_calls(r, count, &e);
	siege_release(&r->siege);
	talk_release(&r->hostile);
	free(r);
	return well ? NULL : text_copy(e.text);
}
