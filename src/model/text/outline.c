/* One walk over the commands of all items, into one buffer per section. */
#include "model/text/outline.h"

#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "model/items/line_breaks.h"
#include "model/text/outline_entry.h"
#include "smt/text/commands.h"

/* What is shown of an entry, or of a note behind it, and what is kept of an
 * entry before it is cut. */
enum { SHOWN_MAX = 100, ENTRY_MAX = 4 * KIB };

static const char *const titles[OUTLINE_ENTRY_SECTIONS] = {
	[OUTLINE_ENTRY_SETTINGS] = "Settings",
	[OUTLINE_ENTRY_SORTS] = "Sorts",
	[OUTLINE_ENTRY_FUNCTIONS] = "Functions",
	[OUTLINE_ENTRY_ASSERTIONS] = "Assertions",
	[OUTLINE_ENTRY_OBJECTIVES] = "Objectives",
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
	DROP(text) char *line = line_breaks_flatten(entry->data);

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
	DROP(commands) struct commands forms = {0};
	struct diagnostic fault;

	if (!commands_split(item->content, item->size, &forms, &fault))
		return;
	for (size_t i = 0; i < forms.count; i++) {
		DROP(buf) struct buf line;
		enum outline_entry_section section;

		buf_init(&line, ENTRY_MAX);
		if (outline_entry_write(
			    item->content, &forms.at[i], &line, &section))
			add_entry(&sections[section], index, item, &line);
	}
}

void
outline_render(const struct model *m, struct buf *out)
{
	struct buf sections[OUTLINE_ENTRY_SECTIONS];

	for (size_t i = 0; i < OUTLINE_ENTRY_SECTIONS; i++)
		buf_init(&sections[i], out->ceiling);
	for (size_t i = 0; i < m->count; i++)
		outline_item(model_at(m, i), i, sections);
	for (size_t i = 0; i < OUTLINE_ENTRY_SECTIONS; i++) {
		if (sections[i].size > 0) {
			(void)buf_add_format(out, "%s:\n", titles[i]);
			(void)buf_add(out, sections[i].data, sections[i].size);
		}
		out->overflowed |= sections[i].overflowed;
		buf_release(&sections[i]);
	}
}
