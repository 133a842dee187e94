#include "advice/refusal.h"

#include <string.h>

#include "advice/shapes.h"

#define COUNT(table) (sizeof(table) / sizeof(*(table)))

bool
refusal_matches(const char *pattern, const char *words,
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
aim(struct counsel *c, const struct scene *s, enum aim aim)
{
	struct span form, child;

	if (aim == AIM_TOKEN || !scene_form(s, aim == AIM_OUTER, &form))
		return;
	counsel_form(c, s, form);
	if (aim == AIM_HEAD && form_head(s, form, &child))
		form = child;
	if (aim == AIM_LAST && form_count(s, form) > 0 &&
		form_child(s, form, form_count(s, form) - 1, &child))
		form = child;
	counsel_aim(c, s, form);
}

static void
tell(struct counsel *c, const struct telling *t, const struct refusal *r)
{
	size_t i;

	for (i = 0; i < COUNSEL_PARTS; i++)
		if (t->captures[i].size > 0)
			counsel_part(c, i + 1, t->captures[i].text,
				t->captures[i].size);
	aim(c, t->scene, r->aim);
	counsel_problem(c, r->problem);
	counsel_cause(c, r->cause);
	for (i = 0; i < COUNT(r->steps); i++)
		counsel_step(c, r->steps[i]);
	if (r->more != NULL)
		r->more(c, t);
}

void
refusal_show_command(struct counsel *c, const struct telling *t)
{
	struct span form;
	size_t depth = t->scene->depth;

	if (depth == 0 || !scene_form(t->scene, depth - 1, &form))
		return;
	counsel_form(c, t->scene, form);
	counsel_step(c, "`{head}` is written {shape}, for example {example}.");
}

/* libz3's own words, on one line, if nothing better was said. */
static void
quote_words(struct counsel *c, const char *words)
{
	if (c->problem.size > 0)
		return;
	counsel_say(c, words);
	counsel_problem(c, c->said[0] != '\0'
				   ? "Z3 does not accept this: {said}"
				   : "Z3 does not accept this");
}

/* Words that no table has. */
static void
tell_words(struct counsel *c, const char *words)
{
	quote_words(c, words);
	counsel_step(c, "`{head}` is written {shape}, for example {example}.");
	counsel_step(c, "Check the form {form}: its head, the number of its "
			"arguments and their sorts.");
}

void
refusal_advise(struct counsel *c, const struct scene *s,
	const struct advice_place *where, const char *words)
{
	static const struct refusal *const tables[] = {
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
		const struct refusal *r = tables[i];

		for (; r->words != NULL; r++) {
			memset(t.captures, 0, sizeof(t.captures));
			if (refusal_matches(r->words, words, t.captures)) {
				tell(c, &t, r);
				quote_words(c, words);
				return;
			}
		}
	}
	tell_words(c, words);
}
