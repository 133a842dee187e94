#!/usr/bin/env bash
# Every command line that README, HACKING, docs/ and the manual print. Those of
# satchel that need no chat and no cluster are run, in a folder that has the
# files and the session they name; of the others the command, its options and
# the targets of make are looked up.
# shellcheck source=tests/rules/tap.bash
. "$(dirname "$0")/tap.bash"

top=$PWD
satchel=$(realpath "$B/satchel")
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
commands=$("$satchel" --help | sed -n '/^Commands/,/^$/s/^  \([a-z]*\) .*/\1/p')
options=$("$satchel" --help | grep -oE '(^| )--[a-z-]+' | tr -d ' ')
# Of satchel agent; tests/agent runs it with an endpoint.
agent_options=$("$satchel" agent --help | grep -oE ' --[a-z-]+' | tr -d ' ')

# --- the folder ---

cd "$made" || exit
export SATCHEL_DB=$made/satchel.db XDG_DATA_HOME=$made
printf '(declare-const x Int)\n(declare-const y Int)\n(assert (> x 3))\n' >model.smt2
{ cat model.smt2 && echo '(check-sat)'; } >problem.smt2
{
	"$satchel" import rota model.smt2
	"$satchel" import SESSION model.smt2
	"$satchel" call add_item '{"session": "rota", "content": "(assert (> y 0))"}'
	"$satchel" call expect '{"session": "SESSION", "status": "sat"}'
	for i in 1 2 3 4; do # so that there are revisions to compare
		"$satchel" call add_item '{"session": "SESSION", "content": "(assert (< x 9'"$i"'))"}'
	done
} >setup 2>&1
cp model.smt2 x.smt2
printf 'p cnf 1 1\n1 0\n' >problem.cnf
echo '{"constants": {"n": {"sort": "Int", "members": ["x"]}}, "knowledge_base": ["x > 3"]}' >program.json

# --- examples of help and manual ---

wrong='' count=0
while read -r line; do
	count=$((count + 1))
	case $line in *'--db'*) line+=' </dev/null' ;; esac
	PATH=${satchel%/*}:$PATH timeout 60 bash -c "$line" >out 2>&1 || wrong+="$line: $(head -1 out)"$'\n'
done < <(for command in $commands; do
	"$satchel" help "$command" | sed -n '/^Usage/,/^Options/s/^  \([^ ].*\)/\1/p'
done)
verdict 'the examples of satchel help do what they say' "$wrong"
verdict 'there are some' "$([ "$count" -ge 10 ] || echo "$count")"
bare=$(for command in $commands; do
	"$satchel" help "$command" | grep -q "^  .*satchel.*$command\|^  satchel --" ||
		echo "$command: add an EXAMPLE to src/cli/examples.def"
done)
verdict 'every command has an example' "$bare"

# --- what README, HACKING and docs print ---

cd "$top" || exit
pages=$(find README.md HACKING.md docs -name '*.md')
# Lines of code blocks, and code in the text. Comments after two blanks.
# shellcheck disable=SC2086,SC2016
lines=$(awk '/^ *```/ { inside = !inside; next } inside { print }
	!inside { n = split($0, part, "`"); for (i = 2; i <= n; i += 2) print part[i] }' $pages |
	sed -E 's/^ *(\$ )?//; s/   *[a-zA-Z;-].*$//')
targets=$(grep -hoE "^[a-z][a-z-]*:" Makefile tests/tests.mk packaging/packaging.mk | tr -d :)

lost=''
while read -r _ target; do
	grep -qx -- "$target" <<<"$targets" || lost+="make $target"$'\n'
done < <(grep -oE '^make [a-z-]+' <<<"$lines" | sort -u)
verdict 'the targets of make that are printed are there' "$lost"

lost=''
while read -r line; do
	read -r -a words <<<"$line"
	known=$options
	[ "${words[1]-}" != agent ] || known=$agent_options
	for word in "${words[@]:1}"; do
		case $word in
		--) break ;;
		--[a-z]*) grep -qx -- "$(grep -oE '^--[a-z-]+' <<<"$word")" <<<"$known" ||
			case $line in *--launch*) ;; *) lost+="$line: $word"$'\n' ;; esac ;;
		esac
	done
	first=${words[1]-}
	case $first in [a-z]*) grep -qx -- "$first" <<<"$commands" || lost+="$line: no command"$'\n' ;; esac
done < <(grep -E '^satchel ' <<<"$lines")
verdict 'the commands and options of satchel that are printed are there' "$lost"

cd "$made" || exit
wrong='' count=0
while read -r line; do
	case $line in
	*TOOL* | *DIR* | *HOST* | *CMD* | *FILE* | *--launch* | 'satchel serve'* | *' agent'* | *' fzn'* | *...* | *NAME* | *' COMMAND'*) continue ;;
	esac
	case $line in *--tools* | satchel) line+=' </dev/null' ;; esac
	count=$((count + 1))
	PATH=${satchel%/*}:$PATH timeout 60 bash -c "$line" </dev/null >out 2>&1 || wrong+="$line: $(head -1 out)"$'\n'
done < <(grep -E '^satchel ' <<<"$lines" | sort -u)
verdict 'those that can be run do what they say' "$wrong"
verdict 'and there are some' "$([ "$count" -ge 5 ] || echo "$count")"

# --- a terminal ---

on_terminal() { script -qec "$satchel solve $1" /dev/null </dev/null 2>&1; }
cat >hard.smt2 <<'EOF'
(declare-const x Int)(declare-const y Int)(declare-const z Int)
(assert (= (+ (* x x x) (* y y y) (* z z z)) 33))
EOF
escape=$'\033'
verdict 'on a terminal a status has a colour' \
	"$([[ $(on_terminal problem.smt2) == *"${escape}[32msat"* ]] || echo none)"
verdict 'and with NO_COLOR it has none' \
	"$(NO_COLOR=1 on_terminal problem.smt2 | grep -F "${escape}[3")"
verdict 'a long solve says there what it is at' \
	"$([[ $(on_terminal 'hard.smt2 --timeout-ms 2500') == *'s of at most 2.5'* ]] || echo nothing)"

# --- the manual ---

cd "$top" || exit
wrong=$("$satchel" help man | grep '^\.[A-Z]' | grep -vE '^\.(SH|TP|IP|EX|EE|B)( |$)')
verdict 'the manual has no macro that was not meant' "$wrong"
missing=$(for command in $commands; do
	"$satchel" help man | grep -q "^\.B $command" || echo "$command"
	for shell in bash zsh fish; do
		"$satchel" help $shell | grep -q "$command" || echo "$shell: $command"
	done
done)
verdict 'manual and completion know every command' "$missing"
completed() { # WORD BEFORE NUMBER
	bash -c "$("$satchel" help bash); COMP_CWORD=$3"' _satchel satchel "$0" "$1"; echo "${COMPREPLY[*]}"' "$1" "$2"
}
verdict 'bash completes commands, options, and leaves files to itself' \
	"$(diff <(completed pr satchel 1; completed --timeo solve 2; completed sol help 2; completed pr solve 2) - <<-'EOF'
		prove
		--timeout-ms
		solve

	EOF
	)"
finish
