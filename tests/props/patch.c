#include "props/patch.h"

#include "base/alloc.h"

void
patch(struct buf *b, size_t at, size_t removed, const char *with, size_t size)
{
	DROP(buf) struct buf made;

	buf_init(&made, b->ceiling);
	(void)buf_add(&made, b->data, at);
	(void)buf_add(&made, with, size);
	(void)buf_add(&made, b->data + at + removed, b->size - at - removed);
	buf_clear(b);
	(void)buf_add(b, made.data, made.size);
}
