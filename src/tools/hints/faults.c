#include "tools/hints/faults.h"

#include <ctype.h>
#include <string.h>

#include "base/alloc.h"
#include "smt/names/symbols.h"
#include "json/json.h"

/* --- reasons and their places --------------------------------------------- */

void
faults_group(struct json_object *groups, const char *reason, const char *place)
{
	struct json_object *places = json_get_array(groups, reason);

	if (places == NULL) {
		places = json_new_array();
		json_put(groups, reason, places);
	}
	json_add(places, json_new_string(place));
}

void
faults_append(const struct json_object *groups, size_t omitted, struct err *e)
{
	struct json_member m = {0};

	for (size_t shown = 0; json_next(groups, &m); shown++) {
		size_t count = json_count(m.value);

		if (shown >= FAULTS_REASONS) {
			omitted += count;
			continue;
		}
		(void)err_add(e, "\n- %s%.1400s",
			json_string(json_at(m.value, 0)), m.key);
		for (size_t i = 1; i < count && i <= FAULTS_PLACES; i++)
			(void)err_add(e, "%s %s", i == 1 ? "; likewise" : ",",
				json_string(json_at(m.value, i)));
		if (count > FAULTS_PLACES + 1)
			(void)err_add(e, " and %zu more places",
				count - FAULTS_PLACES - 1);
	}
	if (omitted > 0)
		(void)err_add(e, "\n- and at least %zu more places", omitted);
}

/* --- causes --------------------------------------------------------------- */

/* Over the faulty commands of a text, from its beginning. */
struct causes {
	const char *text;
	const struct commands *forms;
	size_t at;		  /* the command after that of the last fault */
	struct json_object *lost; /* the names that refused commands declare */
};

/* The command that the fault lies in, or NULL when it is that of the last
 * fault, or none. */
static const struct command *
find_command(struct causes *s, const struct diagnostic *fault)
{
	while (s->at < s->forms->count) {
		const struct command *form = &s->forms->at[s->at];

		if (fault->offset < form->list.offset)
			return NULL;
		s->at++;
		if (fault->offset < form->list.offset + form->list.length)
			return form;
	}
	return NULL;
}

/* Whether the fault's command may be refused for what it says itself; and what
 * it declares is lost. */
static bool
is_cause(struct causes *s, const struct diagnostic *fault)
{
	const struct command *form = find_command(s, fault);
	DROP(symbols) struct symbols names = {0};
	bool is_own = true;

	if (form == NULL)
		return false;
	symbols_scan(s->text, form, 1, &names);
	for (size_t i = 0; i < names.used_count; i++)
		is_own &= !json_find(s->lost, names.used[i].name, NULL);
	for (size_t i = 0; i < names.declared_count; i++)
		json_put_bool(s->lost, names.declared[i].name, true);
	return is_own;
}

/* --- the message ---------------------------------------------------------- */

/* The first of a reason at "Item 3, line 2, column 9", others in that item at
 * "line 7", elsewhere at "item 4, line 7". */
static void
group_fault(struct json_object *groups, const struct diagnostic *fault,
	const struct advice_place *place)
{
	DROP(advice_summary) struct advice_summary brief;
	DROP(text) char *reason = NULL;
	DROP(text) char *where = NULL;
	const struct json_object *places;
	const char *name;
	const char *first;

	advice_summarize(fault, place, &brief);
	name = brief.name.data;
	reason = text_format(": %s", brief.problem.data);
	places = json_get_array(groups, reason);
	first = places != NULL ? json_string(json_at(places, 0)) : NULL;
	if (first == NULL)
		where = text_format("%s, line %u, column %u", name, brief.line,
			brief.column);
	else if (strncmp(first, name, brief.name.size) == 0 &&
		 first[brief.name.size] == ',')
		where = text_format("line %u", brief.line);
	else
		where = text_format("%c%s, line %u",
			tolower((unsigned char)*name), name + 1, brief.line);
	faults_group(groups, reason, where);
}

static void
append_further(const struct faults *f, struct err *e)
{
	DROP(json) struct json_object *lost = json_new_object();
	DROP(json) struct json_object *groups = json_new_object();
	struct causes causes = {
		.text = f->text, .forms = f->forms, .lost = lost};
	size_t found = 0;

	(void)is_cause(&causes, f->first);
	for (size_t i = 0; i < f->further->count; i++) {
		struct diagnostic fault = f->further->at[i];
		struct advice_place place;

		if (is_cause(&causes, &fault) &&
			f->locate(&fault, &place, f->argument) &&
			found++ < FAULTS_LOOKED)
			group_fault(groups, &fault, &place);
	}
	if (found == 0)
		return;
	(void)err_add(e, "\nAlso refused:");
	faults_append(
		groups, found > FAULTS_LOOKED ? found - FAULTS_LOOKED : 0, e);
}

bool
faults_describe(const struct faults *f, struct err *e)
{
	struct diagnostic first = *f->first;
	struct advice_place place;

	if (!f->locate(&first, &place, f->argument))
		return false;
	(void)advice_fault(&first, &place, e);
	if (f->further != NULL)
		append_further(f, e);
	return true;
}
