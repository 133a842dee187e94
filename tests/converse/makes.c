#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "converse/edits.h"
#include "converse/play.h"
#include "converse/reads.h"
#include "json/json.h"

static void
compare_core(
	struct said *said, const struct list *l, const struct json_object *core)
{
	struct claims claims = {0, NULL, 0};

	for (size_t i = 0; i < play_count(core); i++)
		claims.items |= 1U << json_int(json_at(core, i));
	if (core != NULL && list_solutions(l, &claims) > 0)
		play_fail(said->play, "the core of check_sat is satisfiable");
}

static void
compare_status(struct said *said, const struct planned *planned)
{
	const char *status = json_get_string(said->reply, "status");
	bool is_sat = list_solutions(&planned->checked, &claims_all) > 0;

	if (status == NULL || strcmp(status, is_sat ? "unsat" : "sat") == 0)
		play_fail(said->play, "check_sat says %s",
			status != NULL ? status : "nothing");
	else if (strcmp(status, "unsat") == 0)
		compare_core(said, &planned->checked,
			json_get_array(said->reply, "core"));
}

static void
compare(struct said *said, struct planned *planned)
{
	bool is_refused = planned->pattern == NULL;
	const char *name;

	play_expect_refusal(said, is_refused);
	if (!is_refused)
		play_expect(said, planned->pattern);
	planned->pattern = NULL;
	if (said->reply != NULL && planned->is_checked)
		compare_status(said, planned);
	if (said->reply == NULL || planned->unnamed == NULL)
		return;
	name = json_get_string(said->reply, "session");
	(void)snprintf(planned->unnamed->name, NAME_BYTES, "%s", name);
}

void
edits_make(struct play *p, struct planned *planned)
{
	struct said said;

	if (play_say(p, planned->tool, planned->arguments, &said) &&
		play_hear(&said))
		compare(&said, planned);
	json_free(planned->pattern);
}

void
play_edit(struct play *p)
{
	struct planned planned;

	edits_plan(p, false, &planned);
	edits_make(p, &planned);
}

/* Those of a session are made in the order in which they were sent. */
void
play_burst(struct play *p)
{
	enum { MOST = 6 };
	struct planned planned[MOST];
	struct said said[MOST];
	size_t count = 2 + dice_below(&p->dice, MOST - 1);
	size_t sent = 0;
	const char *name;

	if (count > MOST)
		count = MOST;
	/* Of different ones, any may come first. */
	p->only = play_session(p, &name);
	if (p->only == NULL)
		return;
	for (size_t i = 0; i < count; i++)
		edits_plan(p, true, &planned[i]);
	p->only = NULL;
	buf_add_text(&p->talk, "# (at once)\n");
	while (sent < count && play_say(p, planned[sent].tool,
				       planned[sent].arguments, &said[sent]))
		sent++;
	for (size_t i = 0; i < count; i++) {
		if (i > sent)
			json_free(planned[i].arguments);
		if (i < sent && p->why == NULL && play_hear(&said[i]))
			compare(&said[i], &planned[i]);
		json_free(planned[i].pattern);
	}
}

/* The edit was kept or was not: whoever comes next sees which. */
static void
settle(struct play *p, struct session *s, size_t before, uint64_t change)
{
	long now = play_ask_revision(p, s);

	if (now == (long)s->last)
		return;
	if (now == (long)before) {
		s->last = before;
		s->change = change;
		return;
	}
	if (p->why == NULL)
		play_fail(p, "revision %ld after the kill, not %zu or %zu", now,
			before, s->last);
}

void
play_killed_edit(struct play *p)
{
	enum { LIFE_MS = 6 };
	struct planned planned;
	struct said said;
	size_t before[SESSIONS_MAX] = {0};
	uint64_t changes[SESSIONS_MAX] = {0};

	for (size_t i = 0; i < p->world->count; i++) {
		before[i] = p->world->sessions[i]->last;
		changes[i] = p->world->sessions[i]->change;
	}
	edits_plan(p, true, &planned);
	json_free(planned.pattern);
	if (!play_say(p, planned.tool, planned.arguments, &said))
		return;
	(void)poll(NULL, 0, (int)dice_below(&p->dice, LIFE_MS));
	play_stop(p, END_KILLED);
	for (size_t i = 0; i < p->world->count; i++) {
		struct session *s = p->world->sessions[i];

		if (s->last != before[i])
			settle(p, s, before[i], changes[i]);
	}
}
