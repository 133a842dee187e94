#include "solver/overloads.h"

#include <stdint.h>
#include <string.h>

#include "base/alloc.h"
#include "smt/text.h"

static bool
names_something(enum command command)
{
	return command == COMMAND_DECLARE_CONST ||
	       command == COMMAND_DECLARE_FUN ||
	       command == COMMAND_DEFINE_CONST || command == COMMAND_DEFINE_FUN;
}

void
overloads_read(const struct task *t, struct slices *o)
{
	const char *text = t->script->text;
	const struct problem_part *part = NULL;
	struct token token;

	*o = (struct slices){0};
	while ((part = task_part(t, PART_COMMAND, part)) != NULL) {
		if (names_something(part->form->command) &&
			form_argument(part->form, text, 0, &token))
			slices_add(o, token_name(text, &token));
	}
	slices_sort(o);
	slices_keep_repeated(o);
}

char *
overloads_name(const struct slices *o, const char *name, const char *sort,
	bool is_constant)
{
	struct buf out;

	if (!slices_have(o, slice_of(name)))
		return text_copy(name);
	buf_init(&out, SIZE_MAX / 2);
	buf_add_text(&out, is_constant ? "(as " : "");
	text_add_symbol(&out, name);
	buf_add_format(&out, " %s%s", sort, is_constant ? ")" : "");
	return buf_take(&out);
}
