#!/usr/bin/perl
# A worker that lies. A liar (tests/fake/liar.h) stands between a real server
# and the real worker, and changes one field of the frames that the worker
# sends, or a frame as a whole. The fields are those of wire/answer.def: a frame
# that no call of this test brings about fails the test.
#
# Whatever was a lie, the server lives, the reply is valid, the session and the
# database can be read, and the next honest call is answered as if there had been
# no lie: on the same session if the lie was refused, or else on a session like
# it, since nobody can tell a lie that could be true.
#
#	B=build perl tests/hostile/lies.pl [--seed N] [--lies N] [--chance N]
#		[--seconds N] [--only PART OF A TARGET] [--number N] [--call N]
#
# --lies: so many about each field, 0: all. --chance: so many calls in which
# any frame may have any lie, and several may; with --seconds, both go on with
# new seeds until then. --number, --call: one lie, in one call, by the number
# that a fault is reported with. --only chance: those by chance alone.
use strict;
use warnings;
use File::Copy qw(copy);
use File::Temp qw(tempdir);
use FindBin qw($Bin);
use Getopt::Long qw(GetOptions);
use IPC::Open2 qw(open2);
use JSON::PP;
use Test::More;
use Time::HiRes qw(time);

require "$Bin/../client.pl";

my ($seed, $lies, $chance, $seconds, $only, $number, $only_at) =
	(1, 2, 60, 0, '');
GetOptions('seed=i' => \$seed, 'lies=i' => \$lies, 'chance=i' => \$chance,
	'seconds=i' => \$seconds, 'only=s' => \$only, 'number=i' => \$number,
	'call=i' => \$only_at)
	or exit 2;
my $begun = time;
# A reply is two containers around it, and no deeper than a client reads.
my $json = JSON::PP->new->canonical->allow_nonref->max_depth(62);
my $true = JSON::PP::true;
my $timeout_ms = 4000;
my $most_cpu_s = 2; # of the server, in a call with a lie

# --- the programs -------------------------------------------------------------

my $build = Cwd::abs_path($ENV{B} // 'build');
my $programs = tempdir(CLEANUP => 1);
my $flags = '--workers 2 --tools all --log-level error ' .
	"--confirm-with $programs/second";

sub write_script {
	my ($name, $command) = @_;
	open my $out, '>', "$programs/$name" or die "$name: $!\n";
	print $out "#!/bin/sh\n$command\n";
	close $out;
	chmod 0755, "$programs/$name";
}

sub set_up_programs {
	copy("$build/satchel", "$programs/satchel") or die "satchel: $!\n";
	symlink "$build/tests/fake-worker", "$programs/liar" or die "liar: $!\n";
	symlink "$build/satchel-worker", "$programs/true-worker"
		or die "true-worker: $!\n";
	write_script('satchel-worker', "exec '$programs/liar' \"\$@\"");
	write_script('second', 'echo sat');
	chmod 0755, "$programs/satchel";
}

# What the liar is to do from now on; undef: it says the truth.
sub set_lie {
	my ($lie) = @_;
	return unlink "$programs/lie" if !defined $lie;
	open my $out, '>', "$programs/lie.new" or die "lie: $!\n";
	print $out "$lie\n";
	close $out;
	rename "$programs/lie.new", "$programs/lie" or die "lie: $!\n";
}

# What it has said since the last time: lines of its journal.
sub journal {
	open my $in, '<', "$programs/told" or return;
	my @lines = <$in>;
	unlink "$programs/told";
	chomp @lines;
	return @lines;
}

# --- the calls ----------------------------------------------------------------

my %models = (
	'best' => <<'END',
(declare-datatype Colour ((red) (green)))
(declare-const x Int)
(declare-const c Colour)
(declare-const r Real)
(declare-fun f (Int) Int)
(assert (<= 0 x 9))
(assert (= c green))
(assert (= (* r r) 2.0))
(assert (> r 0.0))
(assert (= (f 1) 7))
(assert (= (f 2) 5))
(assert (forall ((i Int)) (=> (<= 0 i 2) (>= (f i) 0))))
(maximize x)
(minimize (f 0))
END
	'few' => <<'END',
(declare-const x Int)
(declare-const p Bool)
(assert (<= 1 x 3))
(assert (=> p (= x 2)))
(assert (! (distinct x 1) :named |not one|))
END
	'none' => <<'END',
(declare-const x Int)
(declare-const q Bool)
(assert (! (> x 3) :named high))
(assert (! (< x 2) :named low))
(assert (=> q (< x 9)))
END
	'sorts' => <<'END',
(declare-sort U 0)
(declare-const u U)
(declare-const a (Array Int Int))
(declare-fun g (U) Int)
(assert (= (select a 1) 4))
(assert (= (g u) (select a 1)))
END
	'zero' => <<'END',
(declare-const y Int)
(declare-const z Int)
(assert (= y 0))
(assert (= z 1))
(assert (= (div z y) 3))
END
);

my %program = (program => {sorts => [{name => 'P', type => 'DeclareSort'}],
	functions => [{name => 'm', domain => ['P'], range => 'Bool'}],
	constants => {p => {sort => 'P', members => ['s', 't']}},
	knowledge_base => ['m(s)'], verifications => [
	{name => 'one', constraint => 'm(s)'},
	{name => 'two', constraint => 'Not(m(s))'}]});
my %best = (program => {optimization => {variables => [{name => 'n', sort => 'Int'}],
	constraints => ['n >= 2', 'n <= 5'], objectives =>
	[{type => 'maximize', expression => 'n'}]}});

sub on { return {session => $_[0], @_[1 .. $#_]} }
sub script { return {smtlib => join ' ', @_} }

# A tool and its arguments. What is called on a session is called on a copy of
# the one that it names.
my @calls = (
	[solve_model => on('best')],
	[solve_model => on('best', priority => 'pareto', detail => $true)],
	[solve_model => on('best', maximize => ['(* 2 x)'], terms => ['(+ x 1)'])],
	[solve_model => on('few', solutions => 5)],
	[solve_model => on('few', solutions => 0, distinct_on => ['x'])],
	[solve_model => on('few', forced => $true)],
	[solve_model => on('few', forced => ['p', '(> x 1)'])],
	[solve_model => on('few', what_if => [['p'], ['(= x 1)']])],
	[solve_model => on('few', assume => ['(= x 1)'])],
	[solve_model => on('few', assume => ['p'], confirm => $true)],
	[solve_model => on('none', minimize_core => $true)],
	[solve_model => on('none', relax => $true, assume => ['q'])],
	[solve_model => on('none', detail => $true, keep => [0], relax => $true)],
	[solve_model => on('sorts', detail => $true)],
	[solve_model => on('zero')],
	[solve_model => on('few', background => $true, terms => ['(+ x 1)'])],
	[prove => on('few', property => '(> x 1)')],
	[prove => on('few', property => '(> x 2)', assume => ['(< x 3)'])],
	[expect => on('few', name => 'low', property => '(> x 1)')],
	[expect => on('few', name => 'sure', status => 'unsat',
		assume => ['(= x 1)'])],
	[expect => on('few', name => 'two', term => 'x', value => '2',
		assume => ['p'])],
	[add_item => on('few', content => '(assert (< x 3))',
		check_sat => $true)],
	[add_item => on('few', content => '(assert (= (+ x 1) (+ 1 x)))')],
	[add_item => on('few', content => '(assert (< xx 3))')],
	[add_item => on('few', content => '(assert (and p (< x true)))')],
	[add_item => on('few', data => {t => [1, 2, undef], n => 3})],
	[add_item => on('few', data => {t => {pairs => [1]}})],
	[replace_item => on('few', index => 2, content => '(assert (<= 2 x 3))')],
	[delete_item => on('few', index => 0)],
	[edit_model => on('few', edits => [
		{op => 'add', content => '(declare-const y Int)'},
		{op => 'add', data => {w => [1, 2]}},
		{op => 'add', content => 'p cnf 2 1 1 -2 0'}])],
	[import_model => on('few', mode => 'append', smtlib =>
		"; what it is\n(declare-const k Int)\n(assert (> k x))")],
	[import_model => on('few', smtlib => "(assert (> k 1))\n" .
		"(assert (and k k))\n(declare-const k Int)\n(check-sat)\n(push)")],
	[import_model => on('few', export => {format => 'satchel', version => 1,
		options => {random_seed => 3}, memo => 'm', expectations =>
		[{name => 'e', status => 'sat'}], items => [
		{content => '(assert (> j 1))', name => 'late', note => 'why'},
		{content => '(declare-const j Int)'}]})],
	[import_model => on('few', export => {format => 'satchel', version => 1,
		items => [{content => '(declare-const j Int)'},
		{content => '(assert (> j 1)'}]})],
	[import_model => on('few', smtlib => "var 1..3: v;\nvar set of 1..3: s;\n" .
		"constraint int_le(v, 2);\nsolve maximize v;\n")],
	[solve_smtlib => script('(declare-const x Int)(declare-const y Int)',
		'(assert (= x 4))(push)(assert (> y x))(check-sat)',
		'(get-value (x (> y x)))(pop)(assert (! (< x 3) :named a))',
		'(check-sat)(get-unsat-core)(echo "end")')],
	[solve_smtlib => script('(declare-const x Int)(assert (= x true y))',
		'(assert (foo x))', '(assert (> x "a"))', '(check-sat)')],
	[solve_smtlib => {smtlib => "var 1..3: v;\nvar set of 1..2: s :: " .
		"output_var;\nconstraint set_in(v, s);\nsolve maximize v;\n"}],
	[solve_smtlib => {smtlib => "p wcnf 2 3 10\n10 1 2 0\n3 -1 0\n2 -2 0\n"}],
	[solve_smtlib => script('(declare-const x Int)',
		'(assert (< 0 x 9))(assert-soft (= x 3) :weight 2 :id s)',
		'(minimize x)(check-sat)(get-objectives)(get-model)')],
	[solve_json => \%program],
	[solve_json => \%best],
	[solve => {engine => 'dpll_sat', input => {clauses => [[1, 2], [-1]]}}],
	[solve => {engine => 'csp', input => {domains =>
		{a => ['u v', 'w'], b => ['u v']}, constraints => ['(distinct a b)']}}],
	[solve => {engine => 'bfs', input => {graph => {a => ['b'], b => ['c']},
		start => 'a', goal => 'c'}}],
	[get_solution => on('best', terms => ['(+ x 1)', '(f 2)'])],
	[get_solution => on('few')],
	[export_model => on('few', format => 'dimacs')],
	[export_model => on('few', format => 'html')],
);

# --- what a reply says --------------------------------------------------------

# What depends on time, or on the engine that was the first.
my %volatile = map { $_ => 1 } qw(run solve_time message statistics session
	z3_version solution_smtlib time_ms elapsed_ms checked engine engines
	revision text id solve_time_ms warnings solved job elapsed
	bytes);

sub stable {
	my ($value) = @_;
	return [map { stable($_) } @$value] if ref $value eq 'ARRAY';
	return $value if ref $value ne 'HASH';
	return {map { $_ => $_ eq 'solutions' && ref $value->{$_} eq 'ARRAY' ?
		[sort map { $json->encode(stable($_)) } @{$value->{$_}}] :
		stable($value->{$_}) } grep { !$volatile{$_} } keys %$value};
}

# Sessions have other names, and times are others.
sub essence {
	my ($result) = @_;
	return $json->encode(stable($result->{structuredContent}))
		if $result->{structuredContent};
	return $result->{content}[0]{text} =~ s/\b(?:[lh]\d+)\b/S/gr =~
		s/\d+(?:\.\d+)? m?s\b/T/gr;
}

# --- one call -----------------------------------------------------------------

my $server;
my $sessions = 0;

sub start_server {
	$server = Client->new(programs => $programs, flags => $flags);
	for my $name (sort keys %models) {
		$server->answer(open_session => {session => $name});
		$server->answer(import_model => {session => $name,
			smtlib => $models{$name}});
	}
	$server->answer(solve_model => {session => $_}) for qw(best few);
	journal();
}

# The arguments on a session, with a time limit where there may be one.
sub arguments_on {
	my ($call, $session) = @_;
	my ($tool, $arguments) = @$call;
	my %with = %$arguments;
	$with{session} = $session if defined $session;
	$with{timeout_ms} = $timeout_ms
		if $tool =~ /^(?:solve_model|solve_smtlib|prove|get_solution)$/;
	return \%with;
}

# A copy of the session that the call is on; undef if it is on none.
sub copy_session {
	my ($call) = @_;
	my $base = $call->[1]{session} // return;
	my $name = 'l' . ++$sessions;
	$server->answer(open_session => {session => $name, copy_of => $base});
	# What is asked about the solution needs one.
	$server->answer(solve_model => {session => $name})
		if $call->[0] eq 'get_solution';
	return $name;
}

# With a token for its progress. Long texts may make a reply that is too long,
# which is an error of the protocol and no result.
sub make_call {
	my ($call, $session) = @_;
	my $id = $server->start_request('tools/call', $json->encode({
		name => $call->[0], arguments => arguments_on($call, $session),
		_meta => {progressToken => 'p'}}), $call->[0]);
	my $reply = $server->reply($id);
	my $job = ($reply->{result}{structuredContent} // {})->{job};
	# It goes on in the background.
	return $server->call(job => {job => $job, wait_ms => 10000})
		if defined $job && $call->[0] eq 'solve_model';
	return $reply->{result} // {isError => $true, content => [{text =>
		$reply->{error}{message} =~ /^(the reply would be)/ ? $1 :
		die "$call->[0]: $reply->{error}{message}\n"}]};
}

# All that is kept of a session can be read.
sub read_session {
	my ($session) = @_;
	$server->answer(get_history => {session => $session, diff => $true,
		from_revision => 1});
	$server->answer(get_model => {session => $session, view => 'smtlib'});
	$server->answer(export_model => {session => $session, format => $_})
		for qw(json smt2 html);
	$server->answer(get_memo => {session => $session});
	my $last = $server->call(get_solution => {session => $session});
	die "the last run cannot be read: $last->{content}[0]{text}\n"
		if $last->{isError} && $last->{content}[0]{text} =~ /damaged/;
}

# What must not be in the database.
my @wrong = (<<'RUN', <<'JOB', <<'ITEM');
SELECT 'run ' || run || ': ' || status || ', ' || solve_us FROM run
	WHERE solve_us NOT BETWEEN 0 AND 600000000
	OR status NOT IN ('sat', 'unsat', 'unknown', 'timeout', 'error')
	OR length(z3_version) > 64 OR NOT json_valid(answer)
	OR objectives <> '' AND NOT json_valid(objectives)
	OR course <> '' AND NOT json_valid(course)
RUN
SELECT 'job ' || job || ': ' || status FROM job WHERE status NOT IN
	('running', 'done', 'failed', 'cancelled', 'lost')
	OR answer <> '' AND NOT json_valid(answer)
JOB
SELECT 'item ' || row FROM item WHERE content = ''
	OR length(content) > 1048576 OR length(name) > 64
ITEM

sub read_database {
	my $pid = open2(my $from, my $to, "$build/tests/hostile/query",
		"$server->{folder}/satchel.db", 'PRAGMA integrity_check', @wrong);
	close $to;
	my $found = join '', <$from>;
	waitpid $pid, 0;
	die "the database: $found\n"
		if $found ne join '', "ok\n", ("done\n") x @wrong;
}

# --- one lie ------------------------------------------------------------------

my ($longest_s, $lies_told) = (0, 0);
my %truth; # what each call says if nobody lies

sub try_lie {
	my ($at, $lie) = @_;
	my $call = $calls[$at];
	my $session = copy_session($call);
	journal();
	set_lie($lie);
	my $cpu_s = $server->cpu_s;
	$server->{is_lied_to} = 1;
	my $lied = eval { make_call($call, $session) };
	my $fault = $@;
	$server->{is_lied_to} = 0;
	set_lie(undef);
	my @told = grep { /^told/ } journal();
	die $fault if !$lied;
	essence($lied);
	$cpu_s = $server->cpu_s - $cpu_s;
	die "the server computes for $cpu_s s\n" if $cpu_s > $most_cpu_s;
	$lies_told += @told;
	$longest_s = $cpu_s if $cpu_s > $longest_s;
	read_session($session) if defined $session;
	my $said = $lied->{structuredContent} // {};
	my $refused = $lied->{isError} || # an edit of unknown status is kept
		($said->{status} // '') eq 'unknown' && !exists $said->{index};
	$session = copy_session($call) if defined $session && !$refused;
	my $honest = essence(make_call($call, $session));
	die "after the lie the reply is $honest\nand not $truth{$at}\n"
		if $honest ne $truth{$at};
	return scalar @told;
}

# What went wrong with the lie, or '', and how often it was told.
sub fault_of {
	my ($at, $lie) = @_;
	my $told = eval { try_lie($at, $lie) };
	return ('', $told) if defined $told;
	my $fault = $@;
	chomp $fault;
	set_lie(undef);
	eval { $server->kill_server };
	start_server();
	return ("$calls[$at][0], call $at, lie $lie: " .
		substr($fault, 0, 1500), 1);
}

# --- all lies -----------------------------------------------------------------

sub is_over { return $seconds && time - $begun > $seconds }

my %targets; # the number of lies about each
my @order;   # of the targets
my %seen_in; # the calls that have each frame

set_up_programs();
for (`$build/tests/fake-worker --lies`) {
	my ($target, $count) = /^(.*) (\d+)$/ or die;
	$targets{$target} = $count;
	push @order, $target;
}
start_server();
for my $at (0 .. $#calls) {
	my $session = copy_session($calls[$at]);
	journal();
	$truth{$at} = essence(make_call($calls[$at], $session));
	my %seen = map { /^seen (\w+)/ ? ($1 => 1) : () } journal();
	push @{$seen_in{$_}}, $at for keys %seen;
}

my %of_frame;
push @{$of_frame{(split ' ')[0]}}, $_ for grep { index($_, $only) >= 0 } @order;
my $round = $seed;
my $drawn = 0;

# About each target of the frame, on calls that have it, one after another.
sub lie_about_frame {
	my ($frame) = @_;
	my %told = map { $_ => 0 } @{$of_frame{$frame}};
	my @faults;
	for my $target (@{$of_frame{$frame}}) {
		my $count = $targets{$target};
		my @numbers = defined $number ? ($number) : $lies ?
			map { (7919 * $round + 37 * ++$drawn) % $count }
			1 .. $lies : 0 .. $count - 1;
		for my $one (@numbers) {
			last if is_over();
			my @at = @{$seen_in{$frame}};
			my ($fault, $times) = fault_of(
				$only_at // $at[($one + $round + $drawn) % @at],
				"$one " . $one % 2 . " $target");
			push @faults, $fault if $fault;
			$told{$target} += $times;
		}
	}
	push @faults, $@ if !eval { read_database(); 1 };
	push @faults, "no lie was told about $_"
		for grep { !$told{$_} } is_over() ? () : @{$of_frame{$frame}};
	ok(!@faults, "lies about $frame do no harm") or
		diag(join "\n", @faults);
}

sub lie_by_chance {
	my ($count) = @_;
	my @faults;
	for my $i (1 .. $count) {
		last if is_over();
		my $draw = $round * 1_000_003 + $i;
		my ($fault) = fault_of($draw % @calls, "$draw " .
			(1 + $draw % 7) . ' any');
		push @faults, $fault if $fault;
	}
	push @faults, $@ if !eval { read_database(); 1 };
	ok(!@faults, 'lies by chance do no harm') or diag(join "\n", @faults);
}

do {
	for my $frame (sort keys %of_frame) {
		last if is_over();
		$seen_in{$frame} ? lie_about_frame($frame) :
			ok(0, "some call brings about the frame $frame");
	}
	lie_by_chance($chance) if $only eq '' || $only eq 'chance';
	$round++;
} while ($seconds && !is_over());

# Whoever opens the database next reads all of it.
sub all_sessions {
	my %page = (limit => 100);
	my @names;
	do {
		my $listed = $server->answer(list_sessions => \%page);
		push @names, map { $_->{name} } @{$listed->{sessions}};
		$page{cursor} = $listed->{next_cursor};
	} while (defined $page{cursor});
	return @names;
}

$server->stop;
$server->start;
is(join("\n", map { eval { read_session($_); 1 } ? () : "$_: $@" }
	all_sessions()), '', 'all sessions can be read by the next server');
$server->stop;
diag("$lies_told lies; longest processor time of the server in a call: " .
	"$longest_s s");
done_testing();
