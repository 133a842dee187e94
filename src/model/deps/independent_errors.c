#include "model/deps/independent_errors.h"

#include "model/deps/index_overlay.h"

struct search {
	struct index *ix;
	bool has_list; /* one of them mentions libz3's List */
};

static void
spoil_declared(const struct search *s, const struct index_record *record)
{
	for (size_t i = 0; i < record->count; i++) {
		if (record->mentions[i].declares)
			record->mentions[i].word->round = s->ix->round;
	}
}

/* Who mentions an instance of a datatype declares its constructors. */
static void
spoil_instance(const struct search *s, const struct index_word *word)
{
	for (const struct index_mention *m = word->declares; m != NULL;
		m = m->next) {
		if ((m->record->traits & INDEX_PARAMETRIC) != 0)
			spoil_declared(s, m->record);
	}
}

static void
spoil(struct search *s, const struct index_record *record)
{
	spoil_declared(s, record);
	for (size_t i = 0; i < record->count; i++)
		spoil_instance(s, record->mentions[i].word);
	s->has_list |= (record->traits & INDEX_LIST) != 0;
}

static bool
is_apart(const struct search *s, const struct index_record *record)
{
	if (s->has_list && (record->traits & INDEX_LIST) != 0)
		return false;
	for (size_t i = 0; i < record->count; i++) {
		if (record->mentions[i].word->round == s->ix->round)
			return false;
	}
	return true;
}

void
independent_errors_keep(
	struct index *ix, const struct diff *d, struct items *found)
{
	struct search s = {.ix = ix};
	size_t kept = 0;

	ix->round++;
	index_overlay_enter(ix, d);
	for (size_t i = 0; i < found->count; i++) {
		const struct index_record *record =
			index_record(ix, found->at[i].item);

		if (is_apart(&s, record))
			found->at[kept++] = found->at[i];
		spoil(&s, record);
	}
	index_overlay_leave(ix, d);
	found->count = kept;
}
