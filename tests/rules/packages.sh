#!/usr/bin/env bash
# What packaging/ says fits the rest. That other people's tools are content is
# for make packages.
# shellcheck source=tests/rules/tap.bash
. "$(dirname "$0")/tap.bash"

dest=$(mktemp -d)
trap 'rm -rf "$dest"' EXIT
version=$(sed -n 's/^VERSION := //p' Makefile)

verdict 'the version stands in the Makefile only' \
	"$(grep -nF "$version" packaging/* packaging/debian/* man/* src/*/*.[ch] 2>/dev/null |
		grep -v 'base/err\|export.h')"
wrong=''
for file in packaging/*.json; do
	sed "s/@[A-Z0-9]*@/1/g" "$file" | perl -MJSON::PP -0ne 'decode_json($_)' 2>/dev/null ||
		wrong+="$file"$'\n'
done
verdict 'the descriptions are JSON' "$wrong"
"$B/satchel" --version | grep -qF "$version" || wrong=$("$B/satchel" --version)
verdict 'the program has that version' "$wrong"

make -s install B="$B" PREFIX=/usr DESTDIR="$dest" >"$dest/said" 2>&1
verdict 'what make install has put there runs' \
	"$(echo '(assert false)' | SATCHEL_DB=$dest/db "$dest/usr/bin/satchel" solve - 2>&1 |
		grep -qx 'unsat' || cat "$dest/said")"
installed=$(cd "$dest" && find usr -type f)
for part in bin/satchel libexec/satchel/satchel-worker share/man/man1/satchel.1 \
	share/man/man1/satchel-worker.1 share/bash-completion/completions/satchel; do
	grep -qx "usr/$part" <<<"$installed" || lost+="$part"$'\n'
done
verdict 'with its manual and completions' "${lost-}"
verdict 'the manual has a section for each command' \
	"$(for word in NAME SYNOPSIS COMMANDS OPTIONS 'EXIT STATUS'; do
		grep -q "^.SH $word" "$dest/usr/share/man/man1/satchel.1" || echo "$word"
	done)"
verdict 'and every program that people start has a page' \
	"$(for program in "$dest"/usr/bin/*; do
		name=${program##*/}
		[ -s "$dest/usr/share/man/man1/$name.1" ] || echo "$name"
	done)"
make -s uninstall B="$B" PREFIX=/usr DESTDIR="$dest" >"$dest/said" 2>&1
verdict 'and make uninstall takes all of it away, and its folders' \
	"$(find "$dest/usr" -type f -o -name 'satchel*')"
verdict 'a Debian package is built with all that make deps brings' \
	"$(make -s -n -p deps 2>/dev/null | sed -n 's/^PACKAGES := //p' | tr ' ' '\n' |
		grep -e '^lib.*-dev$' | grep -v cmocka | while read -r package; do
		grep -qw -- "$package" packaging/debian.control || echo "$package"
	done)"

# Of a tree that git knows.
for i in 1 2; do
	! git rev-parse -q HEAD >/dev/null 2>&1 || make -s dist B="$dest/$i" >/dev/null
done
verdict 'make dist makes the same twice' \
	"$([ ! -d "$dest/1" ] || diff <(cat "$dest"/1/packages/*) <(cat "$dest"/2/packages/*))"
finish
