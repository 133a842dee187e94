#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "converse/play.h"
#include "converse/reads.h"
#include "json/json.h"

static const char *const names[] = {"a", "b", "ab", "A", "c-1", "x.y_z"};
static const char *const descriptions[] = {
	"what for", "another word", "\xe2\x82\xac; \"q\""};

/* --- the list ------------------------------------------------------------- */

static int
compare_newest(const void *a, const void *b)
{
	const struct session *const *one = a;
	const struct session *const *other = b;

	return (*one)->change < (*other)->change ? 1 : -1;
}

static struct json_object *
entry_of(const struct session *s)
{
	struct json_object *entry = json_new_object();

	json_put_string(entry, "name", s->name);
	json_put_int(entry, "items", (int64_t)session_list(s)->count);
	json_put_int(entry, "revision", (int64_t)s->last);
	if (s->description[0] != '\0')
		json_put_string(entry, "description", s->description);
	return entry;
}

/* All pages, one after another. */
void
play_list(struct play *p)
{
	struct world *w = p->world;
	struct session *sorted[SESSIONS_MAX];
	size_t limit = 1 + dice_below(&p->dice, SESSIONS_MAX);
	size_t at = 0;
	char cursor[64] = "";

	memcpy(sorted, w->sessions, sizeof(sorted));
	qsort(sorted, w->count, sizeof(sorted[0]), compare_newest);
	do {
		struct json_object *arguments = json_new_object();
		struct json_object *pattern = json_new_object();
		struct json_object *page = json_new_array();
		const struct json_object *reply;
		const char *next;
		struct said said;

		json_put_int(arguments, "limit", (int64_t)limit);
		if (cursor[0] != '\0')
			json_put_string(arguments, "cursor", cursor);
		for (size_t i = 0; i < limit && at < w->count; i++)
			json_add(page, entry_of(sorted[at++]));
		json_put(pattern, "sessions", page);
		json_put_int(pattern, "total", (int64_t)w->count);
		reply = play_call(p, "list_sessions", arguments, false, &said);
		if (reply == NULL) {
			json_free(pattern);
			return;
		}
		play_expect(&said, pattern);
		next = json_get_string(reply, "next_cursor");
		if ((next != NULL) != (at < w->count))
			play_fail(p, "next_cursor at %zu of %zu sessions", at,
				w->count);
		(void)snprintf(
			cursor, sizeof(cursor), "%s", next != NULL ? next : "");
	} while (cursor[0] != '\0' && p->why == NULL);
}

/* --- to make and to remove ------------------------------------------------ */

static void
expect_state(struct said *said, const struct session *s, bool created)
{
	struct json_object *pattern = entry_of(s);

	json_delete(pattern, "name");
	/* The client has just sent it. */
	if (created)
		json_delete(pattern, "description");
	json_put_string(pattern, "session", s->name);
	json_put_bool(pattern, "created", created);
	play_expect(said, pattern);
}

void
play_open(struct play *p)
{
	static const char *const bad[] = {
		"", ".a", "-a", "a/b", "a b", "\xc3\xa4", "..", "a\nb"};
	const char *name = DICE_PICK(&p->dice, names);
	bool is_bad = dice_says(&p->dice, 8);
	const char *description = dice_says(&p->dice, 25)
					  ? DICE_PICK(&p->dice, descriptions)
					  : NULL;
	struct session *s = world_find(p->world, name);
	struct json_object *arguments = json_new_object();
	bool created = s == NULL;
	struct said said;

	if (s == NULL && world_is_full(p->world))
		is_bad = true;
	if (is_bad)
		name = DICE_PICK(&p->dice, bad);
	json_put_string(arguments, "session", name);
	json_put_string(arguments, "description", description);
	if (!is_bad && created)
		s = world_add(p->world, name);
	/* Which is no change of the model. */
	if (!is_bad && description != NULL)
		s->description = description;
	if (play_call(p, "open_session", arguments, is_bad, &said) != NULL &&
		s != NULL)
		expect_state(&said, s, created);
}

static struct session *
copy(struct play *p, const struct session *from, const char *name,
	size_t revision)
{
	struct session *s = world_add(p->world, name);

	s->seed = from->seed;
	session_commit(p->world, s, &from->revisions[revision]);
	return s;
}

void
play_branch(struct play *p)
{
	const char *from_name;
	struct session *from = play_session(p, &from_name);
	const char *name =
		dice_says(&p->dice, 80) ? DICE_PICK(&p->dice, names) : NULL;
	struct json_object *arguments = json_new_object();
	size_t revision = from != NULL ? from->last : 0;
	bool is_refused = from == NULL ||
			  (name != NULL && world_find(p->world, name) != NULL);
	const struct json_object *reply;
	struct session *s = NULL;
	struct said said;

	if (world_is_full(p->world)) {
		json_free(arguments);
		return;
	}
	json_put_string(arguments, "copy_of", from_name);
	json_put_string(arguments, "session", name);
	if (from != NULL && dice_says(&p->dice, 50)) {
		revision = dice_below(&p->dice, (unsigned)from->last + 2);
		json_put_int(arguments, "revision", (int64_t)revision);
		is_refused |= revision > from->last;
	}
	if (!is_refused)
		s = copy(p, from, name != NULL ? name : "", revision);
	reply = play_call(p, "open_session", arguments, is_refused, &said);
	if (reply == NULL || s == NULL)
		return;
	if (name == NULL)
		(void)snprintf(s->name, NAME_BYTES, "%s",
			json_get_string(reply, "session"));
	expect_state(&said, s, true);
}

void
play_delete(struct play *p)
{
	const char *name;
	struct session *s = play_session(p, &name);
	struct json_object *arguments = json_new_object();
	struct said said;

	json_put_string(arguments, "session", name);
	if (play_call(p, "delete_session", arguments, s == NULL, &said) != NULL)
		world_remove(p->world, s);
}
