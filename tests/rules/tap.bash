# What every rule sources: it checks the tree and says so in TAP. A rule runs
# from the top of the tree, with B (the build folder) and CC in its environment.

set -u
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1
: "${B:=build}" "${CC:=gcc}"
tap_count=0
tap_failed=0

# verdict NAME FAULTS: passes when there are no faults.
verdict() {
	tap_count=$((tap_count + 1))
	if [ -z "$2" ]; then
		echo "ok $tap_count - $1"
		return
	fi
	tap_failed=1
	echo "not ok $tap_count - $1"
	sed 's/^/#   /' <<<"${2%$'\n'}"
}

finish() {
	echo "1..$tap_count"
	exit $tap_failed
}

# sources DIR... PATTERN: the files below, one per line, sorted.
sources() {
	find "${@:1:$#-1}" -type f -name "${!#}" 2>/dev/null | LC_ALL=C sort
}

# code FILE...: every line as FILE:LINE:TEXT, comments and strings blanked.
code() {
	[ $# -gt 0 ] || return 0
	perl -e '
		for my $file (@ARGV) {
			open(my $in, "<", $file) or die "$file: $!";
			local $/;
			my $text = <$in>;
			$text =~ s{(/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|'"'(?:\\\\.|[^'\\\\\\n])*'"')}
				{ my $blank = $1; $blank =~ s/[^\n]/ /g; $blank }gse;
			my $line = 0;
			print "$file:", ++$line, ":$_\n" for split /\n/, $text;
		}' "$@"
}

# names_in FILE MACRO: the NAME of each MACRO(NAME) of a .def file.
names_in() {
	sed -n "s/^$2(\([a-z0-9_]*\)[,)].*/\1/p" "$1" 2>/dev/null
}
