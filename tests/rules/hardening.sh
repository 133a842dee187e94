#!/usr/bin/env bash
# The programs are built with what the compiler has against attacks.
# shellcheck source=tests/rules/tap.bash
. "$(dirname "$0")/tap.bash"

# lacks FUNCTION PATTERN PROGRAM...: the function has no such instruction there.
lacks() {
	for program in "${@:3}"; do
		objdump -d --no-show-raw-insn --disassemble="$1" "$B/$program" |
			grep -qE "$2" || echo "$program: $1"
	done
}

# unmarked: objects of ours that the linker takes for built without CET.
unmarked() {
	for library in "$B/libserver.a" "$B/libworker.a"; do
		readelf -n "$library" 2>/dev/null | awk -v lib="$library" '
			/^File:/ { if (name && !marked) print lib, name
				name = $2; marked = 0 }
			/IBT/ { marked = 1 }
			END { if (name && !marked) print lib, name }'
	done
}

if [ "$(uname -m)" = x86_64 ]; then
	verdict 'a function begins with a mark for indirect jumps' \
		"$(lacks buf_add endbr64 satchel satchel-worker satchel-agent)"
	verdict 'no object is without marks for indirect jumps' "$(unmarked)"
	verdict 'a large frame is touched page by page' \
		"$(lacks begin '(or|mov)q +.0x0,(0x[0-9a-f]+)?\(%rsp\)' satchel)"
fi
verdict 'frames have canaries' "$(lacks fork_request_send __stack_chk_fail satchel satchel-worker)$(
	lacks server_start __stack_chk_fail satchel-agent)"
finish
