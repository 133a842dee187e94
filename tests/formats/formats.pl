#!/usr/bin/perl
# Databases that earlier versions have made are opened by this one: the tools
# say of each what that version's tools said, and the sessions go on.
use strict;
use warnings;
use File::Copy qw(copy);
use FindBin qw($Bin);
use JSON::PP;
use Test::More;

require "$Bin/../client.pl";
require "$Bin/readings.pl";

for my $kept (sort glob "$Bin/format-*.db") {
	my ($format) = $kept =~ /format-(\d+)/;
	my $s = Client->prepare(flags => '--tools all');
	my $file = "$s->{folder}/satchel.db";
	copy($kept, $file) or die "copy: $!";
	$s->start;
	open my $in, '<', $kept =~ s/db$/json/r or die "open: $!";
	my $known = JSON::PP->new->utf8->decode(do { local $/; <$in> });
	is_deeply(Readings::database($s), $known,
		"a database of format $format says what it said");
	is_deeply([glob "$file.format-*"], [],
		"no copy is left of format $format");
	$s->answer(add_item => {session => 'rota', content =>
		'(assert (distinct anna 1))'});
	is($s->answer(solve_model => {session => 'rota'})->{status}, 'sat',
		"a session of format $format goes on");
	$s->stop;
}
done_testing;
