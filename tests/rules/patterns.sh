#!/usr/bin/env bash
# Each model in the guide on patterns says in its first line what it is.
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
	[ "$said" = "$(head -1 "$model")" ] || echo "$(head -3 "$model"): $said"
done)
verdict 'each is solved as it says' "$wrong"
finish
