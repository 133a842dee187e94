#include "model/dimacs.h"

#include <inttypes.h>

#include "base/alloc.h"
#include "model/line.h"
#include "smt/clauses.h"

/* A quoted symbol may hold line breaks; a comment may not. */
static void
add_constant(const struct clauses_constant *constant, struct buf *out)
{
	DROP(text)
	char *name = text_copy_n(constant->name.start, constant->name.length);
	DROP(text) char *line = line_flat(name);

	(void)buf_add_format(
		out, "c %" PRId32 " is %s\n", constant->variable, line);
}

bool
dimacs_render(const struct model *m, const struct export_header *header,
	struct buf *out, size_t *index, struct fault *fault)
{
	DROP(clauses) struct clauses c = {0};

	clauses_init(&c, out->ceiling);
	for (size_t i = 0; i < m->count; i++) {
		const struct item *item = model_at(m, i);

		*index = i;
		if (!clauses_add(&c, item->content, item->size, fault))
			return false;
	}
	export_add_header(header, "c", out);
	if (header->status != NULL)
		(void)buf_add_format(out, "c status: %s\n", header->status);
	for (size_t i = 0; i < c.constant_count && !out->overflowed; i++)
		add_constant(&c.constants[i], out);
	(void)buf_add_format(out, "p cnf %" PRId32 " %zu\n", c.gates.variables,
		c.gates.clauses);
	if (!buf_add(out, c.gates.text.data, c.gates.text.size) ||
		c.gates.text.overflowed)
		out->overflowed = true;
	return true;
}
