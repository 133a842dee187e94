#include "tools/call/warnings.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/sanitize.h"
#include "base/utf8.h"
#include "model/items/model.h"
#include "smt/rules/command_policy.h"
#include "smt/rules/lint.h"
#include "json/json.h"

enum {
	WARNINGS_MAX = 20, /* of one text; more say nothing new */
	NOTE_MAX = 2 * KIB,
};

void
warnings_add_of(struct json_object *notes, const char *prefix,
	const struct admitted_text *allowed)
{
	for (size_t i = 0; i < allowed->warning_count; i++) {
		const struct warning *warning = &allowed->warnings[i];

		if (i == WARNINGS_MAX) {
			warnings_add(notes, "%sand %zu more of this kind",
				prefix, allowed->warning_count - i);
			break;
		}
		warnings_add(notes, "%sline %u: %s", prefix, warning->line,
			warning->text);
	}
}

struct json_object *
warnings_of(const struct admitted_text *allowed)
{
	struct json_object *notes = json_new_array();

	warnings_add_of(notes, "", allowed);
	return notes;
}

void
warnings_add_remarks(
	struct json_object *notes, const struct admitted_text *script)
{
	DROP(lint) struct lint remarks = {0};

	lint_scan(script->text, script->size, &remarks);
	for (size_t i = 0; i < remarks.count; i++) {
		DROP(text) char *text = NULL;

		if (remarks.at[i].kind == REMARK_BOUND)
			continue;
		if (json_count(notes) >= WARNINGS_MAX)
			return;
		text = remark_text(&remarks.at[i]);
		warnings_add(notes, "line %u: %s.", remarks.at[i].line, text);
	}
}

char *
warnings_remark(enum answer_remark remark)
{
	static const char *const texts[] = {
		[ANSWER_REMARK_TRUE] =
			"this assertion is true whatever the values, so it "
			"says nothing: check what it should compare",
		[ANSWER_REMARK_FALSE] =
			"this assertion is false whatever the values, so there "
			"is no solution: correct it or take it out",
		[ANSWER_REMARK_MIXED] =
			"Int and Real are mixed here, or in a definition that "
			"this uses, and Z3 converts silently: write (to_real "
			"x) or (to_int x), or declare both alike",
		[ANSWER_REMARK_UNEVALUATED] =
			"the script has so many checks that from this one on "
			"a sat that nothing asks about is Z3's word alone; "
			"put (get-model) behind a check to have its solution "
			"evaluated",
		[ANSWER_REMARK_UNEXPANDED] =
			"this has a quantifier over a range that is too large "
			"to be written out (100,000 instances), so it is left "
			"to Z3, which may not decide it: make the range "
			"smaller, or state it of fewer variables at a time",
	};

	if (remark < ANSWER_REMARK_BEYOND)
		return text_copy(texts[remark]);
	return text_format("this uses %s, which the logic leaves out: Z3 "
			   "solves it all the same, other solvers refuse it; "
			   "set a wider logic, such as (set-logic ALL), or "
			   "none",
		part_name(remark - ANSWER_REMARK_BEYOND));
}

void
warnings_add_answer(struct json_object *notes, const struct answer *answer)
{
	for (size_t i = 0; i < answer->remarks.count; i++) {
		DROP(text) char *text = NULL;

		if (json_count(notes) >= WARNINGS_MAX)
			return;
		text = warnings_remark(answer->remarks.at[i].remark);
		warnings_add(notes, "line %u: %s.", answer->remarks.at[i].line,
			text);
	}
}

void
warnings_add(struct json_object *notes, const char *format, ...)
{
	DROP(text) char *tamed = NULL;
	char note[NOTE_MAX];
	va_list arguments;

	va_start(arguments, format);
	(void)vsnprintf(note, sizeof(note), format, arguments);
	va_end(arguments);
	tamed = sanitize_text(note);
	json_add(notes, json_new_string(tamed));
}

void
warnings_finish(struct json_object *notes, struct json_object *answer,
	const char *prefix, struct buf *text)
{
	size_t count = json_count(notes);

	if (count == 0) {
		json_free(notes);
		return;
	}
	for (size_t i = 0; i < count; i++)
		buf_add_format(text, "%swarning: %s\n", prefix,
			json_string(json_at(notes, i)));
	json_put(answer, "warnings", notes);
}

void
warnings_add_count(size_t count, const char *what, struct buf *text)
{
	buf_add_format(text, "%zu %s%s", count, what, count == 1 ? "" : "s");
}

void
warnings_add_state(const char *session, const struct model *m, struct buf *text)
{
	if (session[0] == '\0')
		buf_add_text(text, "No session yet");
	else
		buf_add_format(text, "Session %s", session);
	buf_add_format(text, ", revision %" PRIu64 ", ", m->revision);
	warnings_add_count(m->count, "item", text);
	buf_add_text(text, ".\n");
}

void
warnings_add_lines(const char *prefix, const char *message, struct buf *text)
{
	while (*message != '\0') {
		size_t length = strcspn(message, "\n");

		buf_add_text(text, prefix);
		buf_add(text, message, length);
		buf_add_char(text, '\n');
		message += length;
		message += *message == '\n';
	}
}

char *
warnings_cut(const char *text, size_t *room, bool *is_cut)
{
	size_t size = strlen(text);
	size_t kept = size <= *room ? size : utf8_cut(text, size, *room);

	*is_cut |= kept < size;
	*room = kept < size ? 0 : *room - kept;
	return text_copy_n(text, kept);
}
