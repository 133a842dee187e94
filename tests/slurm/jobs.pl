# What a launcher is asked by make slurm (run.sh, which has made the cluster):
# 100 jobs over 4 nodes, one of which is lost on the way; cancelled jobs; a
# portfolio; ssh; and what that costs. One line of TAP each.
use strict;
use warnings;
use IO::Select;
use IPC::Open2;
use JSON::PP;
use Time::HiRes qw(time sleep);

$| = 1;
my ($B, $D) = @ENV{qw(B D)};
my $srun = "srun --quiet --unbuffered --ntasks=1 env PATH=$B";
my $ssh = "$ENV{SSH} env PATH=$B";
my $json = JSON::PP->new->canonical;
my ($tests, $failed) = (0, 0);

sub ok {
	my ($good, $what) = @_;
	$tests++;
	$failed += !$good;
	print $good ? 'ok' : 'not ok', " $tests - $what\n";
}

sub launch {
	my ($launcher, @more) = @_;
	my $s = {number => 0, bytes => ''};

	$s->{pid} = open2($s->{out}, $s->{in}, "$B/satchel", '--db',
		"$D/jobs.db", '--launch', $launcher, '--log-level', 'error', @more);
	$s->{wait} = IO::Select->new($s->{out});
	request($s, 'initialize', {protocolVersion => '2025-06-18',
		capabilities => {}, clientInfo => {name => 't', version => 1}});
	answers($s, 1, 10);
	return $s;
}

sub say_to { my ($s, $m) = @_; syswrite $s->{in}, $json->encode($m) . "\n"; }

sub request {
	my ($s, $method, $params) = @_;
	say_to($s, {jsonrpc => '2.0', id => ++$s->{number}, method => $method,
		params => $params});
	return $s->{number};
}

sub solve {
	my ($s, $text, %more) = @_;
	return request($s, 'tools/call', {name => 'solve_smtlib',
		arguments => {smtlib => $text, %more}});
}

# The next so many answers, by number, or those that came in time; &each sees
# every one as it comes.
sub answers {
	my ($s, $wanted, $seconds, $each) = @_;
	my ($until, %got) = (time + $seconds);

	while ($wanted > 0 && (my $left = $until - time) > 0) {
		next if !$s->{wait}->can_read($left);
		sysread $s->{out}, $s->{bytes}, 65536, length $s->{bytes} or last;
		while ($s->{bytes} =~ s/^(.*)\n//) {
			my $m = $json->decode($1);
			next if !defined $m->{id};
			push @{$got{$m->{id}}}, $m->{result};
			$wanted--;
			$each->() if $each;
		}
	}
	return \%got;
}

sub finish {
	my ($s) = @_;
	close $s->{in};
	waitpid $s->{pid}, 0;
	return $? == 0;
}

# Whether no launched one is left, once that is so.
sub gone {
	my ($seconds) = @_;
	for (my $until = time + $seconds; time < $until; sleep 0.1) {
		return 1 if `pgrep -f '[s]atchel-worker --job'` eq '';
	}
	return 0;
}

sub cube { my ($n) = @_; return "(declare-const x Int)(assert (= (* x x x) "
	. $n**3 . "))(check-sat)(get-value (x))"; }

my $hard = '(declare-const x Int)(declare-const y Int)(declare-const z Int)'
	. '(assert (= (+ (* x x x) (* y y y) (* z z z)) 33))(check-sat)';

sub status { my ($r) = @_; return $r->{structuredContent}{status} // 'none'; }
sub words { my ($r) = @_; return join ' ', map { $_->{text} } @{$r->{content}}; }

# --- 100 jobs, and a node is lost ---

my $s = launch($srun, '--workers', 24, '--timeout-ms', 120000);
my $began = time;
my (%expected, $seen);
for my $i (1 .. 100) {
	$expected{solve($s, $i % 4 == 0 ? $hard : cube($i),
		timeout_ms => $i % 4 == 0 ? 30000 : 120000)} = $i;
}
my $got = answers($s, 100, 300, sub {
	return if ++$seen != 20;
	my ($pid) = do { open my $f, '<', "$D/node2" or die; <$f> };
	kill 'KILL', $pid;
	print "# node n2 is lost after 20 answers, with ",
		`squeue -h -w n2 -t running | wc -l` + 0, " jobs on it\n";
});
my ($sat, $unknown, $lost, $other) = (0, 0, 0, 0);
for my $id (keys %expected) {
	my $r = $got->{$id}[0] // {};
	my ($i, $text) = ($expected{$id}, words($r // {}));
	if ($text =~ /the solve was lost/i) { $lost++ }
	elsif (status($r) eq 'sat' && $text =~ /\b$i\b/) { $sat++ }
	elsif (status($r) eq 'unknown' && $i % 4 == 0) { $unknown++ }
	else { $other++; print "# $i: $text\n" }
}
printf "# %d sat, %d unknown at their limit, %d lost, in %.1f s\n", $sat,
	$unknown, $lost, time - $began;
ok(keys %$got == 100 && !grep({ @$_ != 1 } values %$got),
	'each of 100 jobs is answered once');
ok($other == 0, 'each answer is right, or says that the solve was lost');
ok($lost > 0 && $lost <= 16, 'those of the lost node are lost, and no others');

# --- cancelled jobs ---

my @ids = map { solve($s, $hard, timeout_ms => 100000) } 1 .. 6;
my $ran = 0;
for (my $until = time + 30; time < $until && $ran < 6; sleep 0.1) {
	$ran = () = `squeue -h -t running` =~ /\n/g;
}
sleep 1;
say_to($s, {jsonrpc => '2.0', method => 'notifications/cancelled',
	params => {requestId => $_}}) for @ids;
ok($ran >= 6 && gone(20), 'a cancelled job leaves no process');
my $left = '';
for (my $until = time + 30; time < $until; sleep 0.5) {
	last if ($left = `squeue -h -t running,completing -w n1,n3,n4`) eq '';
}
ok($left eq '', 'and no job in the queue of Slurm');
solve($s, $hard, timeout_ms => 100000) for 1 .. 3;
sleep 3;
ok(finish($s), 'the server ends while jobs run');
ok(gone(20), 'and they end with it');

# --- a portfolio, and ssh ---

$s = launch($srun, '--workers', 6, '--portfolio');
solve($s, $hard, timeout_ms => 4000);
my $most = 0;
for (my $until = time + 5; time < $until; sleep 0.1) {
	my $jobs = () = `squeue -h -t running` =~ /\n/g;
	$most = $jobs if $jobs > $most;
}
answers($s, 1, 30);
ok($most > 1, 'a portfolio is several jobs');
finish($s);

$s = launch($ssh, '--workers', 4, '--timeout-ms', 60000);
my $id = solve($s, cube(12));
$got = answers($s, 1, 30);
ok(words($got->{$id}[0]) =~ /\b12\b/, 'a solve by ssh');
$id = solve($s, $hard, timeout_ms => 3000);
$got = answers($s, 1, 30);
ok(status($got->{$id}[0]) eq 'unknown' && words($got->{$id}[0]) !~ /lost/,
	'which keeps its time');
$id = solve($s, $hard, timeout_ms => 60000);
sleep 2;
say_to($s, {jsonrpc => '2.0', method => 'notifications/cancelled',
	params => {requestId => $id}});
ok(gone(10), 'and leaves no process when it is cancelled');
finish($s);

# --- costs ---

for (['here', undef], ['srun', $srun], ['ssh', $ssh],
	['a program on this machine', "env PATH=$B"]) {
	my ($name, $launcher) = @$_;
	$s = launch($launcher // 'false', '--workers', 1) if $launcher;
	if (!$launcher) {
		$s = {number => 0, bytes => ''};
		$s->{pid} = open2($s->{out}, $s->{in}, "$B/satchel", '--db',
			"$D/jobs.db");
		$s->{wait} = IO::Select->new($s->{out});
		request($s, 'initialize', {protocolVersion => '2025-06-18',
			capabilities => {}, clientInfo => {name => 't', version => 1}});
		answers($s, 1, 10);
	}
	solve($s, cube(5));
	answers($s, 1, 30);
	my $from = time;
	for my $i (1 .. 10) { solve($s, cube($i)); answers($s, 1, 30); }
	printf "# a trivial solve, %s: %.0f ms\n", $name, (time - $from) * 100;
	finish($s);
}
print "1..$tests\n";
exit($failed > 0);
