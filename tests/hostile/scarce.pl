#!/usr/bin/perl
# A server that may open hardly more files than it has: what stays for a session
# that nobody edits is given up for what is asked now.
use strict;
use warnings;
use FindBin qw($Bin);

require "$Bin/harness.pl";

my %true = (content => '(assert true)');

# The server may open so many more than it has now.
sub leave_descriptors {
	my ($s, $more) = @_;
	my $most = 0;
	while ($more > 0) {
		$more-- if !-l "/proc/$s->{pid}/fd/" . $most++;
	}
	system('prlimit', "--pid=$s->{pid}", "--nofile=$most:$most") == 0 or
		die "prlimit fails\n";
}

# Socket and pidfd of the fork server, and of one child, and one more.
test('room for one child is enough for all' => sub {
	my ($s) = @_;
	$s->answer(open_session => {session => $_}) for qw(a b);
	leave_descriptors($s, 5);
	for (1 .. 3) {
		$s->answer(add_item => {session => 'a', %true}, 200);
		$s->answer(solve_model => {session => 'a'}, 200);
		$s->answer(add_item => {session => 'b', %true}, 200);
	}
});

test('without room the message says what is short' => sub {
	my ($s) = @_;
	$s->answer(open_session => {session => 'a'});
	leave_descriptors($s, 3);
	my $said = $s->call(add_item => {session => 'a', %true}, 200)
		->{content}[0]{text};
	die $said if $said !~ /open files/ || $said !~ /ulimit -n/ ||
		$said =~ /crashed/;
});

done_testing();
