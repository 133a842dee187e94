# Attacks on the real programs: a server of its own for each test, which must
# end well, and leave no file and no process.
use strict;
use warnings;
use File::Find qw(find);
use FindBin qw($Bin);
use Test::More;
use Time::HiRes qw(time sleep);

require "$Bin/../client.pl";

our $late_s = 30; # what comes late on a busy machine, and what would never come
our $three_cubes = '(declare-const x Int)(declare-const y Int)' .
	'(declare-const z Int)(assert (= (+ (* x x x) (* y y y) (* z z z)) 33))';

# The database and its files come and go, the log grows.
sub files_of {
	my ($s) = @_;
	my @files;
	find({no_chdir => 1, wanted => sub {
		push @files, $_ if !m{/(?:satchel\.db|server\.log)} }}, $s->{folder});
	return join "\n", sort @files;
}

# A test with a server; %with is for Client->new.
sub test {
	my ($sentence, $body, %with) = @_;
	my $holds = eval {
		my $s = Client->new(late_s => $late_s, flags => '--workers 2', %with);
		my $before = files_of($s);
		$body->($s);
		$s->stop;
		my $after = files_of($s);
		die "files before:\n$before\nand after:\n$after\n"
			if $before ne $after;
		1;
	};
	ok($holds, $sentence) or diag($@);
}

# --- a client that writes lines, not calls ---------------------------------

sub raw { return qq({"jsonrpc":"2.0","id":$_[0],"method":"$_[1]"$_[2]}) }
sub raw_call { return raw($_[0], 'tools/call',
	qq(,"params":{"name":"$_[1]","arguments":$_[2]})) }

# The next line must hold the piece.
sub expect {
	my ($s, $piece) = @_;
	my $line = $s->line(time + 2 * $late_s) //
		die "no answer, but $piece was expected\n";
	die "no $piece in " . substr($line, 0, 600) . "\n"
		if index($line, $piece) < 0;
	return $line;
}

# A ping is answered, and nothing before it.
sub expect_silence {
	my ($s) = @_;
	$s->put(raw('"silence"', 'ping', '') . "\n");
	expect($s, '"id":"silence","result":{}');
}

# Each line is answered with its piece, or undef with nothing.
sub expect_each {
	my ($s, @rows) = @_;
	while (my ($line, $piece) = splice @rows, 0, 2) {
		$s->put("$line\n");
		expect($s, $piece) if defined $piece;
		expect_silence($s);
	}
}

# Calls a solve that takes for ever; the worker, when it is at it.
sub start_endless {
	my ($s, $id) = @_;
	my $worker;
	$s->put(raw_call($id, 'solve_smtlib',
		qq({"smtlib":"$three_cubes(check-sat)"})) . "\n");
	$s->becomes(sub { ($worker) = grep { (Client::status($_) //
		{cpu_s => 0})->{cpu_s} >= 0.2 } $s->children }, 2 * $late_s) or
		die "no worker is busy\n";
	return $worker;
}

sub expect_gone {
	my ($s, $pid, $within_s) = @_;
	$s->becomes(sub { !Client::status($pid) }, $within_s) or
		die "the worker lives on\n";
}

sub expect_small {
	my ($s, $most_kib) = @_;
	$s->becomes(sub { $s->rss_kib <= $most_kib }) or
		die "it has " . $s->rss_kib . " KiB and not $most_kib\n";
}

# It waits and does not compute.
sub expect_rest {
	my ($s) = @_;
	my $before = $s->cpu_s;
	for (1 .. 150) {
		sleep 0.2;
		my $now = $s->cpu_s;
		return if $now - $before <= 0.02;
		$before = $now;
	}
	die "it does not rest\n";
}

1;
