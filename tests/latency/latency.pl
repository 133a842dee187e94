#!/usr/bin/perl
# Measures how long the server is away from its clients while one of them asks
# for much.
#
#	perl tests/latency/latency.pl [--full] [PART OF A NAME]
#
# Beside each case a client pings every 10 ms. The table has, for each case, the
# longest turn of the server's loop in processor time, which the server logs at
# level debug, and the longest time that a ping took. The first must be at most
# 50 ms. It does not count the disk, and depends on other processes only by what
# they take of the caches. The second is shown, and limited only where the
# server has to wait for a lock: a ping behind a large message waits until the
# message has been read. The server logs no turn of less than 5 ms; the table
# has 0.0 for it.
#
# make test runs the cases in small sizes. make latency runs them in full size,
# at which the loop was once away for seconds, first as the machine is, then
# with a busy process on each core.
use strict;
use warnings;
use FindBin qw($Bin);
use IPC::Open2 qw(open2);
use POSIX ();
use Test::More;
use Time::HiRes qw(time sleep);

require "$Bin/../client.pl";

my $is_full = @ARGV && $ARGV[0] eq '--full' && shift @ARGV;
my $part = shift @ARGV // '';
my $ping_s = 0.01;
my $most_open = 20; # calls of a case at a time
my $most_turn_ms = 50;
my $most_locked_ms = 2000; # of a ping, where 5000 ms were usual
$most_turn_ms *= 8 if ($ENV{B} // '') =~ /asan/;

# The size of a case: the first of make test, the second of make latency.
sub size { return $_[$is_full ? 1 : 0] }

# --- measuring ----------------------------------------------------------------

# The longest turn that was logged since the last time, in ms.
sub longest_turn {
	my ($s) = @_;
	my $longest = 0;
	open my $in, '<', "$s->{folder}/server.log" or return 0;
	seek $in, $s->{log_read} // 0, 0;
	while (my $line = <$in>) {
		my ($us) = $line =~ /a turn of the loop took (\d+) us/ or next;
		$longest = $us / 1000 if $us / 1000 > $longest;
	}
	$s->{log_read} = tell $in;
	return $longest;
}

# Pings until all of the calls are answered; the longest that a ping took, in ms.
sub ping_beside {
	my ($s, @ids) = @_;
	my $until = time + 600;
	my $longest = 0;
	while (grep { !$s->{replies}{$_} } @ids) {
		die "a call is not answered\n" if time > $until;
		my $sent = time;
		my $ping = $s->start_request(ping => '{}');
		$s->read_message($until) until $s->{replies}{$ping};
		$longest = time - $sent if time - $sent > $longest;
		while (time < $sent + $ping_s && grep { !$s->{replies}{$_} } @ids) {
			$s->read_message($sent + $ping_s);
		}
	}
	return $longest * 1000;
}

# --- what models are made of --------------------------------------------------

# x, and as many items as are wanted that use it.
sub fill {
	my ($s, $session, $count) = @_;
	$s->answer(open_session => {session => $session});
	for (my $at = 0; $at < $count; $at += 10_000) {
		$s->answer(import_model => {session => $session, mode => 'append',
			smtlib => join '', map { $_ ? "(assert (< $_ (* 2 x)))\n" :
			"(declare-const x Int)\n" } $at .. $at + 9999}, 600);
	}
}

sub lines { return join '', map { sprintf "$_[1]\n", $_ } 1 .. $_[0] }

# Items with names, a batch for each call.
sub batches {
	my ($count) = @_;
	my @batches;
	for (my $at = 0; $at < $count; $at += 1000) {
		push @batches, [edit_model => {session => 'm', edits => [
			map { {op => 'add', name => "n$_",
			content => $_ ? "(assert (< $_ x))" :
				'(declare-const x Int)'} } $at .. $at + 999]}];
	}
	return @batches;
}

sub export { return [export_model => {session => 'm', format => $_[0]}] }

# --- the cases ----------------------------------------------------------------

my $items = size(10_000, 100_000);
my @on_items = ( # a session of many items, and what is asked about it
	['an outline', [get_model => {session => 'm', view => 'outline'}]],
	['the items with a name', [get_model => {session => 'm', symbol => 'x'}]],
	['an edit in the middle', [add_item => {session => 'm',
		index => int $items / 2, content => '(declare-const y Int)'}]],
	['a move', [edit_model => {session => 'm', edits =>
		[{op => 'move', index => int($items / 2), to => $items - 1}]}]],
	['an edit that is refused', [add_item => {session => 'm',
		content => '(assert (< z x))'}]],
	['a deletion that is refused', [delete_item => {session => 'm', index => 0}]],
	['the history', [get_history => {session => 'm', from_revision => 1,
		diff => JSON::PP::true()}]],
	['an export as smt2', export('smt2')],
	['an export as json', export('json')],
	['an export as markdown', export('markdown')],
	['a page', export('html')],
	['a page that is read', ['resources/read' =>
		{uri => 'satchel://session/m/model.html'}]],
	['the list of resources', ['resources/list' => {}]],
	['names that are completed', ['completion/complete' => {
		ref => {type => 'ref/prompt', name => 'refine_model'},
		argument => {name => 'item', value => '9'},
		context => {arguments => {session => 'm'}}}]],
	['a branch', [open_session => {session => 'b', copy_of => 'm'}]],
	['a cascade', [delete_item => {session => 'b', index => 0,
		cascade => JSON::PP::true()}]],
	['an undo', [restore_model => {session => 'b'}]],
	['a deletion of a session', [delete_session => {session => 'b'}]],
);

my @cases = (
	['declarations', [solve_smtlib => {smtlib => lines(size(50_000, 500_000),
		'(declare-const a%d Int)') . '(check-sat)', timeout_ms => 60000}]],
	['FlatZinc variables', [solve_smtlib => {smtlib =>
		lines(size(60_000, 600_000), 'var bool: b%d;') . 'solve satisfy;',
		timeout_ms => 60000}]],
	['FlatZinc sums', [solve_smtlib => {smtlib => "var 0..9: v;\n" .
		lines(size(20_000, 200_000),
		'constraint int_lin_le([1,1,1],[v,v,v],%d);') . 'solve satisfy;',
		timeout_ms => 60000}]],
	['long terms', [solve_model => {session => 'd', terms => [
		('(or ' . 'true ' x 2000 . 'true)') x size(100, 1000)]}]],
	['CSV', [add_item => {session => 'd', data => {t => {csv => join "\n",
		'a,b', map { "$_,$_" } 1 .. size(8_000, 80_000)}}}]],
	['an expression of the JSON DSL', [solve_json => {program => {
		knowledge_base => [join ' + ', ('1') x size(100_000, 3_400_000)]}}]],
	['a program of many values', [solve_json => {program => {
		knowledge_base => [('true') x size(24_000, 240_000)]}}]],
	['an export as an object', [import_model => {session => 'd', export => {
		format => 'satchel', version => 1, items => [
		map { {name => "i$_", content => "(assert (< $_ 0))"} }
		1 .. size(5000, 50_000)]}}]],
	['expectations of an import', [import_model => {session => 'd', export => {
		format => 'satchel', version => 1, items => [], expectations => [
		map { {name => "e$_", status => 'sat'} } 1 .. size(5000, 30_000)]}}]],
	['batches of named items', batches(size(10_000, 50_000))],
	['sessions', map { [open_session => {session => "s$_"}] }
		1 .. size(500, 8000)],
	['tables that are open', [solve_model => {session => 't'}]],
	['a locked database', [add_item => {session => 'd',
		content => '(declare-const l Int)'}]],
);

# What has to be there.
my %before = (
	'tables that are open' => sub {
		my ($s) = @_;
		$s->answer(open_session => {session => 't'});
		my @edits = ((map { {op => 'add', data =>
			{"t$_" => [1, undef, 3]}} } 1 .. size(60, 300)),
			(map { {op => 'add', data => {"d$_" => [(7) x 100]}} }
			1 .. size(60, 800)));
		while (my @some = splice @edits, 0, 10) {
			$s->answer(edit_model => {session => 't', edits => \@some});
		}
	},
	'a locked database' => sub {
		my ($s) = @_;
		my $pid = open2(my $from, my $to,
			"$s->{build}/tests/hostile/query",
			"$s->{folder}/satchel.db", 'BEGIN IMMEDIATE');
		<$from> eq "done\n" or die "the database is not locked\n";
		$s->{unlock} = sub { close $to; waitpid $pid, 0 };
		return;
	},
);

# --- a machine with other work ------------------------------------------------

# Starts a busy process for each core.
sub start_load {
	my ($cores) = `nproc` =~ /(\d+)/ or die "nproc says nothing\n";
	my @busy;
	for (1 .. $cores) {
		defined(my $pid = fork) or die "fork: $!";
		if ($pid == 0) {
			1 while getppid != 1;
			POSIX::_exit(0);
		}
		push @busy, $pid;
	}
	return @busy;
}

sub stop_load {
	my (@busy) = @_;
	kill TERM => @busy;
	waitpid $_, 0 for @busy;
}

# --- the table ----------------------------------------------------------------

# A call of a tool, or a request of another method.
sub start {
	my ($s, $name, $arguments) = @_;
	return $s->start_call($name, $arguments) if $name !~ m{/};
	return $s->start_request($name, JSON::PP::encode_json($arguments));
}

# The longest that a ping takes beside a lock of another process, in ms.
sub ping_beside_lock {
	my ($s) = @_;
	my $until = time + 1;
	my $pings = 0;
	while (time < $until) {
		my $sent = time;
		$s->request('ping');
		$pings = time - $sent if time - $sent > $pings;
		$s->answer(get_model => {session => 'e'});
	}
	return $pings * 1000;
}

my @names; # of the rows
my %row;   # by name: (turn, ping) for each state of the machine

# The name says the state of the machine, too.
sub run_case {
	my ($s, $state, $name, @calls) = @_;
	$before{$name}->($s) if $before{$name};
	my $lock = delete $s->{unlock};
	$s->request('ping');
	longest_turn($s);
	my @ids = map { start($s, @$_) } splice @calls, 0, $most_open;
	my $pings = 0;
	if ($lock) { # others are answered meanwhile, and then this one
		$pings = ping_beside_lock($s);
		$lock->();
	}
	while (@ids) {
		my $pinged = ping_beside($s, @ids);
		$pings = $pinged if $pinged > $pings;
		$s->result($_) for @ids;
		@ids = map { start($s, @$_) } splice @calls, 0, $most_open;
	}
	my $turn = longest_turn($s);
	push @names, $name if !$row{$name};
	push @{$row{$name}}, $turn, $pings;
	cmp_ok($turn, '<=', $most_turn_ms, "$name does not hold the loop$state");
	cmp_ok($pings, '<=', $most_locked_ms, "$name does not hold a ping$state")
		if $lock;
}

sub run_cases {
	my ($state) = @_;
	my %with = (flags => '--workers 2 --tools all --log-level debug',
		late_s => 600);
	for my $case (grep { index($_->[0], $part) >= 0 } @cases) {
		my $s = Client->new(%with);
		$s->answer(open_session => {session => $_}) for qw(d e m);
		run_case($s, $state, @$case);
		$s->stop;
	}
	my @some = grep { index($_->[0], $part) >= 0 } @on_items or return;
	my $s = Client->new(%with);
	fill($s, 'm', $items);
	cmp_ok(longest_turn($s), '<=', $most_turn_ms,
		"an import of many items does not hold the loop$state");
	run_case($s, $state, @$_) for $part eq '' ? @on_items : @some;
	$s->stop;
}

run_cases('');
if ($is_full) {
	my @busy = start_load();
	eval { run_cases(' beside other work') };
	stop_load(@busy);
	die $@ if $@;
}
my $columns = $is_full ? 2 : 1;
diag(sprintf '%-32s' . ' %9s %9s' x $columns, 'longest, in ms',
	('turn', 'ping', 'turn, busy', 'ping, busy')[0 .. 2 * $columns - 1]);
diag(sprintf '%-32s' . ' %9.1f %9.1f' x $columns, $_, @{$row{$_}})
	for @names;
done_testing();
