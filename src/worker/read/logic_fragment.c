#include "worker/read/logic_fragment.h"

#include "base/alloc.h"

const struct logic *
logic_fragment_logic(const struct script *s, const struct script_problem *sp)
{
	const struct logic *logic = NULL;
	struct token name;

	for (size_t i = 0; i < sp->active_count; i++) {
		const struct command *form = &s->forms->at[s->active[i]];

		if (form->command == COMMAND_SET_LOGIC &&
			command_argument(form, s->text, 0, &name))
			logic = logic_find(token_name(s->text, &name));
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
		Z3_app app = Z3_to_app(c, term);
		Z3_decl_kind kind =
			Z3_get_decl_kind(c, Z3_get_app_decl(c, app));

		if (kind == Z3_OP_DIV &&
			!is_number(c, Z3_get_app_arg(c, app, 1)))
			return false;
		if (kind != Z3_OP_UMINUS && kind != Z3_OP_TO_REAL &&
			kind != Z3_OP_DIV)
			return false;
		term = Z3_get_app_arg(c, app, 0);
	}
	return Z3_get_ast_kind(c, term) == Z3_NUMERAL_AST;
}

static unsigned
part_of_application(Z3_context c, Z3_app app)
{
	unsigned count = Z3_get_app_num_args(c, app);
	unsigned open = 0;

	switch ((int)Z3_get_decl_kind(c, Z3_get_app_decl(c, app))) {
	case Z3_OP_UNINTERPRETED:
		return count > 0 ? PART_FUNCTIONS : 0;
	case Z3_OP_MUL:
		for (unsigned i = 0; i < count; i++)
			open += !is_number(c, Z3_get_app_arg(c, app, i));
		return open > 1 ? PART_PRODUCTS : 0;
	case Z3_OP_DIV:
	case Z3_OP_IDIV:
	case Z3_OP_MOD:
	case Z3_OP_REM:
		return is_number(c, Z3_get_app_arg(c, app, 1)) ? 0
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
	Z3_app app;

	if (Z3_get_ast_kind(c, term) == Z3_QUANTIFIER_AST) {
		(void)termset_add(seen, c, Z3_get_quantifier_body(c, term));
		return PART_QUANTIFIERS;
	}
	parts = part_of_sort(Z3_get_sort_kind(c, Z3_get_sort(c, term)));
	if (Z3_get_ast_kind(c, term) != Z3_APP_AST)
		return parts;
	app = Z3_to_app(c, term);
	/* libz3 writes 2.0 as (to_real 2). */
	if (is_number(c, term))
		return parts;
	for (unsigned i = 0; i < Z3_get_app_num_args(c, app); i++)
		(void)termset_add(seen, c, Z3_get_app_arg(c, app, i));
	return parts | part_of_application(c, app);
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
