#include "tools/solve/unevaluated_terms.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "tools/call/values.h"
#include "tools/call/warnings.h"
#include "tools/solve/solve_request.h"
#include "json/json.h"

enum { NAMED_MAX = 10 };

static bool
is_blank(char c)
{
	return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

/* The name under which its value comes: the term without blanks around it, and
 * a symbol without its bars. NULL where a comment may stand around it. */
static char *
name_of(const struct solve_request_term *term)
{
	const char *start = term->text;
	size_t size = term->size;

	if (memchr(start, ';', term->size) != NULL)
		return NULL;
	for (; size > 0 && is_blank(*start); size--)
		start++;
	while (size > 0 && is_blank(start[size - 1]))
		size--;
	if (size > 1 && start[0] == '|' && start[size - 1] == '|')
		return text_copy_n(start + 1, size - 2);
	return text_copy_n(start, size);
}

static bool
is_missing(const struct solve_request_term *term, const struct values *values)
{
	DROP(text) char *name = NULL;

	if (term->as != ASKED_VALUE)
		return false;
	name = name_of(term);
	return name != NULL && !json_find(values->values, name, NULL);
}

static bool
is_not_open(const char *name, struct json_object *value, void *argument)
{
	(void)name;
	(void)argument;
	return value != NULL;
}

static void
note_open(const struct values *values, struct json_object *notes)
{
	if (!json_each(values->values, is_not_open, NULL))
		warnings_add(notes,
			"null is a value that is not determined: SMT-LIB "
			"leaves open what a division by zero is, seq.nth out "
			"of range, the conversion of a NaN or of a number that "
			"does not fit, and nothing in the model says what it "
			"is there");
}

void
unevaluated_terms_note(const struct solve_request *q,
	const struct values *values, struct json_object *notes)
{
	DROP(buf) struct buf names = {0};
	size_t count = 0;

	note_open(values, notes);
	if (values->left_out > 0)
		return;
	buf_init(&names, LIMIT_REPLY);
	for (size_t i = 0; i < q->term_count; i++) {
		const struct solve_request_term *term = &q->terms[i];

		if (!is_missing(term, values))
			continue;
		if (count++ < NAMED_MAX)
			buf_add_format(&names, "%s%s[%td]",
				count > 1 ? ", " : "", term->argument,
				term->index);
	}
	if (count > NAMED_MAX)
		buf_add_text(&names, ", ...");
	if (count > 0)
		warnings_add(notes,
			"Z3 could not evaluate %s under the solution, or not "
			"in the time: ask for parts of the term, or raise "
			"timeout_ms",
			names.data);
}
