#!/usr/bin/perl
# Random CNF, WCNF and models, through the command line, beside an independent
# judge: all assignments tried, and, where the last argument says so, cadical.
# Part of `make test`; `make dimacs-peers` has more and larger ones.
#
#	B=build perl tests/dimacs/random.pl [SEED CNFS WCNFS MODELS [cadical]]
use strict;
use warnings;
use File::Temp qw(tempdir);
use Test::More;

my ($seed, $cnfs, $wcnfs, $models, $peer) = @ARGV ? @ARGV : (1, 200, 50, 30);
my $folder = tempdir(CLEANUP => 1);
my $program = "$ENV{B}/satchel --db $folder/db --log-level error";

srand $seed;

sub write_file {
	my ($name, $text) = @_;
	open my $out, '>', "$folder/$name" or die;
	print $out $text;
	close $out or die;
	return "$folder/$name";
}

# {status, cost, literals, code} of an answer in the competitions' format.
sub answer_of {
	my ($said, $code) = @_;
	my %answer = (code => $code >> 8, status => 'none');
	for (split /\n/, $said) {
		$answer{status} = $1 if /^s (.*)/;
		$answer{cost} = $1 if /^o (\d+)$/;
		push @{$answer{literals}}, split ' ', $1 if /^v (.*)/;
	}
	return \%answer;
}

sub solve {
	my $said = `$program --format dimacs solve $_[0] 2>&1`;
	return answer_of($said, $?);
}

# --- random clauses --------------------------------------------------------

# Weight (0: hard) and literals, by a number of variables.
sub draw_clauses {
	my ($variables, $count, $soft) = @_;
	return map {
		my %literals = map { my $v = 1 + int rand $variables;
			((rand() < 0.5 ? $v : -$v) => 1) } 1 .. 1 + rand 3;
		[rand() < $soft ? 1 + int rand 20 : 0, keys %literals];
	} 1 .. $count;
}

# The least cost over all assignments, or undef; each clause as two masks.
sub cheapest {
	my ($variables, @clauses) = @_;
	my $best;
	my @masks = map {
		my ($weight, @literals) = @$_;
		my ($true, $false) = (0, 0);
		$_ > 0 ? ($true |= 1 << $_ - 1) : ($false |= 1 << -$_ - 1)
			for @literals;
		[$weight, $true, $false];
	} sort { $a->[0] <=> $b->[0] } @clauses;
	ROW: for my $row (0 .. (1 << $variables) - 1) {
		my $cost = 0;
		for (@masks) {
			next if $row & $_->[1] || ~$row & $_->[2];
			next ROW if $_->[0] == 0;
			$cost += $_->[0];
			next ROW if defined $best && $cost >= $best;
		}
		$best = $cost;
		last if $best == 0;
	}
	return $best;
}

# The cost of an assignment as it was printed, or undef.
sub cost_of {
	my ($literals, $variables, @clauses) = @_;
	my $cost = 0;
	return undef unless $literals && $literals->[-1] == 0;
	my %holds = map { $_ => 1 } @$literals;
	for my $v (1 .. $variables) {
		return undef unless $holds{$v} xor $holds{-$v};
	}
	for (@clauses) {
		my ($weight, @some) = @$_;
		next if grep { $holds{$_} } @some;
		return undef if $weight == 0;
		$cost += $weight;
	}
	return $cost;
}

# --- what is written -------------------------------------------------------

sub cnf_text {
	my ($variables, @clauses) = @_;
	return "c drawn\np cnf $variables " . @clauses . "\n" .
		join '', map { join(' ', @$_[1 .. $#$_], 0) . "\n" } @clauses;
}

# In one of the two forms.
sub wcnf_text {
	my ($is_old, $variables, @clauses) = @_;
	my $top = 1;
	$top += $_->[0] for @clauses;
	return ($is_old ? "p wcnf $variables " . @clauses . " $top\n" : "c new\n") .
		join '', map {
			my ($weight, @literals) = @$_;
			my $kind = $weight || ($is_old ? $top : 'h');
			join(' ', $kind, @literals, 0) . "\n";
		} @clauses;
}

# --- 1: CNF ------------------------------------------------------------------

sub check_cnf {
	my ($variables, @clauses) = @_;
	my $file = write_file('x.cnf', cnf_text($variables, @clauses));
	my $got = solve($file);
	my $sat = $peer ? answer_of(scalar `$peer -q $file`, 0)->{status} eq
		'SATISFIABLE' : defined cheapest($variables, @clauses);
	return "$got->{status}, exit code $got->{code}, should be sat: $sat"
		if $got->{status} ne ($sat ? 'SATISFIABLE' : 'UNSATISFIABLE') ||
			$got->{code} != ($sat ? 10 : 20);
	return 'the assignment does not satisfy the clauses' if $sat &&
		!defined cost_of($got->{literals}, $variables, @clauses);
	return $sat ? '' : check_core($file, $variables, @clauses);
}

# Each clause of the core stands on its line of the file, from the third on.
sub check_core {
	my ($file, $variables, @clauses) = @_;
	my $said = `$program --json solve $file`;
	my @lines = $said =~ /"line":(\d+)/g;
	my @core = @clauses[map { $_ - 3 } @lines];
	return 'there is no core' unless @lines;
	return 'the core has a solution' if $peer ? do {
		my $small = write_file('core.cnf', cnf_text($variables, @core));
		answer_of(scalar `$peer -q $small`, 0)->{status} ne
			'UNSATISFIABLE';
	} : defined cheapest($variables, @core);
	return '';
}

sub fails {
	my ($count, $check, $draw) = @_;
	my @wrong;
	for my $round (1 .. $count) {
		my @drawn = $draw->($round);
		my $why = $check->(@drawn);
		push @wrong, "round $round of seed $seed: $why" if $why;
	}
	diag($_) for @wrong[0 .. ($#wrong < 3 ? $#wrong : 3)];
	return scalar @wrong;
}

is(fails($cnfs, \&check_cnf, sub {
	my $variables = $peer ? 20 + int rand 80 : 3 + int rand 8;
	my $count = $variables * (1.5 + rand 2);
	return $variables, draw_clauses($variables, $count, 0);
}), 0, "$cnfs random CNF have the right answers, assignments and cores");

# --- 2: WCNF -----------------------------------------------------------------

sub check_cost {
	my ($got, $best, $literals_of) = @_;
	my $status = defined $best ? 'OPTIMUM FOUND' : 'UNSATISFIABLE';
	my $code = defined $best ? 30 : 20;
	return "$got->{status}, exit code $got->{code}, should be $status"
		if $got->{status} ne $status || $got->{code} != $code;
	return '' unless defined $best;
	return "o $got->{cost}, should be $best" if $got->{cost} != $best;
	return '';
}

sub check_wcnf {
	my ($is_old, $variables, @clauses) = @_;
	my $got = solve(write_file('x.wcnf',
		wcnf_text($is_old, $variables, @clauses)));
	my $best = cheapest($variables, @clauses);
	my $why = check_cost($got, $best);
	return $why if $why || !defined $best;
	my $cost = cost_of($got->{literals}, $variables, @clauses);
	return 'the assignment does not have that cost'
		unless defined $cost && $cost == $best;
	return '';
}

is(fails($wcnfs, \&check_wcnf, sub {
	my ($round) = @_;
	my $variables = 3 + int rand 7;
	my @clauses = draw_clauses($variables, 5 + rand 25, 0.6);
	# The form without a header has the variables of its literals, and is
	# known by an h.
	push @clauses, [1, $variables], [0, 1, 2, 3];
	return $round % 2, $variables, @clauses;
}), 0, "$wcnfs random WCNF have the least cost, and an assignment that has it");

# --- 3: models -----------------------------------------------------------------

my @declared = ('(declare-datatypes ((E 0)) (((a) (b) (c))))',
	'(declare-const p Bool)', '(declare-const e E)', '(declare-const k E)',
	'(declare-const v (_ BitVec 3))', '(declare-const x Int)',
	'(assert (<= (- 2) x 6))', '(declare-fun f (Int) Int)',
	'(assert (forall ((i Int)) (=> (<= 0 i 2) (<= 0 (f i) 3))))');
my %shapes = (
	B => ['p', '(= E E)', '(distinct E E c)', '((_ is b) E)', '(< I I)',
		'(= I I)', '(bvult V V)', '(or B B)', '(not B)', '(xor B B)',
		'(exists ((i Int)) (and (<= 0 i 2) (= (f i) I)))',
		'((_ at-most 1) B B B)', '((_ pbge 3 1 2 2) B B B)'],
	E => ['e', 'k', 'a', '(ite B E k)'],
	I => ['x', '(f 1)', '(f 2)', '3', '(+ I I)', '(* 2 I)', '(ite B 1 0)'],
	V => ['v', '#b010', '(bvadd V V)', '(bvmul V #b011)']);

sub draw_term {
	my ($kind, $depth) = @_;
	my @all = @{$shapes{$kind}};
	my $shape = $all[rand($depth > 0 ? @all : $kind eq 'B' ? 1 : 2)];
	$shape =~ s/\b([BEIV])\b/draw_term($1, $depth - 1)/ge;
	return $shape;
}

# Objectives: none, soft constraints, a number to minimize or maximize.
sub draw_goals {
	my ($round) = @_;
	return () if $round % 3 == 0;
	return '(' . ('minimize ', 'maximize ')[rand 2] .
		draw_term((qw(I V))[rand 2], 2) . ')' if $round % 3 == 1;
	return map { '(assert-soft ' . draw_term('B', 2) . ' :weight ' .
		int(rand 9) . ')' } 1 .. 4;
}

# What the comments say of the cost: the number that a value differs by.
sub value_of {
	my ($text, $cost) = @_;
	return $cost + $1 if $text =~ /^c the cost is .* - \((-?\d+)\)$/m;
	return $1 - $cost if $text =~ /^c the cost is (-?\d+) - /m;
	return $cost;
}

sub check_model {
	my ($round, @commands) = @_;
	my $model = write_file('x.smt2', join("\n", @commands) . "\n");
	my $format = $round % 3 == 0 ? 'dimacs' : 'wcnf';
	unlink glob "$folder/db*";
	system("$program import x $model >/dev/null") == 0 or
		return 'it cannot be imported';
	my $text = `$program export x --format $format`;
	return "it cannot be exported: @commands" if $? != 0;
	my $got = solve(write_file("x.$format", $text));
	my $said = `$program --json solve $model`;
	my ($status) = $said =~ /"status":"(\w+)"/;
	my ($value) = $said =~ /"value":"?(#?[-\w.]+)/;
	return "$got->{status} and not $status: @commands" if $status ne
		{20 => 'unsat', 10 => 'sat', 30 => 'sat'}->{$got->{code}};
	return '' if $format eq 'dimacs' || $status ne 'sat' || !defined $value;
	$value = $value =~ /^#b/ ? oct "0b" . substr $value, 2 : $value;
	return value_of($text, $got->{cost}) == $value ? '' :
		"o $got->{cost} and not $value: @commands";
}

is(fails($models, \&check_model, sub {
	my ($round) = @_;
	return $round, @declared, (map { '(assert ' . draw_term('B', 3) . ')' }
		1 .. 3), draw_goals($round);
}), 0, "$models random models have the status and the value that they have " .
	'as clauses');

done_testing();
