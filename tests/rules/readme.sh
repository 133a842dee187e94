#!/usr/bin/env bash
# The README shows what the real server says, word for word.
# shellcheck source=tests/rules/tap.bash
. "$(dirname "$0")/tap.bash"

# The steps of a conversation, without what is said between them. Versions and
# times differ from run to run.
steps() {
	grep -E '^(>|  )' | sed -E 's/Z3 [0-9.]+, [0-9.]+ s\.$/Z3 VERSION, TIME s./'
}

shown=$(awk '/^## / { here = ($0 == "## A conversation") }
	here && /^```/ { inside = !inside; next }
	here && inside' README.md | steps)
said=$(perl tests/replay/replay.pl --show examples/packs_of_pens.talk | steps)

verdict 'the README has a conversation' \
	"$([ "$(wc -l <<<"$shown")" -gt 20 ] || echo "$shown")"
verdict 'the server says what the README says it does' \
	"$([[ $said == *"$shown"* ]] || diff <(echo "$shown") <(echo "$said"))"
# Paths in backticks: of the tree, of src, or a module without its ending. MCP
# has methods that look like one.
# shellcheck disable=SC2016 # backticks of Markdown
lost=$(grep -hoE '`[A-Za-z0-9_./-]+/[A-Za-z0-9_./-]*`' README.md HACKING.md |
	tr -d '`' | sort -u | while read -r path; do
		case $path in /* | *NAME* | *ROOM* | tools/list | tools/call) continue ;; esac
		[ -d "${path%%/*}" ] || [ -d "src/${path%%/*}" ] || continue
		case $path in build/*) continue ;; esac
		for found in "$path" "src/$path" "src/$path".[chd]*; do
			[ -e "$found" ] && continue 2
		done
		echo "$path is not there"
	done)
verdict 'the paths in README and HACKING are there' "$lost"
# Files that comments of the C code name, but for examples (x.c, cmd_NAME.c) and
# <header.h>.
known=$(find src tests -type f -printf "%f\n")
# shellcheck disable=SC2016 # Perl
lost=$(sources src tests "*.[chd]*" | xargs perl -0777 -ne '
	while (m{/\*.*?\*/|//[^\n]*}gs) {
		my $comment = $&;
		print "$ARGV $1\n" while $comment =~ m{(?<![<\w])(\w+\.(?:c|h|def))\b}g;
	}' | sort -u | while read -r path name; do
	case $name in x.c | *NAME* | cmocka.h) continue ;; esac
	grep -qxF -- "$name" <<<"$known" || echo "$path: $name is not there"
done)
verdict "the files that comments name are there" "$lost"
finish
