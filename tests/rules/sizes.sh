#!/usr/bin/env bash
# Functions up to 60 lines, those of tests in Perl, too; lines of C up to 80
# columns with tabs of 8.
# shellcheck source=tests/rules/tap.bash
. "$(dirname "$0")/tap.bash"

mapfile -t files < <(sources src tests '*.[ch]')

wide_lines=$(perl -CSD -ne '
	chomp;
	1 while s/\t/" " x (8 - $-[0] % 8)/e;
	print "$ARGV:$.: ", length, " columns\n" if length > 80;
	close ARGV if eof' "${files[@]}")
# In this style only a function's body opens with a brace in the first column.
long_functions=$(code "${files[@]}" | awk -F: '
	$3 == "{" { begin = $2 }
	$3 == "}" && begin { size = $2 - begin - 1
		if (size > 60) print $1 ":" begin ": a function of " size " lines"
		begin = 0 }')
mapfile -t perl_files < <(sources tests '*.pl')
long_subs=$(awk '/^sub .*\{$/ { begin = FNR }
	/^\}/ && begin { size = FNR - begin - 1
		if (size > 60) print FILENAME ":" begin ": a sub of " size " lines"
		begin = 0 }' "${perl_files[@]}")

verdict 'no function is over 60 lines' "$long_functions$long_subs"
verdict 'no line is over 80 columns' "$wide_lines"
finish
