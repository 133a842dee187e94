#!/usr/bin/env bash
# Each header compiles alone, and twice.
# shellcheck source=tests/rules/tap.bash
. "$(dirname "$0")/tap.bash"

# cmocka.h wants these before it, in this order; so do the unit tests' headers.
cmocka='-include stdarg.h -include stddef.h -include setjmp.h -include stdint.h'
cmocka+=' -include cmocka.h'

compile_alone() {
	local prelude=
	case $1 in unit/*) prelude=$cmocka ;; esac
	# shellcheck disable=SC2086 # a row of options
	printf '#include "%s"\n#include "%s"\n' "$1" "$1" |
		$CC -std=gnu17 -D_GNU_SOURCE -Wall -Wextra -Werror \
			-Wno-missing-field-initializers -fsyntax-only \
			-Isrc -Itests -isystem "$B/include" \
			${Z3_PREFIX:+-isystem "$Z3_PREFIX/include"} \
			$prelude -x c - 2>&1
}

while read -r path; do
	verdict "$path compiles alone, and twice" "$(compile_alone "${path#*/}")"
done < <(sources src tests '*.h')
finish
