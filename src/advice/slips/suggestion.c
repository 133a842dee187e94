#include "advice/slips/suggestion.h"

#include <string.h>

#include "advice/message/rules.h"
#include "base/alloc.h"
#include "base/asset.h"
#include "base/buf.h"
#include "base/nearest.h"
#include "smt/names/builtin.h"

ASSET(src_advice_slips_slips_rules);

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

static const struct rules words = {.text = asset_src_advice_slips_slips_rules};

bool
suggestion_word(struct message *c, const char *kind, const char *word)
{
	return rules_advise(&words, kind, word, c);
}

bool
suggestion_say(struct message *c, const char *name)
{
	return rules_say(&words, name, c);
}

bool
suggestion_late(
	struct message *c, const struct advice_place *where, const char *name)
{
	DROP(text) char *item = NULL;

	if (where->late == NULL || strcmp(where->late, name) != 0)
		return false;
	item = text_format("%zu", where->late_index);
	message_part(c, 1, item, strlen(item));
	return suggestion_say(c, "late");
}

const char *
suggestion_type(const struct advice_place *where, const char *name)
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
suggestion_unmentioned(struct message *c, const struct advice_place *where,
	const char *name, const char *sort)
{
	if (!is_of_datatype(where, name))
		return false;
	(void)suggestion_say(c, "unmentioned");
	if (sort != NULL && strchr(sort, '(') == sort &&
		strncmp(sort, "(_ ", 3) != 0) {
		message_part(c, 2, sort, strlen(sort));
		return suggestion_say(c, "mention-sort");
	}
	return suggestion_say(c, "mention");
}

bool
suggestion_bits(struct message *c, const char *name)
{
	size_t digits =
		strspn(name + (name[0] == 'b' && name[1] == 'v' ? 2 : 0),
			"0123456789");

	if (strncmp(name, "bv", 2) != 0 || digits == 0 ||
		name[2 + digits] != '\0')
		return false;
	return suggestion_say(c, "bits");
}

bool
suggestion_field(
	struct message *c, const struct advice_place *where, const char *name)
{
	const char *point = strchr(name, '.');

	if (point == NULL || point == name || point[1] == '\0')
		return false;
	message_part(c, 1, name, (size_t)(point - name));
	message_part(c, 2, point + 1, strlen(point + 1));
	if (suggestion_type(where, c->parts[0].text) == NULL)
		return false;
	return suggestion_say(c, "field");
}

bool
suggestion_is_function(const char *type)
{
	return type != NULL &&
	       sort_list_count((struct slice){type, strlen(type)}) == 2;
}

/* Whether the name can stand where such a one is due, as far as is known. */
static bool
fits(const struct advice_symbol *symbol, enum suggestion_as as)
{
	bool is_sort =
		symbol->type != NULL && strcmp(symbol->type, ADVICE_SORT) == 0;

	if (symbol->type == NULL || as == SUGGESTION_SORT)
		return symbol->type == NULL || is_sort;
	return !is_sort && suggestion_is_function(symbol->type) ==
				   (as == SUGGESTION_FUNCTION);
}

static bool
has_use(const struct advice_symbol *symbol, enum suggestion_as as)
{
	bool is_sort =
		symbol->type != NULL && strcmp(symbol->type, ADVICE_SORT) == 0;

	return symbol->type == NULL || is_sort == (as == SUGGESTION_SORT);
}

static void
offer_builtins(struct nearest *nearest, enum suggestion_as as)
{
	size_t i;

	for (i = 0; as == SUGGESTION_SORT && i < COUNT(known_sorts); i++)
		nearest_offer(nearest, known_sorts[i]);
	for (i = 0; as == SUGGESTION_CONSTANT && i < COUNT(known_constants);
		i++)
		nearest_offer(nearest, known_constants[i]);
	for (i = 0; as == SUGGESTION_FUNCTION && i < builtin_count(); i++)
		nearest_offer(nearest, builtin_at(i));
}

void
suggestion_nearest(struct message *c, enum suggestion_as as, const char *name,
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
	if (strlen(name) >= BUILTIN_MIN || as == SUGGESTION_SORT)
		offer_builtins(&nearest, as);
	if (nearest.best == NULL)
		return;
	message_part(c, 1, nearest.best, strlen(nearest.best));
	type = suggestion_type(where, nearest.best);
	if (type == NULL || as == SUGGESTION_SORT) {
		(void)suggestion_say(c, "nearest");
		return;
	}
	message_part(c, 2, type, strlen(type));
	(void)suggestion_say(c, suggestion_is_function(type)
					? "nearest-function"
					: "nearest-constant");
}

void
suggestion_scope(struct message *c, const struct advice_place *where,
	enum suggestion_as as)
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
	message_part(c, 2, names.data, names.size);
	message_part(c, 3, ",...", i < where->symbol_count ? 4 : 0);
	(void)suggestion_say(c, "names");
}
