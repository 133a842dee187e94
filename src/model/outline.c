/* One walk over the commands of all items, into one buffer per section. */
#include "model/outline.h"

#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "model/entry.h"
#include "model/line.h"
#include "smt/forms.h"

/* What is shown of an entry, or of a note behind it, and what is kept of an
 * entry before it is cut. */
enum { SHOWN_MAX = 100, ENTRY_MAX = 4 * KIB };

static const char *const titles[ENTRY_SECTIONS] = {
	[ENTRY_SETTINGS] = "Settings",
	[ENTRY_SORTS] = "Sorts",
	[ENTRY_FUNCTIONS] = "Functions",
	[ENTRY_ASSERTIONS] = "Assertions",
	[ENTRY_OBJECTIVES] = "Objectives",
};

static void
add_cut(struct buf *out, const char *text, bool is_whole)
{
	size_t size = strlen(text);
	size_t fits = utf8_cut(text, size, SHOWN_MAX);

	(void)buf_add(out, text, fits);
	if (fits < size || !is_whole)
		(void)buf_add_text(out, " ...");
}

static void
add_entry(struct buf *section, size_t index, const struct item *item,
	const struct buf *entry)
{
	/* A quoted symbol or a string may hold a line break. */
	DROP(text) char *line = line_flat(entry->data);

	(void)buf_add_format(section, "%zu | ", index);
	add_cut(section, line, !entry->overflowed);
	if (item->name != NULL || item->note != NULL)
		(void)buf_add_text(section, " ;");
	if (item->name != NULL)
		(void)buf_add_format(section, " %s%s", item->name,
			item->note != NULL ? ":" : "");
	if (item->note != NULL) {
		(void)buf_add_char(section, ' ');
		add_cut(section, item->note, true);
	}
	(void)buf_add_char(section, '\n');
}

static void
outline_item(const struct item *item, size_t index, struct buf *sections)
{
	DROP(forms) struct forms forms = {0};
	struct fault fault;

	if (!forms_cut(item->content, item->size, &forms, &fault))
		return;
	for (size_t i = 0; i < forms.count; i++) {
		DROP(buf) struct buf line;
		enum entry_section section;

		buf_init(&line, ENTRY_MAX);
		if (entry_write(item->content, &forms.at[i], &line, &section))
			add_entry(&sections[section], index, item, &line);
	}
}

void
outline_render(const struct model *m, struct buf *out)
{
	struct buf sections[ENTRY_SECTIONS];

	for (size_t i = 0; i < ENTRY_SECTIONS; i++)
		buf_init(&sections[i], out->ceiling);
	for (size_t i = 0; i < m->count; i++)
		outline_item(model_at(m, i), i, sections);
	for (size_t i = 0; i < ENTRY_SECTIONS; i++) {
		if (sections[i].size > 0) {
			(void)buf_add_format(out, "%s:\n", titles[i]);
			(void)buf_add(out, sections[i].data, sections[i].size);
		}
		out->overflowed |= sections[i].overflowed;
		buf_release(&sections[i]);
	}
}
