/* A text that is imported: whatever it is, its faults have places in it, and
 * what becomes of it as items is exported and comes back the same. */

#include <stdbool.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "fuzz/fuzz.h"
#include "model/items/edit.h"
#include "model/items/model.h"
#include "model/text/export.h"
#include "model/text/import.h"
#include "smt/text/text.h"

static const struct export_header header = {
	.session = "s", .version = "0", .status = "sat"};

static void
look_at(const struct import *im)
{
	size_t lines = 1;

	for (size_t i = 0; i < im->size; i++)
		lines += im->text[i] == '\n';
	for (size_t i = 0; i < im->fault_count; i++)
		REQUIRE(im->faults[i].line <= lines);
	if (im->fault_count > 0)
		REQUIRE(im->first.offset <= im->size &&
			im->first.length <= im->size - im->first.offset);
	for (size_t i = 0; i < im->count; i++) {
		const struct import_item *item = &im->items[i];

		REQUIRE(item->line >= 1 && item->line <= lines);
		REQUIRE(item->content[0] != '\0');
		REQUIRE(utf8_check(item->content, strlen(item->content), NULL));
	}
}

/* As an edit would make it: with the labels that an item may have. */
static struct model *
model_of(const struct import *im)
{
	struct model *m = model_new();

	for (size_t i = 0; i < im->count; i++) {
		const struct import_item *item = &im->items[i];
		DROP(text) char *note = NULL;
		const char *name = item->name;
		struct err e;

		if (name != NULL && !item_name_check(m, name, -1, &e))
			name = NULL;
		if (item->note != NULL)
			(void)item_name_check_note(item->note, &note, &e);
		model_insert(m, m->count, item_new(item->content, name, note));
	}
	return m;
}

static bool
is_same(const char *a, const char *b)
{
	return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

static void
send_round(const struct model *m)
{
	DROP(import) struct import im;
	DROP(buf) struct buf out;

	buf_init(&out, 16 * MIB);
	export_smtlib(m, &header, &out);
	import_read(&im, out.data, out.size);
	REQUIRE(im.is_export && im.count == m->count && im.fault_count == 0);
	for (size_t i = 0; i < m->count; i++) {
		const struct item *item = model_at(m, i);

		REQUIRE(is_same(im.items[i].content, item->content));
		REQUIRE(is_same(im.items[i].name, item->name));
		REQUIRE(is_same(im.items[i].note, item->note));
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	DROP(import) struct import im = {0};
	DROP(model) struct model *m = NULL;
	const char *text = (const char *)data;
	struct diagnostic fault;

	if (!text_check(text, size, &fault))
		return 0;
	import_read(&im, text, size);
	look_at(&im);
	m = model_of(&im);
	send_round(m);
	return 0;
}
