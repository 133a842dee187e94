#include "tools/edit/candidate.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/coroutine.h"
#include "base/limits.h"
#include "model/deps/affected.h"
#include "smt/names/builtin.h"
#include "smt/rules/parsed_text.h"
#include "store/revisions/revisions.h"
#include "tools/call/reply.h"
#include "tools/hints/declared_symbols.h"
#include "tools/hints/faults.h"
#include "wire/answer.h"
#include "json/json.h"

enum {
	/* Warnings of one edit; more say nothing new. The last of them are
	 * kept for what libz3 has seen. */
	WARNINGS_MAX = 30,
	TEXT_WARNINGS_MAX = 20,
	WARNING_MAX = 2048, /* bytes of one */
	SHOWN = 64,	    /* bytes of a name */
	/* Items that a refusal speaks of, and symbols of each; more are only
	 * counted: the client has get_model to look at them. */
	EXPLAINED = 10,
	SYMBOLS_MAX = 6,
};

/* The number that an item of the candidate has there. */
static size_t
number_of(const struct candidate *cand, const struct item *item)
{
	return model_rank(cand->model, item->place);
}

void
candidate_find_diff(struct candidate *cand)
{
	diff_find(&cand->diff, cand->base, cand->model);
	index_overlay_apply(cand->index, &cand->diff);
}

static void
forget_slice(struct candidate *cand)
{
	model_free(cand->slice);
	cand->slice = NULL;
	render_release(&cand->render);
}

bool
candidate_slice(struct candidate *cand)
{
	forget_slice(cand);
	cand->slice = slice_find(cand->index, &cand->diff, cand->model);
	if (cand->slice->count == 0)
		return false;
	render_worker(cand->slice, &cand->render);
	return true;
}

struct item *
candidate_locate(
	const struct candidate *cand, unsigned line, unsigned *line_in_item)
{
	size_t index;

	return render_locate(&cand->render, line, &index, line_in_item)
		       ? model_at(cand->slice, index)
		       : NULL;
}

/* --- items that break ----------------------------------------------------- */

/* The items of the base that the answer finds faults in; none when the first
 * fault is in another item. */
static void
find_faulty(const struct candidate *cand, const struct answer *answer,
	struct items *found)
{
	for (size_t i = 0; i <= answer->further.count; i++) {
		const struct diagnostic *fault =
			i > 0 ? &answer->further.at[i - 1] : &answer->fault;
		unsigned line;
		struct item *item = candidate_locate(cand, fault->line, &line);
		bool is_new =
			item == NULL || items_have(&cand->diff.added, item);

		if (is_new && i == 0)
			return;
		if (!is_new && !items_have(found, item))
			items_add(found, item, 0);
	}
}

/* Both are in the order of the model. */
struct removal {
	const struct items *list;
	size_t at;
};

static bool
is_not_removed(const struct item *item, void *argument)
{
	struct removal *r = argument;

	while (r->at < r->list->count &&
		r->list->at[r->at].item->place < item->place)
		r->at++;
	return r->at == r->list->count || r->list->at[r->at].item != item;
}

static void
remove_items(struct candidate *cand, struct items *list)
{
	struct removal removed = {.list = list};

	coroutine_pause_early();
	items_sort(list);
	for (size_t i = 0; i < list->count; i++) {
		struct item *item = list->at[i].item;

		coroutine_pause();
		items_add(&cand->broken, item,
			model_rank(cand->base, item->place));
		index_hide(item->record);
	}
	model_filter(cand->model, is_not_removed, &removed);
	diff_drop(&cand->diff);
	diff_find(&cand->diff, cand->base, cand->model);
}

bool
candidate_remove_faulty(struct candidate *cand, struct items *faulty)
{
	DROP(items) struct items users = {0};

	if (faulty->count == 0 || cand->rounds == CANDIDATE_ROUNDS)
		return false;
	cand->rounds++;
	independent_errors_filter(cand->index, faulty);
	remove_items(cand, faulty);
	undeclared_users_find(cand->index, &cand->diff, cand->base, &users);
	remove_items(cand, &users);
	coroutine_pause_early();
	items_sort(&cand->broken);
	return true;
}

bool
candidate_remove_broken(struct candidate *cand, const struct answer *answer)
{
	DROP(items) struct items faulty = {0};

	find_faulty(cand, answer, &faulty);
	return candidate_remove_faulty(cand, &faulty);
}

/* --- warnings ------------------------------------------------------------- */

/* The warnings of an edit while they are collected. */
struct warnings {
	const struct candidate *cand;
	struct json_object *warnings;
	struct items removed_by_id; /* that go, by id */
	unsigned count;
};

/* Only its place or its name is new. */
static bool
is_old(const struct warnings *w, const struct item *item)
{
	const struct numbered *old = items_find_id(&w->removed_by_id, item->id);

	return old != NULL && strcmp(old->item->content, item->content) == 0;
}

__attribute__((format(printf, 4, 5))) static void
warn(struct warnings *w, const struct item *item, unsigned line,
	const char *format, ...)
{
	char text[WARNING_MAX];
	va_list arguments;

	if (w->count++ >= WARNINGS_MAX)
		return;
	va_start(arguments, format);
	(void)vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	warnings_add(w->warnings, "item %zu, line %u: %s.",
		number_of(w->cand, item), line, text);
}

/* The number of an item that declares the name before the edit and after it;
 * -1 if there is none. */
static ptrdiff_t
find_declarer(const struct candidate *cand, const char *name)
{
	const struct item *first = index_declarer(
		index_find(cand->index, name), &cand->diff.added);

	return first != NULL ? (ptrdiff_t)number_of(cand, first) : -1;
}

static void
warn_of_lint(struct warnings *w, const struct item *item,
	const struct lint_warning *warning)
{
	bool is_bound = warning->kind == LINT_BOUND;
	DROP(text) char *text = is_bound ? NULL : lint_text(warning);
	ptrdiff_t other = is_bound ? find_declarer(w->cand, warning->name) : -1;

	if (text != NULL)
		warn(w, item, warning->line, "%s", text);
	else if (other >= 0)
		warn(w, item, warning->line,
			"`%.*s` of this `%s` hides the `%.*s` that item %td "
			"declares: rename it, unless that is meant",
			SHOWN, warning->name, warning->head, SHOWN,
			warning->name, other);
}

static void
warn_of_symbol(struct warnings *w, const struct item *item,
	const struct symbol *symbol)
{
	ptrdiff_t other = find_declarer(w->cand, symbol->name);

	if (symbol->kind == SYMBOL_TESTER)
		return;
	if (builtin_has(symbol->name))
		warn(w, item, symbol->line,
			"`%.*s` is a name of Z3's own, which this overloads: "
			"choose another name",
			SHOWN, symbol->name);
	else if (other >= 0)
		warn(w, item, symbol->line,
			"`%.*s` is declared by item %td too: Z3 tells the two "
			"apart by their sorts, or finds a use ambiguous; "
			"choose another name",
			SHOWN, symbol->name, other);
}

/* Whether it declares a name that something else declares, too. */
static bool
overloads(const struct item *item)
{
	const struct index_record *record = item->record;
	bool found = false;

	for (size_t i = 0; i < record->count && !found; i++) {
		const struct index_mention *m = &record->mentions[i];

		found = m->declares && (m->word->is_builtin ||
					       m->word->declares->next != NULL);
	}
	return found;
}

static void
warn_of_text(struct warnings *w, const struct item *item)
{
	struct parsed_text *parsed = item_parsed(item);
	const struct lint *lint = parsed_text_lint(parsed);
	const struct symbols *symbols = parsed_text_symbols(parsed);
	bool has_overloads = overloads(item);

	for (size_t i = 0; i < lint->count; i++)
		warn_of_lint(w, item, &lint->at[i]);
	for (size_t i = 0; i < symbols->declared_count && has_overloads; i++)
		warn_of_symbol(w, item, &symbols->declared[i]);
}

/* Items that hold the same assertion as one before them. Two wishes count
 * twice. */
static void
warn_of_duplicates(struct warnings *w)
{
	const struct items *added = &w->cand->diff.added;

	for (size_t i = 0; i < added->count && w->count < WARNINGS_MAX; i++) {
		const struct item *item = added->at[i].item;
		const struct item *same = index_find_same(w->cand->index, item);

		coroutine_pause();
		if (same != NULL && !is_old(w, item))
			warn(w, item, 1,
				"this is what item %zu says: delete one of "
				"them",
				number_of(w->cand, same));
	}
}

/* What libz3 has seen. */
static void
warn_of_answer(struct warnings *w, const struct lint_warning *warning)
{
	DROP(text) char *text = lint_text(warning);
	unsigned line;
	const struct item *item =
		candidate_locate(w->cand, warning->line, &line);

	if (item != NULL && items_have(&w->cand->diff.added, item) &&
		!is_old(w, item))
		warn(w, item, line, "%s", text);
}

void
candidate_add_warnings(const struct candidate *cand,
	const struct answer *answer, struct json_object *warnings)
{
	const struct items *added = &cand->diff.added;
	struct warnings w = {.cand = cand, .warnings = warnings};

	items_copy_by_id(&w.removed_by_id, &cand->diff.removed);
	for (size_t i = 0; i < added->count && w.count < TEXT_WARNINGS_MAX;
		i++) {
		coroutine_pause();
		if (!is_old(&w, added->at[i].item))
			warn_of_text(&w, added->at[i].item);
	}
	warn_of_duplicates(&w);
	for (size_t i = 0; i < answer->warnings.count; i++)
		warn_of_answer(&w, &answer->warnings.at[i]);
	if (w.count >= TEXT_WARNINGS_MAX)
		warnings_add(warnings,
			"there may be more: no more than %d of these are "
			"shown.",
			TEXT_WARNINGS_MAX);
	items_release(&w.removed_by_id);
}

/* --- refusals: faults of new items ---------------------------------------- */

/* What the messages about the faults of a candidate speak of. */
struct subjects {
	const struct candidate *cand;
	const struct edit_phrases *phrases;
	struct declared_symbols known; /* up to the item of the fault */
	size_t known_items;
	char *name; /* of the last item; or NULL */
};

/* The number of the item before the edit; -1 for a new one. */
static ptrdiff_t
number_before(const struct candidate *cand, const struct item *item)
{
	size_t number = model_rank(cand->base, item->place);

	return number < cand->base->count &&
			       model_at(cand->base, number)->place ==
				       item->place
		       ? (ptrdiff_t)number
		       : -1;
}

/* A name that the item uses and only a later one declares. */
static void
find_late(const struct candidate *cand, const struct item *item,
	struct advice_place *place)
{
	const struct index_record *record = item->record;

	for (size_t i = 0; i < record->count && place->late == NULL; i++) {
		const struct index_word *word = record->mentions[i].word;
		const struct item *declarer = index_declarer(word, NULL);

		if (word->is_builtin || declarer == NULL ||
			declarer->place <= item->place)
			continue;
		place->late = word->name;
		place->late_index = model_rank(
			number_before(cand, declarer) >= 0 ? cand->base
							   : cand->model,
			declarer->place);
	}
}

static void
place_in_item(
	struct subjects *s, const struct item *item, struct advice_place *place)
{
	size_t number = model_rank(s->cand->model, item->place);

	for (; s->known_items <= number; s->known_items++) {
		const struct item *known =
			model_at(s->cand->model, s->known_items);

		coroutine_pause();
		declared_symbols_add(
			&s->known, item_parsed(known), 0, SIZE_MAX);
	}
	*place = (struct advice_place){
		.text = item->content,
		.size = item->size,
		.index = number_before(s->cand, item),
		.name = item->name,
		.symbols = s->known.symbols,
		.symbol_count = s->known.count,
	};
	free(s->name);
	s->name = s->phrases->name(s->phrases->plan, item, number, place);
	place->what = place->whole != NULL ? "the text" : s->name;
	if (s->name == NULL && place->index < 0)
		place->index = (ptrdiff_t)number;
	find_late(s->cand, item, place);
}

/* False for a fault that is not in a new item. */
static bool
place_of_fault(
	struct diagnostic *fault, struct advice_place *place, void *argument)
{
	struct subjects *s = argument;
	const struct item *item =
		candidate_locate(s->cand, fault->line, &fault->line);

	if (item == NULL || !items_have(&s->cand->diff.added, item))
		return false;
	place_in_item(s, item, place);
	return true;
}

/* False when the first fault is in another item. */
static bool
refuse_new_items(const struct candidate *cand, const struct edit_phrases *p,
	const struct answer *answer, struct err *e)
{
	struct subjects s = {.cand = cand, .phrases = p};
	DROP(commands) struct commands forms = {0};
	const struct faults faults = {
		.text = cand->render.text.data,
		.forms = &forms,
		.first = &answer->fault,
		.further = &answer->further,
		.locate = place_of_fault,
		.argument = &s,
	};
	bool is_new;

	if (answer->further.count > 0)
		render_add_commands(cand->slice, NULL, &forms);
	is_new = faults_describe(&faults, e);

	declared_symbols_drop(&s.known);
	free(s.name);
	return is_new;
}

/* --- refusals: items that break ------------------------------------------- */

/* What it has to do with the edit, if our index knows. */
static void
add_symbols(
	const struct candidate *cand, const struct item *item, struct buf *out)
{
	bool declares;
	size_t count;
	const char **symbols = affected_names(
		cand->index, &cand->diff, item, &declares, &count);

	for (size_t i = 0; i < count && i < SYMBOLS_MAX; i++)
		buf_add_format(out, "%s%s",
			i > 0	   ? ", "
			: declares ? " declares "
				   : " uses ",
			symbols[i]);
	if (count > SYMBOLS_MAX)
		buf_add_format(out, " and %zu more", count - SYMBOLS_MAX);
	if (declares && count > 0)
		buf_add_text(out, ", too");
	free(symbols);
}

bool
candidate_refuse_broken(const struct candidate *cand,
	const struct edit_phrases *p, struct err *e)
{
	size_t count = cand->broken.count;
	DROP(buf) struct buf lines;

	buf_init(&lines, ERR_TEXT_MAX);
	for (size_t i = 0; i < count && i < EXPLAINED; i++) {
		const struct item *item = cand->broken.at[i].item;

		buf_add_format(&lines, "- item %zu", cand->broken.at[i].number);
		if (item->name != NULL)
			buf_add_format(&lines, " \"%s\"", item->name);
		add_symbols(cand, item, &lines);
		buf_add_char(&lines, '\n');
	}
	if (count > EXPLAINED)
		buf_add_format(
			&lines, "- and %zu more items\n", count - EXPLAINED);
	return advice_dependents(&p->refused, count, lines.data, e);
}

/* --- refusals: the answer of a check -------------------------------------- */

static bool
refuse_outcome(const char *what, const struct answer *answer, int memory_mb,
	struct err *e)
{
	struct advice_job job = {
		.what = what,
		.is_check = true,
		.limit_ms = CHECK_TIMEOUT_MS,
		.memory_mb = memory_mb,
	};
	DROP(text) char *message = advice_failure(answer, &job);

	if (answer->outcome == OUTCOME_NO_WORKER)
		return err_set(e, ERR_WORKER,
			"%s\nThe edit was not made, because Z3 has to check "
			"it.",
			message);
	return err_set(e, ERR_TEXT, "%s", message);
}

bool
candidate_refuse_answer(const struct candidate *cand,
	const struct edit_phrases *p, const struct answer *answer,
	int memory_mb, struct err *e)
{
	unsigned line;

	if (answer->fault.kind == DIAGNOSTIC_NONE)
		return refuse_outcome(p->result, answer, memory_mb, e);
	if (candidate_locate(cand, answer->fault.line, &line) == NULL)
		return err_advise(e, ERR_TEXT,
			"Z3 refuses the model that this edit would give, and "
			"does not say where: %s. Nothing was changed; make the "
			"edit in smaller pieces to see which command it is; or "
			"send the whole text to {solve_smtlib}",
			answer->fault.what);
	if (refuse_new_items(cand, p, answer, e))
		return false;
	(void)candidate_refuse_broken(cand, p, e);
	return err_add(e,
		"\nThere may be more of them: the search stopped after %u "
		"checks.",
		cand->rounds);
}

bool
candidate_refuse_text(const char *content, const char *what,
	const struct diagnostic *fault, struct err *e)
{
	const struct advice_place place = {
		.text = content,
		.size = strlen(content),
		.what = what,
		.index = -1,
	};

	return advice_fault(fault, &place, e);
}

/* --- memory --------------------------------------------------------------- */

void
candidate_commit(struct candidate *cand)
{
	cached_model_advance(cand->cached, &cand->diff, TAKE(cand->model));
	diff_drop(&cand->diff);
}

void
candidate_release(struct candidate *cand)
{
	forget_slice(cand);
	index_overlay_undo(cand->index, &cand->diff);
	diff_drop(&cand->diff);
	items_release(&cand->broken);
	model_free(cand->model);
	model_cache_check_in(cand->cache, cand->store, cand->cached);
	cand->model = NULL;
	cand->cached = NULL;
	cand->rounds = 0;
}

void
edit_phrases_release(struct edit_phrases *p)
{
	free(p->record);
	free(p->done);
	free(p->result);
	json_free(p->members);
	*p = (struct edit_phrases){0};
}
