#!/usr/bin/env bash
# tests/unit mirrors src: a test for every source, a source for every test.
# shellcheck source=tests/rules/tap.bash
. "$(dirname "$0")/tap.bash"

# Sources that the conversations test, through the real programs:
is_tested_by_talks() {
	case $1 in
	# starts the server
	src/main.c) ;;
	# starts the worker, and the jail
	src/solver/main.c) ;;
	# a tool: lists.sh demands a conversation for each
	src/tools/*.c) is_listed "$1" tools TOOL ;;
	# a subcommand, likewise
	src/cli/*.c) is_listed "$1" cli COMMAND ;;
	*) return 1 ;;
	esac
}

is_listed() {
	names_in "src/$2/$2.def" "$3" | grep -qx "$(basename "$1" .c)"
}

while read -r source; do
	is_tested_by_talks "$source" && continue
	folder=$(basename "$(dirname "$source")")
	test=tests/unit/$folder/test_$(basename "$source")
	[ -f "$test" ] || missing+="$source has no $test"$'\n'
done < <(sources src '*.c')

while read -r test; do
	source=${test/#tests\/unit/src}
	source=$(dirname "$source")/$(basename "$source" | sed 's/^test_//')
	[ -f "$source" ] || spare+="$test has no $source"$'\n'
done < <(sources tests/unit 'test_*.c')

verdict 'every source has its unit test' "${missing-}"
verdict 'every unit test has its source' "${spare-}"
finish
