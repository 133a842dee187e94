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
said=$("$B/tests/replay" --show examples/packs_of_pens.talk | steps)

verdict 'the README has a conversation' \
	"$([ "$(wc -l <<<"$shown")" -gt 20 ] || echo "$shown")"
verdict 'the server says what the README says it does' \
	"$([[ $said == *"$shown"* ]] || diff <(echo "$shown") <(echo "$said"))"
finish
