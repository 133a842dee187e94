#include "worker/read/parser.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/utf8.h"
#include "smt/names/symbols.h"
#include "worker/base/answer_stream.h"
#include "worker/base/context.h"
#include "worker/base/interruptible.h"
#include "worker/base/termset.h"
#include "worker/base/watchdog.h"

/*
 * libz3 prints each error as (error "line L column C: words") on lines of
 * their own; the words may hold newlines and doubled quotes. The first is the
 * cause of those after it.
 */
static void
read_error(struct problem *p, const char *text, struct diagnostic *fault,
	bool *in_constant)
{
	const struct problem_part *part = NULL;
	unsigned line, column;
	const char *end;
	size_t size;
	int used = 0;

	*fault = (struct diagnostic){.kind = DIAGNOSTIC_SOLVER};
	if (sscanf(text, "(error \"line %u column %u: %n", &line, &column,
		    &used) == 2 &&
		used > 0) {
		/* Columns count from 1 in the first line, from 0 below. */
		column -= line == 1 && column > 0;
		part = problem_place(p, line, column, fault);
		text += used;
	}
	*in_constant = part != NULL && (part->kind == PART_CONSTANT ||
					       part->kind == PART_FUNCTION ||
					       part->kind == PART_DATATYPE);
	end = strstr(text, "\")\n");
	size = end != NULL ? (size_t)(end - text) : strlen(text);
	size = utf8_cut(text, size, sizeof(fault->what) - 1);
	memcpy(fault->what, text, size);
	fault->what[size] = '\0';
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
		if (fault.line == 0 || in_constant)
			continue;
		if (p->further.count == DIAGNOSTICS_MAX)
			return;
		*ARRAY_ADD(p->further.at, p->further.count,
			p->further.capacity) = fault;
	}
}

/* What does not hold for all values fails for some of them, which are the
 * counterexample: constants in the place of the variables show them. */
static Z3_ast
refute(struct parsed *p, Z3_ast property)
{
	while (term_is_quantifier(p->c, property) &&
		Z3_is_quantifier_forall(p->c, property)) {
		unsigned count = Z3_get_quantifier_num_bound(p->c, property);
		Z3_ast *constants = mem_grow(NULL, count, sizeof(*constants));

		for (unsigned i = 0; i < count; i++) {
			Z3_ast constant = Z3_mk_fresh_const(p->c, "witness",
				Z3_get_quantifier_bound_sort(
					p->c, property, i));

			*ARRAY_ADD(p->witnesses.at, p->witnesses.count,
				p->witnesses.capacity) = (struct witness){
				Z3_get_quantifier_bound_name(p->c, property, i),
				constant};
			constants[i] = constant;
		}
		property = term_instance(p->c, property, constants);
		free(constants);
	}
	return Z3_mk_not(p->c, property);
}

static bool
collect_terms(struct parsed *p, const struct script *s,
	const struct script_problem *sp, Z3_ast_vector vector,
	struct diagnostic *fault)
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
		term = part->is_known ? sp->known[part->form - s->forms->at]
				      : Z3_ast_vector_get(p->c, vector, at++);
		/* t of (= t t) */
		if (part_is_wrapped(part->kind) && term_arity(p->c, term) == 2)
			term = term_argument(p->c, term, 0);
		p->terms[part->term] =
			part->is_negated ? refute(p, term) : term;
	}
	return true;
}

static void
rename_sorts(struct parsed *p, const struct script *s,
	const struct script_problem *sp)
{
	sort_aliases_find(
		s->text, s->forms, s->active, sp->active_count, &p->aliases);
	for (size_t i = 0; i < p->aliases.count; i++) {
		struct sort_alias *one = &p->aliases.at[i];
		size_t k = 0;

		while (k < p->problem.count &&
			p->problem.parts[k].form != one->form)
			k++;
		one->from = k < p->problem.count ? p->problem.parts[k].at : 0;
	}
	sort_aliases_apply(
		p->problem.text.data, p->problem.text.size, &p->aliases);
}

/* False with a fault; further ones may be in p->further. */
static bool
read_text(struct parsed *p, const struct script *s,
	const struct script_problem *sp, struct diagnostic *fault)
{
	Z3_ast_vector vector;

	vector = interruptible_parse(p->c, p->problem.text.data);
	if (vector == NULL) {
		const char *said = context_error();
		const char *first = strstr(said, "\n(error \"line ");

		/* What it prints before that, as "unsupported" for a logic that
		 * it does not know, is no part of the first error. */
		first = first != NULL && *said != '(' ? first + 1 : said;
		read_error(&p->problem, first, fault, &p->in_constant);
		read_further(p, said);
		return false;
	}
	Z3_ast_vector_inc_ref(p->c, vector);
	return collect_terms(p, s, sp, vector, fault);
}

bool
parser_problem(Z3_context c, const struct script *s,
	const struct script_problem *sp, bool with_constants,
	struct parsed *out, struct diagnostic *fault)
{
	*out = (struct parsed){.c = c};
	problem_build(&out->problem, s, sp, with_constants);
	rename_sorts(out, s, sp);
	if (read_text(out, s, sp, fault))
		return true;
	problem_release(&out->problem);
	free(out->terms);
	free(out->witnesses.at);
	out->terms = NULL;
	out->witnesses = (struct witnesses){0};
	return false;
}

void
parsed_release(struct parsed *p)
{
	problem_release(&p->problem);
	free(p->terms);
	free(p->witnesses.at);
	free(p->further.at);
	*p = (struct parsed){0};
}

/* --- the problems of a script -------------------------------------------- */

enum {
	/* What they leave in a context grows, and slows nothing down so
	 * far: names and terms. */
	SHARERS_MAX = 256,
};

void
problem_loader_init(struct problem_loader *r, struct answer_stream *out,
	const struct ask *ask, struct script *script, Z3_context c, bool shares)
{
	const struct commands *forms = script->forms;
	bool has_recursion = commands_have(
		forms, COMMAND_DEFINE_FUN_REC, COMMAND_DEFINE_FUNS_REC);
	DROP(datatypes) struct datatypes known = {0};

	*r = (struct problem_loader){.ask = ask,
		.out = out,
		.script = script,
		.c = c,
		.interrupts = watchdog_interrupts()};
	r->active = mem_new((forms->count + 1) * sizeof(*r->active));
	r->terms = mem_new((forms->count + 1) * sizeof(*r->terms));
	/*
	 * Making a context and letting go of it costs more than a small check.
	 * Names and sorts are the same whoever declares them; but libz3 4.8.12
	 * may take an earlier datatype (worker/read/parser.h) or recursive
	 * function for a later one.
	 */
	r->shares = shares ||
		    (!has_recursion && datatypes_read(&known, script->text,
					       forms) == DATATYPES_FIT);
	r->stacks = r->shares && script->checks > 1 && !has_recursion;
}

void
problem_loader_release(struct problem_loader *r)
{
	assertion_stack_release(&r->stack);
	free(r->active);
	free(r->terms);
	*r = (struct problem_loader){0};
}

/*
 * A text may have hundreds of checks, and a context is 17 MB. What was made in
 * it and holds references is lost, which is little beside it. The last one goes
 * with the process: letting go of it would keep the answer waiting.
 */
static Z3_context
next_context(struct problem_loader *r)
{
	Z3_context c = r->c;

	if (r->used != NULL)
		Z3_del_context(r->used);
	r->used = NULL;
	r->c = NULL;
	if (c == NULL)
		c = context_new();
	watchdog_watch(c);
	return c;
}

/* Where libz3 finds fault with the names of constants they are left out, and
 * only the solver's own text has them. */
static bool
read_problem(struct problem_loader *r, struct script_problem *sp,
	struct parsed *parsed, struct diagnostic *fault)
{
	bool with_constants = r->ask->kind != ASK_CHECK &&
			      script_shows_solution(r->script, sp);

	for (;; with_constants = false) {
		bool in_constant;
		bool is_read = parser_problem(next_context(r), r->script, sp,
			with_constants, parsed, fault);

		answer_stream_sort_aliases(r->out, &parsed->aliases);
		if (is_read)
			return true;
		in_constant = parsed->in_constant;
		for (size_t i = 0; i < parsed->further.count && !in_constant;
			i++) {
			struct diagnostic *one = &parsed->further.at[i];

			script_place(r->script, one);
			answer_put_further(&r->out->frames, one);
		}
		parsed_release(parsed);
		if (!in_constant)
			return false;
		sp->known_count = 0; /* in another context */
	}
}

bool
problem_loader_next(struct problem_loader *r, const struct script_problem *sp,
	struct parsed *out, struct diagnostic *fault)
{
	struct script_problem problem = *sp;
	const size_t *active = r->script->active;
	size_t known = 0;

	/* Of the commands in force, those that were so in the last problem. */
	while (known < r->active_count && known < sp->active_count &&
		r->active[known] == active[known])
		known++;
	problem.known_count = known;
	problem.known = r->terms;
	if (!read_problem(r, &problem, out, fault))
		return false;
	for (size_t i = 0; i < out->problem.count; i++) {
		const struct problem_part *part = &out->problem.parts[i];

		if (part->kind == PART_ASSERTION)
			r->terms[part->form - r->script->forms->at] =
				parsed_term(out, part);
	}
	for (size_t i = known; i < sp->active_count; i++)
		r->active[i] = active[i];
	r->active_count = sp->active_count;
	return true;
}

/* One that was interrupted is not used again. */
void
problem_loader_return(struct problem_loader *r, struct parsed *parsed)
{
	watchdog_watch(NULL);
	r->sharers++;
	if (r->shares && r->sharers < SHARERS_MAX &&
		watchdog_interrupts() == r->interrupts) {
		r->c = parsed->c;
	} else {
		/* Another one is made for what comes next. */
		assertion_stack_forget(&r->stack);
		r->active_count = 0;
		r->used = parsed->c;
		r->sharers = 0;
		r->interrupts = watchdog_interrupts();
	}
	parsed_release(parsed);
}

struct assertion_stack *
problem_loader_stack(struct problem_loader *r)
{
	return r->stacks ? &r->stack : NULL;
}

/* --- datatypes ----------------------------------------------------------- */

static enum datatypes_news
read_definition(
	struct datatypes *known, const char *text, const struct command *form)
{
	DROP(symbols) struct symbols own = {0};
	DROP(text)
	char *definition =
		text_copy_n(text + form->list.offset, form->list.length);

	symbols_scan(text, form, 1, &own);
	for (size_t i = 0; i < own.declared_count; i++) {
		const char *name = own.declared[i].name;
		size_t k = 0;

		if (own.declared[i].kind != SYMBOL_SORT)
			continue;
		if (own.declared[i].arity > 0)
			return DATATYPES_LAST;
		while (k < known->count &&
			strcmp(known->list[k].name, name) != 0)
			k++;
		if (k == known->count)
			*ARRAY_ADD(known->list, known->count, known->capacity) =
				(struct datatype){
					text_copy(name), text_copy(definition)};
		else if (strcmp(known->list[k].definition, definition) != 0)
			return DATATYPES_CLASH;
	}
	return known->count <= DATATYPES_MAX ? DATATYPES_FIT : DATATYPES_LAST;
}

/* The same bytes mean the same in any text whose sorts are libz3's own and
 * datatypes. */
enum datatypes_news
datatypes_read(
	struct datatypes *known, const char *text, const struct commands *forms)
{
	bool has_others =
		commands_have(forms, COMMAND_DECLARE_SORT, COMMAND_DEFINE_SORT);
	enum datatypes_news worst = DATATYPES_FIT;

	for (size_t i = 0; i < forms->count; i++) {
		enum datatypes_news news;

		if (forms->at[i].command != COMMAND_DECLARE_DATATYPE &&
			forms->at[i].command != COMMAND_DECLARE_DATATYPES)
			continue;
		news = read_definition(known, text, &forms->at[i]);
		if (news == DATATYPES_CLASH)
			return news;
		if (news == DATATYPES_LAST || has_others)
			worst = DATATYPES_LAST;
	}
	return worst;
}

void
datatypes_release(struct datatypes *known)
{
	for (size_t i = 0; i < known->count; i++) {
		free(known->list[i].name);
		free(known->list[i].definition);
	}
	free(known->list);
	*known = (struct datatypes){0};
}
