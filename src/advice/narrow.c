#include "advice/narrow.h"

#include <string.h>

/* The next word, and behind it. */
static struct slice
take_word(const char **at)
{
	struct slice word = {*at, strcspn(*at, " ")};

	*at += word.length;
	if (**at == ' ')
		(*at)++;
	return word;
}

struct narrow
narrow_read(const char *what)
{
	struct narrow n;

	n.logic = take_word(&what);
	n.wider = take_word(&what);
	n.lacked = what;
	return n;
}

void
narrow_advise_place(struct counsel *c, const struct scene *s,
	const struct advice_place *where)
{
	bool is_second = strstr(c->said, "already") != NULL;

	(void)s;
	counsel_problem(c, "{said}");
	if (where->is_script) {
		counsel_step(c, "Keep one set-logic, as the first command; or "
				"leave it out, and everything is allowed.");
		return;
	}
	counsel_step(c, is_second
				? "To change it, use replace_item on the item "
				  "that sets it."
				: "Put it in front of all: add_item with "
				  "index 0.");
	counsel_step(c, "Or leave it out: without it everything is allowed.");
}

/* A name that libz3 has only where no logic is set. */
static void
advise_alias(struct counsel *c, const struct quote *name)
{
	static const char *const aliases[][2] = {
		{"implies", "=>"},
		{"iff", "="},
		{"equals", "="},
		{"equiv", "="},
		{"&&", "and"},
		{"if_then_else", "ite"},
	};

	counsel_cause(c, "it is a name of Z3's own, which it forgets where a "
			 "logic is set");
	for (size_t i = 0; i < sizeof(aliases) / sizeof(aliases[0]); i++) {
		if (strcmp(name->text, aliases[i][0]) != 0)
			continue;
		counsel_part(c, 2, aliases[i][1], strlen(aliases[i][1]));
		counsel_step(c, "Write {2} instead of {token}.");
	}
	counsel_step(c, "Take (set-logic {1}) out: without it Z3 knows "
			"`{token}`.");
}

void
narrow_advise(struct counsel *c, const struct scene *s,
	const struct advice_place *where)
{
	struct narrow n = narrow_read(c->said);
	struct quote name = quote_span(s, s->token);

	counsel_part(c, 1, n.logic.start, n.logic.length);
	counsel_part(c, 2, n.wider.start, n.wider.length);
	counsel_part(c, 3, n.lacked, strlen(n.lacked));
	counsel_problem(c, "`{token}` is outside of the logic {1}");
	if (*n.wider.start == '-') {
		advise_alias(c, &name);
		return;
	}
	counsel_cause(c, "(set-logic {1}) leaves out {3}; Z3's own command and "
			 "other solvers refuse what it leaves out");
	counsel_step(c, where->is_script
				? "Change (set-logic {1}) to (set-logic {2})."
				: "Replace the item with (set-logic {1}) by "
				  "(set-logic {2}).");
	counsel_step(c, "Or take set-logic out: then everything is allowed.");
}
