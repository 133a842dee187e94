#include "wire/ask.h"

enum { FRAME_ASK = 'A' };

void
ask_put(struct buf *out, const struct ask *ask)
{
	size_t start = frame_open(out, FRAME_ASK);

	put_u8(out, (uint8_t)ask->kind);
	put_u32(out, ask->timeout_ms);
	put_u8(out, ask->want_values);
	put_u8(out, ask->minimize_core);
	put_text_n(out, ask->text, ask->size);
	(void)frame_close(out, start); /* the caller looks at overflowed */
}

bool
ask_get(const struct frame *f, struct ask *ask)
{
	struct reader r;
	struct ask read;

	if (f->type != FRAME_ASK)
		return false;
	reader_init(&r, f->payload, f->size);
	read.kind = (enum ask_kind)get_u8(&r);
	read.timeout_ms = get_u32(&r);
	read.want_values = get_u8(&r) != 0;
	read.minimize_core = get_u8(&r) != 0;
	read.text = get_text_n(&r, &read.size);
	if (!reader_end(&r) ||
		(read.kind != ASK_CHECK && read.kind != ASK_SOLVE))
		return false;
	*ask = read;
	return true;
}
