#include "tools/term_remarks.h"

#include <string.h>

#include "base/alloc.h"
#include "smt/remarks.h"
#include "tools/notes.h"
#include "tools/question.h"
#include "json/json.h"

enum { REMARKS_MAX = 20 };

static void
add(const struct question_term *term, struct json_object *notes)
{
	DROP(text)
	char *text =
		text_format("(assert %.*s\n)", (int)term->size, term->text);
	DROP(text)
	char *index = term->index < 0 ? text_copy("")
				      : text_format("[%td]", term->index);
	DROP(remarks) struct remarks remarks = {0};

	remarks_scan(text, strlen(text), &remarks);
	for (size_t i = 0; i < remarks.count; i++) {
		DROP(text) char *said = NULL;

		if (remarks.at[i].kind == REMARK_BOUND ||
			json_count(notes) >= REMARKS_MAX)
			continue;
		said = remark_text(&remarks.at[i]);
		notes_add(notes, "%s%s: %s", term->argument, index, said);
	}
}

void
term_remarks_add(const struct question *q, struct json_object *notes)
{
	for (size_t i = 0; i < q->term_count; i++)
		add(&q->terms[i], notes);
}
