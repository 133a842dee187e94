#include "advice/meant.h"

#include <string.h>

#include "advice/sorts.h"
#include "base/alloc.h"
#include "base/buf.h"
#include "base/nearest.h"
#include "smt/builtin.h"

#define COUNT(table) (sizeof(table) / sizeof(*(table)))

/* Built-in names are many and short: for a short word one is always near. */
enum { BUILTIN_MIN = 4 };

static const char *const known_sorts[] = {
	"Bool",
	"Int",
	"Real",
	"String",
	"Array",
	"BitVec",
	"FloatingPoint",
	"Float16",
	"Float32",
	"Float64",
	"Float128",
	"RoundingMode",
	"RegLan",
	"Seq",
	"List",
	"Set",
};

static const char *const known_constants[] = {
	"true",
	"false",
	"roundNearestTiesToEven",
	"roundNearestTiesToAway",
	"roundTowardPositive",
	"roundTowardNegative",
	"roundTowardZero",
	"re.none",
	"re.all",
	"re.allchar",
};

bool
meant_word(struct counsel *c, enum word_use use, const char *name)
{
	const struct word *word = word_find(use, name);
	size_t i;

	if (word == NULL)
		return false;
	counsel_cause(c, word->cause);
	for (i = 0; i < COUNT(word->steps); i++)
		counsel_step(c, word->steps[i]);
	return true;
}

bool
meant_late(
	struct counsel *c, const struct advice_place *where, const char *name)
{
	DROP(text) char *item = NULL;

	if (where->late == NULL || strcmp(where->late, name) != 0)
		return false;
	item = text_format("%zu", where->late_index);
	counsel_part(c, 1, item, strlen(item));
	counsel_cause(c, "item {1} declares it, but it comes later, and "
			 "an item can use only what stands before it");
	counsel_step(c, "Put this behind item {1}.");
	counsel_step(c, "Or move item {1} up: edit_model with op move.");
	return true;
}

const char *
meant_type(const struct advice_place *where, const char *name)
{
	size_t i;

	for (i = 0; i < where->symbol_count; i++)
		if (strcmp(where->symbols[i].name, name) == 0)
			return where->symbols[i].type;
	return NULL;
}

/* What a datatype declares has no type of its own in the list. */
static bool
is_of_datatype(const struct advice_place *where, const char *name)
{
	for (size_t i = 0; i < where->symbol_count; i++) {
		if (strcmp(where->symbols[i].name, name) == 0)
			return where->symbols[i].type == NULL;
	}
	return false;
}

bool
meant_unmentioned(struct counsel *c, const struct advice_place *where,
	const char *name, const char *sort)
{
	if (!is_of_datatype(where, name))
		return false;
	counsel_cause(c, "its datatype is declared behind this place, or has "
			 "parameters: then Z3 knows the constructors and "
			 "fields only behind a declaration that names the sort "
			 "with its arguments");
	if (sort != NULL && strchr(sort, '(') == sort &&
		strncmp(sort, "(_ ", 3) != 0) {
		counsel_part(c, 2, sort, strlen(sort));
		counsel_step(c, "Mention the sort first: (declare-const spare "
				"{2}).");
	} else {
		counsel_step(c, "Mention the sort first, as in (declare-const "
				"spare (SORT Int)), with the arguments that it "
				"has here.");
	}
	counsel_step(c, "Or declare the datatype without parameters.");
	return true;
}

bool
meant_bits(struct counsel *c, const char *name)
{
	size_t digits =
		strspn(name + (name[0] == 'b' && name[1] == 'v' ? 2 : 0),
			"0123456789");

	if (strncmp(name, "bv", 2) != 0 || digits == 0 ||
		name[2 + digits] != '\0')
		return false;
	counsel_problem(c, "the bit-vector literal `{token}` has no width");
	counsel_cause(c, "the width is an index of it");
	counsel_step(c, "Write (_ {token} 8), with the width that you need.");
	return true;
}

bool
meant_field(
	struct counsel *c, const struct advice_place *where, const char *name)
{
	const char *point = strchr(name, '.');

	if (point == NULL || point == name || point[1] == '\0')
		return false;
	counsel_part(c, 1, name, (size_t)(point - name));
	counsel_part(c, 2, point + 1, strlen(point + 1));
	if (meant_type(where, c->parts[0].text) == NULL)
		return false;
	counsel_cause(c, "a point is a letter of the name; a field of a "
			 "datatype is a function");
	counsel_step(c, "Write ({2} {1}).");
	return true;
}

bool
meant_is_function(const char *type)
{
	return type != NULL &&
	       sort_count((struct sort_text){type, strlen(type)}) == 2;
}

/* Whether the name can stand where such a one is due, as far as is known. */
static bool
fits(const struct advice_symbol *symbol, enum meant_as as)
{
	bool is_sort =
		symbol->type != NULL && strcmp(symbol->type, ADVICE_SORT) == 0;

	if (symbol->type == NULL || as == MEANT_SORT)
		return symbol->type == NULL || is_sort;
	return !is_sort &&
	       meant_is_function(symbol->type) == (as == MEANT_FUNCTION);
}

static bool
has_use(const struct advice_symbol *symbol, enum meant_as as)
{
	bool is_sort =
		symbol->type != NULL && strcmp(symbol->type, ADVICE_SORT) == 0;

	return symbol->type == NULL || is_sort == (as == MEANT_SORT);
}

static void
offer_builtins(struct nearest *nearest, enum meant_as as)
{
	size_t i;

	for (i = 0; as == MEANT_SORT && i < COUNT(known_sorts); i++)
		nearest_offer(nearest, known_sorts[i]);
	for (i = 0; as == MEANT_CONSTANT && i < COUNT(known_constants); i++)
		nearest_offer(nearest, known_constants[i]);
	for (i = 0; as == MEANT_FUNCTION && i < builtin_count(); i++)
		nearest_offer(nearest, builtin_at(i));
}

void
meant_nearest(struct counsel *c, enum meant_as as, const char *name,
	const struct advice_place *where)
{
	struct nearest nearest;
	const char *type;
	size_t i;

	nearest_init(&nearest, name);
	for (i = 0; i < where->symbol_count; i++)
		if (has_use(&where->symbols[i], as) &&
			strcmp(where->symbols[i].name, name) != 0)
			nearest_offer(&nearest, where->symbols[i].name);
	if (strlen(name) >= BUILTIN_MIN || as == MEANT_SORT)
		offer_builtins(&nearest, as);
	if (nearest.best == NULL)
		return;
	counsel_part(c, 1, nearest.best, strlen(nearest.best));
	type = meant_type(where, nearest.best);
	if (type == NULL || as == MEANT_SORT) {
		counsel_step(c, "Did you mean `{1}`?");
		return;
	}
	counsel_part(c, 2, type, strlen(type));
	counsel_step(c, meant_is_function(type)
				? "Did you mean `{1}`, a function {2}?"
				: "Did you mean `{1}`, declared as {2}?");
}

void
meant_scope(
	struct counsel *c, const struct advice_place *where, enum meant_as as)
{
	DROP(buf) struct buf names;
	size_t i;

	buf_init(&names, QUOTE_MAX);
	for (i = 0; i < where->symbol_count; i++) {
		const struct advice_symbol *symbol = &where->symbols[i];

		if (!fits(symbol, as))
			continue;
		if (!buf_add_format(&names, "%s%s", names.size > 0 ? ", " : "",
			    symbol->name))
			break;
	}
	counsel_part(c, 2, names.data, names.size);
	counsel_step(c, i < where->symbol_count
				? "Or use a declared name: {2}, ..."
				: "Or use a declared name: {2}.");
}
