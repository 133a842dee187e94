#!/usr/bin/perl
# A database that cannot be had: each call is told what to do about it, what
# was acknowledged is there when it can be had again, and what needs no
# database works all the time. The server stays.
use strict;
use warnings;
use FindBin qw($Bin);
use IPC::Open2;

require "$Bin/harness.pl";

my %a = (session => 'a');
my %add = (%a, content => '(assert true)');

sub expect_refusal {
	my ($s, $tool, $arguments, $why) = @_;
	my $result = $s->call($tool, $arguments);
	my $said = $result->{content}[0]{text};
	die "no refusal with \"$why\": $said\n"
		if !$result->{isError} || index($said, $why) < 0;
}

# The members of the answer.
sub expect_answer {
	my ($s, $tool, $arguments, %members) = @_;
	my $why = Notation::match(\%members, $s->answer($tool, $arguments));
	die "$tool: $why\n" if $why;
}

sub expect_solve {
	expect_answer($_[0], solve_smtlib => {smtlib => '(assert true)'},
		status => 'sat');
}

sub make_session {
	my ($s) = @_;
	expect_answer($s, open_session => \%a, created => JSON::PP::true());
	expect_answer($s, add_item => \%add, revision => 1);
}

# A server begins anew in its folder.
sub restart {
	my ($s, @under) = @_;
	$s->stop;
	$s->{under} = [@under];
	$s->start;
}

# --- no room ------------------------------------------------------------------

my @without_room = ('prlimit', '--fsize=' . 400 * 1024 . ':');
my %large = (%a, content => '(assert true) ; ' . 'x' x 100_000);

# Adds the item until there is no room; how many were kept.
sub fill_up {
	my ($s) = @_;
	$s->answer(open_session => \%a);
	for my $kept (0 .. 39) {
		next if !$s->call(add_item => \%large)->{isError};
		return $kept || die "no item has room\n";
	}
	die "the disk is never full\n";
}

test('without room an edit is refused and nothing is lost' => sub {
	my ($s) = @_;
	my $kept = fill_up($s);
	expect_refusal($s, add_item => \%large, 'nothing was changed');
	expect_answer($s, get_model => {%a, view => 'outline'},
		revision => $kept, items => $kept);
	expect_solve($s);
	restart($s);
	expect_answer($s, add_item => \%large, revision => $kept + 1,
		items => $kept + 1);
}, under => \@without_room);

test('where there is no room a session can be deleted' => sub {
	my ($s) = @_;
	fill_up($s);
	expect_answer($s, delete_session => \%a, deleted => JSON::PP::true());
}, under => \@without_room);

# --- not to be written --------------------------------------------------------

# Root may write what nobody may, unless its programs cannot have that power.
my @without_power = $> == 0 ?
	('setpriv', '--bounding-set', '-dac_override') : ();

for (['file', 'satchel.db', 0400, 0600], ['folder', '.', 0500, 0700]) {
	my ($what, $name, $only_read, $written) = @$_;
	test("a $what that may only be read is told" => sub {
		my ($s) = @_;
		my $path = "$s->{folder}/$name";
		make_session($s);
		$s->stop;
		chmod $only_read, $path or die "$path: $!\n";
		$s->{under} = \@without_power;
		$s->start;
		expect_refusal($s, @$_, 'writable') for
			[add_item => \%add], [open_session => {session => 'b'}],
			[solve_model => \%a];
		expect_solve($s);
		chmod $written, $path;
		expect_answer($s, add_item => \%add, revision => 2, items => 2);
	});
}

test('a new file that cannot be made is told' => sub {
	my ($s) = @_;
	chmod 0500, $s->{folder};
	restart($s, @without_power);
	expect_refusal($s, @$_, 'writable') for
		[open_session => \%a], [list_sessions => {}];
	expect_solve($s);
	chmod 0700, $s->{folder};
	expect_answer($s, open_session => \%a, created => JSON::PP::true());
});

# --- another process ----------------------------------------------------------

test('a lock of another process is waited for and told' => sub {
	my ($s) = @_;
	make_session($s);
	my $pid = open2(my $from, my $to, "$s->{build}/tests/hostile/query",
		"$s->{folder}/satchel.db", 'BEGIN IMMEDIATE');
	<$from> =~ /^done/ or die "there is no lock\n";
	# Reading needs none.
	expect_answer($s, get_model => \%a, revision => 1, items => 1);
	expect_refusal($s, add_item => \%add, 'in use by another process');
	close $to;
	waitpid $pid, 0;
	expect_answer($s, add_item => \%add, revision => 2);
});

done_testing();
