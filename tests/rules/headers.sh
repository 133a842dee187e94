#!/usr/bin/env bash
# Each header compiles alone, and twice.
# shellcheck source=tests/rules/tap.bash
. "$(dirname "$0")/tap.bash"

compile_alone() {
	printf '#include "%s"\n#include "%s"\n' "$1" "$1" |
		$CC -std=gnu17 -D_GNU_SOURCE -Wall -Wextra -Werror -fsyntax-only \
			-Isrc -Itests ${Z3_PREFIX:+-isystem "$Z3_PREFIX/include"} \
			-x c - 2>&1
}

while read -r path; do
	verdict "$path compiles alone, and twice" "$(compile_alone "${path#*/}")"
done < <(sources src tests '*.h')
finish
