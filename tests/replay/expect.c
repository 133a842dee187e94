#include "replay/expect.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "replay/match.h"
#include "replay/notation.h"
#include "replay/perform.h"
#include "replay/subject.h"
#include "json/json.h"

enum { SHOWN_BYTES = 2500, NOTIFICATION_MS = 60000 };

/* A refusal has text only. */
static bool
match_subject(struct stage *s, const struct subject *u,
	const struct json_object *pattern, struct err *e)
{
	struct json_object *text;
	bool same;

	if (u->value != NULL && !match_is_text(pattern))
		return match(pattern, u->value, s->names, e);
	text = json_new_string(u->text);
	same = match(pattern, text, s->names, e);
	json_free(text);
	return same;
}

static bool
judge(struct stage *s, const struct step *step, const struct subject *u,
	struct err *e)
{
	bool is_refusal = step->kind == STEP_REFUSED ||
			  step->kind == STEP_ARRIVED_REFUSED;
	struct json_object *pattern;
	bool ok;

	if (u->is_refused != is_refusal)
		return err_set(e, ERR_CONFLICT, "it was%s refused:\n%.*s",
			u->is_refused ? "" : " not", SHOWN_BYTES, u->text);
	if (!notation_parse(
		    step->text, NOTATION_PATTERN, s->names, &pattern, e))
		return false;
	ok = match_subject(s, u, pattern, e);
	json_free(pattern);
	if (!ok)
		err_add(e, "\n---- its text:\n%.*s", SHOWN_BYTES, u->text);
	return ok;
}

static struct json_object *
take_first(struct json_object **array)
{
	struct json_object *rest = json_new_array();
	struct json_object *first = json_copy(json_at(*array, 0));

	for (size_t i = 1; i < json_count(*array); i++)
		json_add(rest, json_copy(json_at(*array, i)));
	json_free(*array);
	*array = rest;
	return first;
}

/* The answer to a raw line. */
static bool
await_stray(struct stage *s, struct err *e)
{
	int64_t deadline = clock_now_ms() + STEP_LIMIT_MS;

	while (json_count(s->client.strays) == 0) {
		if (!client_turn(&s->client, deadline, e)) {
			s->is_broken = true;
			return false;
		}
	}
	subject_from_message(
		&s->subject, s->subject.step, take_first(&s->client.strays));
	report_answer(s->report, false, s->subject.text);
	return true;
}

bool
expect_would_hold(struct stage *s, const struct step *step)
{
	struct err ignored;

	return judge(s, step, &s->subject, &ignored);
}

bool
expect_answer(struct stage *s, const struct step *step, struct err *e)
{
	if (!s->subject.is_there && !s->subject.is_raw)
		return err_set(e, ERR_TEXT, "nothing was asked before");
	if (!s->subject.is_there && !await_stray(s, e))
		return false;
	s->subject.is_judged = true;
	return judge(s, step, &s->subject, e);
}

/* Looks at every answer that has arrived and was not taken. */
static bool
find_arrival(struct stage *s, const struct step *step, size_t *waiting,
	struct err *e)
{
	struct client *c = &s->client;

	*waiting = 0;
	for (size_t i = 0; i < c->count; i++) {
		struct exchange *x = &c->exchanges[i];
		struct subject u = {0};

		*waiting += x->is_open && x->reply == NULL && !x->is_cancelled;
		if (!x->is_open || x->reply == NULL)
			continue;
		subject_from_exchange(&u, step, x);
		if (judge(s, step, &u, e)) {
			x->is_open = false;
			u.is_judged = true;
			subject_drop(&s->subject);
			s->subject = u;
			return true;
		}
		subject_drop(&u);
	}
	return false;
}

bool
expect_arrival(struct stage *s, const struct step *step, struct err *e)
{
	int64_t deadline = clock_now_ms() + STEP_LIMIT_MS;
	size_t waiting;

	err_set(e, ERR_CONFLICT, "no & is open");
	while (!find_arrival(s, step, &waiting, e)) {
		if (waiting == 0)
			return false;
		if (!client_turn(&s->client, deadline, e)) {
			s->is_broken = true;
			return false;
		}
	}
	report_answer(s->report, s->subject.is_refused, s->subject.text);
	return true;
}

static bool
find_notification(
	struct stage *s, const struct json_object *pattern, struct err *e)
{
	while (json_count(s->client.notices) > 0) {
		struct json_object *notice = take_first(&s->client.notices);
		bool same = match(pattern, notice, s->names, e);

		json_free(notice);
		if (same)
			return true;
	}
	return false;
}

bool
expect_notification(struct stage *s, const struct step *step, struct err *e)
{
	int64_t deadline = clock_now_ms() + NOTIFICATION_MS;
	struct json_object *pattern;
	bool found;

	if (!notation_parse(
		    step->text, NOTATION_PATTERN, s->names, &pattern, e))
		return false;
	while (!(found = find_notification(s, pattern, e))) {
		if (!client_turn(&s->client, deadline, e))
			break;
	}
	json_free(pattern);
	return found;
}
