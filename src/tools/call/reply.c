#include "tools/call/reply.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "model/items/model.h"
#include "model/text/render.h"
#include "smt/rules/command_policy.h"
#include "smt/rules/lint.h"
#include "tools/call/call.h"
#include "tools/call/values.h"
#include "json/json.h"

void
reply_init(struct reply *r, const struct call *c)
{
	*r = (struct reply){
		.structured = json_new_object(),
		.warnings = json_new_array(),
		.prefix = "",
		.room = call_reply_text(c),
	};
	buf_init(&r->text, LIMIT_ANSWER + KIB);
}

void
reply_put_warnings(struct reply *r)
{
	size_t count = r->warnings != NULL ? json_count(r->warnings) : 0;

	for (size_t i = 0; i < count; i++)
		buf_add_format(&r->text, "%swarning: %s\n", r->prefix,
			json_string(json_at(r->warnings, i)));
	if (count > 0)
		json_put(r->structured, "warnings", TAKE(r->warnings));
	json_free(TAKE(r->warnings));
}

void
reply_drop_details(struct reply *r, const struct call *c)
{
	static const char *const members[] = {
		"sorts", "solution_smtlib", "statistics", "z3_version", "run"};
	const struct json_object *core = json_get_array(r->structured, "core");
	const struct json_object *solutions =
		json_get_array(r->structured, "solutions");
	const struct json_object *checked =
		json_get_object(r->structured, "checked");

	if (json_get_bool(c->arguments, "detail", false))
		return;
	for (size_t i = 0; i < sizeof(members) / sizeof(members[0]); i++)
		json_delete(r->structured, members[i]);
	/* Nothing was false or open, as it should be. */
	if (checked != NULL && json_get(checked, "undecided") == NULL &&
		json_count(json_get_array(checked, "failed")) == 0)
		json_delete(r->structured, "checked");
	value_text_compact(json_get_object(r->structured, "values"));
	for (size_t i = 0; solutions != NULL && i < json_count(solutions); i++)
		value_text_compact(json_at(solutions, i));
	for (size_t i = 0; core != NULL && i < json_count(core); i++) {
		struct json_object *item = json_at(core, i);
		const struct json_object *list =
			json_get_array(item, "assertions");

		json_delete(item, "content");
		/* The text shows it, and that is what it is known by. */
		if (json_get(item, "name") == NULL &&
			json_get(item, "note") == NULL)
			continue;
		for (size_t k = 0; list != NULL && k < json_count(list); k++)
			json_delete(json_at(list, k), "text");
	}
}

void
reply_send(struct reply *r, struct call *c)
{
	reply_put_warnings(r);
	call_reply(c, r->text.data, TAKE(r->structured));
	buf_release(&r->text);
}

void
reply_put_model(struct reply *r, const char *session, const struct model *m)
{
	json_put_string(r->structured, "session", session);
	json_put_int(r->structured, "revision", (int64_t)m->revision);
	json_put_int(r->structured, "items", (int64_t)m->count);
}

void
reply_add_state(struct reply *r, const char *session, const struct model *m)
{
	if (session[0] == '\0')
		buf_add_text(&r->text, "No session yet");
	else
		buf_add_format(&r->text, "Session %s", session);
	buf_add_format(&r->text, ", revision %" PRIu64 ", ", m->revision);
	reply_add_count(m->count, "item", &r->text);
	buf_add_text(&r->text, ".\n");
}

void
reply_put_truncated(struct reply *r)
{
	json_put_bool(r->structured, "truncated", true);
}

void
reply_add_count(size_t count, const char *what, struct buf *text)
{
	buf_add_format(text, "%zu %s%s", count, what, count == 1 ? "" : "s");
}

void
reply_add_lines(const char *prefix, const char *message, struct buf *text)
{
	while (*message != '\0') {
		size_t length = strcspn(message, "\n");

		buf_add_format(text, "%s%.*s\n", prefix, (int)length, message);
		message += length;
		message += *message == '\n';
	}
}

char *
reply_cut(struct reply *r, const char *name, const char *text, const char *hint)
{
	size_t size = strlen(text);
	size_t kept = utf8_cut(text, size, r->room);

	if (kept < size) {
		reply_put_truncated(r);
		warnings_add(r->warnings, "%s is cut after %zu of %zu bytes%s",
			name, kept, size, hint);
	}
	return text_copy_n(text, kept);
}

/* --- warnings ------------------------------------------------------------- */

enum {
	WARNINGS_MAX = 20, /* of one text; more say nothing new */
	WARNING_MAX = 2 * KIB,
};

void
warnings_add_list(struct json_object *warnings, const char *prefix,
	const struct warning *list, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (i == WARNINGS_MAX) {
			warnings_add(warnings, "%sand %zu more of this kind",
				prefix, count - i);
			break;
		}
		warnings_add(warnings, "%sline %u: %s", prefix, list[i].line,
			list[i].text);
	}
}

/* A line of the items, or of a script (NULL); 0: it is of all. */
static void
add_at_line(struct json_object *warnings, const struct render *items,
	unsigned line, const char *text)
{
	size_t index;

	if (json_count(warnings) >= WARNINGS_MAX)
		return;
	if (items == NULL && line > 0)
		warnings_add(warnings, "line %u: %s.", line, text);
	else if (items != NULL && render_locate(items, line, &index, &line))
		warnings_add(
			warnings, "item %zu, line %u: %s.", index, line, text);
	else
		warnings_add(warnings, "%s.", text);
}

void
warnings_add_lint(struct json_object *warnings, const char *name,
	struct parsed_text *parsed)
{
	const struct lint *lint = parsed_text_lint(parsed);

	for (size_t i = 0; i < lint->count; i++) {
		const struct lint_warning *warning = &lint->at[i];
		DROP(text) char *said = NULL;

		if (warning->kind == LINT_BOUND ||
			json_count(warnings) >= WARNINGS_MAX)
			continue;
		said = lint_text(warning);
		if (name != NULL)
			warnings_add(warnings, "%s: %s", name, said);
		else
			add_at_line(warnings, NULL, warning->line, said);
	}
}

void
warnings_add_answer(struct json_object *warnings, const struct render *items,
	const struct answer *answer, bool has_solution)
{
	for (size_t i = 0; i < answer->warnings.count; i++) {
		const struct lint_warning *one = &answer->warnings.at[i];
		DROP(text) char *text = lint_text(one);

		if (has_solution || !lint_is_of_solution(one))
			add_at_line(warnings, items, one->line, text);
	}
}

void
warnings_add(struct json_object *warnings, const char *format, ...)
{
	DROP(text) char *clean = NULL;
	char note[WARNING_MAX];
	va_list arguments;

	va_start(arguments, format);
	(void)vsnprintf(note, sizeof(note), format, arguments);
	va_end(arguments);
	clean = sanitize_text(note);
	json_add(warnings, json_new_string(clean));
}
