#!/usr/bin/env bash
# The replies to the conversations of b05af9f, text and structured content of
# all calls, had 207,542 bytes then; they keep to half of it.
# shellcheck source=tests/rules/tap.bash
. "$(dirname "$0")/tap.bash"

limit=$((207542 / 2))
talks=(graph_colouring job_shop knapsack magic_square midpoint
	no_three_in_line packs_of_pens processor_parity queens
	queens_and_knights river_crossing send_more shift_plan
	sorting_network sudoku timetable tour_of_austria zebra)
mapfile -t paths < <(printf 'examples/%s.talk\n' "${talks[@]}")
sum=$(perl tests/bench/sizes.pl "$B" \
	"${paths[@]}" | sed -n 's/^sum //p')

verdict 'the replies in examples/ fit into a context' "$(
	[ "${sum:-0}" -gt 50000 ] || echo 'they were not measured'
	[ "${sum:-0}" -le "$limit" ] ||
		echo "$sum bytes, more than $limit: see make sizes"
)"
finish
