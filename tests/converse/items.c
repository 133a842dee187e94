#include "converse/items.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

const struct claims claims_all = {UINT32_MAX, NULL, 0};

/* --- formulas ------------------------------------------------------------- */

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

/* --- one item ------------------------------------------------------------- */

static char
pick_name(struct dice *d, const char *letters, unsigned known)
{
	char letter = letters[dice_below(d, (unsigned)strlen(letters))];

	/* Twice the same name is refused; that must not be the rule. */
	for (unsigned i = 0; i < 3 && (known & name_bit(letter)) != 0; i++)
		letter = letters[dice_below(d, (unsigned)strlen(letters))];
	return letter;
}

static void
add_declaration(
	struct piece *p, struct dice *d, unsigned known, struct buf *content)
{
	struct part *part = &p->parts[p->count++];

	part->kind = PART_DECLARE;
	part->name = pick_name(d, CONSTANT_LETTERS, known);
	if (dice_says(d, 80))
		buf_add_format(content, "(declare-const %c Bool)", part->name);
	else
		buf_add_format(content, "(declare-fun %c () Bool)", part->name);
}

static void
add_definition(
	struct piece *p, struct dice *d, unsigned known, struct buf *content)
{
	struct part *part = &p->parts[p->count++];

	part->kind = PART_DEFINE;
	part->name = pick_name(d, FUNCTION_LETTERS, known);
	formula_make(&part->formula, d, known & ~name_bit('f') & ~name_bit('g'),
		true);
	buf_add_format(content, "(define-fun %c ((z Bool)) Bool ", part->name);
	formula_write(&part->formula, content);
	buf_add_char(content, ')');
}

static void
add_assertion(
	struct piece *p, struct dice *d, unsigned known, struct buf *content)
{
	struct part *part = &p->parts[p->count++];

	part->kind = PART_ASSERT;
	formula_make(&part->formula, d, known, false);
	buf_add_text(content, "(assert ");
	formula_write(&part->formula, content);
	buf_add_char(content, ')');
}

static void
add_joint(struct dice *d, struct buf *content)
{
	static const char *const joints[] = {
		" ", "\n", "\n  ", " ; 7 | (assert false)\n", "\n\n", "\r\n"};

	buf_add_text(content, DICE_PICK(d, joints));
}

static void
break_it(struct piece *p, struct dice *d, struct buf *content)
{
	static const char *const broken[] = {"", "; nothing",
		"(assert (or p q)", "(assert (or p q)))", "(asert p)",
		"(push 1)", "(assert 3)", "(assert zz)", "(declare-const p)",
		"(assert (and p) p)", "(assert \"p)", "(include \"x\")", "p",
		"(declare-const p Bol)", "(reset)", "(assert (f p p))",
		"(exit) (assert p)", "((assert p))", "(assert (! p :named))",
		"(assert |p)"};

	p->is_broken = true;
	buf_add_text(content, DICE_PICK(d, broken));
}

static char *
make_word(struct dice *d, const char *const *words, size_t count)
{
	return dice_says(d, 25) ? text_copy(dice_pick(d, words, count)) : NULL;
}

static char *
mend_lines(const char *text)
{
	DROP(buf) struct buf out;

	buf_init(&out, 4096);
	for (; *text != '\0'; text++) {
		if (*text != '\r')
			buf_add_char(&out, *text);
	}
	return buf_take(&out);
}

struct piece *
piece_make(struct dice *d, unsigned known)
{
	static const char *const names[] = {"n0", "n1", "limit", "p", "<=>"};
	static const char *const notes[] = {"a note", "p or q; r", "0 | \"x\"",
		"\xc3\xa4\xe2\x82\xac \xf0\x9f\x9a\x80"};
	struct piece *p = mem_new(sizeof(*p));
	unsigned die = dice_below(d, 100);
	DROP(buf) struct buf content;

	buf_init(&content, 4096);
	if (die < 8) {
		break_it(p, d, &content);
	} else if (die < 40) {
		add_declaration(p, d, known, &content);
		if (dice_says(d, 40)) {
			add_joint(d, &content);
			add_assertion(p, d, known | name_bit(p->parts[0].name),
				&content);
		}
	} else if (die < 50) {
		add_definition(p, d, known, &content);
	} else {
		add_assertion(p, d, known, &content);
		if (dice_says(d, 20)) {
			add_joint(d, &content);
			add_assertion(p, d, known, &content);
		}
	}
	p->sent = buf_take(&content);
	p->content = mend_lines(p->sent);
	p->name = make_word(d, names, 5);
	p->note = make_word(d, notes, 4);
	return p;
}

static char *
reword(const char *old, const char *word)
{
	if (word == NULL)
		return text_copy(old);
	return word[0] != '\0' ? text_copy(word) : NULL;
}

struct piece *
piece_reword(const struct piece *old, const char *name, const char *note)
{
	struct piece *p = mem_new(sizeof(*p));

	*p = *old;
	p->sent = text_copy(old->sent);
	p->content = text_copy(old->content);
	p->name = reword(old->name, name);
	p->note = reword(old->note, note);
	return p;
}

void
piece_free(struct piece *p)
{
	if (p == NULL)
		return;
	free(p->sent);
	free(p->content);
	free(p->name);
	free(p->note);
	free(p);
}

/* --- the list ------------------------------------------------------------- */

void
list_insert(struct list *l, size_t index, const struct piece *p)
{
	memmove(&l->at[index + 1], &l->at[index],
		(l->count - index) * sizeof(l->at[0]));
	l->at[index] = p;
	l->count++;
}

void
list_remove(struct list *l, size_t index)
{
	l->count--;
	memmove(&l->at[index], &l->at[index + 1],
		(l->count - index) * sizeof(l->at[0]));
}

int
list_find(const struct list *l, const char *name)
{
	for (size_t i = 0; i < l->count; i++) {
		if (l->at[i]->name != NULL && strcmp(l->at[i]->name, name) == 0)
			return (int)i;
	}
	return -1;
}

/* Adds what it declares. False: it does not fit behind these names. */
static bool
fits(const struct piece *p, unsigned *known)
{
	unsigned now = *known;

	for (size_t i = 0; i < p->count; i++) {
		const struct part *part = &p->parts[i];
		unsigned bit = name_bit(part->name);

		if ((formula_uses(&part->formula) & ~now) != 0 ||
			(now & bit) != 0)
			return false;
		now |= bit;
	}
	if (p->is_broken)
		return false;
	*known = now;
	return true;
}

unsigned
list_names(const struct list *l, size_t count)
{
	unsigned known = 0;

	for (size_t i = 0; i < count && i < l->count; i++)
		(void)fits(l->at[i], &known);
	return known;
}

bool
list_is_sound(const struct list *l)
{
	unsigned known = 0;

	for (size_t i = 0; i < l->count; i++) {
		if (!fits(l->at[i], &known))
			return false;
	}
	return true;
}

size_t
list_drop_broken(struct list *l, bool gone[ITEMS_MAX])
{
	struct list kept = {.count = 0};
	unsigned known = 0;
	size_t count = l->count;

	for (size_t i = 0; i < count; i++) {
		gone[i] = !fits(l->at[i], &known);
		if (!gone[i])
			kept.at[kept.count++] = l->at[i];
	}
	*l = kept;
	return count - kept.count;
}

/* --- what it says --------------------------------------------------------- */

void
list_meaning(const struct list *l, struct meaning *m)
{
	*m = (struct meaning){.values = 0};
	for (size_t i = 0; i < l->count; i++) {
		for (size_t j = 0; j < l->at[i]->count; j++) {
			const struct part *part = &l->at[i]->parts[j];

			if (part->kind == PART_DEFINE)
				m->bodies[part->name == 'g'] = &part->formula;
		}
	}
}

bool
list_holds(const struct list *l, const struct claims *c, unsigned values)
{
	struct meaning m;

	list_meaning(l, &m);
	m.values = values;
	for (size_t i = 0; i < l->count; i++) {
		for (size_t j = 0; j < l->at[i]->count; j++) {
			const struct part *part = &l->at[i]->parts[j];

			if (part->kind == PART_ASSERT &&
				(c->items >> i & 1) != 0 &&
				!formula_holds(&part->formula, &m))
				return false;
		}
	}
	for (size_t i = 0; i < c->count; i++) {
		if (!formula_holds(&c->others[i], &m))
			return false;
	}
	return true;
}

unsigned
list_solutions(const struct list *l, const struct claims *c)
{
	unsigned known = list_names(l, l->count) & ((1U << CONSTANTS) - 1);
	unsigned count = 0;

	for (unsigned values = 0; values < 1U << CONSTANTS; values++) {
		if ((values & ~known) == 0)
			count += list_holds(l, c, values);
	}
	return count;
}
