#!/usr/bin/env bash
# examples/README.md lists the conversations of examples/ and their exports.
# shellcheck source=tests/rules/tap.bash
. "$(dirname "$0")/tap.bash"

listed=$(sed -n 's/^| \[[a-z_0-9]*\](\([a-z_0-9]*\)\.talk).*smt2\/\1\.smt2.*/\1/p' \
	examples/README.md | sort)
there=$(printf '%s\n' examples/*.talk | sed 's/.*\///; s/\.talk$//' | sort)
exports=$(printf '%s\n' examples/smt2/*.smt2 | sed 's/.*\///; s/\.smt2$//' | sort)
verdict 'examples/README.md lists the conversations with their exports' \
	"$(diff <(echo "$listed") <(echo "$there"))"
verdict 'each conversation has an export, and no other has' \
	"$(diff <(echo "$exports") <(echo "$there"))"
verdict 'there are thirty conversations or more' \
	"$([ "$(wc -l <<<"$there")" -ge 30 ] || wc -l <<<"$there")"
finish
