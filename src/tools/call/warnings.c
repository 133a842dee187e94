#include "tools/call/warnings.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "smt/rules/command_policy.h"
#include "smt/rules/lint.h"
#include "json/json.h"

enum {
	WARNINGS_MAX = 20, /* of one text; more say nothing new */
	NOTE_MAX = 2 * KIB,
};

void
warnings_add_list(struct json_object *notes, const char *prefix,
	const struct warning *list, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (i == WARNINGS_MAX) {
			warnings_add(notes, "%sand %zu more of this kind",
				prefix, count - i);
			break;
		}
		warnings_add(notes, "%sline %u: %s", prefix, list[i].line,
			list[i].text);
	}
}

static void
add_remarks(struct json_object *notes, const struct lint *remarks)
{
	for (size_t i = 0; i < remarks->count; i++) {
		const struct remark *remark = &remarks->at[i];
		DROP(text) char *text = NULL;

		if (remark->kind == REMARK_BOUND)
			continue;
		if (json_count(notes) >= WARNINGS_MAX)
			return;
		text = remark_text(remark);
		if (remark->line == 0)
			warnings_add(notes, "%s.", text);
		else
			warnings_add(notes, "line %u: %s.", remark->line, text);
	}
}

void
warnings_add_remarks(
	struct json_object *notes, const struct admitted_text *script)
{
	DROP(lint) struct lint remarks = {0};

	lint_scan(script->text, script->size, &remarks);
	add_remarks(notes, &remarks);
}

void
warnings_add_solution(
	struct json_object *notes, const struct admitted_text *script)
{
	DROP(lint) struct lint remarks = {0};

	lint_scan_solved(script->text, script->size, "", &remarks);
	add_remarks(notes, &remarks);
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
		[ANSWER_REMARK_ROUNDED] =
			"a fraction stands where an Int is expected, and Z3 "
			"rounds it down: write a whole number, or declare Real",
		[ANSWER_REMARK_EMPTY] =
			"the range of a quantifier is empty here, so its "
			"`forall` is true, or its `exists` false: check the "
			"bounds",
		[ANSWER_REMARK_UNEXPANDED] =
			"this has a quantifier over a range that is too large "
			"to be written out (100,000 instances, or 256 MB of "
			"memory), or a recursion "
			"of too many steps (20,000, or 1,500 within each "
			"other), so it is left to Z3, which may not decide it: "
			"make the range smaller, state it over fewer variables "
			"at a time, or see that the recursion ends",
		[ANSWER_REMARK_UNEVALUATED] =
			"the script has so many checks that from this one on "
			"a sat that nothing asks about is Z3's word alone; "
			"put (get-model) after a check to have its solution "
			"evaluated",
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
	DROP(text) char *clean = NULL;
	char note[NOTE_MAX];
	va_list arguments;

	va_start(arguments, format);
	(void)vsnprintf(note, sizeof(note), format, arguments);
	va_end(arguments);
	clean = sanitize_text(note);
	json_add(notes, json_new_string(clean));
}
