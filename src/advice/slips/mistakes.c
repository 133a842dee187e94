#include "advice/slips/mistakes.h"

#include <ctype.h>

#include "advice/slips/operators.h"

#define COUNT(table) (sizeof(table) / sizeof(*(table)))

/* The line of the token, from its first character that is no blank. */
struct span
mistake_line(const struct text_context *s)
{
	size_t begin = s->token.offset;
	size_t end = begin;

	while (begin > 0 && s->text[begin - 1] != '\n')
		begin--;
	while (end < s->size && s->text[end] != '\n')
		end++;
	while (begin < end && isspace((unsigned char)s->text[begin]))
		begin++;
	while (end > begin && isspace((unsigned char)s->text[end - 1]))
		end--;
	return (struct span){begin, end - begin};
}

/* False when no row sees its mistake. */
static bool
advise(struct message *c, const struct text_context *s, const struct mistake *m)
{
	size_t i;

	while (m->look != NULL && !m->look(c, s))
		m++;
	if (m->look == NULL)
		return false;
	if (c->problem.size > 0)
		return true;
	message_problem(c, m->problem);
	message_cause(c, m->cause);
	for (i = 0; i < COUNT(m->steps); i++)
		message_step(c, m->steps[i]);
	return true;
}

bool
mistakes_advise(struct message *c, const struct text_context *s)
{
	return advise(c, s, glyph_mistakes) || advise(c, s, foreign_mistakes) ||
	       advise(c, s, number_mistakes) || operators_advise(c, s);
}
