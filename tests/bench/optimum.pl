#!/usr/bin/perl
# Optimisation problems as people write them, each a file of the folder given;
# with `--run SATCHEL Z3 SECONDS`, both solve each in turns, and a table tells
# the time to the proven optimum, or to the end, and the values.
# --maxsat N: instances of weighted partial MaxSAT in their place. --minizinc:
# MiniZinc with Gecode in the place of z3, for the problems that are written for
# it too, in the folder minizinc beside this file; --as FILE.msc: Satchel as a
# solver of MiniZinc, for the same models, in the place of its SMT-LIB.
use strict;
use warnings;
use Getopt::Long qw(GetOptions);
use List::Util qw(max min sum shuffle);
use POSIX qw(floor);
use Time::HiRes qw(time);

my $seed = 1;
# The numbers of the problem, for MiniZinc.
my %data;

# The same numbers everywhere: rand differs between builds of perl.
sub draw {
	my ($low, $high) = @_;
	$seed = ($seed * 1103515245 + 12345) % 2147483648;
	return $low + floor($seed / 65536) % ($high - $low + 1);
}

sub plus { return @_ == 1 ? $_[0] : '(+ ' . join(' ', @_) . ')'; }

sub ints {
	my ($low, $high, @names) = @_;
	return map { ("(declare-const $_ Int)", "(assert (<= $low $_ $high))") }
	    @names;
}

sub bools { return map { "(declare-const $_ Bool)" } @_; }

sub assertions { return map { "(assert $_)" } @_; }

# (NAME a b) as nested ite over the pairs of a table.
sub table {
	my ($name, $t) = @_;
	my $body = 0;
	for my $i (0 .. $#$t) {
		for my $j (0 .. $#{$t->[$i]}) {
			$body = "(ite (and (= a $i) (= b $j)) $t->[$i][$j]\n $body)"
			    if $t->[$i][$j] != 0;
		}
	}
	return "(define-fun $name ((a Int) (b Int)) Int\n $body)";
}

sub list_of {
	my ($name, @values) = @_;
	my $body = 0;
	$body = "(ite (= a $_) $values[$_] $body)" for 0 .. $#values;
	return "(define-fun $name ((a Int)) Int $body)";
}

# Distances between points of a plane.
sub distances {
	my ($n, $size) = @_;
	my @at = map { [draw(0, $size), draw(0, $size)] } 1 .. $n;
	return [map { my $p = $_;
		[map { floor(sqrt(($p->[0] - $_->[0])**2 +
			($p->[1] - $_->[1])**2)) } @at] } @at];
}

sub disjunctive {
	my ($starts, $lengths) = @_;
	my @all;
	for my $i (0 .. $#$starts) {
		for my $j (0 .. $i - 1) {
			push @all, "(or (<= (+ $starts->[$i] $lengths->[$i]) " .
			    "$starts->[$j]) (<= (+ $starts->[$j] " .
			    "$lengths->[$j]) $starts->[$i]))";
		}
	}
	return assertions(@all);
}

# {1, 3} of pos1, pos3.
sub numbers {
	return '{' . join(', ', map { s/^\D+//r } @_) . '}';
}

sub tardiness {
	my ($n) = @_;
	my @length = map { draw(3, 18) } 1 .. $n;
	my $total = sum(@length);
	my @s = map { "start$_" } 0 .. $n - 1;
	my @text = map { ints(0, $total - $length[$_], $s[$_]) } 0 .. $n - 1;
	my @sum;
	push @text, disjunctive(\@s, \@length);
	%data = (n => $n, length => \@length);
	for my $i (0 .. $n - 1) {
		my $end = "(+ $s[$i] $length[$i])";
		my $due = draw($length[$i], floor($total * 0.7));
		my $weight = draw(1, 9);
		push @text, "(define-fun late$i () Int " .
		    "(ite (> $end $due) (- $end $due) 0))";
		push @sum, "(* $weight late$i)";
		push @{$data{due}}, $due;
		push @{$data{weight}}, $weight;
	}
	return (@text, '(minimize ' . plus(@sum) . ')');
}

# Actors are paid from their first scene to their last one.
sub talent {
	my ($scenes, $actors) = @_;
	my @p = map { "pos$_" } 1 .. $scenes;
	my @text = (ints(1, $scenes, @p), "(assert (distinct @p))");
	my @sum;
	%data = (scenes => $scenes, actors => $actors);
	for my $a (1 .. $actors) {
		my @in = (shuffled(@p))[0 .. draw(2, $scenes / 2)];
		my $pay = draw(1, 9);
		push @text, ints(1, $scenes, "first$a", "last$a"),
		    assertions(map { "(<= first$a $_ last$a)" } @in);
		push @sum, "(* $pay (+ 1 (- last$a first$a)))";
		push @{$data{scenes_of}}, numbers(@in);
		push @{$data{pay}}, $pay;
	}
	return (@text, '(minimize ' . plus(@sum) . ')');
}

sub shuffled {
	my @all = @_;
	for my $i (reverse 1 .. $#all) {
		my $j = draw(0, $i);
		@all[$i, $j] = @all[$j, $i];
	}
	return @all;
}

sub tour {
	my ($n) = @_;
	my @t = map { "town$_" } 0 .. $n - 1;
	%data = (n => $n, dist => distances($n, 300));
	return (table('dist', $data{dist}), ints(0, $n - 1, @t),
		'(assert (= town0 0))', "(assert (distinct @t))",
		'(minimize ' . plus(map { '(dist ' . $t[$_] . ' ' .
			$t[($_ + 1) % $n] . ')' } 0 .. $n - 1) . ')');
}

# The same with functions, as quantifiers over a range.
sub tour_forall {
	my ($n) = @_;
	my $last = $n - 1;
	return (table('dist', distances($n, 100)),
		'(declare-fun town (Int) Int)',
		"(assert (forall ((i Int)) (=> (<= 0 i $last) " .
		    "(<= 0 (town i) $last))))",
		"(assert (forall ((i Int) (j Int)) (=> (<= 0 i $last) " .
		    "(=> (<= 0 j $last) (=> (< i j) " .
		    "(not (= (town i) (town j))))))))",
		'(assert (= (town 0) 0))',
		'(minimize ' . plus(map { "(dist (town $_) (town " .
			(($_ + 1) % $n) . '))' } 0 .. $last) . ')');
}

sub courier {
	my ($n) = @_;
	my $d = distances($n + 1, 100);
	my @opens = (0, map { draw(0, 200) } 1 .. $n);
	my @closes = map { $_ + draw(150, 350) } @opens;
	my @s = map { "stop$_" } 1 .. $n;
	my @time = map { "time$_" } 1 .. $n;
	%data = (n => $n, travel => $d, opens => \@opens, closes => \@closes);
	my @text = (table('travel', $d), list_of('opens', @opens),
		list_of('closes', @closes), ints(1, $n, @s),
		ints(0, 2000, @time), "(assert (distinct @s))",
		'(assert (>= time1 (travel 0 stop1)))');
	for my $i (1 .. $n) {
		my $j = $i - 1;
		push @text, "(assert (<= (opens stop$i) time$i (closes stop$i)))";
		push @text, "(assert (>= time$i (+ time$j " .
		    "(travel stop$j stop$i))))" if $j > 0;
	}
	return (@text, "(minimize (+ time$n (travel stop$n 0)))");
}

# Work is 0 (free) to 3 (night); nobody works on the day after a night.
sub roster {
	my ($people, $days) = @_;
	my @text;
	my $w = sub { "w_$_[0]_$_[1]" };
	%data = (people => $people, days => $days);
	for my $p (0 .. $people - 1) {
		push @text, ints(0, 3, map { $w->($p, $_) } 0 .. $days - 1);
		push @text, assertions(map { '(=> (= ' . $w->($p, $_) .
			' 3) (= ' . $w->($p, $_ + 1) . ' 0))' } 0 .. $days - 2);
	}
	for my $d (0 .. $days - 1) {
		for my $shift (1 .. 3) {
			my $in = plus(map { '(ite (= ' . $w->($_, $d) .
				" $shift) 1 0)" } 0 .. $people - 1);
			my $need = $shift == 1 && $people > 4 ? draw(1, 2) : 1;
			$need = 0 if $people <= 4 && draw(0, 2) == 0;
			push @text, "(assert (>= $in $need))";
			push @{$data{need}[$d]}, $need;
		}
	}
	push @text, ints(0, 2 * $days, 'top');
	for my $p (0 .. $people - 1) {
		push @text, '(assert (<= ' . plus(map { '(ite (> ' .
			$w->($p, $_) . ' 0) 1 0)' } 0 .. $days - 1) . ' top))';
	}
	return (@text, '(minimize top)');
}

# The most nights that anybody has, beside what the others wish.
sub nights {
	my ($people, $days) = @_;
	my @text = roster($people, $days);
	my @sum = map { '(ite (= w_' . draw(0, $people - 1) . '_' .
		draw(0, $days - 1) . ' ' . draw(0, 3) . ') ' . draw(1, 9) .
		' 0)' } 1 .. 2 * $days;
	pop @text;
	return (@text, '(maximize (- ' . plus(@sum) . ' (* 10 top)))');
}

sub knapsack {
	my ($n) = @_;
	my @weight = map { draw(20, 100) } 1 .. $n;
	my @value = map { $_ + draw(-15, 15) } @weight;
	my @t = map { "take$_" } 1 .. $n;
	my $sum = sub { plus(map { "(ite $t[$_] $_[$_] 0)" } 0 .. $n - 1) };
	%data = (n => $n, room => floor(sum(@weight) / 2),
		weight => \@weight, value => \@value);
	return (bools(@t),
		'(assert (<= ' . $sum->(@weight) . " $data{room}))",
		'(maximize ' . $sum->(@value) . ')');
}

# The same with counts.
sub loading {
	my ($n, $most) = @_;
	my @x = map { "count$_" } 1 .. $n;
	my @weight = map { draw(11, 60) } 1 .. $n;
	my @volume = map { draw(5, 40) } 1 .. $n;
	my @value = map { $_ + draw(0, 12) } @weight;
	my $sum = sub { my ($f) = @_;
		plus(map { "(* $f->[$_] $x[$_])" } 0 .. $n - 1) };
	%data = (n => $n, most => $most, weight => \@weight,
		volume => \@volume, value => \@value);
	return (ints(0, $most, @x),
		'(assert (<= ' . $sum->(\@weight) . ' ' .
		    floor(sum(@weight) * $most / 3) . '))',
		'(assert (<= ' . $sum->(\@volume) . ' ' .
		    floor(sum(@volume) * $most / 3) . '))',
		'(maximize ' . $sum->(\@value) . ')');
}

sub assignment {
	my ($n) = @_;
	my @j = map { "job$_" } 0 .. $n - 1;
	my $cost = [map { [map { draw(5, 60) } 1 .. $n] } 1 .. $n];
	%data = (n => $n, cost => $cost);
	return (table('cost', $cost), ints(0, $n - 1, @j),
		"(assert (distinct @j))",
		'(minimize ' . plus(map { "(cost $_ $j[$_])" } 0 .. $n - 1) .
		    ')');
}

sub bins {
	my ($n, $bins) = @_;
	my @b = map { "bin$_" } 0 .. $n - 1;
	my @size = map { draw(8, 30) } 1 .. $n;
	my $room = max(max(@size), floor(sum(@size) / ($bins - 2)) + 1);
	%data = (n => $n, bins => $bins, room => $room, size => \@size);
	return (ints(0, $bins - 1, @b),
		(map { my $k = $_; '(assert (<= ' . plus(map {
			"(ite (= $b[$_] $k) $size[$_] 0)" } 0 .. $n - 1) .
			" $room))" } 0 .. $bins - 1),
		'(minimize ' . plus(map { my $k = $_; '(ite (or ' .
			join(' ', map { "(= $_ $k)" } @b) . ') 1 0)' }
			0 .. $bins - 1) . ')');
}

sub jobshop {
	my ($jobs, $machines) = @_;
	my (@text, @on, @length);
	my $end = 0;
	%data = (jobs => $jobs, machines => $machines);
	for my $j (0 .. $jobs - 1) {
		my @order = shuffled(0 .. $machines - 1);
		push @{$data{machine}}, \@order;
		my $before;
		for my $k (0 .. $machines - 1) {
			my $s = "s_${j}_$k";
			my $l = draw(1, 12);
			push @{$data{length}[$j]}, $l;
			$end += $l;
			push @text, "(declare-const $s Int)",
			    "(assert (>= $s 0))";
			push @text, "(assert (>= $s $before))" if $before;
			$before = "(+ $s $l)";
			push @{$on[$order[$k]]}, $s;
			push @{$length[$order[$k]]}, $l;
		}
		push @text, "(assert (<= $before makespan))";
	}
	return ("(declare-const makespan Int)", @text,
		(map { disjunctive($on[$_], $length[$_]) } 0 .. $machines - 1),
		'(minimize makespan)');
}

sub edges {
	my ($n, $percent) = @_;
	my @edges;
	for my $i (1 .. $n - 1) {
		for my $j (0 .. $i - 1) {
			push @edges, [$i, $j] if draw(1, 100) <= $percent;
		}
	}
	return @edges;
}

sub colours {
	my ($n, $percent) = @_;
	my @c = map { "colour$_" } 0 .. $n - 1;
	%data = (n => $n, edges => [edges($n, $percent)]);
	return (ints(1, $n, @c, 'used'),
		assertions((map { "(<= $_ used)" } @c),
			map { "(distinct $c[$_->[0]] $c[$_->[1]])" }
			    @{$data{edges}}),
		'(minimize used)');
}

sub independent {
	my ($n, $percent) = @_;
	my @in = map { "in$_" } 0 .. $n - 1;
	%data = (n => $n, edges => [edges($n, $percent)],
		weight => [map { draw(1, 9) } @in]);
	return (bools(@in),
		assertions(map { "(not (and $in[$_->[0]] $in[$_->[1]]))" }
			@{$data{edges}}),
		'(maximize ' . plus(map { "(ite $in[$_] $data{weight}[$_] 0)" }
			0 .. $n - 1) . ')');
}

sub cover {
	my ($sets, $elements) = @_;
	my @use = map { "use$_" } 1 .. $sets;
	my @by = map { [(shuffled(@use))[0 .. draw(2, 4)]] } 1 .. $elements;
	%data = (sets => $sets, covered_by => [map { numbers(@$_) } @by],
		cost => [map { draw(2, 9) } @use]);
	return (bools(@use),
		assertions(map { '(or ' . join(' ', @$_) . ')' } @by),
		'(minimize ' . plus(map { "(ite $use[$_] $data{cost}[$_] 0)" }
			0 .. $#use) . ')');
}

sub warehouses {
	my ($sites, $shops) = @_;
	my @open = map { "open$_" } 0 .. $sites - 1;
	my @from = map { "from$_" } 0 .. $shops - 1;
	my $cost = [map { [map { draw(4, 50) } 1 .. $sites] } 1 .. $shops];
	my @building = map { draw(20, 60) } @open;
	%data = (sites => $sites, shops => $shops, cost => $cost,
		building => \@building);
	return (table('cost', $cost), bools(@open), ints(0, $sites - 1, @from),
		(map { my $s = $_; map { "(assert (=> (= $from[$_] $s) " .
			"$open[$s]))" } 0 .. $shops - 1 } 0 .. $sites - 1),
		'(minimize ' . plus((map { "(ite $open[$_] $building[$_] 0)" }
			0 .. $#open), map { "(cost $_ $from[$_])" }
			0 .. $shops - 1) . ')');
}

# Whole numbers without an upper bound, as in a plan of production.
sub production {
	my ($n, $limits) = @_;
	my @x = map { "make$_" } 1 .. $n;
	my $sum = sub { plus(map { '(* ' . draw($_[0], $_[1]) . " $_)" } @x) };
	return ((map { ("(declare-const $_ Int)", "(assert (>= $_ 0))") } @x),
		(map { '(assert (<= ' . $sum->(2, 19) . ' ' .
			draw(300, 900) . '))' } 1 .. $limits),
		'(maximize ' . $sum->(5, 40) . ')');
}

sub diet {
	my ($n, $limits) = @_;
	my @x = map { "eat$_" } 1 .. $n;
	my $sum = sub { plus(map { '(* ' . draw($_[0], $_[1]) . ".5 $_)" } @x) };
	return ((map { ("(declare-const $_ Real)", "(assert (>= $_ 0.0))") }
		@x), (map { '(assert (>= ' . $sum->(1, 19) . ' ' .
			draw(50, 200) . '.0))' } 1 .. $limits),
		(map { "(assert (or (= $_ 0.0) (>= $_ 2.0)))" } @x),
		'(minimize ' . $sum->(2, 30) . ')');
}

sub projects {
	my ($n, $people) = @_;
	my @length = map { draw(2, 9) } 1 .. $n;
	my @need = map { draw(1, $people - 1) } 1 .. $n;
	my $total = sum(@length);
	my @text = ('(declare-fun start (Int) Int)',
		list_of('length', @length), list_of('need', @need),
		'(declare-const end Int)',
		"(assert (forall ((i Int)) (=> (<= 0 i @{[$n - 1]}) " .
		    "(<= 0 (start i) (- end (length i))))))",
		"(assert (<= end $total))");
	my @after = (0, map { draw(0, $_ - 1) } 1 .. $n - 1);
	push @text, "(assert (>= (start $_) (+ (start $after[$_]) 1)))"
	    for 1 .. $n - 1;
	%data = (n => $n, people => $people, length => \@length,
		need => \@need, after => [map { $_ + 1 } @after]);
	for my $i (0 .. $n - 1) {
		push @text, '(assert (<= ' . plus(map {
			"(ite (and (<= (start $_) (start $i)) (< (start $i) " .
			"(+ (start $_) (length $_)))) (need $_) 0)" }
			0 .. $n - 1) . " $people))";
	}
	return (@text, '(minimize end)');
}

sub seats {
	my ($n, $tables) = @_;
	my @at = map { "at$_" } 0 .. $n - 1;
	my @text = (ints(1, $tables, @at));
	for my $t (1 .. $tables) {
		push @text, '(assert (<= ' . plus(map { "(ite (= $_ $t) 1 0)" }
			@at) . ' ' . (floor($n / $tables) + 1) . '))';
	}
	push @text, map { "(assert-soft (= $at[$_->[0]] $at[$_->[1]]) " .
	    ':weight ' . draw(1, 9) . ' :id friends)' } edges($n, 30);
	push @text, map { "(assert-soft (not (= $at[$_->[0]] " .
	    "$at[$_->[1]])) :weight " . draw(1, 9) . ' :id friends)' }
	    edges($n, 20);
	return @text;
}

sub maxsat {
	my ($n, $hard, $soft) = @_;
	my @b = map { "b$_" } 1 .. $n;
	my $clause = sub { '(or ' . join(' ', map { draw(0, 1) ? $_ :
		"(not $_)" } (shuffled(@b))[0 .. 2]) . ')' };
	my $short = sub { '(or ' . join(' ', map { draw(0, 1) ? $_ :
		"(not $_)" } (shuffled(@b))[0 .. draw(0, 1)], 'false') . ')' };
	return (bools(@b), assertions(map { $clause->() } 1 .. $hard),
		map { '(assert-soft ' . $short->() . ' :weight ' .
		draw(1, 20) . ')' } 1 .. $soft);
}

my @problems = (
	['tardiness7', \&tardiness, 7], ['tardiness8', \&tardiness, 8],
	['tardiness10', \&tardiness, 10],
	['talent7', \&talent, 7, 5], ['talent8', \&talent, 8, 6],
	['talent9', \&talent, 9, 7],
	['tour7', \&tour, 7], ['tour8', \&tour, 8], ['tour9', \&tour, 9],
	['tour_forall7', \&tour_forall, 7],
	['courier6', \&courier, 6], ['courier8', \&courier, 8],
	['courier9', \&courier, 9],
	['roster5', \&roster, 5, 7], ['roster7', \&roster, 7, 14],
	['nights5', \&nights, 5, 7],
	['knapsack14', \&knapsack, 14], ['knapsack16', \&knapsack, 16],
	['knapsack18', \&knapsack, 18], ['knapsack24', \&knapsack, 24],
	['knapsack40', \&knapsack, 40],
	['loading5', \&loading, 5, 9], ['loading7', \&loading, 7, 12],
	['assignment8', \&assignment, 8], ['assignment9', \&assignment, 9],
	['bins10', \&bins, 10, 5], ['bins12', \&bins, 12, 6],
	['jobshop4', \&jobshop, 4, 3], ['jobshop5', \&jobshop, 5, 4],
	['jobshop6', \&jobshop, 6, 5],
	['colours18', \&colours, 18, 40], ['colours24', \&colours, 24, 40],
	['independent40', \&independent, 40, 20],
	['independent60', \&independent, 60, 15],
	['cover40', \&cover, 40, 60], ['cover60', \&cover, 60, 90],
	['warehouses5', \&warehouses, 5, 8],
	['warehouses7', \&warehouses, 7, 10],
	['production6', \&production, 6, 4],
	['production10', \&production, 10, 6], ['diet8', \&diet, 8, 5],
	['projects6', \&projects, 6, 4], ['projects8', \&projects, 8, 5],
	['seats10', \&seats, 10, 3], ['seats14', \&seats, 14, 3],
);

# --- running -----------------------------------------------------------------

sub run {
	my (@command) = @_;
	my $begin = time;
	open my $from, '-|', @command or die "$command[0]: $!\n";
	my $text = do { local $/; <$from> };
	close $from;
	return (time - $begin, $text);
}

# The value that z3 prints, and whether it came to an end.
sub of_z3 {
	my ($took, $text) = run(@_);
	$text =~ s/\(\/ (\d+)\.0 (\d+)\.0\)/$1\/$2/g;
	my ($value) = $text =~ /\(objectives\s*\(.*\s(\S+?|\(- \S+\))\)\s*\)/s;
	$value = 'none' if !defined $value || $text !~ /^sat/m;
	return ($took, $value =~ s/\(- (\S+)\)/-$1/r, $text =~ /^sat/m);
}

sub of_satchel {
	my ($took, $text) = run(@_);
	my ($value, $note) =
	    $text =~ /^; (?:min|max|soft).* = ([^\s,]+)(?:, about \S+)? \(([^()]*)/m;
	return ($took, $value // 'none', ($note // '') =~ /^optimal/);
}

# As a file of data: a list of lists is a matrix.
sub minizinc_of {
	my ($value) = @_;
	return $value if !ref $value;
	return '[' . join(', ', @$value) . ']' if !ref $value->[0];
	return '[|' . join(' |', map { join(', ', @$_) } @$value) . '|]';
}

sub of_minizinc {
	my ($took, $text) = run(@_);
	my @values = $text =~ /^_objective = (-?\d+)/mg;
	return ($took, $values[-1] // 'none', $text =~ /^={10}$/m);
}

my ($maxsat, $satchel, $z3, $seconds, $only) = (0, '', 'z3', 60, '.');
my $is_minizinc = 0;
my $as;
GetOptions('maxsat=i' => \$maxsat, 'satchel=s' => \$satchel, 'z3=s' => \$z3,
	'seconds=i' => \$seconds, 'only=s' => \$only,
	'minizinc' => \$is_minizinc, 'as=s' => \$as) or exit 2;
my $folder = $ARGV[0] // die "usage: optimum.pl [OPTION...] FOLDER\n";
@problems = map { ["maxsat$_", \&maxsat, 40 + $_ % 61,
	(40 + $_ % 61) * 3, (40 + $_ % 61) * 2] } 1 .. $maxsat if $maxsat;

my ($product, $count) = (0, 0);
my $number = 0;
for my $p (@problems) {
	my ($name, $make, @arguments) = @$p;
	my $path = "$folder/$name.smt2";
	$seed = 77 * ++$number;
	%data = ();
	my @text = $make->(@arguments);
	my $model = __FILE__ =~ s/[^\/]*$//r . 'minizinc/' .
	    $name =~ s/\d+$//r . '.mzn';
	next if $name !~ /$only/ || $is_minizinc && !-e $model;
	open my $to, '>', $path or die "$path: $!\n";
	print $to map { "$_\n" } @text, '(check-sat)', '(get-objectives)';
	close $to or die "$path: $!\n";
	next if $satchel eq '';
	my ($a, $best, $proved);
	($a, $best, $proved) = of_satchel($satchel, 'solve', '--timeout-ms',
		1000 * $seconds, $path) if !defined $as;
	my ($b, $value, $ended);
	if ($is_minizinc) {
		open my $numbers, '>', "$path.dzn" or die "$path.dzn: $!\n";
		print $numbers map { "$_ = " . minizinc_of($data{$_}) . ";\n" }
		    sort keys %data;
		close $numbers or die "$path.dzn: $!\n";
		($a, $best, $proved) = of_minizinc('minizinc', '--solver', $as,
			'--output-objective', '--time-limit', 1000 * $seconds,
			$model, "$path.dzn") if defined $as;
		($b, $value, $ended) = of_minizinc('minizinc', '--solver',
			'gecode', '--output-objective', '--time-limit',
			1000 * $seconds, $model, "$path.dzn");
	} else {
		($b, $value, $ended) = of_z3($z3, "-T:$seconds", $path);
	}
	printf "%-16s %8.2f %-8s %-7s %8.2f %-8s %-7s %6.2f%s\n", $name, $a,
	    $best, $proved ? 'proved' : 'open', $b, $value,
	    $ended ? 'proved' : 'open', $a / $b,
	    $proved && $ended && $best ne $value ? ' DIFFERENT' : '';
	next if max($a, $b) < 0.1;
	$product += log($a / $b);
	$count++;
}
printf "geometric mean of %d: %.3f\n", $count, exp($product / $count)
    if $count > 0;
