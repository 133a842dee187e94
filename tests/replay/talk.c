#include "replay/talk.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

/* Longer signs first: "<!" begins with "<". */
static const struct sign {
	const char *text;
	enum step_kind kind;
	bool has_word;
} signs[] = {
	{"<!", STEP_REFUSED, false},
	{"<", STEP_ANSWERED, false},
	{"*!", STEP_ARRIVED_REFUSED, false},
	{"*", STEP_ARRIVED, false},
	{"@", STEP_NOTIFIED, false},
	{"#", STEP_NARRATION, false},
	{">", STEP_CALL, true},
	{"&", STEP_SEND, true},
	{"?", STEP_REQUEST, true},
	{"$", STEP_SHELL, false},
	{"!", STEP_RAW, false},
	{"%", STEP_DO, true},
};

static const struct sign *
find_sign(const char *line)
{
	for (size_t i = 0; i < sizeof(signs) / sizeof(signs[0]); i++) {
		size_t size = strlen(signs[i].text);

		if (strncmp(line, signs[i].text, size) == 0 &&
			(line[size] == ' ' || line[size] == '\0'))
			return &signs[i];
	}
	return NULL;
}

static void
add_step(struct talk *t, const struct sign *sign, const char *line,
	unsigned number)
{
	const char *rest = line + strlen(sign->text);
	size_t word = 0;
	struct step *s;

	t->steps =
		mem_room(t->steps, t->count, &t->capacity, sizeof(t->steps[0]));
	s = &t->steps[t->count++];
	rest += *rest == ' ';
	if (sign->has_word)
		word = strcspn(rest, " ");
	*s = (struct step){sign->kind, number, text_copy_n(rest, word), NULL};
	rest += word;
	s->text = text_copy(rest + (word > 0 && *rest == ' '));
}

static void
continue_step(struct step *s, const char *line)
{
	char *longer = text_format("%s\n%s", s->text, line);

	free(s->text);
	s->text = longer;
}

/* Consecutive narration is one paragraph. */
static bool
take_line(struct talk *t, const char *line, unsigned number, struct err *e)
{
	const struct sign *sign = find_sign(line);
	struct step *last = t->count > 0 ? &t->steps[t->count - 1] : NULL;

	if (line[0] == ' ' || line[0] == '\t') {
		if (last == NULL)
			return err_set(e, ERR_TEXT, "line %u continues nothing",
				number);
		continue_step(last, line);
		return true;
	}
	if (sign == NULL)
		return err_set(e, ERR_TEXT,
			"line %u begins with none of # > & ? $ ! %% < <! * *! "
			"@ and a blank behind it",
			number);
	if (sign->kind == STEP_NARRATION && last != NULL &&
		last->kind == STEP_NARRATION)
		continue_step(last, line + 1 + (line[1] == ' '));
	else
		add_step(t, sign, line, number);
	return true;
}

static bool
read_lines(struct talk *t, FILE *file, struct err *e)
{
	char *line = NULL;
	size_t capacity = 0;
	ssize_t size;
	unsigned number = 0;
	bool ok = true;

	while (ok && (size = getline(&line, &capacity, file)) > 0) {
		number++;
		if (line[size - 1] == '\n')
			line[--size] = '\0';
		/* An empty line ends a paragraph of narration. */
		if (size == 0 && t->count > 0 &&
			t->steps[t->count - 1].kind == STEP_NARRATION)
			continue_step(&t->steps[t->count - 1], "");
		else if (size > 0)
			ok = take_line(t, line, number, e);
	}
	free(line);
	return ok;
}

bool
talk_read(struct talk *t, const char *path, struct err *e)
{
	FILE *file = fopen(path, "re");
	bool ok;

	*t = (struct talk){0};
	if (file == NULL)
		return err_set(e, ERR_SYSTEM, "%s", strerror(errno));
	ok = read_lines(t, file, e);
	(void)fclose(file); /* it was only read */
	if (!ok)
		talk_release(t);
	return ok;
}

void
talk_release(struct talk *t)
{
	for (size_t i = 0; i < t->count; i++) {
		free(t->steps[i].word);
		free(t->steps[i].text);
	}
	free(t->steps);
	*t = (struct talk){0};
}
