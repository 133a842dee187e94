/* A text that is imported: whatever it is, its faults have places in it, and
 * what becomes of it as items is exported and comes back the same. */

#include <stdbool.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "fuzz/fuzz.h"
#include "language/import.h"
#include "language/language.h"
#include "model/items/edit.h"
#include "model/items/model.h"
#include "model/text/export.h"

static const struct export_header header = {
	.session = "s", .version = "0", .status = "sat"};

static void
look_at(const struct import *im)
{
	size_t lines = 1;

	for (size_t i = 0; i < im->size; i++)
		lines += im->text[i] == '\n';
	for (size_t i = 0; i < im->faults.count; i++) {
		const struct diagnostic *fault = &im->faults.at[i];

		REQUIRE(fault->line >= 1 && fault->line <= lines);
		REQUIRE(fault->offset <= im->size &&
			fault->length <= im->size - fault->offset);
	}
	for (size_t i = 0; i < im->count; i++) {
		const struct import_item *item = &im->items[i];

		REQUIRE(item->line >= 1 && item->line <= lines);
		REQUIRE(item->content[0] != '\0');
		REQUIRE(utf8_check(item->content, strlen(item->content), NULL));
	}
}

/* Items of another language lie in its text one after another; what a reader
 * of DIMACS writes is SMT-LIB, and its places are in the source. */
static void
look_at_items(const struct translation *t)
{
	size_t end = t->count > 0 ? t->items[0].offset : t->text.size;

	for (size_t i = 0; i < t->count; i++) {
		const struct translation_item *item = &t->items[i];
		DROP(import) struct import im = {0};
		struct diagnostic fault;

		REQUIRE(item->offset == end);
		end += item->size;
		/* A set of FlatZinc may be large, or nested deeply. */
		REQUIRE((t->language != LANGUAGE_DIMACS &&
				t->language != LANGUAGE_WCNF &&
				(t->language != LANGUAGE_FLATZINC ||
					item->size > 64 * KIB)) ||
			import_add(&im, t->text.data + item->offset, item->size,
				&(struct import_item){.line = item->line},
				&fault));
	}
	REQUIRE(end == t->text.size);
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
	REQUIRE(im.is_export && im.count == m->count && im.faults.count == 0);
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
	DROP(translation) struct translation t;
	DROP(import) struct import im = {0};
	DROP(model) struct model *m = NULL;
	DROP(text) char *text = text_copy_n((const char *)data, size);
	struct diagnostic fault;

	if (!language_read(text, size, &t, &fault)) {
		REQUIRE(fault.offset <= size);
		REQUIRE(fault.length <= size - fault.offset);
		return 0;
	}
	if (t.has_items) {
		look_at_items(&t);
		return 0;
	}
	import_read(&im, t.text.data, t.text.size);
	look_at(&im);
	m = model_of(&im);
	send_round(m);
	return 0;
}
