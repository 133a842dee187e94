#!/usr/bin/perl
# Nothing of one call is found in another's answer, and nothing of a session in
# another: options that change a whole process, names, values, results. Calls
# that poison and calls that would show it are under way at once, in any order,
# round after round.
use strict;
use warnings;
use FindBin qw($Bin);

require "$Bin/harness.pl";

my ($rounds, $at_once, $sessions, $answer_s) = (25, 8, 3, 200);

# Calls that would change what the others are told.
my @poisons = split /\n/, <<'END' =~ s/\n\t/ /gr;
(set-option :timeout 1)(set-option :rlimit 1)(check-sat)
(set-option :pp.decimal true)(set-option :pp.decimal_precision 1)
	(declare-const x Real)(assert (= x (/ 1 3)))(check-sat)(eval x)
(set-option :smt.random_seed 77)(set-option :verbose 10)
	(set-option :produce-models false)(set-option :model false)
	(check-sat)(get-model)
(set-option :unsat_core true)(set-option :proof true)
	(assert (! false :named probe))(check-sat)(get-unsat-core)
(set-option :global-declarations true)(push 1)
	(declare-const probe Bool)(declare-const stale Int)
	(define-fun third () Real 0.5)(pop 1)(check-sat)
(set-option :memory_max_size 1)(set-option :smt.arith.solver 2)
	(declare-fun probe (Int) Int)(assert (= (probe 1) 2))(check-sat)
(set-logic QF_BV)(declare-const probe (_ BitVec 8))(check-sat)
(set-option :error-behavior immediate-exit)(assert nothing)
(declare-sort S 0)(declare-datatypes ((Probe 0)) (((probe))))
	(set-option :print-success true)(echo "probe")(check-sat)
END

# Its constants have the number of the call, or of the session, in their names
# and in their values; `probe` and `third` are as in the poisons.
sub probe {
	my ($number) = @_;
	return "(declare-const own$number Int)(assert (= own$number $number))" .
		'(declare-const third Real)(assert (= third (/ 1 3)))' .
		"(declare-const probe Int)(assert (= probe (- $number)))";
}

# A call under way: its id, and what the answer must be; a poison's is free.
sub start_any {
	my ($s, $number) = @_;
	return {id => $s->start_call(solve_smtlib => {timeout_ms => 2000,
		smtlib => $poisons[rand @poisons]})} if rand(100) < 40;
	return {id => $s->start_call(solve_smtlib => {
		smtlib => probe($number) . '(check-sat)'}), number => $number}
		if rand(100) < 50;
	my $session = int rand $sessions;
	return {id => $s->start_call(solve_model => {session => "s$session"}),
		number => 1000 + $session, session => "s$session"};
}

# Exactly its own values, and exactly what they are.
sub check {
	my ($s, $one) = @_;
	my $result = $s->result($one->{id}, $answer_s);
	my $number = $one->{number} // return;
	my $answer = $result->{structuredContent} //
		die "a probe is refused: $result->{content}[0]{text}\n";
	my $got = $Client::json->encode([@$answer{qw(session status values)}]);
	my $wanted = $Client::json->encode([$one->{session}, 'sat', {
		"own$number" => $number, probe => -$number, third => '1/3'}]);
	die "not $wanted\nbut $got\n" if $got ne $wanted;
}

test('what one call sets no other sees' => sub {
	my ($s) = @_;
	srand 7;
	for (0 .. $sessions - 1) {
		$s->answer(open_session => {session => "s$_"});
		$s->answer(add_item => {session => "s$_",
			content => probe(1000 + $_)});
	}
	for my $round (1 .. $rounds) {
		check($s, $_) for map { start_any($s, $round * $at_once + $_) }
			1 .. $at_once;
	}
});

done_testing();
