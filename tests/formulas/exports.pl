#!/usr/bin/perl
# Random texts over all theories, kept as models and exported as SMT-LIB, which
# another solver reads: an export is standard SMT-LIB. Needs cvc5, and does
# nothing else but ask it to parse. What it refuses is shown with its reason,
# each kind of reason once, and counted.
#
#	B=build perl tests/formulas/exports.pl [--seed N] [--times N]
use v5.10;
use strict;
use warnings;
use File::Temp qw(tempdir);
use FindBin qw($Bin);
use Getopt::Long qw(GetOptions);

require "$Bin/../$_.pl" for qw(client smt);
require "$Bin/grammar.pl";

my ($seed, $times) = (1, 1000);
GetOptions('seed=i' => \$seed, 'times=i' => \$times) or exit 2;

# [what the reason is like, what it is; 1: the export is like that]: known, and
# counted.
my @known = (
	[qr/\(_ is \|/, 'cvc5 1.0.3 reads no tester of a name in bars', 1],
	[qr/'val', expected a value/,
		'cvc5 has constant arrays of values only; SMT-LIB has none'],
	[qr/\(O C\)|not fully instantiated/, 'a constructor without ' .
		'arguments of a datatype with parameters is kept as the ' .
		'client wrote it, without (as none SORT)'],
);

my $folder = tempdir(CLEANUP => 1);
my $server = Client->new(late_s => 31);
my %model;
my %shown;
my %count = (exports => 0, refused => 0);
my %because;

sub exported {
	my ($text) = @_;
	state $sessions = 0;
	%model = (session => "exports" . $sessions++);
	$server->answer(open_session => {%model});
	my $added = $server->call(edit_model => {%model, edits => [map {
		{op => 'add', content => $_} } Smt::parts($text)]});
	return if $added->{isError};
	return $server->answer(export_model => {%model})->{text};
}

# The reason for which the peer refuses the text; undef: it reads it.
sub refusal {
	my ($text) = @_;
	open my $out, '>:utf8', "$folder/x.smt2" or die;
	print $out $text;
	close $out or die;
	my $said = `timeout 20 cvc5 --parse-only --lang smt2 $folder/x.smt2 2>&1`;
	return $? == 0 ? undef : $said;
}

for my $i ($seed .. $seed + $times - 1) {
	srand $i;
	my $text = Grammar->new->text;
	my $export = exported($text) // next;
	$count{exports}++;
	my $why = refusal($export) // next;
	my ($known) = grep { ($_->[2] ? $export : $why) =~ $_->[0] } @known;
	if ($known) {
		$because{$known->[1]}++;
		next;
	}
	$count{refused}++;
	my $kind = $why =~ s/\b\d+\.\d+\b//gr =~ s/[\w!|.-]*\d[\w!|.-]*/N/gr;
	print "# seed $i\n", "$why\n$export" =~ s/^/# /mgr if !$shown{$kind}++;
}
$server->stop;
print "# $count{exports} exports, $count{refused} refused\n";
print "# $because{$_}: $_\n" for sort keys %because;
print $count{refused} ? 'not ok' : 'ok', " 1 - an export is standard SMT-LIB\n";
print "1..1\n";
exit($count{refused} > 0);
