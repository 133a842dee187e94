#include "worker/executor/term_lint.h"

#include <string.h>

#include "base/alloc.h"
#include "smt/rules/lint.h"
#include "wire/answer.h"
#include "wire/ask.h"
#include "worker/base/answer_stream.h"
#include "worker/base/context.h"
#include "worker/base/interruptible.h"

enum {
	/*
	 * libz3's simplifier runs past any interrupt on large numbers, powers,
	 * regular expressions and recursive functions; a small term without
	 * them takes it some ten microseconds.
	 */
	ASSERTIONS_MAX = 1000,
	WARNINGS_MAX = 100, /* more say nothing new */
	NODES_MAX = 300,    /* of the term as a tree, so that let costs too */
	DIGITS_MAX = 40,
	WIDTH_MAX = 256,
};

struct term_traits {
	Z3_context c;
	unsigned nodes;
	bool is_small;	 /* and of theories that are simplified at once */
	bool is_mixed;	 /* the parser has put a conversion in */
	bool is_rounded; /* likewise of a fraction to Int */
};

static bool
is_plain_sort(struct term_traits *l, Z3_sort sort)
{
	switch ((int)Z3_get_sort_kind(l->c, sort)) {
	case Z3_BV_SORT:
		return Z3_get_bv_sort_size(l->c, sort) <= WIDTH_MAX;
	case Z3_BOOL_SORT:
	case Z3_INT_SORT:
	case Z3_REAL_SORT:
	case Z3_ARRAY_SORT:
	case Z3_DATATYPE_SORT:
	case Z3_UNINTERPRETED_SORT:
		return true;
	default:
		return false;
	}
}

static bool
is_plain_kind(Z3_decl_kind kind)
{
	bool is_counted = kind >= Z3_OP_TRUE && kind < Z3_OP_PR_UNDEF;
	bool is_data =
		kind >= Z3_OP_DT_CONSTRUCTOR && kind <= Z3_OP_DT_UPDATE_FIELD;

	return (is_counted && kind != Z3_OP_POWER) || is_data ||
	       kind == Z3_OP_UNINTERPRETED;
}

static bool
is_numeral(struct term_traits *l, Z3_ast term)
{
	return Z3_get_ast_kind(l->c, term) == Z3_NUMERAL_AST;
}

static void inspect(struct term_traits *l, Z3_ast term);

static void
inspect_application(struct term_traits *l, Z3_ast term)
{
	unsigned count = term_arity(l->c, term);
	Z3_func_decl decl = term_decl(l->c, term);
	Z3_decl_kind kind = Z3_get_decl_kind(l->c, decl);

	l->is_small &=
		is_plain_kind(kind) && !term_declares_recursive(l->c, decl);
	if (kind == Z3_OP_TO_REAL || kind == Z3_OP_TO_INT) {
		Z3_ast converted = term_argument(l->c, term, 0);

		if (!is_numeral(l, converted))
			l->is_mixed = true;
		else if (kind == Z3_OP_TO_INT)
			l->is_rounded |=
				strchr(Z3_get_numeral_string(l->c, converted),
					'/') != NULL;
	}
	for (unsigned i = 0; i < count && l->is_small; i++)
		inspect(l, term_argument(l->c, term, i));
}

/* No deeper than NODES_MAX. */
static void // NOLINTNEXTLINE(misc-no-recursion)
inspect(struct term_traits *l, Z3_ast term)
{
	l->is_small &= ++l->nodes <= NODES_MAX;
	if (!l->is_small)
		return;
	if (term_is_quantifier(l->c, term)) {
		inspect(l, Z3_get_quantifier_body(l->c, term));
		return;
	}
	l->is_small &= is_plain_sort(l, Z3_get_sort(l->c, term));
	if (is_numeral(l, term))
		l->is_small &=
			strlen(Z3_get_numeral_string(l->c, term)) <= DIGITS_MAX;
	else if (Z3_get_ast_kind(l->c, term) == Z3_APP_AST)
		inspect_application(l, term);
}

static enum lint_kind
lint_assertion(const struct parsed *p, Z3_ast term)
{
	/* Who converts once knows what it is. */
	bool converts = strstr(p->problem.script, "to_real") != NULL ||
			strstr(p->problem.script, "to_int") != NULL;
	struct term_traits l = {.c = p->c, .is_small = true};
	Z3_lbool value;
	Z3_ast simple;

	inspect(&l, term);
	if (!l.is_small)
		return LINT_NONE;
	if (l.is_rounded)
		return converts ? LINT_NONE : LINT_ROUNDED;
	simple = interruptible_simplify(l.c, term);
	if (simple == NULL) /* it was interrupted */
		return LINT_NONE;
	value = Z3_get_bool_value(l.c, simple);
	if (value != Z3_L_UNDEF)
		return value == Z3_L_TRUE ? LINT_TRUE : LINT_FALSE;
	return l.is_mixed && !converts ? LINT_MIXED : LINT_NONE;
}

static unsigned
put(struct answer_stream *out, const struct problem_part *part,
	enum lint_kind kind, const char *name)
{
	DROP(text) char *copy = text_copy(name);

	if (kind != LINT_NONE)
		answer_put_warning(
			&out->frames, &(struct lint_warning){.kind = kind,
					      .line = part->form->list.line,
					      .name = copy});
	return kind != LINT_NONE;
}

/* The first part that the term takes and the logic leaves out. */
static unsigned
put_beyond(struct answer_stream *out, const struct parsed *p,
	const struct problem_part *part, const struct logic *logic,
	struct termset *seen)
{
	unsigned parts = logic_fragment_of(p->c, parsed_term(p, part), seen);
	unsigned beyond = parts & ~logic->parts;

	return beyond == 0
		       ? 0
		       : put(out, part, LINT_BEYOND,
				 part_name((unsigned)__builtin_ctz(beyond)));
}

void
term_lint_all(struct answer_stream *out, const struct parsed *p,
	const struct logic *logic, size_t *seen)
{
	DROP(termset) struct termset terms = {0};
	unsigned inspected = 0;
	unsigned reported = 0;

	for (size_t i = 0; i < p->problem.count && reported < WARNINGS_MAX;
		i++) {
		const struct problem_part *part = &p->problem.parts[i];

		if (part->kind != PART_ASSERTION ||
			part->form->list.offset < *seen)
			continue;
		*seen = part->form->list.offset + 1;
		if (++inspected > ASSERTIONS_MAX)
			break;
		if (logic != NULL)
			reported += put_beyond(out, p, part, logic, &terms);
		reported += put(out, part,
			lint_assertion(p, parsed_term(p, part)), NULL);
	}
	context_clear();
}

/* --- what is left open --------------------------------------------------- */

void
term_lint_open(struct answer_stream *out, const struct ask *ask,
	const struct commands *forms)
{
	DROP(lint) struct lint lint = {0};
	struct slice goals = {"", 0}; /* from the first to the last */

	for (size_t i = 0; i < ask->field_count; i++) {
		const struct ask_field *f = &ask->fields[i];
		const char *term = ask->text + f->offset;

		if (f->kind != FIELD_MINIMIZE && f->kind != FIELD_MAXIMIZE)
			continue;
		if (goals.length == 0)
			goals.start = term;
		goals.length = (size_t)(term + f->size - goals.start);
	}
	lint_scan_solved(ask->text, forms, goals, &lint);
	for (size_t i = 0; i < lint.count; i++)
		answer_put_warning(&out->frames, &lint.at[i]);
}

/* --- logic fragment ------------------------------------------------------ */

const struct logic *
logic_fragment_logic(const struct script *s, const struct script_problem *sp)
{
	const struct logic *logic = NULL;

	for (size_t i = 0; i < sp->active_count; i++) {
		const struct command *form = &s->forms->at[s->active[i]];

		if (form->command == COMMAND_SET_LOGIC)
			logic = logic_find(command_name(form, s->text));
	}
	return logic;
}

static unsigned
part_of_sort(Z3_sort_kind kind)
{
	switch ((int)kind) {
	case Z3_INT_SORT:
		return PART_INTEGERS;
	case Z3_REAL_SORT:
		return PART_REALS;
	case Z3_BV_SORT:
		return PART_BITS;
	case Z3_ARRAY_SORT:
		return PART_ARRAYS;
	case Z3_DATATYPE_SORT:
		return PART_DATATYPES;
	case Z3_SEQ_SORT:
	case Z3_RE_SORT:
		return PART_STRINGS;
	case Z3_FLOATING_POINT_SORT:
	case Z3_ROUNDING_MODE_SORT:
		return PART_FLOATS;
	default:
		return 0;
	}
}

/* 5, -5, 1/5 */
static bool
is_number(Z3_context c, Z3_ast term)
{
	while (Z3_get_ast_kind(c, term) == Z3_APP_AST) {
		Z3_decl_kind kind = term_kind(c, term);

		if (kind == Z3_OP_DIV &&
			!is_number(c, term_argument(c, term, 1)))
			return false;
		if (kind != Z3_OP_UMINUS && kind != Z3_OP_TO_REAL &&
			kind != Z3_OP_DIV)
			return false;
		term = term_argument(c, term, 0);
	}
	return Z3_get_ast_kind(c, term) == Z3_NUMERAL_AST;
}

static unsigned
part_of_application(Z3_context c, Z3_ast term)
{
	unsigned count = term_arity(c, term);
	unsigned open = 0;

	switch ((int)term_kind(c, term)) {
	case Z3_OP_UNINTERPRETED:
		return count > 0 ? PART_FUNCTIONS : 0;
	case Z3_OP_MUL:
		for (unsigned i = 0; i < count; i++)
			open += !is_number(c, term_argument(c, term, i));
		return open > 1 ? PART_PRODUCTS : 0;
	case Z3_OP_DIV:
	case Z3_OP_IDIV:
	case Z3_OP_MOD:
	case Z3_OP_REM:
		return is_number(c, term_argument(c, term, 1)) ? 0
							       : PART_PRODUCTS;
	case Z3_OP_POWER:
		return PART_PRODUCTS;
	default:
		return 0;
	}
}

/* Its own part; what it is made of is added to the set. */
static unsigned
part_of(Z3_context c, Z3_ast term, struct termset *seen)
{
	unsigned parts;

	if (term_is_quantifier(c, term)) {
		(void)termset_add(seen, c, Z3_get_quantifier_body(c, term));
		return PART_QUANTIFIERS;
	}
	parts = part_of_sort(term_sort_kind(c, term));
	/* libz3 writes 2.0 as (to_real 2). */
	if (is_number(c, term))
		return parts;
	termset_add_arguments(seen, c, term);
	return parts | part_of_application(c, term);
}

unsigned
logic_fragment_of(Z3_context c, Z3_ast term, struct termset *seen)
{
	size_t at = seen->count;
	unsigned parts = 0;

	(void)termset_add(seen, c, term);
	for (; at < seen->count; at++)
		parts |= part_of(c, seen->at[at], seen);
	return parts;
}

bool
logic_fragment_is_of(const struct parsed *p, const struct logic *logic)
{
	DROP(termset) struct termset seen = {0};

	for (size_t i = 0; i < p->problem.count; i++) {
		const struct problem_part *part = &p->problem.parts[i];

		if (part->kind != PART_ASSERTION &&
			part->kind != PART_ASSUMPTION)
			continue;
		if ((logic_fragment_of(p->c, parsed_term(p, part), &seen) &
			    ~logic->parts) != 0)
			return false;
	}
	return true;
}
