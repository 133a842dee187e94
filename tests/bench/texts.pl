#!/usr/bin/env perl
# texts.pl DIR: the texts of `make bench-hard` that are many lines of one kind.
use strict;
use warnings;

my $dir = shift or die "texts.pl DIR\n";

# text NAME, COMMENT, STATUS, LOGIC or '', commands
sub text {
	my ($name, $comment, $status, $logic, @commands) = @_;
	open my $out, '>', "$dir/$name.smt2" or die "$dir/$name.smt2: $!\n";
	print $out "; $comment\n(set-info :status $status)\n",
		$logic ? "(set-logic $logic)\n" : '',
		map({ "$_\n" } @commands), "(check-sat)\n";
	close $out or die "$dir/$name.smt2: $!\n";
}

# Which one it is among all of them is of no matter, if it is always the same.
sub clauses {
	my ($variables, $count, $state) = @_;
	my $random = sub {
		$state = ($state * 1103515245 + 12345) % 2**31;
		return int(($state >> 8) * $_[0] / 2**23);
	};
	my @clauses;
	while (@clauses < $count) {
		my %literals;
		while (keys %literals < 3) {
			my $v = 'v' . $random->($variables);
			$literals{$v} //= $random->(2) ? $v : "(not $v)";
		}
		push @clauses, '(assert (or ' .
			join(' ', map { $literals{$_} } sort keys %literals) . '))';
	}
	return map({ "(declare-const v$_ Bool)" } 0 .. $variables - 1), @clauses;
}

sub pigeons {
	my ($pigeons, $holes) = @_;
	my (@commands, @pairs);
	for my $p (0 .. $pigeons - 1) {
		push @commands, map { "(declare-const p${p}_$_ Bool)" } 0 .. $holes - 1;
		push @pairs, '(assert (or ' .
			join(' ', map { "p${p}_$_" } 0 .. $holes - 1) . '))';
	}
	for my $h (0 .. $holes - 1) {
		for my $p (0 .. $pigeons - 1) {
			push @pairs, map { "(assert (or (not p${p}_$h) (not p${_}_$h)))" }
				0 .. $p - 1;
		}
	}
	return @commands, @pairs;
}

sub queens {
	my ($n) = @_;
	my @commands = map {
		"(declare-const q$_ Int)(assert (and (>= q$_ 0) (< q$_ $n)))"
	} 0 .. $n - 1;
	for my $i (0 .. $n - 1) {
		push @commands, map {
			my $d = $i - $_;
			"(assert (and (not (= q$i q$_)) (not (= (- q$i q$_) $d)) " .
				"(not (= (- q$_ q$i) $d))))"
		} 0 .. $i - 1;
	}
	return @commands;
}

# Each job a list of MACHINE:TIME; all are done by the end.
sub jobshop {
	my ($end, @jobs) = @_;
	my (@commands, @asserts, @machines);
	for my $i (0 .. $#jobs) {
		my @steps = map { [split /:/] } split ' ', $jobs[$i];
		push @commands, map { "(declare-const s${i}_$_ Int)" } 0 .. $#steps;
		push @asserts, "(assert (>= s${i}_0 0))", map {
			my $b = $_ - 1;
			"(assert (>= (- s${i}_$_ s${i}_$b) $steps[$b][1]))"
		} 1 .. $#steps;
		push @asserts, "(assert (<= s${i}_$#steps " .
			($end - $steps[-1][1]) . '))';
		$machines[$i]{$steps[$_][0]} = ["s${i}_$_", $steps[$_][1]]
			for 0 .. $#steps;
	}
	for my $i (0 .. $#jobs) {
		my @order = map { (split /:/)[0] } split ' ', $jobs[$i];
		for my $other (@machines[0 .. $i - 1]) {
			for my $m (@order) {
				my ($s, $time) = @{$machines[$i]{$m}};
				my ($t, $its) = @{$other->{$m}};
				push @asserts, "(assert (or (>= (- $s $t) $its) " .
					"(>= (- $t $s) $time)))";
			}
		}
	}
	return @commands, @asserts;
}

# Each node with those before it that it touches: NODE:A,B
sub colours {
	my ($nodes, $colours, $edges) = @_;
	return map({ "(declare-const k$_ Int)(assert (<= 1 k$_ $colours))" }
		0 .. $nodes - 1), map {
		my ($node, $others) = split /:/;
		map { "(assert (not (= k$node k$_)))" } split /,/, $others;
	} split ' ', $edges;
}

my $map = join '', <DATA>;

text('clauses', 'random clauses of three literals', 'sat', 'QF_UF',
	clauses(240, 1032, 1));
text('pigeons', 'ten pigeons in nine holes', 'unsat', 'QF_UF', pigeons(10, 9));
text('queens', 'sixteen queens, by differences', 'sat', 'QF_IDL', queens(16));
text('colours4', 'a map of sixty nodes in four colours', 'unsat', 'QF_LIA',
	colours(60, 4, $map));
text('colours5', 'sixty nodes in five colours', 'sat', '', colours(60, 5, $map));
text('jobshop', 'ten jobs on seven machines', 'sat', 'QF_IDL', jobshop(125,
	'0:3 1:5 2:8 3:17 4:7 5:13 6:1',
	'5:13 2:3 6:16 0:8 1:1 3:9 4:17',
	'0:4 6:3 5:13 2:20 1:13 3:4 4:2',
	'1:19 0:5 3:20 4:3 2:18 6:2 5:16',
	'2:10 0:18 5:12 4:14 3:5 6:6 1:20',
	'3:17 6:20 4:7 1:10 5:5 0:12 2:17',
	'3:1 1:10 4:11 6:8 2:9 0:2 5:14',
	'0:4 6:6 2:1 1:7 3:6 4:10 5:4',
	'3:8 1:5 0:14 6:19 5:15 4:14 2:14',
	'6:2 1:3 4:4 5:17 3:17 0:12 2:5'
));

__DATA__
4:0 5:1 6:1 7:2,4,5 9:8 10:0,3 11:2,4,7 12:0,1 13:0,4,6 14:3,4,8 15:3,5,8,13
16:0,13 17:4 18:7 20:6,13,16,17 21:1,8,12,15,17 22:6,14,15,18 23:17 24:0,15
25:2,8,22 26:4,12,17,22 27:2,5,10,11,13,14,18,25 28:11,18,20,21 29:0,2,7,11,19
30:1,2,4,8,14,27 31:5,12,14,30 32:0,3,8,9,13,15,17,21,22,28,30
33:4,16,18,22,23,25,29,31 34:2,20,21,26,29,30,31 35:6,10,17,28,31,33
36:17,20,22,33 37:3,21,22,31 38:10,18,33 39:9,10,19,31,34,37
40:8,9,10,16,20,27,31 41:6,10,12,18,21,24,29,34,39 42:6,7,17,28,31,36,40
43:2,13,14,26,29,35,37,40 44:11,20,26,27,29
45:2,3,6,7,11,13,19,20,22,23,28,31,35 46:0,2,7,13,24,32,35,39
47:1,2,6,13,16,19,24,26,28,45,46 48:12,16,18,20,26,30,32,43,47
49:3,19,23,26,37 50:1,4,5,6,8,14,23,27,29,31,33,46
51:21,24,26,27,29,30,36,38,39 52:4,9,17,19,23,30,34,38,41,46
53:0,15,25,26,29,30,34,48 54:4,19,33,37,43,44,49,50
55:5,9,20,23,24,39,40,43,53 56:6,10,25,29,31,34,39,43,51 57:3,19,34,40,47
58:7,11,25,26,27,36,39,41,48,51,57 59:4,8,19,28,29,30,32,41,42,47,51,57
