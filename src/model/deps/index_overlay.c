#include "model/deps/index_overlay.h"

void
index_overlay_enter(struct index *ix, const struct diff *d)
{
	for (size_t i = 0; i < d->removed.count; i++)
		index_hide(ix, index_record(ix, d->removed.at[i].item));
	for (size_t i = 0; i < d->added.count; i++)
		(void)index_add(ix, d->added.at[i].item);
}

void
index_overlay_leave(struct index *ix, const struct diff *d)
{
	for (size_t i = 0; i < d->added.count; i++)
		index_remove(ix, d->added.at[i].item);
	for (size_t i = 0; i < d->removed.count; i++)
		index_show(ix, index_record(ix, d->removed.at[i].item));
}

void
index_overlay_keep(struct index *ix, const struct diff *d)
{
	for (size_t i = 0; i < d->removed.count; i++)
		index_remove(ix, d->removed.at[i].item);
	for (size_t i = 0; i < d->added.count; i++)
		(void)index_add(ix, d->added.at[i].item);
}

struct index *
index_overlay_of(const struct model *m)
{
	struct index *ix = index_new();

	for (size_t i = 0; i < m->count; i++)
		(void)index_add(ix, model_at(m, i));
	return ix;
}
