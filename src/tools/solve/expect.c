#include "tools/call/call.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "store/revisions/revisions.h"
#include "tools/call/reply.h"
#include "tools/solve/expectations.h"
#include "json/json.h"

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

/* Takes those out whose names are the keys of the object; which is left with
 * the names that are none of an expectation. */
static void
remove_named(struct expecting *s, struct json_object *names)
{
	DROP(json) struct json_object *before = s->list;

	s->list = json_new_array();
	for (size_t i = 0; i < json_count(before); i++) {
		struct json_object *one = json_at(before, i);

		if (json_find(names, expectation_name(one), NULL))
			json_delete(names, expectation_name(one));
		else
			json_add(s->list, json_share(one));
	}
}

static bool
drop(struct expecting *s, const struct json_object *names, struct err *e)
{
	DROP(json) struct json_object *sought = json_new_object();
	struct json_member unknown = {0};

	for (size_t i = 0; names != NULL && i < json_count(names); i++)
		json_put_bool(sought, json_string(json_at(names, i)), true);
	s->is_changed = json_count(sought) > 0;
	if (s->is_changed)
		remove_named(s, sought);
	return !json_next(sought, &unknown) ||
	       err_set(e, ERR_NOT_FOUND,
		       "No expectation is called \"%.64s\"; expect with the "
		       "session alone checks and lists all. Nothing was "
		       "changed.",
		       unknown.key);
}

/* Names the expectation e1, e2, ...: the first that is free. */
static void
name_freshly(const struct json_object *list, struct json_object *one)
{
	DROP(json) struct json_object *taken = json_new_object();
	size_t number = 0;

	for (size_t i = 0; i < json_count(list); i++)
		json_put_bool(taken, expectation_name(json_at(list, i)), true);
	do
		expectation_set_name(one, ++number);
	while (json_find(taken, expectation_name(one), NULL));
}

/* Puts it into the list, in place of one of the same name. */
static void
put(struct expecting *s, struct json_object *one)
{
	DROP(json) struct json_object *name = json_new_object();

	if (expectation_name(one) == NULL)
		name_freshly(s->list, one);
	json_put_bool(name, expectation_name(one), true);
	remove_named(s, name);
	json_add(s->list, json_share(one));
	s->is_changed = true;
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
	if (!is_given(arguments))
		return true;
	s->added = expectation_new(arguments, e);
	if (s->added == NULL)
		return false;
	put(s, s->added);
	return json_count(s->list) <= LIMIT_EXPECTATIONS ||
	       err_set(e, ERR_LIMIT,
		       "A session has at most %d expectations; drop some.",
		       LIMIT_EXPECTATIONS);
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
	s->x.until_ms = c->started_ms + s->x.solve.setup.timeout_ms;
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
