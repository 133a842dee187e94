# The naive model: a plain list of items, and what follows from it, found by
# walking the list and by trying every value of every constant.
#
# Formulas over a handful of Bool constants and of functions with one Bool
# argument are in prefix notation, a letter each:
#
#	p q r s t	constants		f g	functions (one argument)
#	z		the argument of the function that is defined
#	T F ! & | > =	true false not and or => =
#
# A set of names is a hash of letters.
use strict;
use warnings;

our @constants = split //, 'pqrst';
our @functions = split //, 'fg';
our $most_items = 24; # longer lists show nothing that these do not

# --- chance -------------------------------------------------------------------

sub below { return int rand $_[0] }
sub chance { return rand(100) < $_[0] }
sub pick { return $_[rand @_] }

# --- formulas -----------------------------------------------------------------

# One of the letters that is known; now and then any.
sub choose {
	my ($known, @letters) = @_;
	return pick(@letters) if chance(6);
	my @some = grep { $known->{$_} } @letters;
	return @some ? pick(@some) : '';
}

sub leaf {
	my ($known, $is_body) = @_;
	return 'z' if $is_body && chance(40);
	my $letter = choose($known, @constants);
	return !$letter || chance(4) ? pick('T', 'F') : $letter;
}

# Mostly of these names; `z` too in the body of a function.
sub formula {
	my ($known, $is_body, $depth) = @_;
	$depth //= 3;
	return leaf($known, $is_body) if $depth == 0 || chance(25);
	my $part = sub { formula($known, $is_body, $depth - 1) };
	return '!' . $part->() if chance(30);
	my $function = chance(15) ? choose($known, @functions) : '';
	return $function . $part->() if $function;
	return pick('&', '|', '>', '=') . $part->() . $part->();
}

sub letters_of {
	my ($formula) = @_;
	return grep { /[pqrstfg]/ } split //, $formula;
}

sub uses_only { return !grep { !$_[1]{$_} } letters_of($_[0]) }

my %word = ('!' => 'not', '&' => 'and', '|' => 'or', '>' => '=>', '=' => '=',
	f => 'f', g => 'g');
my %constant = (T => 'true', F => 'false');

sub arity { return $_[0] =~ /[&|>=]/ ? 2 : $word{$_[0]} ? 1 : 0 }

# As SMT-LIB.
sub written {
	my ($formula) = @_;
	my $at = ref $formula ? $formula : [split //, $formula];
	my $letter = shift @$at;
	return $constant{$letter} // $letter unless arity($letter);
	return "($word{$letter} " .
		join(' ', map { written($at) } 1 .. arity($letter)) . ')';
}

# The value of a formula whose functions are all defined: `m` has each
# constant's value and each function's body.
sub holds {
	my ($formula, $m, $argument) = @_;
	my $at = ref $formula ? $formula : [split //, $formula];
	my $letter = shift @$at;
	return $argument if $letter eq 'z';
	return $letter eq 'T' ? 1 : 0 if $constant{$letter};
	return $m->{$letter} unless arity($letter);
	my ($x, $y) = map { holds($at, $m, $argument) } 1 .. arity($letter);
	return $x ? 0 : 1 if $letter eq '!';
	return holds($m->{$letter}, $m, $x) unless defined $y;
	return $letter eq '&' ? $x && $y : $letter eq '|' ? $x || $y :
		$letter eq '>' ? !$x || $y ? 1 : 0 : $x == $y ? 1 : 0;
}

# --- one item -----------------------------------------------------------------

# An item is never changed once it is made; lists share it.
#	sent	the content as a client sends it
#	content	and as it is kept: lines end with \n alone
#	name, note	undef: none
#	parts	[kind, name, formula] of each command
#	broken	it is no item at all: always refused

my @broken = ('', '; nothing', '(assert (or p q)', '(assert (or p q)))',
	'(asert p)', '(push 1)', '(assert 3)', '(assert zz)',
	'(declare-const p)', '(assert (and p) p)', '(assert "p)',
	'(include "x")', 'p', '(declare-const p Bol)', '(reset)',
	'(assert (f p p))', '(exit) (assert p)', '((assert p))',
	'(assert (! p :named))', '(assert |p)');
my @joints = (' ', "\n", "\n  ", " ; 7 | (assert false)\n", "\n\n", "\r\n");

# Twice the same name is refused; that must not be the rule.
sub new_name {
	my ($known, @letters) = @_;
	my $name = pick(@letters);
	for (1 .. 3) {
		$name = pick(@letters) if $known->{$name};
	}
	return $name;
}

sub assertion {
	my ($known) = @_;
	my $formula = formula($known);
	return ['assert', '', $formula], '(assert ' . written($formula) . ')';
}

sub declaration {
	my ($known) = @_;
	my $name = new_name($known, @constants);
	return ['declare', $name, ''], chance(80) ? "(declare-const $name Bool)" :
		"(declare-fun $name () Bool)";
}

sub definition {
	my ($known) = @_;
	my $name = new_name($known, @functions);
	my $body = formula({%$known, f => 0, g => 0}, 1);
	return ['define', $name, $body], "(define-fun $name ((z Bool)) Bool " .
		written($body) . ')';
}

# A random item, mostly one that fits after the names.
sub make_item {
	my ($known) = @_;
	my %p = (parts => [], sent => '');
	my $add = sub {
		my ($part, $text) = @_;
		$p{sent} .= ($p{sent} ne '' ? pick(@joints) : '') . $text;
		push @{$p{parts}}, $part;
		return $part->[1];
	};
	my $die = below(100);
	if ($die < 8) {
		@p{qw(broken sent)} = (1, pick(@broken));
	} elsif ($die < 40) {
		my $name = $add->(declaration($known));
		$add->(assertion({%$known, $name => 1})) if chance(40);
	} elsif ($die < 50) {
		$add->(definition($known));
	} else {
		$add->(assertion($known));
		$add->(assertion($known)) if chance(20);
	}
	$p{content} = $p{sent} =~ s/\r//gr;
	$p{name} = pick(qw(n0 n1 limit p <=>)) if chance(25);
	$p{note} = pick('a note', 'p or q; r', '0 | "x"',
		"\x{e4}\x{20ac} \x{1f680}") if chance(25);
	return \%p;
}

# --- the list -----------------------------------------------------------------

sub find_name {
	my ($list, $name) = @_;
	return (grep { ($list->[$_]{name} // '') eq ($name // '-') }
		0 .. $#$list)[0] // -1;
}

# Whether it fits after these names, to which it then adds what it declares.
sub fits {
	my ($item, $known) = @_;
	my %now = %$known;
	return 0 if $item->{broken};
	for (@{$item->{parts}}) {
		my ($kind, $name, $formula) = @$_;
		return 0 if !uses_only($formula, \%now) || $now{$name};
		$now{$name} = 1 if $name;
	}
	%$known = %now;
	return 1;
}

sub names_of {
	my %known;
	fits($_, \%known) for @_;
	return \%known;
}

sub is_sound {
	my %known;
	return !grep { !fits($_, \%known) } @_;
}

# --- what it says -------------------------------------------------------------

# What is claimed: the assertions of the items whose positions are chosen (or
# all), and formulas beside them.
sub claims { return {items => undef, others => [], @_} }

sub is_solution {
	my ($list, $claims, $values) = @_;
	my @chosen = $claims->{items} ? @$list[@{$claims->{items}}] : @$list;
	my %m = (%$values, map { $_->[0] eq 'define' ? ($_->[1] => $_->[2]) : () }
		map { @{$_->{parts}} } @$list);
	return !grep { !holds($_, \%m) } @{$claims->{others}},
		map { $_->[2] } grep { $_->[0] eq 'assert' }
		map { @{$_->{parts}} } @chosen;
}

# Each as a hash of the constants' values.
sub solutions {
	my ($list, $claims) = @_;
	my $known = names_of(@$list);
	my @all = ({});
	for my $name (grep { $known->{$_} } @constants) {
		@all = map { my $one = $_; map { {%$one, $name => $_} } 0, 1 } @all;
	}
	return grep { is_solution($list, $claims // claims(), $_) } @all;
}

1;
