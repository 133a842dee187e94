#!/usr/bin/perl
# The programs of tests/json_dsl, as the SMT-LIB text that solve_json returns,
# in the z3 command and in cvc5: every check is answered as solve_json reads it.
# cvc5 has no (maximize ...), so it gets the text without the optimisation; an
# unknown of one solver is counted, and contradicts nothing; nor do the checks
# after one that has taken all of its five seconds.
#
#	perl tests/json_dsl/peers.pl [BUILD]
use strict;
use warnings;
use File::Temp;
use JSON::PP;

my $build = shift // 'build';
$| = 1;
my $json = JSON::PP->new->utf8->canonical;
my %word = (consistent => 'sat', contradictory => 'unsat');
my %peers = (z3 => ['z3', '-T:5', '-in'], cvc5 => ['cvc5', '--lang', 'smt2',
	'--incremental', '--tlimit=5000', '-q']);
my ($programs, $wrong, %count) = (0, 0);

sub programs {
	my ($file) = @_;
	open my $in, '<', $file or die;
	local $/;
	my @found;
	my $talk = <$in>;
	push @found, $1 =~ s/\n\t/ /gr while $talk =~ /^> solve_json (.*(?:\n\t.*)*)\n<(?!!)/mg;
	return @found;
}

# The statuses that a command prints for the text.
sub ask {
	my ($text, @command) = @_;
	my $file = File::Temp->new;
	print $file $text;
	close $file;
	open my $out, '-|', "@command < $file 2>&1" or die;
	my @lines = <$out>;
	my @errors = grep { /error/i } @lines;
	return @errors ? "error: $errors[0]" : grep { /^(?:un)?sat$|^unknown$/ }
		map { s/\s+$//r } @lines;
}

for my $file (glob 'tests/json_dsl/*.talk') {
	for my $program (programs($file)) {
		open my $asked, '-|', "$build/satchel", '--db', ':memory:',
			'--tools', 'json', '--json', '--log-level', 'error',
			'call', 'solve_json', $program or die;
		my $answer = eval { local $/; $json->decode(<$asked>) };
		my @said = ($word{$answer->{knowledge_base}} // 'unknown',
			map { $_->{status} } @{$answer->{verifications}});
		my $best = $answer->{optimization};
		$programs++;
		for my $peer (sort keys %peers) {
			my $text = $answer->{smtlib};
			my @wanted = @said;
			push @wanted, $best->{status} if $best && $peer eq 'z3';
			$text =~ s/^; optimization\n.*//ms if $peer ne 'z3';
			my @got = ask($text, @{$peers{$peer}});
			for my $i (0 .. ($#got > $#wanted ? $#got : $#wanted)) {
				my ($a, $b) = ($wanted[$i] // 'none',
					$got[$i] // 'unknown');
				$count{$peer}{$b}++;
				next if $a eq $b || $a eq 'unknown' || $b eq 'unknown';
				$wrong++;
				print "$file: $peer says $b to check $i, satchel $a:\n$program\n";
			}
		}
	}
}
for my $peer (sort keys %count) {
	print "$peer: ", join(', ',
		map { "$count{$peer}{$_} $_" } sort keys %{$count{$peer}}), "\n";
}
print "$programs programs, $wrong contradictions\n";
exit($wrong > 0 || $programs < 100);
