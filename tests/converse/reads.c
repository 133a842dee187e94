#include "converse/reads.h"

#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "converse/play.h"
#include "json/json.h"

/* --- models --------------------------------------------------------------- */

static void
write_line(struct buf *out, size_t index, bool is_first, const char *text)
{
	if (is_first)
		buf_add_format(out, "%zu | %s\n", index, text);
	else
		buf_add_format(out, "%*s | %s\n", index > 9 ? 2 : 1, "", text);
}

/* A number stands at the first line of an item only. */
static void
write_item(struct buf *out, const struct piece *p, size_t index)
{
	DROP(text) char *text = text_copy(p->content);
	bool is_first = p->name == NULL && p->note == NULL;
	char *rest = text;
	char *line;

	if (!is_first) {
		DROP(text)
		char *label = text_format("; %s%s%s%s",
			p->name != NULL ? p->name : "",
			p->name != NULL ? ":" : "",
			p->name != NULL && p->note != NULL ? " " : "",
			p->note != NULL ? p->note : "");

		write_line(out, index, true, label);
	}
	while ((line = strsep(&rest, "\n")) != NULL) {
		line[strcspn(line, "\r")] = '\0';
		write_line(out, index, is_first, line);
		is_first = false;
	}
}

static char *
write_items(const struct list *l, size_t from, size_t end)
{
	DROP(buf) struct buf out;
	DROP(buf) struct buf all;

	buf_init(&out, LIMIT_REPLY_TEXT);
	buf_init(&all, LIMIT_REPLY_TEXT);
	for (size_t i = from; i < end; i++) {
		DROP(buf) struct buf item;

		buf_init(&item, LIMIT_REPLY_TEXT);
		write_item(&item, l->at[i], i);
		/* Numbers of one and of two digits stand in one column. */
		for (char *rest = item.data, *line;
			end > 10 && i < 10 &&
			(line = strsep(&rest, "\n")) != NULL &&
			(line[0] != '\0' || rest != NULL);)
			buf_add_format(&out, " %s\n", line);
		if (end <= 10 || i >= 10)
			buf_add_text(&out, item.data);
	}
	return buf_take(&out);
}

static char *
write_smtlib(const struct list *l)
{
	DROP(buf) struct buf out;

	buf_init(&out, LIMIT_REPLY_TEXT);
	for (size_t i = 0; i < l->count; i++)
		buf_add_format(&out, "%s\n", l->at[i]->content);
	return buf_take(&out);
}

static struct json_object *
pattern_of(const struct session *s, size_t revision)
{
	struct json_object *pattern = json_new_object();

	json_put_string(pattern, "session", s->name);
	json_put_int(pattern, "revision", (int64_t)revision);
	json_put_int(pattern, "items", (int64_t)s->revisions[revision].count);
	return pattern;
}

static void
show(struct play *p, const struct session *s, size_t revision)
{
	struct json_object *arguments = json_new_object();
	struct json_object *pattern = pattern_of(s, revision);
	const struct list *l = &s->revisions[revision];
	bool is_smtlib = dice_says(&p->dice, 20);
	DROP(text)
	char *text = is_smtlib ? write_smtlib(l) : write_items(l, 0, l->count);
	struct said said;

	json_put_string(arguments, "session", s->name);
	if (revision != s->last || dice_says(&p->dice, 10))
		json_put_int(arguments, "revision", (int64_t)revision);
	if (is_smtlib)
		json_put_string(arguments, "view", "smtlib");
	json_put_string(pattern, "text", text);
	if (play_call(p, "get_model", arguments, false, &said) != NULL)
		play_expect(&said, pattern);
	else
		json_free(pattern);
}

/* A part of it, or one that is not there. */
static void
show_part(struct play *p, const struct session *s)
{
	struct json_object *arguments = json_new_object();
	struct json_object *pattern = pattern_of(s, s->last);
	const struct list *l = session_list(s);
	size_t from = dice_below(&p->dice, (unsigned)l->count + 2);
	size_t count = 1 + dice_below(&p->dice, 6);
	size_t end = from + count < l->count ? from + count : l->count;
	struct said said;

	json_put_string(arguments, "session", s->name);
	json_put_int(arguments, "from", (int64_t)from);
	json_put_int(arguments, "count", (int64_t)count);
	if (from <= l->count) {
		DROP(text) char *text = write_items(l, from, end);

		json_put_string(pattern, "text", text);
		if (end < l->count)
			json_put_int(pattern, "next", (int64_t)end);
	}
	if (play_call(p, "get_model", arguments, from > l->count, &said) !=
		NULL)
		play_expect(&said, pattern);
	else
		json_free(pattern);
}

static void
refuse_show(struct play *p, const char *name, const struct session *s)
{
	struct json_object *arguments = json_new_object();
	struct said said;

	json_put_string(arguments, "session", name);
	if (s != NULL)
		json_put_int(arguments, "revision", (int64_t)s->last + 1);
	(void)play_call(p, "get_model", arguments, true, &said);
}

void
play_show(struct play *p)
{
	const char *name;
	struct session *s = play_session(p, &name);

	if (s == NULL || dice_says(&p->dice, 3))
		refuse_show(p, name, s);
	else if (dice_says(&p->dice, 20))
		show_part(p, s);
	else if (dice_says(&p->dice, 30))
		show(p, s, dice_below(&p->dice, (unsigned)s->last + 1));
	else
		show(p, s, s->last);
}

void
play_show_all(struct play *p)
{
	for (size_t i = 0; i < p->world->count; i++) {
		const struct session *s = p->world->sessions[i];

		for (size_t r = 0; r <= s->last && p->why == NULL; r++)
			show(p, s, r);
	}
}

long
play_ask_revision(struct play *p, const struct session *s)
{
	struct json_object *arguments = json_new_object();
	const struct json_object *reply;
	struct said said;

	json_put_string(arguments, "session", s->name);
	reply = play_call(p, "get_model", arguments, false, &said);
	return reply != NULL ? (long)json_get_int(reply, "revision", -1) : -1;
}

/* The last revisions, or those from one on. */
void
play_history(struct play *p)
{
	const char *name;
	struct session *s = play_session(p, &name);
	struct json_object *arguments = json_new_object();
	struct json_object *pattern = json_new_object();
	struct json_object *revisions = json_new_array();
	size_t count = 1 + dice_below(&p->dice, 12);
	size_t last = s != NULL ? s->last : 0;
	size_t from = last > count ? last - count + 1 : 1;
	bool is_refused = s == NULL;
	struct said said;

	json_put_string(arguments, "session", name);
	json_put_int(arguments, "count", (int64_t)count);
	if (dice_says(&p->dice, 40)) {
		from = 1 + dice_below(&p->dice, (unsigned)last + 1);
		json_put_int(arguments, "from_revision", (int64_t)from);
		is_refused |= from > last;
	}
	for (size_t r = from; r <= last && r < from + count; r++) {
		struct json_object *revision = json_new_object();

		json_put_int(revision, "revision", (int64_t)r);
		json_add(revisions, revision);
	}
	json_put_int(pattern, "revision", (int64_t)last);
	json_put(pattern, "revisions", revisions);
	if (play_call(p, "get_history", arguments, is_refused, &said) != NULL)
		play_expect(&said, pattern);
	else
		json_free(pattern);
}

/* The export is a text that says the same. */
void
play_export(struct play *p)
{
	const char *name;
	struct session *s = play_session(p, &name);
	struct json_object *arguments = json_new_object();
	struct json_object *solve = json_new_object();
	struct json_object *pattern = json_new_object();
	const struct json_object *reply;
	struct said said;

	json_put_string(arguments, "session", name);
	reply = play_call(p, "export_model", arguments, s == NULL, &said);
	if (s == NULL || reply == NULL) {
		json_free(solve);
		json_free(pattern);
		return;
	}
	json_put_string(pattern, "status",
		list_solutions(session_list(s), &claims_all) > 0 ? "sat"
								 : "unsat");
	json_put_string(solve, "smtlib", json_get_string(reply, "text"));
	if (play_call(p, "solve_smtlib", solve, false, &said) != NULL)
		play_expect(&said, pattern);
	else
		json_free(pattern);
}
