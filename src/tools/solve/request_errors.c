#include "tools/solve/request_errors.h"

#include <stdlib.h>
#include <string.h>

#include "advice/advice.h"
#include "base/alloc.h"
#include "base/limits.h"
#include "model/deps/index.h"
#include "model/deps/undeclared_users.h"
#include "model/items/model.h"
#include "tools/hints/declared_symbols.h"
#include "tools/solve/solve_request.h"

/* "assume[2]", "property" */
static char *
name_of(const struct solve_request_term *term)
{
	if (term->index < 0)
		return text_copy(term->argument);
	return text_format("%s[%zu]", term->argument, (size_t)term->index);
}

static void
know_model(const struct solve_request *q, struct declared_symbols *known)
{
	for (size_t i = 0; i < q->model->count; i++) {
		const struct item *item = model_at(q->model, i);

		if (!q->is_left_out[i])
			declared_symbols_add(
				known, item->content, item->size, i);
	}
}

/* The item that declares a name and is left out, or -1. */
static ptrdiff_t
find_left_out(const struct solve_request *q, const char *name, size_t size)
{
	DROP(text) char *wanted = text_copy_n(name, size);
	DROP(index) struct index *ix = NULL;
	const struct item *item;
	size_t owner;

	if (q->left_out == 0)
		return -1;
	ix = index_overlay_of(q->model);
	item = index_declarer(ix, wanted);
	if (item == NULL)
		return -1;
	owner = model_rank(q->model, item->place);
	return q->is_left_out[owner] ? (ptrdiff_t)owner : -1;
}

/* The term uses what only an item declares that is not there. */
static bool
refuse_absent(const struct solve_request *q, const char *name,
	const struct diagnostic *fault, struct err *e)
{
	static const char said[] = "unknown constant ";
	const char *used = fault->what + strlen(said);
	ptrdiff_t owner;
	size_t size;

	if (fault->kind != DIAGNOSTIC_SOLVER ||
		strncmp(fault->what, said, strlen(said)) != 0)
		return false;
	size = strcspn(used, " \n");
	owner = find_left_out(q, used, size);
	if (owner < 0)
		return false;
	(void)err_set(e, ERR_TEXT,
		"%s uses %.*s, which item %td declares, and `without` leaves "
		"that item out. Take the item out of `without`, or write the "
		"term without the name.",
		name, (int)size, used, owner);
	return true;
}

/* What is wrong with a term as such, and not with something in it. */
static bool
refuse_whole(const struct solve_request_term *term, const char *name,
	const struct diagnostic *fault, struct err *e)
{
	DROP(text) char *infix = NULL;

	if (fault->kind == DIAGNOSTIC_EMPTY) {
		(void)err_set(e, ERR_TEXT,
			"%s is empty: it must be one term, such as (> x 5).",
			name);
		return true;
	}
	if (fault->kind == DIAGNOSTIC_REFUSED &&
		(infix = advice_infix(term->text, term->size)) != NULL) {
		(void)err_set(e, ERR_TEXT,
			"%s: the operator stands between its arguments. In "
			"SMT-LIB it comes first: write %s for %.200s",
			name, infix, term->text);
		return true;
	}
	if (fault->kind == DIAGNOSTIC_REFUSED) {
		(void)err_set(e, ERR_TEXT,
			"%s, line %u, column %u: %s.\nIt must be exactly one "
			"SMT-LIB term in prefix form, such as (> x 5) or (= a "
			"b). You sent: %.200s",
			name, fault->line, fault->column, fault->what,
			term->text);
		return true;
	}
	if (fault->kind == DIAGNOSTIC_SOLVER &&
		strstr(fault->what, "term is not Boolean") != NULL) {
		(void)err_set(e, ERR_TEXT,
			"%s is not a Bool: only what is true or false can be "
			"assumed or proved. Compare it with something, as in "
			"(= TERM 0) or (> TERM 0). You sent: %.200s",
			name, term->text);
		return true;
	}
	return false;
}

bool
question_refuse_term(const struct solve_request *q,
	const struct solve_request_term *term, const struct diagnostic *fault,
	struct err *e)
{
	DROP(text) char *name = name_of(term);
	DROP(text) char *what = text_format("the term %s", name);
	DROP(declared_symbols) struct declared_symbols known = {0};
	struct advice_place place = {
		.text = term->text,
		.size = term->size,
		.what = what,
		.index = -1,
		.is_term = true,
	};

	if (refuse_whole(term, name, fault, e) ||
		refuse_absent(q, name, fault, e))
		return false;
	know_model(q, &known);
	place.symbols = known.symbols;
	place.symbol_count = known.count;
	return advice_fault(fault, &place, e);
}

const struct solve_request_term *
question_term_at(const struct solve_request *q, unsigned line)
{
	const struct solve_request_term *found = NULL;

	for (size_t i = 0; i < q->term_count; i++) {
		const struct solve_request_term *term = &q->terms[i];

		if (term->line > 0 && term->line <= line &&
			(found == NULL || term->line > found->line))
			found = term;
	}
	return found;
}

static unsigned
count_lines(const struct solve_request_term *term)
{
	unsigned lines = 1;

	for (size_t i = 0; i < term->size; i++)
		lines += term->text[i] == '\n';
	return lines;
}

static bool
is_behind(const struct solve_request_term *term, const struct diagnostic *fault)
{
	return fault->line >= term->line + count_lines(term);
}

/* The negation that we write around a property takes a Bool. */
static bool
refuse_property(const struct solve_request_term *term,
	const struct diagnostic *fault, struct err *e)
{
	if (term->as != ASKED_PROPERTY || fault->kind != DIAGNOSTIC_SOLVER ||
		!is_behind(term, fault) ||
		strstr(fault->what, "not (Bool) Bool") == NULL)
		return false;
	return refuse_whole(term, term->argument,
		&(struct diagnostic){.kind = DIAGNOSTIC_SOLVER,
			.what = "term is not Boolean"},
		e);
}

/* Into the argument; what is behind it becomes its end. */
static struct diagnostic
inside_term(
	const struct solve_request_term *term, const struct diagnostic *fault)
{
	struct diagnostic inside = *fault;

	inside.line = fault->line - term->line + 1;
	if (is_behind(term, fault)) {
		const char *last = memrchr(term->text, '\n', term->size);
		const char *start = last != NULL ? last + 1 : term->text;

		inside.line = count_lines(term);
		inside.column = (unsigned)(term->text + term->size - start);
	}
	return inside;
}

/* What the model is without the items that are left out. */
static void
find_rest(const struct solve_request *q, struct diff *d)
{
	DROP(model) struct model *rest = model_copy(q->model);

	for (size_t i = q->model->count; i-- > 0;) {
		if (q->is_left_out[i])
			model_remove(rest, i);
	}
	diff_find(d, q->model, rest);
}

/* The left out item that declares the name, or -1. */
static ptrdiff_t
find_owner(
	const struct solve_request *q, const struct index *ix, const char *name)
{
	const struct item *item = index_declarer(ix, name);
	size_t owner = model_rank(q->model, item->place);

	return q->is_left_out[owner] ? (ptrdiff_t)owner : -1;
}

/* The first item that misses a name of a left out one; false when none does. */
static bool
refuse_without(const struct solve_request *q, struct err *e)
{
	DROP(index) struct index *ix = NULL;
	DROP(diff) struct diff d = {0};
	DROP(items) struct items orphans = {0};
	const char **names = NULL;
	size_t count = 0;
	bool is_found = false;

	if (q->left_out == 0)
		return false;
	ix = index_overlay_of(q->model);
	find_rest(q, &d);
	undeclared_users_find(ix, &d, q->model, &orphans);
	if (orphans.count > 0)
		names = undeclared_users_names(
			ix, &d, orphans.at[0].item, &count);
	for (size_t i = 0; i < count && !is_found; i++) {
		ptrdiff_t owner = find_owner(q, ix, names[i]);

		if (owner < 0)
			continue;
		is_found = true;
		(void)err_set(e, ERR_TEXT,
			"Item %td cannot be left out alone: item %zu uses %s, "
			"which it declares. Put the items that depend on it "
			"into `without` as well, or leave out the items with "
			"the assertions only.",
			owner, orphans.at[0].number, names[i]);
	}
	free(names);
	return is_found;
}

/* An item was accepted once, maybe by another libz3. */
static bool
refuse_item(const struct solve_request *q, size_t index, unsigned line,
	const struct diagnostic *fault, struct err *e)
{
	const struct item *item = model_at(q->model, index);
	struct diagnostic inside = *fault;
	struct advice_place place = {
		.text = item->content,
		.size = item->size,
		.index = (ptrdiff_t)index,
		.name = item->name,
	};

	inside.line = line;
	return advice_fault(&inside, &place, e);
}

bool
question_refuse(const struct solve_request *q, const struct diagnostic *fault,
	struct err *e)
{
	const struct solve_request_term *term;
	struct advice_place place = {
		.text = q->render.text.data,
		.size = q->render.text.size,
		.what = "the model",
		.index = -1,
	};
	struct diagnostic inside;
	unsigned line;
	size_t index;

	if (refuse_without(q, e))
		return false;
	if (render_locate(&q->render, fault->line, &index, &line))
		return refuse_item(q, index, line, fault, e);
	term = question_term_at(q, fault->line);
	if (term == NULL)
		return advice_fault(fault, &place, e);
	if (refuse_property(term, fault, e))
		return false;
	inside = inside_term(term, fault);
	return question_refuse_term(q, term, &inside, e);
}
