#include "worker/read/parser.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/utf8.h"
#include "worker/base/context.h"

/* Cut on a character, never in one. */
static void
keep_what(struct diagnostic *fault, const char *text, size_t length)
{
	length = utf8_cut(text, length, sizeof(fault->what) - 1);
	memcpy(fault->what, text, length);
	fault->what[length] = '\0';
}

/* What it prints before the first error, as "unsupported" for a logic that it
 * does not know, is no part of it. */
static const char *
first_error(const char *text)
{
	static const char mark[] = "\n(error \"line ";
	const char *found = strstr(text, mark);

	if (found == NULL || strncmp(text, mark + 1, sizeof(mark) - 2) == 0)
		return text;
	return found + 1;
}

/*
 * libz3 prints each error as (error "line L column C: words") on lines of
 * their own; the words may hold newlines and doubled quotes. The first is the
 * cause of those behind it. Returns the words, or NULL without a place.
 */
static const char *
read_place(struct problem *p, const char *text, struct diagnostic *fault,
	bool *in_constant)
{
	const struct problem_part *part;
	unsigned line;
	unsigned column;
	int used = 0;

	*fault = (struct diagnostic){.kind = DIAGNOSTIC_SOLVER};
	*in_constant = false;
	if (sscanf(text, "(error \"line %u column %u: %n", &line, &column,
		    &used) != 2 ||
		used == 0)
		return NULL;
	/* Columns count from 1 in the first line, from 0 below. */
	if (line == 1 && column > 0)
		column--;
	part = problem_place(p, line, column, fault);
	*in_constant = part != NULL && (part->kind == PART_CONSTANT ||
					       part->kind == PART_FUNCTION);
	return text + used;
}

static void
read_error(struct problem *p, const char *text, struct diagnostic *fault,
	bool *in_constant)
{
	const char *words = read_place(p, text, fault, in_constant);
	const char *end;

	if (words == NULL)
		words = text;
	end = strstr(words, "\")\n");
	keep_what(fault, words,
		end != NULL ? (size_t)(end - words) : strlen(words));
}

/* Where libz3 went on after an error, it may have found others. */
static void
read_further(struct parsed *p, const char *text)
{
	struct diagnostic fault;
	bool in_constant;

	while ((text = strstr(text, "\")\n(error \"line ")) != NULL) {
		text += strlen("\")\n");
		read_error(&p->problem, text, &fault, &in_constant);
		if (fault.line > 0 && !in_constant &&
			!diagnostics_add(&p->further, &fault))
			return;
	}
}

/* t of (= t t). */
static Z3_ast
inner(Z3_context c, Z3_ast term)
{
	Z3_app equation = Z3_to_app(c, term);

	return Z3_get_app_num_args(c, equation) == 2
		       ? Z3_get_app_arg(c, equation, 0)
		       : term;
}

static bool
take_terms(struct parsed *p, const Z3_ast *known, const struct commands *forms,
	Z3_ast_vector vector, struct diagnostic *fault)
{
	const struct problem *problem = &p->problem;
	size_t expected = 0;
	unsigned at = 0;

	for (size_t i = 0; i < problem->count; i++)
		expected += problem->parts[i].term != PART_NO_TERM &&
			    !problem->parts[i].is_known;
	if (Z3_ast_vector_size(p->c, vector) != expected) {
		*fault = (struct diagnostic){
			.kind = DIAGNOSTIC_SOLVER, .line = 1};
		(void)snprintf(fault->what, sizeof(fault->what),
			"the parser returned %u assertions instead of %zu",
			Z3_ast_vector_size(p->c, vector), expected);
		return false;
	}
	p->terms = mem_grow(NULL, problem->terms, sizeof(Z3_ast));
	for (size_t i = 0; i < problem->count; i++) {
		const struct problem_part *part = &problem->parts[i];
		Z3_ast term;

		if (part->term == PART_NO_TERM)
			continue;
		term = part->is_known ? known[part->form - forms->at]
				      : Z3_ast_vector_get(p->c, vector, at++);
		if (part->is_wrapped)
			term = inner(p->c, term);
		p->terms[part->term] =
			part->is_negated ? Z3_mk_not(p->c, term) : term;
	}
	return true;
}

static void
rename_sorts(struct parsed *p, const struct script *s,
	const struct script_problem *sp)
{
	standins_find(
		s->text, s->forms, s->active, sp->active_count, &p->standins);
	standins_put(p->problem.text.data, p->problem.text.size, &p->standins);
}

/* False with a fault; further ones may be in p->further. */
static bool
read_text(struct parsed *p, const Z3_ast *known, const struct commands *forms,
	struct diagnostic *fault)
{
	Z3_ast_vector vector;

	context_clear();
	vector = Z3_parse_smtlib2_string(
		p->c, p->problem.text.data, 0, NULL, NULL, 0, NULL, NULL);
	if (context_failed() || vector == NULL) {
		read_error(&p->problem, first_error(context_error()), fault,
			&p->in_constant);
		read_further(p, context_error());
		return false;
	}
	Z3_ast_vector_inc_ref(p->c, vector);
	return take_terms(p, known, forms, vector, fault);
}

bool
parser_further(Z3_context c, const struct script *s,
	const struct script_problem *sp, const Z3_ast *known,
	enum problem_constants constants, struct parsed *out,
	struct diagnostic *fault)
{
	*out = (struct parsed){.c = c};
	problem_build(&out->problem, s, sp, constants);
	rename_sorts(out, s, sp);
	if (read_text(out, known, s->forms, fault))
		return true;
	problem_release(&out->problem);
	free(out->terms);
	out->terms = NULL;
	return false;
}

bool
parser_problem(Z3_context c, const struct script *s,
	const struct script_problem *sp, enum problem_constants constants,
	struct parsed *out, struct diagnostic *fault)
{
	return parser_further(c, s, sp, NULL, constants, out, fault);
}

void
parsed_release(struct parsed *p)
{
	problem_release(&p->problem);
	free(p->terms);
	diagnostics_release(&p->further);
	*p = (struct parsed){0};
}
