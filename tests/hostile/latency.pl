#!/usr/bin/perl
# Nobody waits for what another call is answered: pings come back while an
# answer of very many frames is taken in, and while one of megabytes is.
#
# The bounds are for machines that are busy: what walks over an answer again for
# each frame of it takes minutes.
use strict;
use warnings;
use FindBin qw($Bin);
use Time::HiRes qw(time);

require "$Bin/harness.pl";

our $late_s;
my $whole_s = 300;
my $most_cpu_s = 20; # of the server: it takes about a second

# Pings until the text is answered; the answer.
sub solve {
	my ($s, $text) = @_;
	my $until = time + $whole_s;
	my $before = $s->cpu_s;
	my $id = $s->start_call(solve_smtlib => {smtlib => $text, timeout_ms => 60000});
	until ($s->{replies}{$id}) {
		die "it is not answered\n" if time > $until;
		$s->request('ping');
		$s->read_message(time + 0.02);
	}
	die "it computes too long\n" if $s->cpu_s - $before >= $most_cpu_s;
	my $answer = $s->result($id)->{structuredContent};
	die "it is not sat\n" if $answer->{status} ne 'sat';
	return $answer;
}

my %with = (flags => '--workers 2 --memory-mb 4096');

test('pings come back while very many lines are printed' => sub {
	solve($_[0], "(echo \"abcdefg\")\n" x 810_000 . '(check-sat)');
}, %with);

test('pings come back while values of megabytes are written' => sub {
	my $answer = solve($_[0], join '', map({ '(declare-const a_name_that_is' .
		"_as_long_as_names_in_models_are_$_ Int)\n" } 1 .. 150_000),
		'(check-sat)(get-model)');
	die "it is whole\n" if !$answer->{truncated};
}, %with);

done_testing();
