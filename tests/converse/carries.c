
#include "base/alloc.h"
#include "converse/play.h"
#include "converse/reads.h"
#include "converse/solves.h"
#include "json/json.h"

/* An export of a revision; the caller's. NULL: the play is over. */
static char *export(struct play *p, const struct session *from, size_t revision,
	const char *format)
{
	struct json_object *arguments = json_new_object();
	const struct json_object *reply;
	struct said said;

	json_put_string(arguments, "session", from->name);
	json_put_string(arguments, "format", format);
	if (revision != from->last)
		json_put_int(arguments, "revision", (int64_t)revision);
	reply = play_call(p, "export_model", arguments, false, &said);
	return reply != NULL ? text_copy(json_get_string(reply, "text")) : NULL;
}

/* Behind what is there: every name stays unique, no name is declared twice. */
static bool
append(struct list *to, const struct list *from)
{
	bool is_sound = true;

	for (size_t i = 0; i < from->count; i++) {
		const char *name = from->at[i]->name;

		is_sound &= name == NULL || list_find(to, name) < 0;
		list_insert(to, to->count, from->at[i]);
	}
	return is_sound && list_is_sound(to);
}

/* True when it was kept, in the place of what was there. */
static bool
import(struct play *p, struct session *to, const struct list *from,
	struct json_object *arguments)
{
	struct list next = *session_list(to);
	bool replaces =
		from->count + next.count > ITEMS_MAX || dice_says(&p->dice, 60);
	struct json_object *pattern;
	struct said said;

	if (replaces)
		next.count = 0;
	else
		json_put_string(arguments, "mode", "append");
	json_put_string(arguments, "session", to->name);
	if (play_call(p, "import_model", arguments, !append(&next, from),
		    &said) == NULL)
		return false;
	session_commit(p->world, to, &next);
	pattern = json_new_object();
	json_put_string(pattern, "session", to->name);
	json_put_int(pattern, "revision", (int64_t)to->last);
	json_put_int(pattern, "items", (int64_t)next.count);
	json_put_int(pattern, "imported", (int64_t)from->count);
	play_expect(&said, pattern);
	return replaces && p->why == NULL;
}

void
play_carry(struct play *p)
{
	const char *name;
	struct session *from = play_session(p, &name);
	struct session *to = play_session(p, &name);
	bool is_json = dice_says(&p->dice, 50);
	DROP(text) char *text = NULL;
	struct json_object *arguments;
	size_t revision;

	if (from == NULL || to == NULL || to->last + 2 > REVISIONS_MAX)
		return;
	revision = dice_says(&p->dice, 70)
			   ? from->last
			   : dice_below(&p->dice, (unsigned)from->last + 1);
	if (from->revisions[revision].count == 0)
		return;
	text = export(p, from, revision, is_json ? "json" : "smt2");
	if (text == NULL)
		return;
	arguments = json_new_object();
	json_put_string(arguments, "export", text);
	if (!import(p, to, &from->revisions[revision], arguments) || !is_json)
		return;
	/* The options come with it, but not behind another model. */
	to->seed = from->seed;
	play_ask_seed(p, to);
}
