#!/usr/bin/perl
# What must hold for long and under load: minutes, or with --long as long as it
# takes to be sure.
#
#	B=build perl tests/soak/soak.pl [--long] [--seed N]
use strict;
use warnings;
use FindBin qw($Bin);
use Getopt::Long qw(GetOptions);
use JSON::PP;
use Test::More;
use Time::HiRes qw(time sleep);

require "$Bin/../client.pl";

my ($long, $seed) = (0, int time);
GetOptions('long' => \$long, 'seed=i' => \$seed) or exit 2;
my ($servers_s, $kills, $calls) = $long ? (60, 1000, 10_000) : (4, 25, 400);
note("--seed $seed");
srand $seed;

sub chance { return rand(100) < $_[0] }
sub below { return int rand $_[0] }

my $names = 0;
sub declaration { return '(declare-const k' . $names++ . ' Int)' }

# The numbers that the database says, a statement each.
sub query {
	my ($s, @sql) = @_;
	open my $in, '-|', "$s->{build}/tests/hostile/query </dev/null " .
		"$s->{folder}/satchel.db " . join ' ', map { "'$_'" } @sql or die;
	chomp(my @said = <$in>);
	die "the database does not say @sql\n" if @said != @sql;
	return @said;
}

sub check_integrity {
	my ($said) = query($_[0], 'PRAGMA integrity_check');
	die "integrity_check: $said\n" if $said ne 'ok';
}

# --- four servers edit one session --------------------------------------------

# What to say next, of a session of which so many items and revisions are known.
sub any_edit {
	my ($known) = @_;
	return (delete_item => {session => 's', index => below(10)})
		if $known->{items} > 20 && chance(45);
	return (add_item => {session => 's', content => declaration(),
		chance(30) ? (index => below(5)) : (),
		chance(10) ? (expect_revision => $known->{last}) : ()});
}

sub start_edit {
	my ($s, $known) = @_;
	my ($tool, $arguments) = any_edit($known);
	@$s{qw(waits tool)} = ($s->start_call($tool, $arguments), $tool);
}

# A refusal is fine where somebody was faster.
sub finish_edit {
	my ($s, $known) = @_;
	my $result = $s->result(delete $s->{waits});
	my $answer = $result->{structuredContent};
	if ($answer) {
		my $revision = $answer->{revision};
		die "revision $revision was acknowledged twice\n"
			if $known->{acknowledged}{$revision}++;
		$known->{last} = $revision if $revision > $known->{last};
		$known->{items} = $answer->{items};
		$known->{$s->{tool}}++;
	} else {
		my $said = $result->{content}[0]{text};
		$known->{refused}++;
		die "refused: $said\n" if $said =~ /in use by another/ ||
			$said !~ /revision|no item|index/;
	}
}

# Waits for any of them; whoever is answered sends the next.
sub turn {
	my ($known, $goes_on, @servers) = @_;
	my $reads = '';
	vec($reads, fileno $_->{from}, 1) = 1 for @servers;
	select $reads, undef, undef, 60 or die "nobody answers\n";
	for (grep { vec $reads, fileno $_->{from}, 1 } @servers) {
		$_->read_message(time);
		next if !$_->{waits} || !$_->{replies}{$_->{waits}};
		finish_edit($_, $known);
		start_edit($_, $known) if $goes_on;
	}
}

sub four_servers {
	my @servers = Client->new(flags => '--workers 1');
	push @servers, Client->new(flags => '--workers 1',
		folder => $servers[0]{folder}) for 2 .. 4;
	my $known = {map { $_ => 0 }
		qw(items last refused add_item delete_item)};
	my $until = time + $servers_s;
	$servers[0]->answer(open_session => {session => 's'});
	start_edit($_, $known) for @servers;
	turn($known, time < $until, @servers)
		while grep { $_->{waits} } @servers;

	note("four servers: $known->{last} revisions, $known->{add_item} added, " .
		"$known->{delete_item} deleted, $known->{refused} refused");
	die "hardly an edit\n" if $known->{last} < 4;
	check_integrity($servers[0]);
	my @unmade = grep { !$known->{acknowledged}{$_} } 1 .. $known->{last};
	die "revisions that nobody made: @unmade\n" if @unmade;
	my $items = $known->{add_item} - $known->{delete_item};
	is_deeply([query($servers[0], 'SELECT revision FROM session',
		'SELECT count(*) FROM revision', 'SELECT items FROM session',
		'SELECT count(*) FROM item WHERE valid_to IS NULL')],
		[($known->{last}) x 2, ($items) x 2],
		'the database has the revisions and items of four servers');
	$_->stop for @servers;
}

# --- kill -9 under load -------------------------------------------------------

sub any_call {
	my %s = (session => 's');
	return (solve_model => \%s) if chance(10);
	# A revision of many rows.
	return (edit_model => {%s, edits => [
		map({ {op => 'add', index => 1, content => declaration()} } 1 .. 5),
		{op => 'delete', index => 0}, {op => 'move', index => 0, to => 2}]})
		if chance(15);
	return (delete_item => {%s, index => below(4)}) if chance(20);
	return (add_item => {%s, content => declaration(), index => 0});
}

# One server's life: three calls in flight until it is killed. What had been
# written before the end is acknowledged, too.
sub live {
	my ($folder, $acknowledged) = @_;
	my $until = time + rand 0.25; # it is up after 10 ms, a worker after 60
	my $s = Client->new(folder => $folder, flags => '--workers 1');
	my %in_flight;
	my $start = sub {
		my ($tool, $arguments) = any_call();
		$in_flight{$s->start_call($tool, $arguments)} = $tool;
	};
	my $read_replies = sub {
		for my $id (grep { $s->{replies}{$_} } keys %in_flight) {
			my $tool = delete $in_flight{$id};
			my $answer = $s->result($id)->{structuredContent};
			push @$acknowledged, $answer->{revision}
				if $answer && $tool ne 'solve_model';
		}
	};
	do {
		$start->() while keys %in_flight < 3;
		$s->read_message($until);
		$read_replies->();
	} while time < $until;
	$s->kill_server;
	eval { 1 while $s->read_message(time + 1) };
	die $@ if $@ !~ /closed its output/;
	$read_replies->();
	return $s;
}

sub check_database {
	my ($s, $last) = @_;
	check_integrity($s);
	my ($revision, $rows, $missing) = query($s,
		'SELECT revision FROM session', 'SELECT count(*) FROM revision',
		'SELECT items - (SELECT count(*) FROM item WHERE valid_to IS NULL) ' .
		'FROM session');
	die "revision $last was acknowledged, but the last one is $revision\n"
		if $revision < $last;
	die "a revision is half there\n" if $rows != $revision || $missing != 0;
}

sub many_kills {
	my $first = Client->new;
	my @acknowledged;
	my $lives = 0;
	$first->answer(open_session => {session => 's'});
	$first->stop;
	# A machine may be so busy that none gets to an edit.
	while ($lives < $kills || !@acknowledged && $lives < 20 * $kills) {
		my $s = live($first->{folder}, \@acknowledged);
		my ($last) = sort { $b <=> $a } @acknowledged, 0;
		check_database($s, $last);
		$lives++;
	}
	note("$lives kills: " . @acknowledged . ' edits acknowledged');
	die "no edit was acknowledged: nothing was seen\n" if !@acknowledged;
}

# --- calls of all kinds -------------------------------------------------------

# Calls that clients make. # is a number.
my @usual = map { [split ' ', $_, 2] } split /\n/, <<'END';
solve_smtlib {"timeout_ms": 2000, "smtlib": "(declare-const x Int)(assert (> x #))(check-sat)(get-model)"}
solve_smtlib {"timeout_ms": 2000, "smtlib": "(declare-const x Int)(assert (> x #))(assert (< x #))(check-sat)(get-unsat-core)"}
add_item {"content": "(declare-const x# Int)"}
add_item {"content": "(assert (> x# #))"}
add_item {"content": "(assert (> x# y))", "note": "#"}
replace_item {"index": 0, "content": "(declare-const x# Int)"}
delete_item {"index": 0, "cascade": true}
delete_item {"index": #}
clear_model {}
get_model {}
get_model {"view": "outline"}
list_sessions {"match": "#"}
open_session {}
solve_model {"timeout_ms": 2000}
edit_model {"edits": [{"op": "add", "content": "(declare-const x# Int)"}, {"op": "add", "content": "(assert (> # x#))"}]}
edit_model {"edits": [{"op": "move", "index": #, "to": #}, {"op": "delete", "index": #}]}
restore_model {"revision": #}
get_history {"count": #, "diff": true}
get_solution {}
prove {"property": "(> # #)", "timeout_ms": 2000}
configure {"options": {"random_seed": #}}
export_model {"format": "smt2"}
export_model {"format": "json"}
no_such_tool {}
END

sub hostile_texts {
	open my $in, '<:encoding(UTF-8)', 'tests/hostile/texts.talk' or die;
	return map { /^> text (.*)/ ? Notation::value($1) : () } <$in>;
}

sub start_usual {
	my ($s) = @_;
	my ($tool, $text) = @{$usual[rand @usual]};
	my $arguments = decode_json($text =~ s/#/below(10)/ger);
	$arguments->{session} = 's' . below(5)
		if $tool !~ /^(?:solve_smtlib|list_sessions)$/;
	return $s->start_call($tool, $arguments);
}

# As a whole or as an item that is not kept.
sub start_hostile {
	my ($s, $text) = @_;
	return chance(30) ? $s->start_call(add_item => {session => 's0',
		dry_run => JSON::PP::true, content => $text}) :
		$s->start_call(solve_smtlib => {timeout_ms => 200, smtlib => $text});
}

# Eight are in flight, 5 of 100 hostile, 5 cancelled; the answer of these may be
# under way already, and then comes once.
sub work {
	my ($s, $left, $count, @hostile) = @_;
	my %in_flight;
	my $late_s = 120;
	while ($left || %in_flight) {
		while ($left && keys %in_flight < 8) {
			my $is_hostile = chance(5);
			my $id = $is_hostile ? start_hostile($s,
				$hostile[rand @hostile]) : start_usual($s);
			$left--;
			$count->{hostile} += $is_hostile;
			$in_flight{$id} = time;
			next if !chance(5);
			$count->{cancelled}++;
			delete $in_flight{$id};
			$s->send({method => 'notifications/cancelled',
				params => {requestId => $id}});
		}
		$s->read_message(time + 1);
		for (keys %in_flight) {
			die "a call was not answered in $late_s s\n"
				if time - $in_flight{$_} > $late_s;
			next if !$s->{replies}{$_};
			$s->reply($_);
			delete $in_flight{$_};
			$count->{answered}++;
		}
	}
}

sub all_calls {
	my $s = Client->new(flags => '--workers 2 --memory-mb 1024');
	my %count = map { $_ => 0 } qw(answered cancelled hostile);
	my @hostile = hostile_texts();
	my ($at_rest, $growth_kib) = (9, 2 << 10);
	my $rests = sub { $s->becomes(sub { $s->children <= $at_rest }, 120) };
	$s->answer(open_session => {session => "s$_"}) for 0 .. 4;
	# What one call of each kind needs does not count as growth.
	work($s, $calls / 10, \%count, @hostile);
	$rests->();
	my $before = $s->rss_kib;
	work($s, $calls - $calls / 10, \%count, @hostile);
	$rests->() or die scalar($s->children) . " workers do not rest\n";
	$s->becomes(sub { $s->rss_kib - $before <= $growth_kib }, 30);
	my $grown = $s->rss_kib - $before;
	note("$calls calls: $count{answered} answered, $count{cancelled} " .
		"cancelled, $count{hostile} of all hostile; the server grew by " .
		"$grown KiB");
	die "the server grew by $grown KiB\n" if $grown > $growth_kib;
	$s->stop;
}

for (['no update of four servers is lost' => \&four_servers],
	['what is acknowledged survives kill -9' => \&many_kills],
	['every call is answered once, and nothing grows' => \&all_calls]) {
	my ($sentence, $body) = @$_;
	ok(eval { $body->(); 1 }, $sentence) or diag($@);
}
done_testing();
