#include "props/judge.h"

#include <stdio.h>
#include <string.h>
#include <z3.h>

#include "base/alloc.h"
#include "model/render.h"
#include "smt/script.h"
#include "solver/context.h"
#include "solver/parse.h"

static bool
accepts(const char *text, size_t size, struct fault *fault)
{
	DROP(forms) struct forms forms = {0};
	struct script script;
	struct script_problem problem;
	struct parsed parsed;
	bool is_accepted;
	Z3_context c;

	if (!forms_cut(text, size, &forms, fault))
		return false;
	script_init(&script, text, &forms);
	if (script_next(&script, &problem, fault) != SCRIPT_PROBLEM) {
		script_release(&script);
		return false;
	}
	c = context_new();
	is_accepted = parse_problem(
		c, &script, &problem, CONSTANTS_NONE, &parsed, fault);
	parsed_release(&parsed);
	Z3_del_context(c);
	script_release(&script);
	return is_accepted;
}

void
judge(const struct model *m, struct judgement *v)
{
	DROP(render) struct render r = {0};
	struct fault fault;
	size_t index;

	*v = (struct judgement){.is_accepted = true};
	if (m->count == 0)
		return;
	render_worker(m, &r);
	v->is_accepted = accepts(r.text.data, r.text.size, &fault);
	if (v->is_accepted)
		return;
	v->is_placed = render_locate(&r, fault.line, &index, &v->line);
	v->column = fault.column;
	if (v->is_placed)
		v->place = model_at(m, index)->place;
	(void)snprintf(v->words, sizeof(v->words), "%.199s", fault.what);
}
