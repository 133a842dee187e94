#include "tools/call/call.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "model/items/model.h"
#include "store/revisions/revisions.h"
#include "tools/call/reply.h"
#include "tools/solve/expectations.h"
#include "wire/answer.h"
#include "json/json.h"

enum { EXPECTATIONS_MAX = 1000 }; /* of a session; each is a solve */

/* The state of a call. */
struct expecting {
	struct session_info session;
	struct model *model;
	struct json_object *kept;  /* those of the session */
	struct json_object *added; /* or NULL */
	size_t dropped;
	struct expectations x;
};

static void
expecting_free(void *state)
{
	struct expecting *s = state;

	model_free(s->model);
	json_free(s->kept);
	json_free(s->added);
	expectations_release(&s->x);
	free(s);
}

/* --- the list --------------------------------------------------------------
 */

/* Without the one of that name. */
static struct json_object *
without(const struct json_object *list, const char *name)
{
	struct json_object *others = json_new_array();

	for (size_t i = 0; i < json_count(list); i++) {
		struct json_object *one = json_at(list, i);

		if (strcmp(json_get_string(one, "name"), name) != 0)
			json_add(others, json_copy(one));
	}
	return others;
}

static bool
drop(struct expecting *s, const char *name, struct err *e)
{
	size_t count = json_count(s->kept);
	struct json_object *others = without(s->kept, name);

	json_free(s->kept);
	s->kept = others;
	s->dropped += count - json_count(others);
	return json_count(others) < count ||
	       err_set(e, ERR_NOT_FOUND,
		       "No expectation is called \"%.64s\"; expect with the "
		       "session alone checks and lists all. Nothing was "
		       "changed.",
		       name);
}

static bool
drop_all(struct expecting *s, const struct json_object *names, struct err *e)
{
	if (json_kind(names) == JSON_STRING)
		return drop(s, json_string(names), e);
	for (size_t i = 0; names != NULL && i < json_count(names); i++) {
		if (!drop(s, json_string(json_at(names, i)), e))
			return false;
	}
	return true;
}

/* e1, e2, ... */
static char *
fresh_name(const struct json_object *list)
{
	for (size_t n = 1;; n++) {
		char *name = text_format("e%zu", n);
		DROP(json) struct json_object *others = without(list, name);

		if (json_count(others) == json_count(list))
			return name;
		free(name);
	}
}

/* --- a new one -------------------------------------------------------------
 */

static bool
add(struct expecting *s, const struct json_object *arguments, struct err *e)
{
	DROP(text) char *fresh = fresh_name(s->kept);
	struct json_object *others;

	if (json_get(arguments, "status") == NULL &&
		json_get(arguments, "property") == NULL &&
		json_get(arguments, "term") == NULL &&
		json_get(arguments, "value") == NULL &&
		json_get(arguments, "assume") == NULL &&
		json_get(arguments, "name") == NULL)
		return true;
	s->added = expectation_new(arguments, fresh, e);
	if (s->added == NULL)
		return false;
	others = without(s->kept, json_get_string(s->added, "name"));
	json_free(s->kept);
	s->kept = others;
	json_add(s->kept, json_copy(s->added));
	return json_count(s->kept) <= EXPECTATIONS_MAX ||
	       err_set(e, ERR_LIMIT,
		       "A session has at most %d expectations; drop some.",
		       EXPECTATIONS_MAX);
}

/* --- the call --------------------------------------------------------------
 */

static bool
keep(struct call *c, const struct expecting *s, struct err *e)
{
	return (s->added == NULL && s->dropped == 0) ||
	       session_expectations_save(
		       c->server->store, s->session.id, s->kept, e);
}

static void
reply(struct call *c)
{
	struct expecting *s = c->state;
	struct reply r;
	struct err e;

	/* What cannot be read is not kept. */
	if (s->added != NULL && s->x.fault.text[0] != '\0') {
		call_fail(c, &s->x.fault);
		return;
	}
	if (!keep(c, s, &e)) {
		call_fail(c, &e);
		return;
	}
	reply_init(&r, c);
	json_put_string(r.structured, "session", s->session.name);
	json_put_int(r.structured, "revision", (int64_t)s->model->revision);
	buf_add_format(&r.text,
		"Session %s, revision %" PRIu64 ", expectations: %zu.\n",
		s->session.name, s->model->revision, json_count(s->kept));
	if (json_count(s->kept) == 0)
		buf_add_text(&r.text,
			"Nothing is expected of the model: pass status, "
			"property, or term with value.\n");
	else if (s->x.results != NULL)
		expectations_put(&s->x, true, &r);
	reply_send(&r, c);
}

static void go_on(struct call *c);

static void
on_answer(struct call *c, struct answer *answer)
{
	DROP(answer) struct answer *owned = answer;
	struct expecting *s = c->state;

	expectations_answer(&s->x, owned);
	go_on(c);
}

static void
go_on(struct call *c)
{
	struct expecting *s = c->state;

	if (!expectations_ask(c, &s->x, on_answer))
		reply(c);
}

static bool
load(struct call *c, struct expecting *s, struct err *e)
{
	struct server *server = c->server;

	if (!session_argument_find(c, &s->session, e))
		return false;
	s->model = model_cache_read(server->cache, server->store, s->session.id,
		s->session.revision, e);
	s->kept = session_expectations_load(server->store, s->session.id, e);
	return s->model != NULL && s->kept != NULL;
}

/* What is checked: the new one, else all. */
static struct json_object *
new_list(const struct expecting *s)
{
	if (s->added != NULL)
		return json_new_array_of(json_copy(s->added), NULL);
	return json_copy(s->kept);
}

static bool
start(struct call *c, struct expecting *s, struct err *e)
{
	if (!expectations_init(&s->x, c, &s->session, s->model, new_list(s), e))
		return false;
	s->x.until_ms = c->started_ms + json_get_int(c->arguments, "timeout_ms",
						s->x.q.setup.timeout_ms);
	return true;
}

static void
begin(struct call *c)
{
	struct expecting *s = c->state;
	struct err e;

	if (!load(c, s, &e) ||
		!drop_all(s, json_get(c->arguments, "drop"), &e) ||
		!add(s, c->arguments, &e)) {
		call_fail(c, &e);
		return;
	}
	if (s->dropped > 0 && s->added == NULL)
		reply(c);
	else if (start(c, s, &e))
		go_on(c);
	else
		call_fail(c, &e);
}

/* What changes them is waited for by those that come after it. */
void
tool_expect(struct call *c)
{
	const struct json_object *a = c->arguments;
	bool changes = json_get(a, "status") != NULL ||
		       json_get(a, "property") != NULL ||
		       json_get(a, "term") != NULL ||
		       json_get(a, "assume") != NULL ||
		       json_get(a, "drop") != NULL;

	c->state = mem_new(sizeof(struct expecting));
	c->state_free = expecting_free;
	call_lock_session(c, session_argument_name(c), changes, begin);
}
