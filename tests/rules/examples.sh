#!/usr/bin/env bash
# examples/README.md lists the conversations of examples/, and each has in
# examples/smt2 the model of its first session as it is exported at the end.
# With --write the exports are written anew: make examples.
# shellcheck source=tests/rules/tap.bash
. "$(dirname "$0")/tap.bash"

# Versions differ from machine to machine.
without_versions() { sed '/^; made by: /d' "$1"; }

# export_of TALK FILE
export_of() {
	local session talk=$scratch/talk
	session=$(sed -n 's/^> open_session {"session": "\([a-z_0-9]*\)".*/\1/p' \
		"$1" | head -n 1)
	{
		cat "$1"
		echo
		echo "\$ satchel --log-level error export $session -o '$2'"
	} >"$talk"
	rm -f "$2"
	"$B/tests/replay" "$talk" >/dev/null
	[ -s "$2" ] || echo "$1 exports nothing"
}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
old=''
for talk in examples/*.talk; do
	name=$(basename "$talk" .talk)
	kept=examples/smt2/$name.smt2
	if [ "${1-}" = --write ]; then
		export_of "$talk" "$PWD/$kept"
	else
		old+=$(export_of "$talk" "$scratch/new")
		cmp -s <(without_versions "$kept") \
			<(without_versions "$scratch/new") || old+="$kept"$'\n'
	fi
done
[ "${1-}" != --write ] || exit 0

listed=$(sed -n 's/^| \[[a-z_0-9]*\](\([a-z_0-9]*\)\.talk).*smt2\/\1\.smt2.*/\1/p' \
	examples/README.md | sort)
there=$(printf '%s\n' examples/*.talk | sed 's/.*\///; s/\.talk$//' | sort)
verdict 'examples/README.md lists the conversations with their exports' \
	"$(diff <(echo "$listed") <(echo "$there"))"
verdict 'there are thirty conversations or more' \
	"$([ "$(wc -l <<<"$there")" -ge 30 ] || wc -l <<<"$there")"
verdict 'the exports are what the conversations end with: make examples' "$old"
finish
