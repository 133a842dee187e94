#!/usr/bin/perl
# Makes the test data of a format by real calls to the program that has it: a
# small database with everything in it that a session may have, and what the
# tools say of it.
#
#	B=BUILD perl tests/formats/make.pl N
#
# writes tests/formats/format-N.db and format-N.json. Run it before the format
# changes; once a later format is there, the file is not made again.
use strict;
use warnings;
use utf8;
use File::Copy qw(copy);
use FindBin qw($Bin);
use JSON::PP;

require "$Bin/../client.pl";
require "$Bin/readings.pl";

my $format = shift // die "usage: make.pl FORMAT\n";
my $s = Client->new(flags => '--tools all');

sub edit { $s->answer(edit_model => {session => $_[0], edits => [@_[1 .. $#_]]}) }

# A rota: declarations, names, notes, edits of all kinds, and steps back.
$s->answer(open_session => {session => 'rota', description => 'Who works when, “üñí”'});
edit('rota',
	{op => 'add', content => '(declare-const anna Int)', name => 'anna'},
	{op => 'add', content => '(declare-const bert Int)', name => 'bert',
		note => 'works at most 9 hours'},
	{op => 'add', content => '(assert (and (<= 0 anna 9) (<= 0 bert 9)))',
		name => 'hours'});
$s->answer(add_item => {session => 'rota', index => 2, note => "two\nlines",
	content => "; a comment\n(assert (! (> (+ anna bert) 10) :named enough))"});
$s->answer(replace_item => {session => 'rota', name => 'hours',
	content => '(assert (and (<= 1 anna 8) (<= 1 bert 8)))'});
$s->answer(add_item => {session => 'rota', content => '(declare-const spare Bool)'});
edit('rota', {op => 'move', index => 4, to => 0},
	{op => 'replace', name => 'bert', new_name => 'berta',
		note => 'works at most 8 hours',
		content => '(declare-const bert Int)'});
$s->answer(delete_item => {session => 'rota', index => 0});
$s->answer(clear_model => {session => 'rota'});
$s->answer(restore_model => {session => 'rota', revision => 6});
$s->answer(add_item => {session => 'rota', content => '(minimize (+ anna (* 2 bert)))',
	name => 'cost'});
$s->answer(configure => {session => 'rota', options =>
	{timeout_ms => 5000, random_seed => 7}});
$s->answer(solve_model => {session => 'rota'});
$s->answer(solve_model => {session => 'rota', assume => ['(> anna 5)'],
	terms => ['(* anna bert)']});
$s->answer(solve_model => {session => 'rota', assume => ['(> bert 7)'],
	solutions => 2, distinct_on => ['anna']});
$s->answer(prove => {session => 'rota', property => '(> anna 0)'});
$s->answer(expect => {session => 'rota', name => 'possible', status => 'sat'});
$s->answer(expect => {session => 'rota', name => 'cheap',
	term => '(+ anna (* 2 bert))', value => 14});
$s->answer(edit_memo => {session => 'rota', line_start => 1, content =>
	"Anna asked for Mondays.\n\tBert — not yet."});

# Data, a branch, a model without a solution, an empty session, one that is gone.
$s->answer(open_session => {session => $_}) for qw(tour stuck empty gone);
$s->answer(add_item => {session => 'tour', name => 'towns', data =>
	{n => 3, dist => [[0, 7, 5], [7, 0, 1], [5, 1, 0]]}});
edit('tour', {op => 'add', content => '(declare-const x Int)'},
	{op => 'add', content => '(assert (= x (dist 1 2)))'});
$s->answer(solve_model => {session => 'tour', solutions => 3});
edit('tour', {op => 'replace', name => 'towns', data =>
	{n => 2, dist => [[0, 3], [3, 0]]}});
$s->answer(open_session => {session => 'branch', copy_of => 'rota'});
$s->answer(add_item => {session => 'branch', content => '(assert (= anna bert))'});
$s->answer(import_model => {session => 'stuck', smtlib => <<'END'});
(set-logic QF_UFLIA)
(declare-datatypes ((Colour 0)) (((red) (green))))
(declare-fun f (Int) Colour)
(assert (= (f 1) red))
(assert (= (f 1) green))
END
$s->answer(solve_model => {session => 'stuck'});
$s->answer(add_item => {session => 'gone', content => '(declare-const z Int)'});
$s->answer(delete_session => {session => 'gone'});
my $job = $s->answer(solve_model => {session => 'branch', background => \1});
$s->answer(job => {job => $job->{job}, wait_ms => 10000});

my $known = Readings::database($s);
$s->stop;
copy("$s->{folder}/satchel.db", "$Bin/format-$format.db") or die "copy: $!";
open my $out, '>', "$Bin/format-$format.json" or die "open: $!";
print $out JSON::PP->new->utf8->canonical->pretty->indent_length(1)->encode($known);
close $out or die "close: $!";
