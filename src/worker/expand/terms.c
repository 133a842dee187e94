#include "worker/expand/terms.h"

#include <stdlib.h>

/* Of the process's stack a few hundred bytes each. */
enum { DEPTH_MAX = 4000 };

static Z3_ast // NOLINTNEXTLINE(misc-no-recursion)
rewrite_arguments(struct rewriting *r, Z3_ast term)
{
	unsigned count = term_arity(r->c, term);
	Z3_ast *arguments = term_arguments(r->c, term);
	bool changes = false;

	for (unsigned i = 0; i < count; i++) {
		Z3_ast old = arguments[i];

		arguments[i] = rewriting_apply(r, old);
		changes |= arguments[i] != old;
	}
	if (changes)
		term = Z3_update_term(r->c, term, count, arguments);
	free(arguments);
	return term;
}

Z3_ast // NOLINTNEXTLINE(misc-no-recursion)
rewriting_apply(struct rewriting *r, Z3_ast term)
{
	size_t known = termset_find(&r->done.keys, r->c, term);
	Z3_ast result = term;

	if (known != TERMSET_NONE)
		return r->done.values[known];
	if (r->depth >= DEPTH_MAX) {
		r->is_too_deep = true;
		return term;
	}
	r->depth++;
	if (term_arity(r->c, term) > 0) {
		result = rewrite_arguments(r, term);
	} else if (r->is_deep && term_is_quantifier(r->c, term)) {
		Z3_ast old = Z3_get_quantifier_body(r->c, term);
		Z3_ast body = rewriting_apply(r, old);

		if (body != old)
			result = Z3_update_term(r->c, term, 1, &body);
	}
	result = r->rule(r->context, result);
	r->depth--;
	/* The rule may have rewritten it, too. */
	if (!termset_has(&r->done.keys, r->c, term))
		term_map_add(&r->done, r->c, term, result);
	return result;
}

void
rewriting_release(struct rewriting *r)
{
	term_map_release(&r->done);
}
