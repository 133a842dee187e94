#!/usr/bin/perl
# Random conversations with real servers: two of them on one database, which
# are restarted and killed at times, and whose workers are. Every reply is
# compared with what a naive model says: lists that are copied, and formulas
# that are tried with all values. A conversation that shows a difference is
# cut down to the acts that it takes and printed as a .talk.
#
#	B=build perl tests/converse/converse.pl [--seed N] [--times N]
#		[--seconds N]
use strict;
use warnings;
use FindBin qw($Bin);
use Getopt::Long qw(GetOptions);
use POSIX qw(WNOHANG);
use Time::HiRes qw(time sleep);

require "$Bin/../client.pl";
require "$Bin/$_.pl" for qw(items edits reads solves);

my $most_sessions = 10;
$| = 1;

# --- the world ----------------------------------------------------------------

# What the servers must have in their database: sessions, and of each every
# revision as a list of its own.
our $world;

sub last_of { return $#{$_[0]{revisions}} }
sub list_of { return $_[0]{revisions}[-1] }
sub world_is_full { return @{$world->{sessions}} == $most_sessions }

sub find_session {
	my ($name) = @_;
	return (grep { $_->{name} eq $name } @{$world->{sessions}})[0];
}

sub add_session {
	my ($name) = @_;
	push @{$world->{sessions}}, {name => $name, description => '',
		revisions => [[]], change => ++$world->{changes}, seed => 0};
	return $world->{sessions}[-1];
}

sub commit {
	my ($s, $list) = @_;
	push @{$s->{revisions}}, [@$list];
	$s->{change} = ++$world->{changes};
}

# One that exists, mostly, and its name.
sub some_session {
	my ($p) = @_;
	my @all = @{$world->{sessions}};
	return (undef, 'nobody') if !@all || chance(2);
	# Mostly the first, so that it gets somewhere.
	my $s = $p->{only} // $all[chance(50) ? 0 : below(scalar @all)];
	return ($s, $s->{name});
}

# --- calls --------------------------------------------------------------------

# What uses a session is remembered by its server.
my %uses = map { $_ => 1 } qw(open_session add_item replace_item delete_item
	edit_model clear_model restore_model import_model);

sub start_call {
	my ($p, $tool, $arguments) = @_;
	my $n = $p->{server};
	my $server = $p->{servers}[$n] //= Client->new(flags => '--workers 1',
		folder => $p->{folder});
	push @{$p->{talk}}, '# (to the second server)' if $n > 0;
	push @{$p->{talk}}, "> $tool " . $Client::json->encode($arguments);
	$p->{calls}++;
	return {server => $n, tool => $tool, id => $server->start_call($tool, $arguments)};
}

sub finish_call {
	my ($p, $said) = @_;
	return $said->{result} if $said->{result};
	my $server = $p->{servers}[$said->{server}];
	my $reply = ($said->{result} = $server->result($said->{id}))
		->{structuredContent};
	my $name = $reply ? $reply->{session} : undef;
	if (defined $name && !$reply->{dry_run}) {
		my $used = $p->{used}[$said->{server}];
		$used->{$name} = 1 if $uses{$said->{tool}};
		delete $used->{$name} if $said->{tool} eq 'delete_session';
	}
	return $said->{result};
}

# It must be refused, or must not, and then hold the pattern. Its structured
# content; undef when it is refused.
sub expect {
	my ($p, $said, $is_refused, $pattern) = @_;
	my $result = finish_call($p, $said);
	push @{$p->{talk}}, '<! ~""' if $is_refused;
	push @{$p->{talk}}, '< ' . $Client::json->encode($pattern)
		if $pattern && !$is_refused;
	die "$said->{tool} ought " . ($is_refused ? '' : 'not ') .
		"to be refused: $result->{content}[0]{text}\n"
		if !$is_refused != !$result->{isError};
	return undef if $is_refused;
	my $why = $pattern ? Notation::match($pattern,
		$result->{structuredContent}) : '';
	die "$why\n" if $why;
	return $result->{structuredContent};
}

sub call {
	my ($p, $tool, $arguments, $is_refused, $pattern) = @_;
	return expect($p, start_call($p, $tool, $arguments), $is_refused, $pattern);
}

sub stop_server {
	my ($p, $how) = @_;
	my $server = $p->{servers}[$p->{server}] // return;
	$p->{servers}[$p->{server}] = undef;
	$p->{used}[$p->{server}] = {};
	push @{$p->{talk}}, $how eq 'kill' ? '% kill server' : '% restart';
	$how eq 'kill' ? $server->kill_server : $server->stop;
}

# The oldest child of a server is the one that forks the others.
sub play_kill_worker {
	my ($p) = @_;
	my $server = $p->{servers}[$p->{server}] // return;
	my ($pid) = $server->children or return;
	push @{$p->{talk}}, '% kill worker';
	kill KILL => $pid;
}

# --- acts ---------------------------------------------------------------------

# What a client may do next is a seed: what becomes of it depends on the world
# that it meets, so a conversation stays one when some of its acts are taken
# out. The weights are of 1000.
my @kinds = (
	[\&play_edit, 500],
	[\&play_burst, 30],
	[\&play_killed_edit, 12],
	[\&play_show, 120],
	[\&play_list, 20],
	[\&play_history, 15],
	[\&play_export, 8],
	[\&play_carry, 17],
	[\&play_open, 60],
	[\&play_branch, 25],
	[\&play_delete, 8],
	[\&play_solve, 90],
	[\&play_prove, 30],
	[\&play_solution, 25],
	[\&play_configure, 10],
	[\&play_script, 10],
	[sub { stop_server($_[0], 'softly') }, 7],
	[sub { stop_server($_[0], 'kill') }, 6],
	[\&play_kill_worker, 7]);

sub play_act {
	my ($p, $seed) = @_;
	srand $seed;
	my $die = below(1000);
	my $kind = 0;
	$die -= $kinds[$kind++][1] while $die >= $kinds[$kind][1];
	$p->{server} = chance(25) ? 1 : 0;
	$kinds[$kind][0]->($p);
}

# The end of a conversation: everything is looked at once more, by servers that
# were started for it.
sub play_end {
	my ($p) = @_;
	for my $look (1, 0) {
		stop_server({%$p, server => $_}, 'softly') for 0, 1;
		$p->{server} = 0;
		srand 1;
		play_list($p), play_show_all($p) if $look;
	}
	my $deadline = time + 60;
	while ((my $pid = waitpid -1, WNOHANG) >= 0) {
		die "processes are left\n" if time > $deadline;
		sleep 0.002 if $pid == 0;
	}
}

my ($acts, $calls) = (0, 0);

# '' or what went wrong, and the talk.
sub play {
	my (@seeds) = @_;
	my $folder = File::Temp->newdir;
	my $p = {folder => "$folder", used => [{}, {}], talk => [],
		calls => 0};
	$world = {sessions => [], changes => 0};
	eval {
		play_act($p, $_) for @seeds;
		play_end($p);
	};
	my $why = $@;
	$acts += @seeds;
	$calls += $p->{calls};
	$p->{servers} = [];
	1 while waitpid(-1, 0) > 0;
	return ($why, join '', map { "$_\n" } @{$p->{talk}});
}

# Takes out what is not needed, in ever smaller pieces.
sub cut_down {
	my (@seeds) = @_;
	for (my $size = int(@seeds / 2); $size > 0; $size = int($size / 2)) {
		for (my $at = 0; $at + $size <= @seeds;) {
			my @less = @seeds;
			splice @less, $at, $size;
			if ((play(@less))[0]) {
				@seeds = @less;
			} else {
				$at += $size;
			}
		}
	}
	return @seeds;
}

# What a dead server has left becomes a child of this process.
require 'syscall.ph';
syscall(SYS_prctl(), 36, 1, 0, 0, 0) == 0 or die "prctl: $!"; # a subreaper
my %o = (seed => 1);
GetOptions(\%o, 'seed=i', 'times=i', 'seconds=i') or exit 2;
my $begun = time;
my $end = $o{times} ? $o{seed} + $o{times} : $o{seconds} ? 1e9 : $o{seed} + 15;
my ($why, $seed) = ('', $o{seed});
print "1..1\n";
for (; $seed < $end && !$why; $seed++) {
	last if $o{seconds} && time > $begun + $o{seconds};
	srand $seed;
	my @seeds = map { below(2**30) } 1 .. 20 + below(61);
	($why) = play(@seeds) or next;
	next unless $why;
	print "# seed $seed: ", $why =~ s/\n(?=.)/\n# /gr;
	my ($again, $talk) = play(cut_down(@seeds));
	print $again ? "# $again" : "# it does not happen again: luck decides\n",
		$talk;
}
printf "# %d conversations, %d acts, %d calls in %d s; the next seed is %d\n",
	$seed - $o{seed}, $acts, $calls, time - $begun, $seed;
print $why ? 'not ok' : 'ok', " 1 - every reply is that of the naive model\n";
exit($why ? 1 : 0);
