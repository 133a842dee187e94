#include "converse/formula.h"

#include <stdio.h>
#include <string.h>

enum { DEPTH = 3, WILD_PERCENT = 6 };

unsigned
name_bit(char letter)
{
	static const char letters[] = CONSTANT_LETTERS FUNCTION_LETTERS;
	const char *at = strchr(letters, letter);

	return letter != '\0' && at != NULL ? 1U << (at - letters) : 0;
}

/* --- making --------------------------------------------------------------- */

struct maker {
	struct dice *dice;
	unsigned known;
	bool is_body;
	char *at; /* where the next letter goes */
};

static void
put(struct maker *m, char letter)
{
	*m->at++ = letter;
}

/* One of the letters that is known; now and then any. */
static char
choose(struct maker *m, const char *letters)
{
	char of[CONSTANTS + 1] = "";
	unsigned count = 0;

	for (const char *l = letters; *l != '\0'; l++) {
		if ((m->known & name_bit(*l)) != 0)
			of[count++] = *l;
	}
	if (dice_says(m->dice, WILD_PERCENT))
		return letters[dice_below(m->dice, (unsigned)strlen(letters))];
	return count > 0 ? of[dice_below(m->dice, count)] : '\0';
}

static void
make_leaf(struct maker *m)
{
	char letter = choose(m, CONSTANT_LETTERS);

	if (m->is_body && dice_says(m->dice, 40))
		put(m, 'z');
	else if (letter == '\0' || dice_says(m->dice, 4))
		put(m, dice_says(m->dice, 50) ? 'T' : 'F');
	else
		put(m, letter);
}

static void
make(struct maker *m, unsigned depth)
{
	static const char pairs[] = "&|>=";
	char function;

	if (depth == 0 || dice_says(m->dice, 25)) {
		make_leaf(m);
		return;
	}
	if (dice_says(m->dice, 30)) {
		put(m, '!');
	} else if (dice_says(m->dice, 15) &&
		   (function = choose(m, FUNCTION_LETTERS)) != '\0') {
		put(m, function);
	} else {
		put(m, pairs[dice_below(m->dice, 4)]);
		make(m, depth - 1);
	}
	make(m, depth - 1);
}

void
formula_make(struct formula *f, struct dice *d, unsigned known, bool is_body)
{
	struct maker m = {d, known, is_body, f->letters};

	make(&m, DEPTH);
	put(&m, '\0');
}

void
formula_of(struct formula *f, const char *letters)
{
	(void)snprintf(f->letters, sizeof(f->letters), "%s", letters);
}

/* --- reading -------------------------------------------------------------- */

static void
write_one(const char **at, struct buf *out)
{
	static const char letters[] = "!&|>=fg";
	static const char *const words[] = {
		"not", "and", "or", "=>", "=", "f", "g"};
	char letter = *(*at)++;
	const char *word = strchr(letters, letter);

	if (word == NULL) {
		if (letter == 'T' || letter == 'F')
			buf_add_text(out, letter == 'T' ? "true" : "false");
		else
			buf_add_char(out, letter);
		return;
	}
	buf_add_format(out, "(%s ", words[word - letters]);
	write_one(at, out);
	if (strchr("&|>=", letter) != NULL) {
		buf_add_char(out, ' ');
		write_one(at, out);
	}
	buf_add_char(out, ')');
}

void
formula_write(const struct formula *f, struct buf *out)
{
	const char *at = f->letters;

	write_one(&at, out);
}

unsigned
formula_uses(const struct formula *f)
{
	unsigned uses = 0;

	for (const char *l = f->letters; *l != '\0'; l++)
		uses |= name_bit(*l);
	return uses;
}

static bool
holds(const char **at, const struct meaning *m, bool argument)
{
	char letter = *(*at)++;
	bool a;
	bool b;

	if (strchr(CONSTANT_LETTERS, letter) != NULL)
		return (m->values & name_bit(letter)) != 0;
	if (letter == 'z')
		return argument;
	if (letter == 'T' || letter == 'F')
		return letter == 'T';
	a = holds(at, m, argument);
	if (letter == '!')
		return !a;
	if (strchr(FUNCTION_LETTERS, letter) != NULL) {
		const char *body = m->bodies[letter == 'g']->letters;

		return holds(&body, m, a);
	}
	b = holds(at, m, argument);
	switch (letter) {
	case '&':
		return a && b;
	case '|':
		return a || b;
	case '>':
		return !a || b;
	default:
		return a == b;
	}
}

bool
formula_holds(const struct formula *f, const struct meaning *m)
{
	const char *at = f->letters;

	return holds(&at, m, false);
}
