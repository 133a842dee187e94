#!/usr/bin/perl
# How a client may go: at any time, by any way, mid-call, without reading. The
# server ends with 0, soon, and nothing of it is left; and what a client that
# stays has given up costs it no worker.
use strict;
use warnings;
use FindBin qw($Bin);
use Time::HiRes qw(time sleep);

require "$Bin/harness.pl";

our $late_s;
my $kib = 1 << 10;
# Half of the default time limit of a call, as long as which a worker that
# nobody ends would live.
my $free_s = 15;
# Two seconds of patience with a reader that may still come.
my $slow_s = 2 + $late_s;
my $tools_list = raw(1, 'tools/list', '') . "\n";

# --- ends ---------------------------------------------------------------------

sub close_in { close $_[0]{to} }
sub close_out { close $_[0]{from} }
sub starts_endless { start_endless($_[0], 1) }
sub interrupt { kill INT => $_[0]{pid} }

# Each way to go is a row of steps.
my @ways = (
	['without a word' => \&close_in],
	['without a word and without ears' => \&close_out, \&close_in],
	['in the middle of a line' => sub {
		$_[0]->put('{"jsonrpc":"2.0","id":7,"meth') }, \&close_in],
	# The call may be answered or not; the worker is not left.
	['in the middle of a call' => \&starts_endless, \&close_in],
	['with its ears first' => \&close_out],
	['with its ears first in the middle of a call' =>
		\&starts_endless, \&close_out],
	# As a host does it that has lost its patience.
	['by SIGINT and a moment later SIGTERM' => \&starts_endless,
		\&interrupt, sub { sleep 0.1; kill TERM => $_[0]{pid} }],
	['by many signals at once' => sub {
		kill $_ % 2 ? 'INT' : 'TERM', $_[0]{pid} for 1 .. 50 }],
	# Sooner it would be the program loader that it hits.
	['by a signal before a word' => \&expect_silence, sub {
		kill TERM => $_[0]{pid} }],
);
for my $way (@ways) {
	my ($how, @steps) = @$way;
	test("a client leaves $how" => sub {
		my ($s) = @_;
		$_->($s) for @steps;
		$s->await_end;
	}, greets => $how !~ /a word/);
}

# Both pipes are gone at once, and nobody says so.
test('a client that is killed frees the worker' => sub {
	my ($s) = @_;
	my $worker = start_endless($s, 1);
	close_in($s);
	close_out($s);
	expect_gone($s, $worker, $free_s);
	$s->await_end;
});

test('a server that is killed frees the worker' => sub {
	my ($s) = @_;
	my $worker = start_endless($s, 1);
	$s->kill_server;
	expect_gone($s, $worker, $free_s);
	$s->sweep;
});

# --- stays, but ---------------------------------------------------------------

test('SIGPIPE ends nothing' => sub {
	my ($s) = @_;
	kill PIPE => $s->{pid};
	expect_silence($s);
});

test('a cancelled call frees its worker' => sub {
	my ($s) = @_;
	my $worker = start_endless($s, 5);
	$s->put('{"jsonrpc":"2.0","method":"notifications/cancelled",' .
		"\"params\":{\"requestId\":5}}\n");
	expect_gone($s, $worker, $free_s);
	expect_silence($s);
});

# What it asked for is bounded, waits, and is all there when it reads.
test('a client that asks and does not read is waited for' => sub {
	my ($s) = @_;
	my $many = 20000; # far more than two pipes and the server's buffers hold
	my $sent = 0;
	for (;; $sent++) {
		vec(my $writes = '', fileno $s->{to}, 1) = 1;
		last if $sent == $many || !select undef, $writes, undef, 2;
		$s->put($tools_list, 1);
	}
	# It has stopped listening long before.
	die "it has heard $sent lines\n" if $sent < 100 || $sent == $many;
	expect_small($s, 3 * 64 * $kib + 16 * $kib);
	expect_rest($s);
	expect($s, '"id":1,') for 1 .. $sent;
	expect_silence($s);
});

test('a client that asks and does not read may leave' => sub {
	my ($s) = @_;
	$s->put($tools_list, 1) for 1 .. 500;
	close_in($s);
	close_out($s);
	$s->await_end($slow_s);
});

test('an idle server does not spin' => sub {
	my ($s) = @_;
	start_endless($s, 1);
	expect_rest($s);
});

# More than may be open at once: the rest is refused, with the number.
test('too many open calls are refused' => sub {
	my ($s) = @_;
	start_endless($s, $_) for 1, 2;
	my $call = raw_call(3, 'solve_smtlib', '{"smtlib":"(check-sat)"}');
	$s->put("$call\n" x 1050);
	expect($s, '1000');
	close_in($s);
	$s->await_end($slow_s);
});

done_testing();
