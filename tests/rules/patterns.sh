#!/usr/bin/env bash
# What is said in few words: each model in the guide on patterns says in its
# first line what it is, and three examples stay as short as they are.
# shellcheck source=tests/rules/tap.bash
. "$(dirname "$0")/tap.bash"

guide=prompts/guide_patterns.md
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT

awk -v folder="$folder" '/^```smt2/ { file = sprintf("%s/%02d", folder, ++n)
		next }
	/^```/ { file = ""; next }
	file { print > file }
	' "$guide"
verdict 'the guide has a dozen models' \
	"$([ "$(find "$folder" -type f | wc -l)" -ge 12 ] || ls "$folder")"
wrong=$(for model in "$folder"/*; do
	said=$({ cat "$model"; echo '(check-sat)'; } |
		"$B/satchel" solve --timeout-ms 20000 - 2>&1 | head -1)
	[ "; $said" = "$(head -1 "$model")" ] || echo "$(head -3 "$model"): $said"
done)
verdict 'each is solved as it says' "$wrong"
names='All different/Element/table/Circuit/Cumulative/No overlap/Inverse
Lexicographic/Exactly k/Sum over/implications/Reified/minimal models/Defaults
closed world/cycles/Induction'
verdict 'its titles name the constraints that people look for' "$(
	tr / '\n' <<<"$names" | while read -r name; do
		grep -q "^## .*$name" "$guide" || echo "$name"
	done)"

# Bytes of the items with their JSON, without indentation.
written() {
	awk '/^> add_item / { on = 1; sub(/^> add_item /, "") }
		/^> [^a]/ || /^</ || /^$/ { on = 0 }
		on { sub(/^[ \t]+/, ""); n += length($0) + 1 }
		END { print n + 0 }' "examples/$1.talk"
}

# Bytes of the longest answer to solve_model.
shown() {
	perl tests/replay/replay.pl --show "examples/$1.talk" 2>/dev/null |
		awk '/^> / { on = /solve_model/; n = 0 }
			on && /^  \|/ { n += length($0) - 3; if (n > most) most = n }
			END { print most + 0 }'
}

for case in sudoku_16:1500 courier:1600 roster:1200; do
	name=${case%:*}
	bytes=$(written "$name")
	verdict "$name is written in ${case#*:} characters" \
		"$([ "$bytes" -gt 500 ] && [ "$bytes" -le "${case#*:}" ] ||
			echo "$bytes")"
	bytes=$(shown "$name")
	verdict "its values are read in 1500" \
		"$([ "$bytes" -gt 100 ] && [ "$bytes" -le 1500 ] ||
			echo "$bytes")"
done
finish
