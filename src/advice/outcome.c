#include "advice/advice.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "advice/message/message.h"
#include "advice/message/rules.h"
#include "base/alloc.h"
#include "base/asset.h"
#include "base/buf.h"

ASSET(src_advice_advice_rules);

static const struct rules rules = {.text = asset_src_advice_advice_rules};

enum { SENTENCES_MAX = 4096 };

/* A message about no place of a text. */
struct telling {
	struct text_context scene;
	struct advice_place where;
	struct message message;
};

static void
telling_init(struct telling *t, const char *said)
{
	*t = (struct telling){.where.text = ""};
	text_context_init(&t->scene, "", 0, 0);
	message_init(&t->message, &t->scene, &t->where);
	message_say(&t->message, said);
}

static void
telling_drop(struct telling *t)
{
	message_drop(&t->message);
	text_context_release(&t->scene);
}

static void
add_steps(struct buf *out, const struct message *c)
{
	if (c->step_count == 1)
		(void)buf_add_format(out, "\nWhat to do: %.*s",
			(int)c->steps.size - 4, c->steps.data + 3);
	else if (c->step_count > 1)
		(void)buf_add_format(out, "\nWhat to do:\n%.*s",
			(int)c->steps.size - 1, c->steps.data);
}

static void
number_part(struct message *c, size_t part, int64_t number)
{
	char text[24];

	(void)snprintf(text, sizeof(text), "%lld", (long long)number);
	message_part(c, part, text, strlen(text));
}

/* A check and a solve end in the same ways, but only one of them kept
 * something from being changed, and only the other has timeout_ms. */
static char *
tell(const char *name, const struct advice_job *job, bool says_doing)
{
	DROP(telling) struct telling t;
	struct message *c = &t.message;
	DROP(buf) struct buf out;

	buf_init(&out, SENTENCES_MAX);
	telling_init(&t, job->what);
	t.where.is_script = !job->is_check;
	number_part(c, 1, job->limit_ms);
	number_part(c, 2, job->memory_mb);
	message_part(c, 3, "answered", job->is_answered ? 8 : 0);
	(void)rules_advise(&rules, "job", name, c);
	c->problem.data[0] = (char)toupper((unsigned char)c->problem.data[0]);
	(void)buf_add_format(&out, "%s.", c->problem.data);
	if (says_doing && job->doing != NULL)
		(void)buf_add_format(
			&out, " At that moment it was %s.", job->doing);
	if (c->cause.size > 0)
		(void)buf_add_format(&out, "\nCause: %s.", c->cause.data);
	add_steps(&out, c);
	if (job->is_check)
		(void)buf_add_text(&out, "\nNothing was changed.");
	return buf_take(&out);
}

char *
advice_timeout(const struct advice_job *job)
{
	/* In the queue nothing was learnt about the text. */
	bool is_waiting =
		job->doing != NULL && strncmp(job->doing, "waiting", 7) == 0;

	return tell(is_waiting ? "waiting" : "timeout", job, !is_waiting);
}

char *
advice_memory(const struct advice_job *job)
{
	return tell("memory", job, true);
}

char *
advice_crash(const struct advice_job *job)
{
	return tell("crash", job, true);
}

char *
advice_killed(const struct advice_job *job)
{
	return tell("killed", job, false);
}

char *
advice_jail(const struct advice_job *job)
{
	return tell("jail", job, false);
}

char *
advice_cancelled(const struct advice_job *job)
{
	return tell("cancelled", job, true);
}

char *
advice_unknown(const char *reason, const struct advice_job *job)
{
	DROP(telling) struct telling t;
	struct message *c = &t.message;
	struct quote words = quote_text(reason, strlen(reason));
	DROP(buf) struct buf out;

	buf_init(&out, SENTENCES_MAX);
	telling_init(&t, "");
	(void)rules_match(&rules, "unknown", reason, c);
	(void)buf_add_format(&out,
		"Z3 answered unknown on %s: it could neither find a solution "
		"nor show that there is none.\nCause: %s",
		job->what, c->cause.data);
	if (words.text[0] != '\0' && strcmp(words.text, "unknown") != 0)
		(void)buf_add_format(&out, " (Z3 says \"%s\")", words.text);
	(void)buf_add_char(&out, '.');
	add_steps(&out, c);
	return buf_take(&out);
}

char *
advice_worker(const char *why)
{
	DROP(telling) struct telling t;

	if (why == NULL || *why == '\0')
		why = "no worker could be started";
	telling_init(&t, why);
	(void)rules_match(&rules, "worker", why, &t.message);
	return text_format(
		"Z3 is not available: %s.\n"
		"What to do (tell the person who runs the server):\n%s"
		"All that needs no solver works: open_session, list_sessions, "
		"get_model, export_model.",
		why, t.message.steps.data);
}

/* More are only counted: the client has get_model to look at them. */
enum { USERS_MAX = 10, SYMBOLS_MAX = 6 };

static void
add_item(struct buf *out, const char *word, size_t index, const char *name)
{
	(void)buf_add_format(out, "%s %zu", word, index);
	if (name != NULL)
		(void)buf_add_format(out, " \"%s\"", name);
}

static void
add_symbols(struct buf *out, const struct advice_user *user)
{
	size_t i;

	if (user->symbol_count == 0)
		return;
	(void)buf_add_text(out, user->declares ? " declares " : " uses ");
	for (i = 0; i < user->symbol_count && i < SYMBOLS_MAX; i++)
		(void)buf_add_format(
			out, "%s%s", i > 0 ? ", " : "", user->symbols[i]);
	if (user->symbol_count > SYMBOLS_MAX)
		(void)buf_add_format(
			out, " and %zu more", user->symbol_count - SYMBOLS_MAX);
	if (user->declares)
		(void)buf_add_text(out, ", too");
}

static void
add_users(struct buf *out, const struct advice_break *b)
{
	size_t i;

	for (i = 0; i < b->user_count && i < USERS_MAX; i++) {
		(void)buf_add_text(out, "- ");
		add_item(out, "item", b->users[i].index, b->users[i].name);
		add_symbols(out, &b->users[i]);
		(void)buf_add_char(out, '\n');
	}
	if (b->user_count > USERS_MAX)
		(void)buf_add_format(out, "- and %zu more items\n",
			b->user_count - USERS_MAX);
}

static void
add_ways_out(struct buf *out, const struct advice_break *b)
{
	DROP(telling) struct telling t;

	telling_init(&t, "");
	(void)rules_advise(&rules, "dependents", b->action, &t.message);
	(void)buf_add_format(out, "What to do:\n%s", t.message.steps.data);
}

bool
advice_dependents(const struct advice_break *b, struct err *e)
{
	struct buf out;

	buf_init(&out, ERR_TEXT_MAX);
	if (b->what != NULL)
		(void)buf_add_text(&out, b->what);
	else if (b->index >= 0)
		add_item(&out, "Item", (size_t)b->index, b->name);
	else
		(void)buf_add_text(&out, "The new item");
	(void)buf_add_format(&out,
		" cannot be %s: %zu other item%s would no longer be "
		"accepted.\n",
		b->action, b->user_count, b->user_count == 1 ? "" : "s");
	add_users(&out, b);
	add_ways_out(&out, b);
	(void)buf_add_text(&out, "Nothing was changed.");
	(void)err_set(e, ERR_TEXT, "%s", out.data);
	buf_release(&out);
	return false;
}
