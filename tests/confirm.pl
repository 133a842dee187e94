#!/usr/bin/perl
# The problems of tests/problems, each confirmed by another solver that is
# installed: nowhere may it contradict. `make confirm-peers`, or
#
#	perl tests/confirm.pl PROGRAM SOLVER
use strict;
use warnings;
use File::Temp qw(tempdir);

my ($program, $solver) = @ARGV;
my $folder = tempdir(CLEANUP => 1);
my %count = (confirmed => 0, contradicted => 0, other => 0);
my %why;

sub ask {
	my ($text) = @_;
	open my $out, '>', "$folder/x.smt2" or die;
	print $out $text;
	close $out or die;
	return `$program --db $folder/db --log-level error --timeout-ms 5000 \\
		--confirm --confirm-with $solver solve $folder/x.smt2 2>&1`;
}

for my $file (glob 'tests/problems/*.smt2') {
	local $/;
	open my $in, '<', $file or die;
	for my $problem (split /^(?=;;; )/m, <$in>) {
		next unless $problem =~ /^;;; (?:sat|unsat) (.*)/;
		my $title = $1;
		my $said = ask($problem);
		next unless $said =~ /onfirmed|Z3 answers/; # it was refused
		my $kind = $said =~ /^; Confirmed/m ? 'confirmed'
			: $said =~ /; Z3 answers/ ? 'contradicted' : 'other';
		$count{$kind}++;
		$why{$1}++ if $said =~ /^; Not confirmed: \S+ (.*)\./m;
		print "$file, $title:\n$said" if $kind eq 'contradicted';
	}
}
print "$solver: $count{confirmed} confirmed, $count{contradicted} " .
	"contradicted, $count{other} not confirmed\n";
print "  $why{$_}: $_\n" for sort keys %why;
exit($count{contradicted} > 0 || $count{confirmed} < $count{other});
