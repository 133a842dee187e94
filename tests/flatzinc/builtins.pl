#!/usr/bin/env perl
# Each constraint of builtins.txt as satchel fzn -a solves it, beside all values
# that it holds for, tried one by one.
use strict;
use warnings;
use File::Basename qw(dirname);
use File::Temp qw(tempdir);
use POSIX ();

my $satchel = "$ENV{B}/satchel";
my $dir = tempdir(CLEANUP => 1);

sub has { my ($set, $k) = @_; return $k >= 0 && $set >> $k & 1 }
sub card { return scalar grep { has($_[0], $_) } 0 .. 30 }
sub largest { my ($most) = sort { $b <=> $a } @_; return $most }

# Of sets as ascending lists.
sub order {
	my @lists = map {
		my $set = $_;
		join '', grep { has($set, $_) } 0 .. 9;
	} @_;
	return $lists[0] cmp $lists[1];
}

# NAME DOMAIN: its declaration, a constraint, and its values.
sub variable {
	my ($name, $domain) = split ' ', $_[0], 2;
	return ($name, "var bool: $name :: output_var;\n", '', [0, 1])
		if $domain eq 'bool';
	if ($domain =~ /^set (\d+)\.\.(\d+)$/) {
		my ($low, $high) = ($1, $2);
		my @sets = map { $_ << $low } 0 .. (1 << $high - $low + 1) - 1;
		return ($name, "var set of $low..$high: $name :: output_var;\n",
			'', \@sets);
	}
	if ($domain =~ /^\{(.*)\}$/) {
		my @values = split /,/, $1;
		my $count = @values;
		return ($name, "var float: $name :: output_var;\n" .
				"var 1..$count: at_$name;\n",
			"constraint array_float_element(at_$name,[$1],$name);\n",
			[map { 0 + $_ } @values]);
	}
	my ($low, $high) = $domain =~ /^(-?\d+)\.\.(-?\d+)$/ or die $domain;
	return ($name, "var $domain: $name :: output_var;\n", '',
		[$low .. $high]);
}

sub value_of {
	my ($text) = @_;
	return $text eq 'true' ? 1 : 0 if $text =~ /^(true|false)$/;
	if ($text =~ /^\{(.*)\}$/) {
		my $set = 0;
		$set |= 1 << $_ for split /,/, $1;
		return $set;
	}
	return 0 + $text;
}

# The solutions that it prints, as lines "x=1 y=2", sorted.
sub solve {
	my ($text, @names) = @_;
	open my $out, '>', "$dir/m.fzn" or die "m.fzn: $!\n";
	print $out $text;
	close $out or die "m.fzn: $!\n";
	my $said = qx($satchel --log-level error fzn -a $dir/m.fzn 2>&1);
	return 'none' if $said eq "=====UNSATISFIABLE=====\n";
	return $said unless $said =~ s/^==========\n\z//m;
	my @found;
	for my $one (split /^----------\n/m, $said) {
		my %values = $one =~ /^(\w+) = (.*);$/mg;
		push @found, join ' ', map { "$_=" . value_of($values{$_}) }
			@names;
	}
	return join "\n", sort @found;
}

# Every combination of values, each of which is given to the test.
sub try_all {
	my ($test, $names, $domains) = @_;
	my @all = ({});
	for my $i (0 .. $#$names) {
		@all = map {
			my $one = $_;
			map { +{%$one, $names->[$i] => $_} } @{$domains->[$i]};
		} @all;
	}
	my @holding = map {
		my $one = $_;
		join ' ', map { "$_=$one->{$_}" } @$names;
	} grep { $test->($_) } @all;
	return @holding ? join "\n", sort @holding : 'none';
}

sub compile {
	my ($perl, @names) = @_;
	my $mine = join '', map { "my \$$_ = \$_[0]{$_}; " } @names;
	## no critic: the table is ours
	my $test = eval "sub { no warnings; $mine return (($perl) ? 1 : 0) }";
	die "$perl: $@" if !defined $test;
	return $test;
}

my (@rows, $number);
open my $in, '<', dirname($0) . '/builtins.txt' or die "builtins.txt: $!\n";
while (<$in>) {
	push @rows, [split / \| /, s/\n//r, 3] unless /^#|^$/;
}
printf "1..%d\n", 2 * @rows + 1;

sub verdict {
	my ($ok, $name, $said, $right) = @_;
	printf "%sok %d - %s\n", $ok ? '' : 'not ', ++$number, $name;
	print map { "# $_\n" } 'said:', split(/\n/, $said), 'right:',
		split(/\n/, $right) unless $ok;
}

my %tried;
for my $row (@rows) {
	my ($call, $list, $perl) = @$row;
	my ($builtin, $arguments) = $call =~ /^(\w+)\((.*)\)$/ or die $call;
	my @variables = map { [variable($_)] } split /, (?=\w+ )/, $list;
	my @names = map { $_->[0] } @variables;
	my @domains = map { $_->[3] } @variables;
	my $declared = join '', map { $_->[1] } @variables;
	my $domain = join '', map { $_->[2] } @variables;
	my $test = compile($perl, @names);

	$tried{$builtin} = 1;
	my $said = solve("$declared${domain}constraint $call;\nsolve satisfy;\n",
		@names);
	my $right = try_all($test, \@names, \@domains);
	verdict($said eq $right, $call, $said, $right);
	# r says that it holds, and q only if it holds.
	$said = solve("${declared}var bool: r_ :: output_var;\n" .
		"var bool: q_ :: output_var;\n" .
		"${domain}constraint ${builtin}_reif($arguments,r_);\n" .
		"constraint ${builtin}_imp($arguments,q_);\nsolve satisfy;\n",
		@names, 'r_', 'q_');
	$right = try_all(sub {
		my $holds = $test->($_[0]);
		return $_[0]{r_} == $holds && (!$_[0]{q_} || $holds);
	}, [@names, 'r_', 'q_'], [@domains, [0, 1], [0, 1]]);
	verdict($said eq $right, "${builtin}_reif and _imp", $said, $right);
}

# None of the list is left out.
open my $def, '<', 'src/language/flatzinc_builtins.def' or die "def: $!\n";
my %sorts = (ANY_SORT => [qw(bool int float)], INT_FLOAT => [qw(int float)]);
my @rows_of_def = map {
	/^(ANY_SORT|INT_FLOAT)\(\w+, "(\w*)", "(\w*)"/
		? map { "$2$_$3" } @{$sorts{$1}}
		: /^(?:RELATION|FUNCTION)\("(\w+)"/;
} <$def>;
my @missing = grep { !$tried{$_} } @rows_of_def;
verdict(!@missing, 'every constraint of flatzinc_builtins.def is tried',
	"@missing", '');
