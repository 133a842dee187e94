#!/usr/bin/perl
# Sends what would hurt to a real server: each text as a whole, as an item of a
# model that is then solved, and in the place of every other argument. A .talk
# has steps `> text STRING` and `> call TOOL ARGUMENTS`, in the notation of
# notation.pl; any other file is one text. Every call must be answered in its
# time, and at the end the server must be as it was: alive, not larger, with no
# file written and no process left.
#
#	B=build perl tests/hostile/texts.pl [FILE...]
use strict;
use warnings;
use FindBin qw($Bin);
use JSON::PP;
use Test::More;

require "$Bin/harness.pl";

our $late_s;
my $text_ms = 300;
my $check_s = 5;
# Edits of one session wait for each other; two of them are checked.
my $turns_s = 2 * ($check_s + $late_s);
my $growth_kib = 3 << 10; # the same however often all are sent
# Fork server, children that wait, and those that stay for their models.
my $at_rest = 9;
my $s = Client->new(flags => '--workers 2 --memory-mb 1024',
	late_s => $late_s);
my $files = files_of($s);

# Where a text can stand among the arguments: KEY of TOOL OTHERS.
my @places = map { [split ' ', $_, 3] } split /\n/, <<'END';
session add_item {"content": "(assert true)"}
name add_item {"session": "a", "content": "(assert true)", "dry_run": true}
note add_item {"session": "a", "content": "(assert true)", "dry_run": true}
index add_item {"session": "a", "content": "(assert true)", "dry_run": true}
session open_session {}
description open_session {"session": "a"}
copy_of open_session {"session": "b"}
match list_sessions {}
cursor list_sessions {}
view get_model {"session": "a"}
format export_model {"session": "a"}
timeout_ms solve_smtlib {"smtlib": "(check-sat)"}
session delete_session {}
smtlib import_model {"session": "a", "dry_run": true}
export import_model {"session": "a", "dry_run": true}
from_revision get_history {"session": "a"}
revision restore_model {"session": "a"}
edits edit_model {"session": "a"}
note replace_item {"session": "a", "index": 0}
path export_model {"session": "a"}
assume solve_model {"session": "a", "timeout_ms": 300}
property prove {"session": "a", "timeout_ms": 300}
options configure {"session": "a"}
job job {}
END

# Sent at once, so that they disturb each other; answered one by one.
sub try_as_arguments {
	my ($text) = @_;
	my @said = map {
		my ($key, $tool, $others) = @$_;
		[$s->start_call($tool, {%{decode_json($others)}, $key => $text}),
			"$key of $tool"];
	} @places;
	for (@said) {
		my ($id, $place) = @$_;
		eval { $s->reply($id, $turns_s); 1 } or die "$@($place)\n";
	}
}

# A session of its own; what was kept is solved, asked for, and deleted.
sub try_as_item {
	my ($text) = @_;
	my %item = (session => 'item');
	$s->call(open_session => \%item);
	my $result = $s->call(add_item => {%item, content => $text},
		$check_s + $late_s);
	if (!$result->{isError}) {
		$s->call(solve_model => {%item, timeout_ms => $text_ms});
		$s->call(get_model => \%item);
	}
	$s->call(delete_session => \%item);
}

sub try_text {
	my ($text) = @_;
	# It is solved while the item is checked.
	my $whole = $s->start_call(solve_smtlib => {smtlib => $text,
		timeout_ms => $text_ms});
	eval { try_as_item($text); 1 } or die "$@(as an item)\n";
	eval { $s->result($whole); 1 } or die "$@(as a whole)\n";
	try_as_arguments($text);
}

sub try_call {
	my ($tool, $arguments) = split ' ', $_[0], 2;
	$s->reply($s->start_call($tool, Notation::value($arguments)),
		$check_s + $late_s);
}

sub holds {
	my ($sentence, $body) = @_;
	ok(eval { $body->(); 1 }, $sentence) or diag($@);
}

sub try_talk {
	my ($file) = @_;
	open my $in, '<:encoding(UTF-8)', $file or die "$file: $!\n";
	while (my $line = <$in>) {
		next if $line =~ /^(?:#.*)?$/;
		my ($word, $rest) = $line =~ /^> (text|call) (.*)/ or
			die "$file:$.: it is neither text nor call\n";
		holds("$file:$.: " . substr($rest, 0, 60) =~ s/#/\\#/gr, sub {
			$word eq 'call' ? try_call($rest) :
				try_text(Notation::value($rest)) });
	}
}

sub try_file {
	my ($file) = @_;
	open my $in, '<', $file or die "$file: $!\n";
	my $text = do { local $/; <$in> };
	utf8::decode($text);
	holds($file, sub { try_text($text) });
}

# What a server needs for the first time it needs but once.
try_text('(declare-const x Int)');
my $before = $s->rss_kib;
/\.talk$/ ? try_talk($_) : try_file($_)
	for @ARGV ? @ARGV : 'tests/hostile/texts.talk';

# What was kept of all that is a model in memory, and no growth.
holds('what was kept can be deleted', sub {
	$s->call(delete_session => {session => 'a'}, $turns_s) });
holds('the workers are back at rest', sub {
	$s->becomes(sub { $s->children <= $at_rest }) or
		die scalar($s->children) . " processes\n" });
$s->becomes(sub { $s->rss_kib - $before <= $growth_kib });
my $grown = $s->rss_kib - $before;
note("it grew by $grown KiB");
ok($grown <= $growth_kib, 'the server has not grown');
holds('it ends well, and nothing is left of it', sub {
	$s->stop;
	my $after = files_of($s);
	die "files before:\n$files\nand after:\n$after\n" if $files ne $after;
});
done_testing();
