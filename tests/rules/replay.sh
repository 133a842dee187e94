#!/usr/bin/env bash
# The conversations are a test only if replay can fail: here it must, each time
# for the reason that is given.
# shellcheck source=tests/rules/tap.bash
. "$(dirname "$0")/tap.bash"

place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cp tests/fake/server.sh "$place/satchel"

# replay TALK: what it prints, and its exit code on a last line.
replay() {
	printf '%b' "$1" >"$place/a.talk"
	perl tests/replay/replay.pl --build "$place" "$place/a.talk"
	echo "exit $?"
}

# fails WHY TALK: the talk fails, and says so with WHY.
fails() {
	local said
	said=$(replay "$2" 2>&1)
	verdict "fails when ${3:-$1}" "$(
		grep -q '^exit 1$' <<<"$said" || echo 'it did not fail'
		grep -q '^not ok' <<<"$said" || echo 'no test failed'
		grep -qF -- "$1" <<<"$said" || printf '%s\n' "it does not say: $1" "$said"
	)"
}

passes() {
	local said
	said=$(replay "$2" 2>&1)
	verdict "passes when $1" "$(grep -q '^exit 0$' <<<"$said" || echo "$said")"
}

passes 'all is as it should be' '> good {}\n< {"n": 1}\n< ~"fine"\n> refuses\n<! ~"not so"\n'
# shellcheck disable=SC2016 # $code is a name of the talk's
passes 'lists, names and words match' \
	'$ echo {} 1 [2, 3]\n< {"exit": $code, "nix": absent, "stdout": any}\n< {"exit": $code}\n< ~/^[{]} 1/\n< !~"4"\n'

fails 'at n: expected 2' '> good {}\n< {"n": 2}\n' 'a value differs'
fails 'at m: not there' '> good {}\n< {"m": 2}\n' 'a member is missing'
fails 'at n: expected nothing' '> good {}\n< {"n": absent}\n' 'a member should be absent'
fails 'a string with' '> good {}\n< ~"bad"\n' 'a piece is missing'
fails 'a string without' '> good {}\n< !~"fine"\n' 'a piece is there'
fails 'a match of' '> good {}\n< ~/^x/\n' 'a regex does not match'
fails 'it was not refused' '> good {}\n<! ~"fine"\n' 'a refusal is expected'
fails 'it was refused' '> refuses\n< ~"no"\n' 'a refusal is not expected'
fails 'no <! expects it' '> refuses\n> good\n' 'a refusal is passed over'
fails 'no <! expects it' '$ exit 3\n' 'a command fails unseen'
fails 'answered twice' '> two\n> good\n' 'a call is answered twice'
fails 'a cancelled call was answered' '& late\n% cancel\n> good\n'
fails 'a member is there twice' '> doubled\n'
fails 'outputSchema' '> extra\n' 'an answer is against its schema'
fails 'without structured' '> bare\n' 'an answer has no structure'
fails 'refuses with' '> mixed\n<! ~"fine"\n' 'a refusal has structure'
fails 'no JSON' '> noise\n' 'a line is no JSON'
fails 'raw control' '> controls\n' 'a line has control characters'
fails 'a path' '> path\n' 'a path is shown'
fails 'own' '> asks\n' 'the server sends a request'
fails 'answer nothing' '> stray\n> good\n' 'a message answers nothing'
fails 'are not answered' '& late\n% pending 0\n* {"n": 1}\n' 'a call still waits'
fails 'not within' '% within 10\n> late\n' 'an answer is late'
fails 'no & is open' '* {"n": 1}\n' 'nothing was sent'
fails 'closed its output' '> dies\n' 'the server dies'
fails 'processes behind' '> leaves\n' 'a process is left'
fails 'exit code 7' '& dies\n% stop eof\n' 'the server ends badly'
# shellcheck disable=SC2016 # so is $y
fails 'bound by no pattern' '> good {"x": $y}\n' 'a name is not bound'
fails 'line 2 begins with none' '> good\nwell\n' 'a line is no step'
fails 'is none of' '% kill king\n' 'a word is not known'
finish
