#!/usr/bin/env bash
# A call of libz3 that an interrupt ends without a result is made in one place,
# which hands NULL on as what it is: worker/base/interruptible for terms and
# worker/base/checked_solver for solvers. The list is of the functions of libz3
# 4.8.12 that run its rewriter, a tactic, a solver or algebraic numbers.
# shellcheck source=tests/rules/tap.bash
. "$(dirname "$0")/tap.bash"

terms='simplify|simplify_ex|substitute_vars|model_eval|tactic_apply
tactic_apply_ex|ast_to_string|get_numeral_decimal_string|parse_smtlib2_string
parse_smtlib2_file|eval_smtlib2_string|algebraic_[a-z_]*|polynomial_[a-z_]*'
solvers='solver_check|solver_check_assumptions|solver_get_consequences
solver_cube|solver_get_model|solver_get_unsat_core|solver_get_proof
solver_assert|solver_assert_and_track|solver_push|solver_pop|optimize_check
optimize_assert|optimize_assert_and_track|optimize_push|optimize_pop
optimize_get_model|optimize_get_unsat_core'

# calls LIST FILE...: those in the worker, but in these files.
calls() {
	local list=${1//$'\n'/|}
	shift
	# shellcheck disable=SC2046 # a word per file
	code $(sources src/worker '*.c' | grep -vxF "$(printf '%s\n' "$@")") |
		grep -E "\bZ3_($list)\("
}

# Nobody interrupts the warming up of a context.
verdict 'calls on terms that an interrupt ends are wrapped' "$(calls "$terms" \
	src/worker/base/interruptible.c src/worker/base/context.c)"
verdict 'calls of solvers that an interrupt ends are wrapped' "$(calls \
	"$solvers" src/worker/base/checked_solver.c src/worker/base/context.c)"
# shellcheck disable=SC2046 # a word per file
verdict 'libz3 is never given a NULL: its header is that of worker/base' "$(
	grep -n '<z3.*>' $(sources src '*.[ch]') |
		grep -v '^src/worker/base/libz3.h:\|<z3_version.h>')"
verdict 'the rule sees such a call' "$([ "$(calls simplify src/none |
	wc -l)" -gt 0 ] || echo 'it sees none')"
finish
