#!/usr/bin/env bash
# A text is cut into commands, scanned for symbols and looked through for lint
# in one place, smt/rules/parsed_text, which its owner keeps. The others read
# what is no text with an owner: the request of a worker and the stored solution
# in it, and the symbols of single commands that a request or a fault is about.
# shellcheck source=tests/rules/tap.bash
. "$(dirname "$0")/tap.bash"

# calls FUNCTION FILE...: those of the function, but in these files.
calls() {
	local function=$1
	shift
	# shellcheck disable=SC2046 # a word per file
	code $(sources src '*.c' | grep -vxF "$(printf '%s\n' "$@")") |
		grep -E "\b$function\(" | grep -vE ":$function\("
}

verdict 'a text is cut once' "$(calls commands_split \
	src/smt/rules/parsed_text.c src/worker/executor/script_runner.c \
	src/worker/read/script.c)"
verdict 'a text is scanned for symbols once' "$(calls symbols_scan \
	src/smt/rules/parsed_text.c src/tools/hints/faults.c \
	src/worker/read/parser.c src/worker/read/problem.c \
	src/worker/base/sort_alias.c)"
verdict 'a text is looked through for lint once' "$(calls lint_scan \
	src/smt/rules/parsed_text.c)"
verdict 'the rule sees such a call' "$([ "$(calls commands_split src/none |
	wc -l)" -eq 3 ] || echo 'it sees another number')"
finish
