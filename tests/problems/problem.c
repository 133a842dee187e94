#include "problems/problem.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"

static const char fault[] = "fault ";

const char *
problem_fault(const struct problem *p)
{
	size_t size = sizeof(fault) - 1;

	return strncmp(p->answer, fault, size) == 0 ? p->answer + size : NULL;
}

/* `;;; unsat two pigeons` */
static bool
begin(struct problems *p, const char *rest, unsigned line, struct err *e)
{
	bool is_fault = strncmp(rest, fault, sizeof(fault) - 1) == 0;
	size_t word = (is_fault ? sizeof(fault) - 1 : 0);
	struct problem *new;

	word += strcspn(rest + word, " ");
	if (rest[word] == '\0')
		return err_set(
			e, ERR_TEXT, "line %u: the title is missing", line);
	p->at = mem_room(p->at, p->count, &p->capacity, sizeof(*p->at));
	new = &p->at[p->count++];
	*new = (struct problem){
		.line = line,
		.answer = text_copy_n(rest, word),
		.title = text_copy(rest + word + 1),
	};
	return true;
}

static void
add_pattern(struct problem *p, const char *pattern)
{
	*ARRAY_ADD(p->patterns, p->pattern_count, p->pattern_capacity) =
		text_copy(pattern);
}

/* One of the comment lines of which a problem's head is made. */
static bool
take_head(struct problem *p, const char *line)
{
	if (strncmp(line, ";> ", 3) == 0 && p->arguments == NULL)
		p->arguments = text_copy(line + 3);
	else if (strncmp(line, ";< ", 3) == 0)
		add_pattern(p, line + 3);
	else if (strncmp(line, "; ", 2) == 0)
		p->is_argued = true;
	else
		return false;
	return true;
}

static bool
end(struct problems *p, struct buf *text, struct err *e)
{
	struct problem *last = p->count > 0 ? &p->at[p->count - 1] : NULL;

	if (last == NULL)
		return true;
	last->text = buf_take(text);
	return last->is_argued ||
	       err_set(e, ERR_TEXT, "line %u: no comment says why it is %s",
		       last->line, last->answer);
}

static bool
read_lines(struct problems *p, FILE *file, struct buf *text, struct err *e)
{
	DROP(text) char *line = NULL;
	size_t capacity = 0;
	ssize_t size;

	for (unsigned n = 1; (size = getline(&line, &capacity, file)) > 0;
		n++) {
		line[size - 1] = '\0';
		if (strncmp(line, ";;; ", 4) == 0) {
			if (!end(p, text, e) || !begin(p, line + 4, n, e))
				return false;
		} else if (p->count > 0 &&
			   !(text->size == 0 &&
				   take_head(&p->at[p->count - 1], line))) {
			(void)buf_add_format(text, "%s\n", line);
		}
	}
	return end(p, text, e);
}

bool
problems_read(struct problems *p, const char *path, struct err *e)
{
	DROP(buf) struct buf text;
	FILE *file = fopen(path, "re");
	bool ok;

	*p = (struct problems){0};
	buf_init(&text, LIMIT_MESSAGE);
	if (file == NULL)
		return err_set(e, ERR_SYSTEM, "%s", strerror(errno));
	ok = read_lines(p, file, &text, e);
	(void)fclose(file); /* it was only read */
	return ok;
}

void
problems_release(struct problems *p)
{
	for (size_t i = 0; i < p->count; i++) {
		struct problem *one = &p->at[i];

		for (size_t k = 0; k < one->pattern_count; k++)
			free(one->patterns[k]);
		free(one->patterns);
		free(one->arguments);
		free(one->answer);
		free(one->title);
		free(one->text);
	}
	free(p->at);
	*p = (struct problems){0};
}
