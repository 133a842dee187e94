#!/usr/bin/env perl
# Random constraints that are said to define a variable, in circles too, have the
# solutions that they have without that.
use strict;
use warnings;
use File::Temp qw(tempdir);

my $satchel = "$ENV{B}/satchel";
my $dir = tempdir(CLEANUP => 1);
my $texts = 30;

sub one_of { return $_[int rand @_] }
sub int_var { return one_of(qw(a b c d)) }
sub bool_var { return one_of(qw(p q r)) }

my @kinds = (
	sub { sprintf 'int_plus(%s,%s,%s)', map { int_var } 1 .. 3 },
	sub { sprintf 'int_lin_eq([%d,%d,%d],[%s,%s,%s],%d)', one_of(1, -1, 2),
		one_of(1, -1), one_of(1, -1, -2), (map { int_var } 1 .. 3),
		one_of(-1 .. 3) },
	sub { sprintf 'int_le_reif(%s,%s,%s)', int_var, int_var, bool_var },
	sub { sprintf 'array_bool_and([%s,%s],%s)', map { bool_var } 1 .. 3 },
	sub { sprintf 'array_var_int_element(%s,[%s,%s,2],%s)',
		map { int_var } 1 .. 4 },
	sub { sprintf 'int_div(%s,%s,%s)', map { int_var } 1 .. 3 },
	sub { sprintf 'bool2int(%s,%s)', bool_var, int_var },
	sub { sprintf 'int_lin_eq_reif([1,-1],[%s,%s],%d,%s)', int_var, int_var,
		one_of(-1 .. 1), bool_var },
);

# What it prints, in an order of its own.
sub solve {
	my ($text) = @_;
	open my $out, '>', "$dir/m.fzn" or die "m.fzn: $!\n";
	print $out $text;
	close $out or die "m.fzn: $!\n";
	my $said = qx($satchel --log-level error fzn -a $dir/m.fzn 2>&1);
	return join "----------\n", sort split /^----------\n/m, $said;
}

srand 4;
print "1..$texts\n";
for my $number (1 .. $texts) {
	my $text = join '', (map { "var 0..3: $_ :: output_var;\n" } qw(a b c d)),
		map { "var bool: $_ :: output_var;\n" } qw(p q r);
	for (0 .. 1 + rand 4) {
		my $call = one_of(@kinds)->();
		my @names = substr($call, index $call, '(') =~ /\b([a-z])\b/g;
		my $defined = one_of($names[-1], $names[-1], @names);
		$text .= "constraint $call :: defines_var($defined);\n";
	}
	$text .= "solve satisfy;\n";
	my $with = solve($text);
	my $without = solve($text =~ s/ :: defines_var\(\w\)//gr);
	my $ok = $with eq $without &&
		$with =~ /^(==========|=====UNSATISFIABLE=====)$/m;
	printf "%sok %d - text %d\n", $ok ? '' : 'not ', $number, $number;
	print "$text\n$with\nwithout definitions:\n$without" =~ s/^/# /mgr, "\n"
		unless $ok;
}
