#include "worker/read/assertion_writer.h"

#include "base/alloc.h"
#include "smt/text/unicode_escape.h"

struct problem_part *
assertion_writer_add(struct problem *p, enum part_kind kind,
	const struct command *form, const struct token *source)
{
	struct problem_part *part;

	p->parts =
		mem_room(p->parts, p->count, &p->capacity, sizeof(*p->parts));
	part = &p->parts[p->count++];
	*part = (struct problem_part){
		.kind = kind,
		.form = form,
		.source = *source,
		.term = PART_NO_TERM,
	};
	return part;
}

void
assertion_writer_add_source(struct problem *p, struct problem_part *part)
{
	part->at = p->text.size;
	unicode_escape_put(
		&p->text, p->script + part->source.offset, part->source.length);
}
