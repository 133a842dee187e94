#include "tools/solve/term_warnings.h"

#include <string.h>

#include "base/alloc.h"
#include "smt/rules/lint.h"
#include "tools/call/warnings.h"
#include "tools/solve/solve_request.h"
#include "json/json.h"

enum { REMARKS_MAX = 20 };

static void
add(const struct solve_request_term *term, struct json_object *notes)
{
	DROP(text)
	char *text =
		text_format("(assert %.*s\n)", (int)term->size, term->text);
	DROP(text)
	char *index = term->index < 0 ? text_copy("")
				      : text_format("[%td]", term->index);
	DROP(lint) struct lint remarks = {0};

	lint_scan(text, strlen(text), &remarks);
	for (size_t i = 0; i < remarks.count; i++) {
		DROP(text) char *said = NULL;

		if (remarks.at[i].kind == REMARK_BOUND ||
			json_count(notes) >= REMARKS_MAX)
			continue;
		said = remark_text(&remarks.at[i]);
		warnings_add(notes, "%s%s: %s", term->argument, index, said);
	}
}

void
term_warnings_add(const struct solve_request *q, struct json_object *notes)
{
	for (size_t i = 0; i < q->term_count; i++)
		add(&q->terms[i], notes);
}
