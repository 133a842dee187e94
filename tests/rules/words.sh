#!/usr/bin/env bash
# Words that do not stand in our C.
# shellcheck source=tests/rules/tap.bash
. "$(dirname "$0")/tap.bash"

mapfile -t ours < <(sources src '*.[ch]')
mapfile -t tests < <(sources tests '*.[ch]')
mapfile -t perl_tests < <(sources tests '*.pl')
ours_code=$(code "${ours[@]}")
test_code=$(code "${tests[@]}")
all_code=$ours_code$'\n'$test_code

# calls TEXT NAMES: the lines that call one of them.
calls() {
	grep -E "(^|[^A-Za-z0-9_.>])($2)[[:space:]]*\(" <<<"$1"
}

banned='strcpy|strcat|stpcpy|strncpy|strncat|sprintf|vsprintf|gets|strtok'
banned+='|atoi|atol|atoll|atof|alloca|system|popen|tmpnam|mktemp|rand|srand'
banned+='|localtime|gmtime|ctime|asctime|setjmp|longjmp'

# Calls that make a descriptor, to their end, without the flag for it.
open_on_exec() {
	perl -0777 -ne '
		while (/\b(open|openat|fopen|pipe2?|socket|socketpair|dup)
			(\s*\([^;]*);/gsx) {
			my ($name, $rest) = ($1, $2);
			my $line = 1 + (substr($_, 0, $-[0]) =~ tr/\n//);
			next if $rest =~ /_CLOEXEC/;
			next if $name eq "fopen" && $rest =~ /"[a-z+]*e"/;
			print "$ARGV:$line: $name\n";
		}' "${ours[@]}"
}

# Ways out of a scope before what it drops has been given to anybody to make.
drops_unmade() {
	perl -0777 -ne '
		while (/\bDROP\(\w+\)\s*struct \w+ (\w+);(.*?)&\1\b/gs) {
			my ($name, $between) = ($1, $2);
			my $line = 1 + (substr($_, 0, $-[0]) =~ tr/\n//);
			$between =~ s,/\*.*?\*/,,gs;
			next unless $between =~ /\b(return|continue|break)\b/;
			print "$ARGV:$line: $name\n";
		}' "$@"
}

# Refusals and sentences of advice that name a tool, or a time limit, outside of
# braces: no door could word it.
unworded() {
	local names
	names=$(sed -nE 's/^TOOL\((\w+_\w+),.*/\1/p' src/tools/call/tools.def |
		paste -sd '|')
	names="(?<![\w{])(?:$names|timeout_ms)(?![\w}])"
	perl -0777 -ne '
		BEGIN { $names = shift }
		my $text = qr/"((?:[^"\\\n]|\\.)*)"/;
		while (/\berr_(?:set|add|step|advise)
			\s*\(((?:[^;"]|$text)*?)\)\s*;/gsx) {
			my ($call, $at) = ($1, $-[0]);
			$call = join "", $call =~ /$text/g;
			next unless $call =~ /$names/;
			my $line = 1 + (substr($_, 0, $at) =~ tr/\n//);
			print "$ARGV:$line: $call\n";
		}' "$names" "${ours[@]}"
	grep -nP "^\t(step|problem|cause) .*$names" src/advice/*.rules \
		src/advice/*/*.rules
	grep -nP "^(COMMAND|REFUSED|IGNORE)\(.*\".*$names" \
		src/smt/text/command_kind.def src/smt/rules/option.def
}

verdict 'no function is called that has a safer sister' \
	"$(calls "$all_code" "$banned")"
verdict 'nothing jumps: what owns is dropped by its scope' \
	"$(grep -E ':[[:space:]]*goto[[:space:]]' <<<"$all_code")"
verdict 'what a scope drops is made before the scope can be left' \
	"$(drops_unmade "${ours[@]}" "${tests[@]}")"
verdict 'a typedef names a function only' \
	"$(grep -E ':[[:space:]]*typedef[[:space:]]' <<<"$all_code" |
		grep -vE 'typedef [^(]*\($|typedef [A-Za-z0-9_ *]+\(|\(\*')"
verdict 'a comment stands between /* and */' \
	"$(grep -nE '^[[:space:]]*//' "${ours[@]}" "${tests[@]}")"
verdict 'the one thread is the watchdog of a child' \
	"$(calls "$ours_code" 'pthread_create|thrd_create' |
		grep -v '^src/worker/base/watchdog\.c:')"
verdict 'processes are started by pool/, worker/ and the agent only' \
	"$(calls "$ours_code" 'fork|vfork|clone|execve?|execvp?|posix_spawnp?' |
		grep -vE '^src/((pool|worker|agent)/|cli/cmd_agent)')"
verdict 'a descriptor is closed on exec from birth' "$(open_on_exec)"
verdict 'a test waits for events, not for time' \
	"$(calls "$test_code" 'sleep|usleep|nanosleep')"
verdict 'no test is skipped' \
	"$(calls "$test_code" 'skip')$(grep -nwE 'skip|skip_all|todo_skip' \
		"${perl_tests[@]}")"
verdict 'what refuses names tools in braces, so that each door has its words' \
	"$(unworded)"
finish
