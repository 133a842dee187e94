#include "converse/edits.h"

#include <string.h>

#include "converse/drafts.h"
#include "converse/play.h"
#include "json/json.h"

static const struct list empty;

/* --- the parts of an edit ------------------------------------------------- */

/* An item by number or by name; -1: there is none such. */
int
draft_choose(struct draft *d)
{
	size_t count = d->base->count;
	size_t index = dice_below(d->dice, (unsigned)count + 1);

	if (index == count && !dice_says(d->dice, 30))
		index = 0;
	if (dice_says(d->dice, 3)) {
		json_put_string(d->arguments, "name", "nothing");
		return -1;
	}
	if (index < count && d->base->at[index]->name != NULL &&
		dice_says(d->dice, 60))
		json_put_string(d->arguments, "name", d->base->at[index]->name);
	else
		json_put_int(d->arguments, "index", (int64_t)index);
	return index < count ? (int)index : -1;
}

static void
put_place(struct draft *d, size_t index)
{
	json_put_int(d->pattern, "index", (int64_t)index);
}

static bool
is_name_taken(const struct draft *d, const char *name, int but)
{
	int at = name != NULL ? list_find(d->base, name) : -1;

	return at >= 0 && at != but;
}

void
draft_add(struct draft *d)
{
	size_t count = d->base->count;
	size_t index = count;
	const struct piece *p;

	if (dice_says(d->dice, 40)) {
		index = dice_below(d->dice, (unsigned)count + 1);
		index += dice_says(d->dice, 4) ? count + 1 : 0;
		json_put_int(d->arguments, "index", (int64_t)index);
	}
	p = world_keep(d->play->world,
		piece_make(d->dice, list_names(d->base, index)));
	json_put_string(d->arguments, "content", p->sent);
	json_put_string(d->arguments, "name", p->name);
	json_put_string(d->arguments, "note", p->note);
	if (index > count || is_name_taken(d, p->name, -1)) {
		d->is_refused = true;
		return;
	}
	list_insert(&d->next, index, p);
	d->at = (int)index;
	put_place(d, index);
}

/* What was and what is given, together. */
static struct piece *
mix(struct draft *d, const struct piece *old, struct piece *made)
{
	static const char *const names[] = {"n0", "n1", "limit", ""};
	static const char *const notes[] = {"another note", ""};
	const char *name = NULL;
	const char *note = NULL;
	struct piece *mixed;

	if (dice_says(d->dice, 30))
		name = DICE_PICK(d->dice, names);
	if (dice_says(d->dice, 30))
		note = DICE_PICK(d->dice, notes);
	json_put_string(d->arguments, "new_name", name);
	json_put_string(d->arguments, "note", note);
	d->is_refused |= made == NULL && name == NULL && note == NULL;
	mixed = piece_reword(made != NULL ? made : old,
		name != NULL	    ? name
		: old->name != NULL ? old->name
				    : "",
		note != NULL	    ? note
		: old->note != NULL ? old->note
				    : "");
	return mixed;
}

void
draft_replace(struct draft *d)
{
	static const struct piece nothing;
	int index = draft_choose(d);
	const struct piece *old = index >= 0 ? d->base->at[index] : &nothing;
	struct piece *made = NULL;
	const struct piece *p;

	if (dice_says(d->dice, 70)) {
		made = piece_make(d->dice,
			list_names(d->base, index >= 0 ? (size_t)index : 0));
		json_put_string(d->arguments, "content", made->sent);
	}
	p = world_keep(d->play->world, mix(d, old, made));
	piece_free(made);
	if (index < 0 || is_name_taken(d, p->name, index)) {
		d->is_refused = true;
		return;
	}
	d->next.at[index] = p;
	d->at = index;
	put_place(d, (size_t)index);
}

void
draft_delete(struct draft *d)
{
	bool cascade = dice_says(d->dice, 45);
	bool gone[ITEMS_MAX] = {false};
	int index = draft_choose(d);
	struct json_object *deleted;

	if (cascade)
		json_put_bool(d->arguments, "cascade", true);
	if (index < 0) {
		d->is_refused = true;
		return;
	}
	d->at = index;
	list_remove(&d->next, (size_t)index);
	if (cascade)
		(void)list_drop_broken(&d->next, gone);
	deleted = json_new_array();
	for (int i = 0; i < (int)d->base->count; i++) {
		if (i == index || gone[i > index ? i - 1 : i])
			json_add(deleted, json_new_int(i));
	}
	json_put(d->pattern, "deleted", deleted);
}

static void
draft_clear(struct draft *d)
{
	d->next.count = 0;
}

/* --- around it ------------------------------------------------------------ */

static void
draft_session(struct draft *d, bool is_named)
{
	struct play *p = d->play;
	const struct json_object *used = p->world->used[p->server];
	size_t count = play_count(used);
	const char *name;

	if (!is_named && dice_says(d->dice, 6) && !world_is_full(p->world)) {
		/* A server that is started anew knows of none. */
		if (!client_is_running(&p->clients[p->server]))
			count = 0;
		if (count == 1)
			d->session = world_find(
				p->world, json_string(json_at(used, 0)));
		d->is_refused = count > 1;
		d->makes_session = d->session == NULL && count <= 1;
	} else {
		d->session = play_session(p, &name);
		d->is_refused = d->session == NULL;
		json_put_string(d->arguments, "session", name);
	}
	d->base = d->session != NULL ? session_list(d->session) : &empty;
	d->next = *d->base;
}

static void
draft_conditions(struct draft *d, bool *dry_run)
{
	size_t last = d->session != NULL ? d->session->last : 0;

	*dry_run = dice_says(d->dice, 8);
	if (*dry_run)
		json_put_bool(d->arguments, "dry_run", true);
	if (dice_says(d->dice, 10)) {
		size_t expected = last + (dice_says(d->dice, 30) ? 1 : 0);

		json_put_int(
			d->arguments, "expect_revision", (int64_t)expected);
		d->is_refused |= expected != last;
	}
}

static void
keep(struct draft *d, bool dry_run, struct planned *planned)
{
	struct json_object *pattern = d->pattern;
	struct session *s = d->session;

	planned->checked = d->next;
	if (!dry_run && d->makes_session) {
		s = world_add(d->play->world, "");
		planned->unnamed = s;
	}
	if (!dry_run)
		session_commit(d->play->world, s, &d->next);
	else
		json_put_bool(pattern, "dry_run", true);
	if (s != NULL && s->name[0] != '\0')
		json_put_string(pattern, "session", s->name);
	json_put_int(pattern, "revision", s != NULL ? (int64_t)s->last : 0);
	json_put_int(pattern, "items",
		s != NULL ? (int64_t)session_list(s)->count : 0);
}

void
edits_plan(struct play *p, bool is_named, struct planned *planned)
{
	static const struct {
		const char *tool;
		draft_edit *draft;
		unsigned weight;
	} kinds[] = {
		{"add_item", draft_add, 50},
		{"replace_item", draft_replace, 15},
		{"delete_item", draft_delete, 16},
		{"edit_model", draft_list, 12},
		{"restore_model", draft_restore, 5},
		{"clear_model", draft_clear, 2},
	};
	struct draft d = {.play = p,
		.dice = &p->dice,
		.arguments = json_new_object(),
		.pattern = json_new_object()};
	unsigned die = dice_below(d.dice, 100);
	size_t kind = 0;
	bool dry_run;

	for (; die >= kinds[kind].weight; kind++)
		die -= kinds[kind].weight;
	draft_session(&d, is_named);
	if (d.base->count == ITEMS_MAX && kind == 0)
		kind = 2;
	*planned = (struct planned){
		.tool = kinds[kind].tool, .arguments = d.arguments};
	kinds[kind].draft(&d);
	d.is_refused |= !list_is_sound(&d.next);
	draft_conditions(&d, &dry_run);
	planned->is_checked = dice_says(d.dice, 7);
	if (planned->is_checked)
		json_put_bool(d.arguments, "check_sat", true);
	if (d.is_refused) {
		json_free(d.pattern);
		return;
	}
	planned->pattern = d.pattern;
	keep(&d, dry_run, planned);
}
