#!/usr/bin/env perl
# compare.pl SATCHEL.msc [NAME]: the models of models.txt, or those with NAME in
# their names, with Satchel and with Gecode through the real minizinc: the same
# solutions, the same best values. TAP; the seconds of both as comments.
use strict;
use warnings;
use File::Basename qw(dirname);
use File::Temp qw(tempdir);
use Time::HiRes qw(time);

my ($msc, $only) = @ARGV;
my $dir = tempdir(CLEANUP => 1);
my (@models, $text);

sub write_file {
	my ($name, $content) = @_;
	open my $out, '>', "$dir/$name" or die "$name: $!\n";
	print $out $content;
	close $out or die "$name: $!\n";
}

# What a solver says, as a set of solutions or the best value.
sub answer {
	my ($solver, $how, $data) = @_;
	my $began = time;
	my $all = $how eq 'all' ? '-a' : '--output-objective';
	my $said = qx(minizinc --solver '$solver' --time-limit 60000 $all \\
		--output-mode dzn $dir/m.mzn $data 2>$dir/stderr);
	my $seconds = time - $began;
	return ("failed: $said" . qx(cat $dir/stderr), $seconds) if $?;
	return ('unsat', $seconds) if $said =~ /=====UNSATISFIABLE=====/;
	return ("not complete: $said", $seconds)
		unless $said =~ /^==========$/m;
	if ($how eq 'best') {
		my @values = $said =~ /^_objective = (.*);$/mg;
		my $value = sprintf '%.4f', $values[-1];
		return ($value, $seconds);
	}
	# A set may be written in two ways; the last place of a float differs.
	my @found = map {
		my $one = $_;
		$one =~ s/(-?\d+)\.\.(-?\d+)/join ',', $1 .. $2/ge
			unless $one =~ /array/;
		$one =~ s/[{}\s]//g;
		$one;
	} split /^----------$/m, $said =~ s/^==========\s*//mr;
	my %seen = map { $_ => 1 } grep { length } @found;
	return (join("\n", scalar(keys %seen), sort keys %seen), $seconds);
}

open my $in, '<', dirname($0) . '/models.txt' or die "models.txt: $!\n";
while (<$in>) {
	next if /^#/;
	if (/^=== (.*) (all|best)(?: (\S+))?$/) {
		push @models, {name => $1, how => $2, known => $3,
			model => '', data => ''};
		$text = \$models[-1]{model};
	} elsif (/^---$/) {
		$text = \$models[-1]{data};
	} elsif (@models) {
		$$text .= $_;
	}
}
@models = grep { !defined $only || index($_->{name}, $only) >= 0 } @models;
printf "1..%d\n", scalar @models;
my ($number, $failures) = (0, 0);
for my $m (@models) {
	write_file('m.mzn', $m->{model});
	write_file('d.dzn', $m->{data});
	my $data = $m->{data} eq '' ? '' : "$dir/d.dzn";
	my ($ours, $our_time) = answer($msc, $m->{how}, $data);
	my ($theirs, $their_time) = ($m->{known}, 0);
	($theirs, $their_time) = answer('gecode', $m->{how}, $data)
		unless defined $theirs;
	$theirs = sprintf '%.4f', $theirs if $theirs =~ /^[0-9.]+$/ &&
		$m->{how} eq 'best';
	my $ok = $ours eq $theirs && $theirs !~ /^(failed|not complete)/;
	$number++;
	printf "%sok %d - %s (%s, %s)\n", $ok ? '' : 'not ', $number,
		$m->{name}, $m->{how}, $theirs =~ /^(\S+)/ ? $1 : '?';
	printf "# Satchel %.2f s, Gecode %.2f s\n", $our_time, $their_time;
	next if $ok;
	$failures++;
	my $both = "Satchel: $ours\nGecode: $theirs";
	$both =~ s/^/# /mg;
	print substr($both, 0, 3000), "\n";
}
exit($failures > 0);
