#include "worker/print/overloads.h"

#include <stdint.h>
#include <string.h>

#include "base/alloc.h"
#include "smt/text/text.h"

static bool
names_something(enum command_kind command)
{
	return command == COMMAND_DECLARE_CONST ||
	       command == COMMAND_DECLARE_FUN ||
	       command == COMMAND_DEFINE_CONST || command == COMMAND_DEFINE_FUN;
}

void
overloads_read(const struct task *t, struct name_set *o)
{
	const char *text = t->script->text;
	const struct problem_part *part = NULL;
	struct token token;

	*o = (struct name_set){0};
	while ((part = task_part(t, PART_COMMAND, part)) != NULL) {
		if (names_something(part->form->command) &&
			command_argument(part->form, text, 0, &token))
			name_set_add(o, token_name(text, &token));
	}
	name_set_sort(o);
	name_set_keep_repeated(o);
}

char *
overloads_name(const struct name_set *o, const char *name, const char *sort,
	bool is_constant)
{
	struct buf out;

	if (!name_set_have(o, slice_of(name)))
		return text_copy(name);
	buf_init(&out, SIZE_MAX / 2);
	buf_add_text(&out, is_constant ? "(as " : "");
	text_add_symbol(&out, name);
	buf_add_format(&out, " %s%s", sort, is_constant ? ")" : "");
	return buf_take(&out);
}
