#!/usr/bin/env bash
# Each conversation of examples/ has in examples/smt2 the model of its first
# session as it is exported at the end. With --write these are written anew:
# make examples. Apart from the rules, since it has all of the conversations.
# shellcheck source=tests/rules/tap.bash
. "$(dirname "$0")/rules/tap.bash"

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
	perl tests/replay/replay.pl "$talk" >/dev/null
	[ -s "$2" ] || echo "$1 exports nothing"
}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
for talk in examples/*.talk; do
	kept=examples/smt2/$(basename "$talk" .talk).smt2
	if [ "${1-}" = --write ]; then
		export_of "$talk" "$PWD/$kept"
		continue
	fi
	old=$(export_of "$talk" "$scratch/new")
	cmp -s <(without_versions "$kept") \
		<(without_versions "$scratch/new") ||
		old+="it is another: make examples"
	verdict "$kept is what the conversation ends with" "$old"
done
[ "${1-}" = --write ] || finish
