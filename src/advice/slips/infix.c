#include "advice/slips/infix.h"

#include <stdint.h>
#include <string.h>

#include "advice/slips/operators.h"
#include "base/alloc.h"
#include "base/buf.h"

enum {
	/* Beyond these nobody writes a term in one line. */
	PARTS_MAX = 63,
	DEPTH_MAX = 16,
};

/* Arguments and operators in turn. */
struct chain {
	const struct text_context *scene;
	struct span parts[PARTS_MAX];
	size_t count;
	size_t depth;
};

static bool read_chain(const struct text_context *s, struct span form,
	size_t depth, struct chain *chain);
static void write_chain(
	const struct chain *c, size_t from, size_t to, struct buf *out);

static bool
read_chain(const struct text_context *s, struct span form, size_t depth,
	struct chain *chain)
{
	*chain = (struct chain){
		.scene = s, .count = form_count(s, form), .depth = depth};
	if (chain->count < 3 || chain->count > PARTS_MAX ||
		chain->count % 2 == 0 || depth == DEPTH_MAX)
		return false;
	for (size_t i = 0; i < chain->count; i++) {
		bool is_operator;
		int ignored;

		if (!form_child(s, form, i, &chain->parts[i]))
			return false;
		is_operator =
			operators_name(s, chain->parts[i], &ignored) != NULL;
		if (is_operator != (i % 2 == 1))
			return false;
	}
	return true;
}

/* An argument, which may be written likewise inside of its parentheses. */
static void // NOLINTNEXTLINE(misc-no-recursion)
write_argument(const struct chain *c, struct span part, struct buf *out)
{
	struct chain inner;

	if (span_first(c->scene, part) == '(' &&
		read_chain(c->scene, part, c->depth + 1, &inner))
		write_chain(&inner, 0, inner.count, out);
	else
		buf_add(out, c->scene->text + part.offset, part.size);
}

/* Where it is applied last: the lowest rank, of equals the last; but the first
 * of implications, which are read from the right. */
static size_t
last_applied(const struct chain *c, size_t from, size_t to)
{
	size_t found = from + 1;
	int lowest = 0;

	for (size_t i = from + 1; i < to; i += 2) {
		int rank = 0;
		const char *name = operators_name(c->scene, c->parts[i], &rank);
		bool is_last = strcmp(name, "=>") != 0;

		if (i == from + 1 || rank < lowest ||
			(rank == lowest && is_last)) {
			found = i;
			lowest = rank;
		}
	}
	return found;
}

static void // NOLINTNEXTLINE(misc-no-recursion)
write_chain(const struct chain *c, size_t from, size_t to, struct buf *out)
{
	size_t middle;
	int ignored;

	if (to - from == 1) {
		write_argument(c, c->parts[from], out);
		return;
	}
	middle = last_applied(c, from, to);
	buf_add_format(out, "(%s ",
		operators_name(c->scene, c->parts[middle], &ignored));
	write_chain(c, from, middle, out);
	buf_add_char(out, ' ');
	write_chain(c, middle + 1, to, out);
	buf_add_char(out, ')');
}

char *
infix_rewrite(const char *text, size_t size)
{
	DROP(text) char *form = text_format("(%.*s)", (int)size, text);
	DROP(text_context) struct text_context s = {0};
	DROP(buf) struct buf out;
	struct chain chain;

	buf_init(&out, SIZE_MAX / 2);
	text_context_init(&s, form, strlen(form), 1);
	if (!read_chain(&s, form_at(&s, 0), 0, &chain))
		return NULL;
	write_chain(&chain, 0, chain.count, &out);
	return buf_take(&out);
}
