#include "tools/call/call.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "model/items/model.h"
#include "store/revisions/revisions.h"
#include "tools/call/reply.h"
#include "tools/solve/expectations.h"
#include "json/json.h"

enum { EXPECTATIONS_MAX = 1000 }; /* of a session; each is a solve */

/* The state of a call. */
struct expecting {
	struct session_info session;
	struct json_object *list;  /* that the session has from now on */
	struct json_object *added; /* or NULL */
	bool is_changed;
	struct expectations x;
};

static void
expecting_free(void *state)
{
	struct expecting *s = state;

	json_free(s->list);
	json_free(s->added);
	expectations_release(&s->x);
	free(s);
}

/* --- the list ------------------------------------------------------------ */

/* Takes the one of that name out; false if there is none. */
static bool
remove_named(struct expecting *s, const char *name)
{
	DROP(json) struct json_object *before = s->list;

	s->list = json_new_array();
	for (size_t i = 0; i < json_count(before); i++) {
		struct json_object *one = json_at(before, i);

		if (strcmp(json_get_string(one, "name"), name) != 0)
			json_add(s->list, json_share(one));
	}
	return json_count(s->list) < json_count(before);
}

static bool
drop(struct expecting *s, const struct json_object *names, struct err *e)
{
	for (size_t i = 0; names != NULL && i < json_count(names); i++) {
		const char *name = json_string(json_at(names, i));

		if (!remove_named(s, name))
			return err_set(e, ERR_NOT_FOUND,
				"No expectation is called \"%.64s\"; expect "
				"with the session alone checks and lists all. "
				"Nothing was changed.",
				name);
		s->is_changed = true;
	}
	return true;
}

/* e1, e2, ... */
static char *
fresh_name(const struct json_object *list)
{
	for (size_t number = 1;; number++) {
		char *name = text_format("e%zu", number);
		size_t i = 0;

		while (i < json_count(list) &&
			strcmp(json_get_string(json_at(list, i), "name"),
				name) != 0)
			i++;
		if (i == json_count(list))
			return name;
		free(name);
	}
}

/* Whether the call says what is expected. */
static bool
is_given(const struct json_object *arguments)
{
	static const char *const members[] = {
		"status", "property", "term", "value", "assume", "name"};
	bool is_any = false;

	for (size_t i = 0; i < sizeof(members) / sizeof(members[0]); i++)
		is_any |= json_get(arguments, members[i]) != NULL;
	return is_any;
}

static bool
add(struct expecting *s, const struct json_object *arguments, struct err *e)
{
	DROP(text) char *fresh = fresh_name(s->list);

	if (!is_given(arguments))
		return true;
	s->added = expectation_new(arguments, fresh, e);
	if (s->added == NULL)
		return false;
	(void)remove_named(s, json_get_string(s->added, "name"));
	json_add(s->list, json_share(s->added));
	s->is_changed = true;
	return json_count(s->list) <= EXPECTATIONS_MAX ||
	       err_set(e, ERR_LIMIT,
		       "A session has at most %d expectations; drop some.",
		       EXPECTATIONS_MAX);
}

/* --- the call ------------------------------------------------------------ */

static void
reply(struct call *c)
{
	struct expecting *s = c->state;
	const char *name = s->session.name;
	DROP(json) struct json_object *kept = NULL;
	struct reply r;
	struct err e;

	/* What cannot be read is not kept. */
	if (s->added != NULL && s->x.fault.text[0] != '\0') {
		call_fail(c, &s->x.fault);
		return;
	}
	kept = OBJECT("expectations", json_share(s->list));
	if (s->is_changed && !session_metadata_save(c->server->store,
				     s->session.id, kept, &e)) {
		call_fail(c, &e);
		return;
	}
	reply_init(&r, c);
	json_put_string(r.structured, "session", name);
	json_put_int(r.structured, "revision", (int64_t)s->session.revision);
	buf_add_format(&r.text,
		"Session %s, revision %" PRIu64 ", expectations: %zu.\n", name,
		s->session.revision, json_count(s->list));
	if (json_count(s->list) == 0)
		buf_add_text(&r.text,
			"Nothing is expected of the model: pass status, "
			"property, or term with value.\n");
	else if (s->x.results != NULL)
		expectations_put(&s->x, true, &r);
	reply_send(&r, c);
}

/* What is checked: the new one, else all. */
static bool
check(struct call *c, struct expecting *s, struct err *e)
{
	struct server *server = c->server;
	struct model *m = model_cache_read(server->cache, server->store,
		s->session.id, s->session.revision, e);
	struct json_object *list =
		s->added != NULL ? json_new_array_of(json_copy(s->added), NULL)
				 : json_copy(s->list);

	if (!expectations_init(&s->x, c, &s->session, m, list, e))
		return false;
	s->x.until_ms = c->started_ms + s->x.q.setup.timeout_ms;
	expectations_check(c, &s->x, reply);
	return true;
}

static void
begin(struct call *c)
{
	struct expecting *s = c->state;
	const struct json_object *names = json_get(c->arguments, "drop");
	DROP(json) struct json_object *metadata = NULL;
	struct err e;

	if (session_argument_find(c, &s->session, &e))
		metadata = session_metadata_load(
			c->server->store, s->session.id, &e);
	s->list = json_share(json_get(metadata, "expectations"));
	if (s->list == NULL || !drop(s, names, &e) ||
		!add(s, c->arguments, &e)) {
		call_fail(c, &e);
		return;
	}
	if (s->is_changed && s->added == NULL)
		reply(c);
	else if (!check(c, s, &e))
		call_fail(c, &e);
}

/* What changes them is waited for by those that come after it. */
void
tool_expect(struct call *c)
{
	bool changes = is_given(c->arguments) ||
		       json_get(c->arguments, "drop") != NULL;

	c->state = mem_new(sizeof(struct expecting));
	c->state_free = expecting_free;
	call_lock_session(c, session_argument_name(c), changes, begin);
}
