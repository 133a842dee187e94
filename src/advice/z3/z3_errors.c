#include "advice/z3/z3_errors.h"

#include <string.h>

#include "advice/message/syntax_templates.h"

#define COUNT(table) (sizeof(table) / sizeof(*(table)))

bool
z3_errors_matches(const char *pattern, const char *words,
	struct sort_text captures[CAPTURES])
{
	size_t count = 0;

	for (;;) {
		size_t plain = strcspn(pattern, "*");
		size_t next;
		const char *found;

		if (strncmp(pattern, words, plain) != 0)
			return false;
		pattern += plain;
		words += plain;
		if (*pattern == '\0')
			return true;
		next = strcspn(++pattern, "*");
		found = next > 0 ? memmem(words, strlen(words), pattern, next)
				 : words + strlen(words);
		if (found == NULL)
			return false;
		if (count < CAPTURES)
			captures[count++] = (struct sort_text){
				words, (size_t)(found - words)};
		words = found;
	}
}

static void
aim(struct message *c, const struct text_context *s, enum aim aim)
{
	struct span form, child;

	if (aim == AIM_TOKEN || !text_context_form(s, aim == AIM_OUTER, &form))
		return;
	message_form(c, s, form);
	if (aim == AIM_HEAD && form_head(s, form, &child))
		form = child;
	if (aim == AIM_LAST && form_count(s, form) > 0 &&
		form_child(s, form, form_count(s, form) - 1, &child))
		form = child;
	message_aim(c, s, form);
}

static void
tell(struct message *c, const struct telling *t, const struct z3_errors *r)
{
	size_t i;

	for (i = 0; i < MESSAGE_PARTS; i++)
		if (t->captures[i].size > 0)
			message_part(c, i + 1, t->captures[i].text,
				t->captures[i].size);
	aim(c, t->scene, r->aim);
	message_problem(c, r->problem);
	message_cause(c, r->cause);
	for (i = 0; i < COUNT(r->steps); i++)
		message_step(c, r->steps[i]);
	if (r->more != NULL)
		r->more(c, t);
}

void
z3_errors_show_command(struct message *c, const struct telling *t)
{
	struct span form;
	size_t depth = t->scene->depth;

	if (depth == 0 || !text_context_form(t->scene, depth - 1, &form))
		return;
	message_form(c, t->scene, form);
	message_step(c, "`{head}` is written {shape}, for example {example}.");
}

/* libz3's own words, on one line, if nothing better was said. */
static void
quote_words(struct message *c, const char *words)
{
	if (c->problem.size > 0)
		return;
	message_say(c, words);
	message_problem(c, c->said[0] != '\0'
				   ? "Z3 does not accept this: {said}"
				   : "Z3 does not accept this");
}

/* Words that no table has. */
static void
tell_words(struct message *c, const char *words)
{
	quote_words(c, words);
	message_step(c, "`{head}` is written {shape}, for example {example}.");
	message_step(c, "Check the form {form}: its head, the number of its "
			"arguments and their sorts.");
}

void
z3_errors_advise(struct message *c, const struct text_context *s,
	const struct advice_place *where, const char *words)
{
	static const struct z3_errors *const tables[] = {
		name_refusals,
		head_refusals,
		declared_refusals,
		sort_refusals,
		theory_refusals,
		form_refusals,
		written_refusals,
		command_refusals,
	};
	struct telling t = {.scene = s, .where = where, .words = words};
	size_t i;

	for (i = 0; i < COUNT(tables); i++) {
		const struct z3_errors *r = tables[i];

		for (; r->words != NULL; r++) {
			memset(t.captures, 0, sizeof(t.captures));
			if (z3_errors_matches(r->words, words, t.captures)) {
				tell(c, &t, r);
				quote_words(c, words);
				return;
			}
		}
	}
	tell_words(c, words);
}
