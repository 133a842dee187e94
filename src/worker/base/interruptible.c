#include "worker/base/interruptible.h"

#include <stddef.h>

#include "worker/base/context.h"
#include "worker/base/watchdog.h"

/* --- what tests inject ---------------------------------------------------- */

static struct {
	uint64_t calls;
	uint64_t number; /* of the first call that fails; 0: none does */
	enum interrupt_kind kind;
} injected;

void
interruptible_inject(uint64_t number, enum interrupt_kind kind)
{
	injected.calls = 0;
	injected.number = number;
	injected.kind = kind;
}

uint64_t
interruptible_calls(void)
{
	return injected.calls;
}

bool
interruptible_is_injected(Z3_context c)
{
	bool is_due =
		++injected.calls == injected.number ||
		(injected.kind == INTERRUPT_FOR_GOOD && injected.number != 0 &&
			injected.calls > injected.number);

	if (!is_due)
		return false;
	watchdog_strike(injected.kind == INTERRUPT_FOR_GOOD);
	Z3_set_error(c, Z3_EXCEPTION);
	return true;
}

/* --- terms ---------------------------------------------------------------- */

Z3_ast
interruptible_simplify(Z3_context c, Z3_ast term)
{
	Z3_ast simple =
		interruptible_is_injected(c) ? NULL : Z3_simplify(c, term);

	return simple != NULL ? simple : term;
}

Z3_ast
interruptible_simplify_with(Z3_context c, Z3_ast term, Z3_params parameters)
{
	Z3_ast simple = interruptible_is_injected(c)
				? NULL
				: Z3_simplify_ex(c, term, parameters);

	return simple != NULL ? simple : term;
}

Z3_ast
interruptible_value(Z3_context c, Z3_model model, Z3_ast term, bool complete)
{
	Z3_ast value = NULL;

	context_clear();
	if (interruptible_is_injected(c) ||
		!Z3_model_eval(c, model, term, complete, &value) ||
		context_failed())
		return NULL;
	return value;
}

Z3_apply_result
interruptible_apply(Z3_context c, Z3_tactic tactic, Z3_goal goal)
{
	Z3_apply_result result = interruptible_is_injected(c)
					 ? NULL
					 : Z3_tactic_apply(c, tactic, goal);

	return context_failed() ? NULL : result;
}

Z3_ast_vector
interruptible_parse(Z3_context c, const char *text)
{
	Z3_ast_vector terms;

	context_clear();
	/* No budget ends while a text is read, only the deadline. */
	terms = injected.kind == INTERRUPT_FOR_GOOD &&
				interruptible_is_injected(c)
			? NULL
			: Z3_parse_smtlib2_string(
				  c, text, 0, NULL, NULL, 0, NULL, NULL);
	return context_failed() ? NULL : terms;
}

const char *
interruptible_text(Z3_context c, Z3_ast term)
{
	const char *text =
		interruptible_is_injected(c) ? NULL : Z3_ast_to_string(c, term);

	return text != NULL ? text : "";
}

const char *
interruptible_decimal(Z3_context c, Z3_ast number, unsigned precision)
{
	const char *text =
		interruptible_is_injected(c)
			? NULL
			: Z3_get_numeral_decimal_string(c, number, precision);

	return text != NULL ? text : "";
}
