#include "worker/base/context.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <z3_version.h>

#include "base/alloc.h"
#include "base/limits.h"

/*
 * The handler gets no argument of ours, and libz3's own error code is sticky
 * over calls in 4.8.12, so the last error lives here.
 */
enum { TEXT_MAX = 16 * MIB };

static struct {
	bool failed;
	char *text; /* or NULL */
} last;

static void
record_error(Z3_context c, Z3_error_code code)
{
	/* What it would still say, it would say of a part of the text. */
	if (code == Z3_MEMOUT_FAIL)
		_exit(EXIT_NO_MEMORY);
	if (last.failed)
		return; /* the first of several is the cause */
	last.failed = true;
	/* It may list every command of a large text. */
	free(last.text);
	last.text = text_format("%.*s", TEXT_MAX, Z3_get_error_msg(c, code));
}

Z3_context
context_new(void)
{
	Z3_config config = Z3_mk_config();
	Z3_context c = Z3_mk_context(config);

	Z3_del_config(config);
	if (c == NULL)
		_Exit(EXIT_FAILURE);
	Z3_set_error_handler(c, record_error);
	Z3_set_ast_print_mode(c, Z3_PRINT_SMTLIB2_COMPLIANT);
	return c;
}

void
context_clear(void)
{
	last.failed = false;
	free(last.text);
	last.text = NULL;
}

bool
context_failed(void)
{
	return last.failed;
}

const char *
context_error(void)
{
	return last.text != NULL ? last.text : "";
}

const char *
context_version(void)
{
	static char text[64];
	unsigned major, minor, build, revision;

	Z3_get_version(&major, &minor, &build, &revision);
	(void)snprintf(text, sizeof(text), "%u.%u.%u", major, minor, build);
	return text;
}

bool
context_version_fits(void)
{
	unsigned major, minor, build, revision;

	Z3_get_version(&major, &minor, &build, &revision);
	return major == Z3_MAJOR_VERSION && minor == Z3_MINOR_VERSION &&
	       build == Z3_BUILD_NUMBER;
}

static void
check_text(Z3_context c, const char *text)
{
	Z3_ast_vector terms =
		Z3_parse_smtlib2_string(c, text, 0, NULL, NULL, 0, NULL, NULL);
	Z3_solver solver;

	/* An object without a reference lives until the next call. */
	Z3_ast_vector_inc_ref(c, terms);
	solver = Z3_mk_simple_solver(c);
	Z3_solver_inc_ref(c, solver);
	for (unsigned i = 0; i < Z3_ast_vector_size(c, terms); i++)
		Z3_solver_assert(c, solver, Z3_ast_vector_get(c, terms, i));
	Z3_solver_push(c, solver);
	if (Z3_solver_check(c, solver) == Z3_L_TRUE) {
		Z3_model model = Z3_solver_get_model(c, solver);

		Z3_model_inc_ref(c, model);
		(void)Z3_model_to_string(c, model); /* for its side effects */
		Z3_model_dec_ref(c, model);
	}
	Z3_solver_pop(c, solver, 1);
	Z3_solver_dec_ref(c, solver);
	Z3_ast_vector_dec_ref(c, terms);
}

void
context_warm(Z3_context c)
{
	check_text(c, "(declare-const warm_x Int)(declare-fun warm_f (Int) Int)"
		      "(assert (> (warm_f warm_x) (+ warm_x 1)))"
		      "(assert (= warm_x warm_x))");
	check_text(c,
		"(declare-const warm_x Int)(declare-const warm_p Bool)"
		"(assert (and warm_p (> warm_x 1)))(assert (< warm_x 1))");
	context_clear();
}

const char *
context_name(Z3_context c, Z3_symbol name)
{
	return Z3_get_symbol_string(c, name);
}

void
context_start_timers(Z3_context c)
{
	/* So deep stand timed tactics in each other; none is ever due. */
	enum { TIMERS = 2, NEVER_MS = 3600 * 1000 };
	Z3_tactic timed = Z3_mk_tactic(c, "skip");
	Z3_solver solver;

	Z3_tactic_inc_ref(c, timed);
	for (int i = 0; i < TIMERS; i++) {
		timed = Z3_tactic_try_for(c, timed, NEVER_MS);
		Z3_tactic_inc_ref(c, timed);
	}
	/* A solver answers unknown where the bare tactic ends the process. */
	solver = Z3_mk_solver_from_tactic(c, timed);
	Z3_solver_inc_ref(c, solver);
	(void)Z3_solver_check(c, solver);
	Z3_solver_dec_ref(c, solver);
	context_clear();
}
