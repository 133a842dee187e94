#!/usr/bin/perl
# The answer comes in time, whatever libz3 is at: reading, simplifying,
# searching, making a solution, writing it down, making a core smaller, or when
# no worker is free to be at anything.
use strict;
use warnings;
use FindBin qw($Bin);

require "$Bin/harness.pl";

our ($late_s, $three_cubes);
my ($soon_ms, $check_s, $most_ms) = (400, 5, 600_000);
my %with = (flags => '--workers 2 --memory-mb 4096');
my $two = '(declare-const x Int)(declare-const y Int)';

sub solve {
	my ($s, $text, $limit_ms) = @_;
	return $s->answer(solve_smtlib => {smtlib => $text,
		timeout_ms => $limit_ms}, $limit_ms / 1000 + $late_s);
}

sub expect_timeout {
	my ($answer, $status) = @_;
	my $got = "$answer->{status}, " .
		($answer->{reason} ? $answer->{reason}{code} : 'no reason');
	die "it is $got\n" if $got !~ /^$status, timeout$/;
}

# Each definition is two of the one before, and the parser expands them.
my $doubled = join '', '(define-fun m0 ((x Int)) Int (+ x x))', map({
	my $before = $_ - 1;
	"(define-fun m$_ ((x Int)) Int (m$before (+ (m$before x) 1)))" }
	1 .. 22), '(declare-const x Int)(assert (= (m22 x) 3))';

# What it is at, the text, and what is known by then.
for (['reads' => $doubled, 'unknown'],
	['simplifies' => '(declare-const a (_ BitVec 4096))' .
	'(declare-const b (_ BitVec 4096))(assert (= (bvudiv (bvmul a b) ' .
	'(bvadd a b)) (bvurem a b)))(check-sat)', 'unknown'],
	['searches' => "$three_cubes(check-sat)", 'unknown'],
	# Whether it is found to be sat before is a matter of luck.
	['makes a solution' => '(declare-const s String)' .
	'(assert (= (str.len s) 900000000))(check-sat)(get-model)', '\w+']) {
	my ($what, $text, $status) = @$_;
	test("an answer comes in time while the worker $what" => sub {
		expect_timeout(solve($_[0], $text, $soon_ms), $status);
	}, %with);
}

# What is known is said: sat, without the values; the best, or that it is open.
for (['writes a solution down' => 1500, join '', map({
	"(declare-const x$_ (Array Int Int))(assert (= (select x$_ $_) 7))" }
	0 .. 11999), '(check-sat)(get-model)'],
	['optimizes' => $soon_ms, "$two(assert (and (> x 0) (> y 0) " .
	'(< x 100000) (< y 100000)))(assert (= (mod (+ (* x x x) (* 3 y y x)) ' .
	'7919) 13))(maximize (- (* x y) (* 2 x x)))(check-sat)'],
	['answers many queries' => $soon_ms, join '', $three_cubes =~
	s/\(assert.*//r, map { '(push 1)(assert (= (+ (* x x x) (* y y y) ' .
	"(* z z z)) (+ 33 (* 0 $_))))(check-sat)(pop 1)" } 0 .. 199]) {
	my ($what, $limit_ms, $text) = @$_;
	test("an answer comes in time while the worker $what" => sub {
		solve($_[0], $text, $limit_ms)->{status} or die "no status\n";
	}, %with);
}

# Pigeons into holes, one too many: quickly unsat, slowly minimal.
sub pigeons {
	my ($holes) = @_;
	my $text = '';
	for my $p (0 .. $holes) {
		my @in = map { "p${p}_$_" } 1 .. $holes;
		$text .= join '', map({ "(declare-const $_ Bool)" } @in),
			"(assert (or @in))";
	}
	for my $hole (1 .. $holes) {
		for my $p (0 .. $holes) {
			$text .= "(assert (not (and p${p}_$hole p${_}_$hole)))"
				for 0 .. $p - 1;
		}
	}
	return "$text(check-sat)(get-unsat-core)";
}

test('an answer comes in time while a core is made smaller' => sub {
	my ($s) = @_;
	my $answer = solve($s, pigeons(8), 2000);
	# On a busy machine the first core alone may take as long.
	for (my $ms = 6000; $ms < $most_ms && $answer->{status} eq 'unknown';
		$ms *= 3) {
		$answer = solve($s, pigeons(8), $ms);
	}
	die "it is $answer->{status}\n" if $answer->{status} ne 'unsat';
	die "there is no core\n" if !@{$answer->{core}};
}, %with);

for (['one solution is found after another' => {solutions => 1000},
	"$two(assert (= (mod (* x y) 7) 3))"],
	['it is sought what to leave out' => {relax => JSON::PP::true()},
	join '', $two, map({ "(assert (> (* x y) (+ $_ (* y y))))" .
	"(assert (< (* x y) (- (* x x) $_)))" } 0 .. 39),
	'(assert (< x y))(assert (> x y))']) {
	my ($what, $wishes, $content) = @$_;
	test("an answer comes in time while $what" => sub {
		my ($s) = @_;
		$s->answer(open_session => {session => 'd'});
		$s->answer(add_item => {session => 'd', content => $content},
			$check_s + $late_s);
		$s->answer(solve_model => {session => 'd', %$wishes,
			timeout_ms => $soon_ms}, $soon_ms / 1000 + $late_s);
	}, %with);
}

# Both workers are busy for longer: the time of the call runs all the same.
test('an answer comes in time while the call waits for a worker' => sub {
	my ($s) = @_;
	my @busy = map { $s->start_call(solve_smtlib => {timeout_ms => 1500,
		smtlib => "$three_cubes(check-sat)"}) } 1 .. 2;
	expect_timeout(solve($s, '(check-sat)', $soon_ms), 'unknown');
	$s->result($_, 1.5 + $late_s) for @busy;
}, %with);

test('the check of an item has five seconds and says so' => sub {
	my ($s) = @_;
	$s->answer(open_session => {session => 'd'});
	my $said = $s->call(add_item => {session => 'd', content => $doubled},
		$check_s + $late_s)->{content}[0]{text};
	die "$said\n" if $said !~ /5000 ms/;
}, %with);

done_testing();
