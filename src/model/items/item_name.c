#include "model/items/item_name.h"

#include <string.h>

#include "base/limits.h"
#include "base/utf8.h"
#include "model/items/line_breaks.h"

static const char *const reserved[] = {
	"!", "_", "as", "exists", "forall", "let", "match", "par"};

static bool
is_simple_symbol(const char *name)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz"
				      "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				      "0123456789~!@$%^&*_-+=<>.?/";

	if (name[strspn(name, letters)] != '\0')
		return false;
	if (*name >= '0' && *name <= '9')
		return false;
	for (size_t i = 0; i < sizeof(reserved) / sizeof(*reserved); i++) {
		if (strcmp(name, reserved[i]) == 0)
			return false;
	}
	return true;
}

bool
item_name_check(
	const struct model *m, const char *name, ptrdiff_t own, struct err *e)
{
	size_t size = strlen(name);
	ptrdiff_t other;

	if (size == 0)
		return true;
	if (size > LIMIT_NAME)
		return err_set(e, ERR_LIMIT,
			"the name has %zu characters and the limit is %d; "
			"choose a short one and put the sentence into note",
			size, LIMIT_NAME);
	if (!is_simple_symbol(name))
		return err_set(e, ERR_ARGUMENT,
			"\"%s\" cannot be the name of an item: a name is one "
			"word of letters, digits and ~!@$%%^&*_-+=<>.?/ that "
			"does not start with a digit and is no reserved word, "
			"for example upper-bound; put a sentence into note",
			name);
	other = model_find(m, name);
	if (other >= 0 && other != own)
		return err_set(e, ERR_CONFLICT,
			"the name \"%s\" is taken by item %td; choose another "
			"name, or change that item with replace_item",
			name, other);
	return true;
}

bool
item_name_check_note(const char *note, char **line, struct err *e)
{
	size_t size = strlen(note);

	if (size > LIMIT_NOTE)
		return err_set(e, ERR_LIMIT,
			"the note has %zu bytes and the limit is %d; keep the "
			"sentence that the item encodes and leave out the rest",
			size, LIMIT_NOTE);
	if (!utf8_check(note, size, NULL))
		return err_set(e, ERR_ARGUMENT,
			"the note is not valid UTF-8; send it as plain text");
	*line = line_breaks_flatten(note);
	return true;
}
