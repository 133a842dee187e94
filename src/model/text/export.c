#include "model/text/export.h"

#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

#include "base/alloc.h"
#include "base/coroutine.h"
#include "model/text/standard.h"
#include "smt/rules/parsed_text.h"
#include "json/json.h"

void
export_add_header(
	const struct export_header *header, const char *prefix, struct buf *out)
{
	buf_add_format(out,
		"%s " EXPORT_FIRST_LINE "\n"
		"%s session: %s\n"
		"%s revision: %" PRIu64 "\n"
		"%s made by: Satchel %s",
		prefix, prefix, header->session, prefix, header->revision,
		prefix, header->version);
	if (header->z3_version != NULL)
		buf_add_format(out, ", Z3 %s", header->z3_version);
	buf_add_text(out, "\n");
}

static bool
sets_horn(const struct item *item)
{
	const struct commands *forms = &item_parsed(item)->commands;
	bool is_horn = false;

	for (size_t i = 0; i < forms->count; i++)
		is_horn |= forms->at[i].command == COMMAND_SET_LOGIC &&
			   slice_is(command_name(&forms->at[i], item->content),
				   "HORN");
	return is_horn;
}

/*
 * The logic of the whole, or NULL. One that an item sets need not hold, since
 * it is a hint; HORN is what Z3 chooses another way to solve by.
 */
static const char *
find_logic(const struct model *m, bool is_own)
{
	bool is_horn = false;

	for (size_t i = 0; i < m->count; i++) {
		const struct item *item = model_at(m, i);

		coroutine_pause();
		if (standard_is_without_logic(
			    item->content, item->size, is_own))
			return NULL;
		is_horn |= sets_horn(item);
	}
	return is_horn ? "HORN" : "ALL";
}

/* Its lines as they are, as comments. */
static void
add_original(const struct item *item, struct buf *out)
{
	const char *line = item->content;

	do {
		size_t length = strcspn(line, "\n");

		buf_add_format(out, "; = %.*s\n", (int)length, line);
		line += length;
	} while (*line++ != '\0');
}

void
export_add_content(
	const char *content, size_t size, bool is_own, struct buf *out)
{
	DROP(buf) struct buf escaped;

	buf_init(&escaped, out->ceiling);
	unicode_escape_add(&escaped, content, size);
	out->overflowed |= escaped.overflowed;
	standard_add(out, escaped.data, escaped.size, is_own);
}

static void
add_item(const struct item *item, size_t index, bool is_own, struct buf *out)
{
	unsigned lines = item_lines(item);
	struct buf escaped;
	bool differs;

	buf_init(&escaped, out->ceiling);
	export_add_content(item->content, item->size, is_own, &escaped);
	/* Or else its first line would be read as one of the labels. */
	differs = strcmp(escaped.data, item->content) != 0 ||
		  strncmp(item->content, "; name: ", 8) == 0 ||
		  strncmp(item->content, "; note: ", 8) == 0;
	buf_add_format(out, "\n; item %zu: %u line%s%s\n", index, lines,
		lines == 1 ? "" : "s", differs ? ", escaped" : "");
	if (item->name != NULL)
		buf_add_format(out, "; name: %s\n", item->name);
	if (item->note != NULL)
		buf_add_format(out, "; note: %s\n", item->note);
	if (differs)
		add_original(item, out);
	buf_add(out, escaped.data, escaped.size);
	buf_add_char(out, '\n');
	buf_release(&escaped);
}

/* --- expectations ----------------------------------------------------------
 */

static bool
has_objective(const struct model *m)
{
	static const char *const words[] = {
		"(minimize", "(maximize", "(assert-soft"};

	for (size_t i = 0; i < m->count; i++) {
		coroutine_pause();
		for (size_t k = 0; k < sizeof(words) / sizeof(words[0]); k++) {
			if (strstr(model_at(m, i)->content, words[k]) != NULL)
				return true;
		}
	}
	return false;
}

/* Whatever comment the term ends with. */
static void
add_term(const char *before, const char *term, const char *after, bool is_own,
	struct buf *out)
{
	DROP(buf) struct buf escaped;

	buf_init(&escaped, out->ceiling);
	export_add_content(term, strlen(term), is_own, &escaped);
	buf_add_format(out, "%s%s%s%s", before, escaped.data,
		strchr(term, ';') != NULL ? "\n" : "", after);
}

/* As commands, with what they have to answer. */
static void
add_expectation(const struct json_object *one, bool has_best, bool is_own,
	struct buf *out)
{
	const char *status = json_get_string(one, "status");
	const struct json_object *assumed = json_get(one, "assume");
	const char *property = json_get_string(one, "property");
	const char *term = json_get_string(one, "term");
	const char *value = json_get_string(one, "value");
	DROP(text) char *text = json_text(one);

	buf_add_format(out, "; expect %s\n(push 1)\n", text);
	for (size_t i = 0; assumed != NULL && i < json_count(assumed); i++)
		add_term("(assert ", json_string(json_at(assumed, i)), ")\n",
			is_own, out);
	if (property != NULL)
		add_term("(assert (not ", property, "))\n", is_own, out);
	if (term != NULL && !has_best) {
		add_term("(assert (not (= ", term, " ", is_own, out);
		add_term("", value, ")))\n", is_own, out);
	}
	if (status == NULL)
		status = property != NULL || (term != NULL && !has_best)
				 ? "unsat"
				 : "sat";
	buf_add_format(out, "(check-sat) ; %s\n", status);
	if (term != NULL && has_best) {
		add_term("(get-value (", term, "))", is_own, out);
		buf_add_format(out, " ; %s\n", value);
	}
	buf_add_text(out, "(pop 1)\n");
}

static void
add_expectations(const struct model *m, const struct json_object *list,
	bool is_own, struct buf *out)
{
	size_t count = list != NULL ? json_count(list) : 0;
	bool has_best = count > 0 && has_objective(m);

	if (count == 0)
		return;
	buf_add_format(out, "\n; expectations: %zu\n", count);
	for (size_t i = 0; i < count && !out->overflowed; i++)
		add_expectation(json_at(list, i), has_best, is_own, out);
	buf_add_text(out, "; end of expectations\n");
}

static bool
has_own_words(const struct model *m)
{
	bool is_own = false;

	for (size_t i = 0; i < m->count && !is_own; i++) {
		const struct item *item = model_at(m, i);

		coroutine_pause();
		is_own = standard_is_own(item_parsed(item));
	}
	return is_own;
}

void
export_smtlib(const struct model *m, const struct export_header *header,
	struct buf *out)
{
	bool is_sat =
		header->status != NULL && strcmp(header->status, "sat") == 0;
	bool is_own = has_own_words(m);
	const char *logic = find_logic(m, is_own);

	export_add_header(header, ";", out);
	if (header->status != NULL)
		buf_add_format(out, "(set-info :status %s)\n", header->status);
	if (is_sat)
		buf_add_text(out, "(set-option :produce-models true)\n");
	if (logic != NULL)
		buf_add_format(out, "(set-logic %s)\n", logic);
	for (size_t i = 0; i < m->count && !out->overflowed; i++) {
		coroutine_pause();
		add_item(model_at(m, i), i, is_own, out);
	}
	buf_add_text(out, "\n; end of items\n(check-sat)\n");
	if (is_sat)
		buf_add_text(out, "(get-model)\n");
	add_expectations(m, header->expectations, is_own, out);
}
