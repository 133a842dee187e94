#!/usr/bin/env bash
# The replies in examples/ are short: text and structured content of all calls
# had 207.5 kB in November 2026 in 18 talks, and have 102 kB in 21 now.
# shellcheck source=tests/rules/tap.bash
. "$(dirname "$0")/tap.bash"

limit=103500
sum=$(perl tests/bench/sizes.pl "$B" | sed -n 's/^sum //p')

verdict 'the replies in examples/ fit into a context' "$(
	[ "${sum:-0}" -gt 50000 ] || echo 'they were not measured'
	[ "${sum:-0}" -le "$limit" ] ||
		echo "$sum bytes, more than $limit: see make sizes"
)"
finish
