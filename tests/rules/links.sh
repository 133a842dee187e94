#!/usr/bin/env bash
# The server never links libz3, libseccomp or libcurl, the worker never links
# SQLite, and the one-shot client alone links libcurl, and nothing of theirs.
# shellcheck source=tests/rules/tap.bash
. "$(dirname "$0")/tap.bash"

# needs PROGRAM LIBRARIES: those that the dynamic linker would load for it.
needs() {
	if [ -x "$1" ]; then
		readelf -d "$1" | grep NEEDED | grep -E "lib($2)"
	else
		echo "$1 is not built"
	fi
}

# names PROGRAM SYMBOLS: those of its symbols that begin so.
names() {
	nm "$1" 2>&1 | grep -E " ($2)[A-Za-z0-9_]*" | head -n 20
}

verdict 'the server does not load libz3' \
	"$(needs "$B/satchel" 'z3|seccomp|pthread|curl')"
verdict 'the server loads nothing for HTTP before it is asked for' \
	"$(needs "$B/satchel" 'microhttpd|gnutls')"
verdict 'the server knows no name of libz3' \
	"$(names "$B/satchel" 'Z3_|seccomp_')"
verdict 'the server reads no language but short SMT-LIB' \
	"$(names "$B/satchel" "$(sources src/language '*.h' | xargs cat | grep -oE \
		'\b(language|translation|import|fzn|data|json_dsl|dsl)_[a-z_]+\(' |
		tr -d '(' | sort -u | paste -sd'|' -)")"
verdict 'the worker does not load SQLite' \
	"$(needs "$B/satchel-worker" 'sqlite|curl')"
verdict 'the worker knows no name of SQLite' \
	"$(names "$B/satchel-worker" sqlite3_)"
verdict 'the one-shot client loads neither libz3 nor SQLite' \
	"$(needs "$B/satchel-agent" 'z3|sqlite|seccomp')"
verdict 'the one-shot client knows no name of theirs' \
	"$(names "$B/satchel-agent" 'Z3_|sqlite3_|seccomp_')"
verdict 'the one-shot client loads libcurl' \
	"$([ -n "$(needs "$B/satchel-agent" curl)" ] || echo 'it does not')"
finish
