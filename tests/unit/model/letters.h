#ifndef TESTS_UNIT_MODEL_LETTERS_H
#define TESTS_UNIT_MODEL_LETTERS_H

/*
 * Models of one-letter items, edits of them, and what they are expected to
 * become.
 */

#include "unit/unit.h"

#include <string.h>

#include "base/alloc.h"
#include "model/items/edit.h"

static struct err error;
static struct edit_done done;

/* Items "a", "b", "c" and so on; the second is called "two". */
static inline struct model *
letters(size_t count)
{
	struct model *m = model_new();

	for (size_t i = 0; i < count; i++) {
		char content[2] = {(char)('a' + (int)i), '\0'};

		model_insert(m, i,
			item_new(content, i == 1 ? "two" : NULL,
				i == 1 ? "second" : NULL));
		model_at(m, i)->row = (int64_t)i + 1;
		model_at(m, i)->id = (int64_t)i + 1;
	}
	return m;
}

/* An edit of the item of that number. */
static inline struct edit
at(enum edit_op op, int64_t index)
{
	return (struct edit){.op = op, .has_index = true, .index = index};
}

static inline struct edit
move(int64_t index, int64_t to)
{
	struct edit edit = at(EDIT_MOVE, index);

	edit.has_to = true;
	edit.to = to;
	return edit;
}

static inline void
expect_letters(const struct model *m, const char *contents)
{
	assert_int_equal(m->count, strlen(contents));
	for (size_t i = 0; i < m->count; i++)
		assert_int_equal(model_at(m, i)->content[0], contents[i]);
}

static inline void
apply(struct model *m, const struct edit *edit)
{
	assert_true(model_apply(m, edit, &done, &error));
}

static inline void
expect_refused(struct model *m, const struct edit *edit, enum err_code code,
	const char *piece)
{
	size_t count = m->count;
	size_t bytes = m->bytes;

	assert_false(model_apply(m, edit, &done, &error));
	assert_int_equal(error.code, code);
	if (strstr(error.text, piece) == NULL)
		fail_msg("no \"%s\" in: %s", piece, error.text);
	assert_int_equal(m->count, count);
	assert_int_equal(m->bytes, bytes);
}

static inline void
expect_described(const struct edit_done *what, const char *text)
{
	DROP(buf) struct buf out;

	buf_init(&out, 1000);
	edit_describe(what, &out);
	assert_string_equal(out.data, text);
}

#endif
