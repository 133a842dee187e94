#!/usr/bin/perl
# Families of problems that grow until a solver falls off a cliff, beside the
# best solvers that are installed, each alone and on the text that it reads
# best: z3 and cvc5 (SMT-LIB), Gecode (MiniZinc), cbc (LP), cadical (DIMACS).
#
#	scale.pl --write DIR		writes the texts
#	scale.pl --run SATCHEL		solves each by all solvers in turns
#
# --only PATTERN: the problems with such a name. --seconds N: the time limit.
# A row tells each solver's wall time to the proved answer, "-" if it stayed
# open, and Satchel's time by that of the best solver plus 0.2 s. What two
# solvers say differently is reported.
use strict;
use warnings;
use File::Temp qw(tempdir);
use Getopt::Long qw(GetOptions);
use List::Util qw(max min sum0);
use POSIX qw(floor);
use Time::HiRes qw(time);

use constant { SLACK => 0.2, TOLERANCE => 1e-6 };

my $seed;

# The same numbers everywhere: rand differs between builds of perl.
sub draw {
	my ($low, $high) = @_;
	$seed = ($seed * 1103515245 + 12345) % 2147483648;
	return $low + floor($seed / 65536) % ($high - $low + 1);
}

sub draws {
	my ($count, $low, $high) = @_;
	return map { draw($low, $high) } 1 .. $count;
}

sub shuffled {
	my @all = @_;
	for my $i (reverse 1 .. $#all) {
		my $j = draw(0, $i);
		@all[$i, $j] = @all[$j, $i];
	}
	return @all;
}

# --- linear problems, written in three languages ------------------------------
#
# {variables => [[NAME, SORT, LOW, HIGH]...],
# rows => [[SUM, OPERATOR, NUMBER]...], goal => ['minimize', SUM]}; SORT is Int or Real, SUM [[COEFFICIENT, NAME]...].

sub smt_number { return $_[0] < 0 ? '(- ' . -$_[0] . ')' : "$_[0]" }

sub smt_sum {
	my @addends = map {
			  $_->[0] == 1
			? $_->[1]
			: '(* '
			. smt_number($_->[0])
			. " $_->[1])"
	} @{ $_[0] };
	return @addends == 1 ? $addends[0] : '(+ ' . join(' ', @addends) . ')';
}

sub linear_smt {
	my ($p) = @_;
	return join "\n", (
		map {
			(       "(declare-const $_->[0] $_->[1])",
				"(assert (<= $_->[2] $_->[0] $_->[3]))")
		} @{ $p->{variables} }),
		(
		map {
				  "(assert ($_->[1] "
				. smt_sum($_->[0]) . ' '
				. smt_number($_->[2]) . '))'
		} @{ $p->{rows} }),
		"($p->{goal}[0] " . smt_sum($p->{goal}[1]) . ')', '';
}

# cbc reads lines in pieces of 1,024 bytes, so each addend has its own.
sub lp_sum {
	return join "\n ",
		map { ($_->[0] < 0 ? '- ' : '+ ') . abs($_->[0]) . " $_->[1]" }
		@{ $_[0] };
}

sub linear_lp {
	my ($p) = @_;
	my @integers =
		map { $_->[0] } grep { $_->[1] eq 'Int' } @{ $p->{variables} };
	my $row = 0;
	return join "\n", ucfirst $p->{goal}[0],
		' obj: ' . lp_sum($p->{goal}[1]), 'Subject To', (
		map {
				  ' r'
				. $row++ . ': '
				. lp_sum($_->[0])
				. " $_->[1] $_->[2]"
		} @{ $p->{rows} }),
		'Bounds',
		(map {" $_->[2] <= $_->[0] <= $_->[3]"} @{ $p->{variables} }),
		(@integers ? ('General', map {" $_"} @integers) : ()), 'End',
		'';
}

sub linear_mzn {
	my ($p) = @_;
	my $sum = sub {
		return join ' + ', map {"$_->[0]*$_->[1]"} @{ $_[0] }
	};
	return undef if grep { $_->[1] ne 'Int' } @{ $p->{variables} };
	return join "\n",
		(map {"var $_->[2]..$_->[3]: $_->[0];"} @{ $p->{variables} }),
		(map { 'constraint ' . $sum->($_->[0]) . " $_->[1] $_->[2];" }
			@{ $p->{rows} }),
		"solve $p->{goal}[0] " . $sum->($p->{goal}[1]) . ';', '';
}

sub linear {
	my ($p) = @_;
	return {smt2 => linear_smt($p),
		lp => linear_lp($p),
		mzn => linear_mzn($p) };
}

sub cheapest {
	my ($variables, $rows, $cost) = @_;
	return linear({ variables => $variables, rows => $rows,
		goal => ['minimize', $cost] });
}

sub zero_ones {
	return map { [$_, 'Int', 0, 1] } @_
}

sub knapsack {
	my ($n) = @_;
	my @names = map {"x$_"} 0 .. $n - 1;
	my @weights = draws($n, 5, 60);
	my @values = draws($n, 10, 99);
	return linear(
		{       variables => [zero_ones(@names)],
			rows => [
				[       [       map {
							[$weights[$_],
								$names[$_]]
						} 0 .. $n - 1],
					'<=',
					floor(sum0(@weights) / 3)]],
			goal => [
				'maximize',
				[map { [$values[$_], $names[$_]] } 0 .. $n - 1]]
		});
}

sub several_knapsacks {
	my ($n) = @_;
	my @names = map {"x$_"} 0 .. $n - 1;
	my @values = draws($n, 20, 99);
	my @rows = map {
		my @weights = draws($n, 5, 60);
		[       [map { [$weights[$_], $names[$_]] } 0 .. $n - 1],
			'<=', floor(sum0(@weights) / 2)]
	} 1 .. 5;
	return linear(
		{       variables => [zero_ones(@names)],
			rows => \@rows,
			goal => [
				'maximize',
				[map { [$values[$_], $names[$_]] } 0 .. $n - 1]]
		});
}

# Make in few weeks, store in between.
sub lot_sizing {
	my ($weeks) = @_;
	my @demand = draws($weeks, 10, 60);
	my $most = sum0(@demand);
	my (@variables, @rows, @cost);
	for my $w (0 .. $weeks - 1) {
		push @variables, ["make$w", 'Int', 0, $most],
			["store$w", 'Int', 0, $most],
			["is_open$w", 'Int', 0, 1];
		push @cost, [draw(40, 120), "is_open$w"],
			[draw(1, 3), "store$w"],
			[draw(1, 4), "make$w"];
		push @rows, [[[1, "make$w"], [-$most, "is_open$w"]], '<=', 0],
			[
			[       ($w > 0 ? [1, 'store' . ($w - 1)] : ()),
				[1, "make$w"],
				[-1, "store$w"]],
			'=',
			$demand[$w]];
	}
	return cheapest(\@variables, \@rows, \@cost);
}

sub bins {
	my ($n) = @_;
	my $bins = floor($n / 2);
	my @size = draws($n, 20, 70);
	my (@variables, @rows);
	for my $b (0 .. $bins - 1) {
		push @variables,
			zero_ones("used$b", map {"in_${_}_$b"} 0 .. $n - 1);
		push @rows,
			[
			[       (map { [$size[$_], "in_${_}_$b"] } 0 .. $n - 1),
				[-150, "used$b"]],
			'<=', 0];
		push @rows, [[[1, "used$b"], [-1, 'used' . ($b - 1)]], '<=', 0]
			if $b > 0;
	}
	push @rows, map {
		my $i = $_;
		[[map { [1, "in_${i}_$_"] } 0 .. $bins - 1], '=', 1]
	} 0 .. $n - 1;
	return linear(
		{       variables => \@variables,
			rows => \@rows,
			goal => [
				'minimize',
				[map { [1, "used$_"] } 0 .. $bins - 1]] });
}

# Shares of a sum, few of them, of which groups are limited.
sub portfolio {
	my ($n) = @_;
	my @yield = draws($n, 10, 120);
	my (@variables, @rows);
	for my $i (0 .. $n - 1) {
		push @variables, ["w$i", 'Real', 0, 100],
			["has$i", 'Int', 0, 1];
		push @rows, [[[1, "w$i"], [-25, "has$i"]], '<=', 0],
			[[[1, "w$i"], [-5, "has$i"]], '>=', 0];
	}
	push @rows, [[map { [1, "w$_"] } 0 .. $n - 1], '=', 100],
		[[map { [1, "has$_"] } 0 .. $n - 1], '<=', 8];
	for my $group (0 .. 4) {
		my @in = grep { draw(0, 3) == 0 } 0 .. $n - 1;
		push @rows, [[map { [1, "w$_"] } @in], '<=', 30] if @in;
	}
	my $p = {
		variables => \@variables,
		rows => \@rows,
		goal => ['maximize', [map { [$yield[$_], "w$_"] } 0 .. $n - 1]]
	};

	# What is Int for cbc is Bool in SMT-LIB: sums of Ints and Reals are not
	# written there.
	my $real = sub {
		($_[0] < 0 ? '(- ' . -$_[0] : $_[0]) . '.0'
			. ($_[0] < 0 ? ')' : '')
	};
	my $addend = sub {
		my ($coefficient, $name) = ($real->($_[0][0]), $_[0][1]);
		return $name =~ /^has/
			? "(ite $name $coefficient 0.0)"
			: "(* $coefficient $name)";
	};
	my $smt = join "\n", (
		map {
			$_->[1] eq 'Int'
				? "(declare-const $_->[0] Bool)"
				: (
				"(declare-const $_->[0] Real)",
				"(assert (<= 0.0 $_->[0] 100.0))")
		} @variables),
		(
		map {
			"(assert ($_->[1] (+ "
				. join(' ',
				map { $addend->($_) } [0, 'w0'],
				@{ $_->[0] })
				. ') '
				. $real->($_->[2]) . '))'
		} @rows),
		'(maximize (+ '
		. join(
		' ',
		map { $addend->($_) } @{ $p->{goal}[1] }) . '))', '';
	return { smt2 => $smt, lp => linear_lp($p) };
}

# Nurses' shifts, each day the shifts that are needed; wishes are costs.
sub roster {
	my ($days) = @_;
	my ($nurses, @need) = (10, 3, 2, 2);
	my (@variables, @rows, @cost);
	for my $n (0 .. $nurses - 1) {
		for my $d (0 .. $days - 1) {
			my @of_day = map {"w_${n}_${d}_$_"} 0 .. 2;
			push @variables, zero_ones(@of_day);
			push @rows, [[map { [1, $_] } @of_day], '<=', 1];
			push @rows,
				[
				[[1, $of_day[0]], [1, "w_${n}_@{[$d - 1]}_2"]],
				'<=', 1]
				if $d > 0;
			push @cost, [draw(1, 5), $of_day[draw(0, 2)]]
				if draw(0, 4) == 0;
			push @rows, [
				[       map {
						my $k = $d - $_;
						map { [1, "w_${n}_${k}_$_"] }
							0 .. 2
					} 0 .. 5],
				'<=',
				5]
				if $d >= 5;
		}
	}
	for my $d (0 .. $days - 1) {
		for my $s (0 .. 2) {
			push @rows,
				[
				[       map { [1, "w_${_}_${d}_$s"] }
						0 .. $nurses - 1],
				'=',
				$need[$s]];
		}
	}
	return cheapest(\@variables, \@rows, \@cost);
}

sub warehouses {
	my ($n) = @_;
	my $customers = 2 * $n;
	my (@variables, @rows, @cost);
	for my $w (0 .. $n - 1) {
		push @variables,
			zero_ones("is_open$w",
			map {"from_${_}_$w"} 0 .. $customers - 1);
		push @cost, [draw(30, 90), "is_open$w"],
			map { [draw(1, 40), "from_${_}_$w"] }
			0 .. $customers - 1;
		push @rows, map {
			[[[1, "from_${_}_$w"], [-1, "is_open$w"]], '<=', 0]
		} 0 .. $customers - 1;
	}
	for my $c (0 .. $customers - 1) {
		push @rows, [[map { [1, "from_${c}_$_"] } 0 .. $n - 1], '=', 1];
	}
	return cheapest(\@variables, \@rows, \@cost);
}

sub set_cover {
	my ($n) = @_;
	my @sets = map {"s$_"} 0 .. $n - 1;
	my @rows = map {
		my @in = (shuffled(@sets))[0 .. 4];
		[[map { [1, $_] } @in], '>=', 1]
	} 1 .. 2 * $n;
	return linear(
		{       variables => [zero_ones(@sets)],
			rows => \@rows,
			goal => ['minimize', [map { [draw(2, 9), $_] } @sets]] }
	);
}

# --- problems of places and orders --------------------------------------------

# Gecode's globals in Debian's MiniZinc do not compile all together.
my @globals = map {"include \"$_.mzn\";"} qw(alldifferent circuit cumulative
	count);

# Parts of a text in two languages: declarations and constraints of Ints.
sub orders {
	my (%p) = @_;
	my @names = map { $_->[0] } @{ $p{ints} };
	return {smt2 => join(
			"\n",
			(       map {
					("(declare-const $_->[0] Int)",
						"(assert (<= $_->[1] $_->[0] $_->[2]))"
					)
				} @{ $p{ints} }),
			(map {"(assert $_)"} @{ $p{smt} }),
			@{ $p{goal_smt} // [] },
			''),
		mzn => join(
			"\n",
			@globals,
			(map {"var $_->[1]..$_->[2]: $_->[0];"} @{ $p{ints} }),
			(map {"constraint $_;"} @{ $p{mzn} }),
			'solve ' . ($p{goal_mzn} // 'satisfy') . ';',
			''), };
}

sub queens {
	my ($n) = @_;
	my @q = map {"q$_"} 0 .. $n - 1;
	return orders(
		ints => [map { [$_, 0, $n - 1] } @q],
		smt => ["(distinct @q)",
			'(distinct '
				. join(' ', map {"(+ q$_ $_)"} 0 .. $n - 1)
				. ')',
			'(distinct '
				. join(' ', map {"(- q$_ $_)"} 0 .. $n - 1)
				. ')'],
		mzn => ['all_different([' . join(',', @q) . '])',
			'all_different(['
				. join(',', map {"q$_ + $_"} 0 .. $n - 1)
				. '])',
			'all_different(['
				. join(',', map {"q$_ - $_"} 0 .. $n - 1) . '])'
		]);
}

sub tour {
	my ($n) = @_;
	my @at = map { [draw(0, 99), draw(0, 99)] } 1 .. $n;
	my @d = map {
		my $a = $_;
		[       map {
				floor(  sqrt(($a->[0] - $_->[0])**2 +
							($a->[1] - $_->[1])**2))
			} @at]
	} @at;
	my $last = $n - 1;
	my $smt = "(declare-fun d (Int Int) Int)\n";
	my @names = map {"c$_"} 0 .. $last;
	my @facts = map {
		my $i = $_;
		map {"(= (d $i $_) $d[$i][$_])"} 0 .. $last
	} 0 .. $last;
	my $p = orders(
		ints => [map { [$_, 0, $last] } @names],
		smt => [@facts, "(distinct @names)", '(= c0 0)'],
		goal_smt => [
			'(minimize (+ '
				. join(' ',
				map { "(d c$_ c" . ($_ + 1) % $n . ')' }
					0 .. $last)
				. '))'],
		mzn => []);
	$p->{smt2} = $smt . $p->{smt2};
	$p->{mzn} = join "\n", @globals,
		"array[1..$n] of var 1..$n: next;",
		"array[1..$n,1..$n] of int: d =",
		'[|' . join('|', map { join ',', @$_ } @d) . '|];',
		'constraint circuit(next);',
		"solve minimize sum(i in 1..$n)(d[i, next[i]]);", '';
	return $p;
}

sub assignment_squared {
	my ($n) = @_;
	my $last = $n - 1;
	my (@flow, @way);
	for my $i (0 .. $last) {
		for my $j (0 .. $i - 1) {
			$flow[$i][$j] = $flow[$j][$i] = draw(0, 5);
			$way[$i][$j] = $way[$j][$i] = draw(1, 9);
		}
		$flow[$i][$i] = $way[$i][$i] = 0;
	}
	my @p = map {"p$_"} 0 .. $last;
	my @facts = map {
		my $i = $_;
		map {"(= (way $i $_) $way[$i][$_])"} 0 .. $last
	} 0 .. $last;
	my @pairs = map {
		my $i = $_;
		map { [$i, $_] } $i + 1 .. $last
	} 0 .. $last;
	my $p = orders(
		ints => [map { [$_, 0, $last] } @p],
		smt => [@facts, "(distinct @p)"],
		goal_smt => [
			'(minimize (+ ' . join(
				' ',
				map {
					"(* $flow[$_->[0]][$_->[1]] (way p$_->[0] p$_->[1]))"
				} @pairs)
				. '))'],
		mzn => []);
	$p->{smt2} = "(declare-fun way (Int Int) Int)\n$p->{smt2}";
	$p->{mzn} = join "\n", @globals,
		"array[1..$n] of var 1..$n: p;",
		"array[1..$n,1..$n] of int: way =",
		'[|' . join('|', map { join ',', @$_ } @way) . '|];',
		'constraint all_different(p);', 'solve minimize ' . join(
		' + ',
		map {
				  "$flow[$_->[0]][$_->[1]] * way[p["
				. ($_->[0] + 1) . '],p['
				. ($_->[1] + 1) . ']]'
		} @pairs) . ';', '';
	return $p;
}

sub job_shop {
	my ($n) = @_;
	my (@ints, @smt, @mzn, %on, $all);
	my @time = map { [draws($n, 2, 19)] } 1 .. $n;
	my $horizon = sum0(map {@$_} @time);
	for my $j (0 .. $n - 1) {
		my @machines = shuffled(0 .. $n - 1);
		for my $k (0 .. $n - 1) {
			push @ints, ["s_${j}_$k", 0, $horizon];
			push @{ $on{ $machines[$k] } },
				["s_${j}_$k", $time[$j][$k]];
			my $after = $k < $n - 1 ? "s_${j}_@{[$k + 1]}" : 'end';
			push @smt, "(>= $after (+ s_${j}_$k $time[$j][$k]))";
			push @mzn, "$after >= s_${j}_$k + $time[$j][$k]";
		}
	}
	for my $m (sort keys %on) {
		my @tasks = @{ $on{$m} };
		for my $i (0 .. $#tasks) {
			for my $j ($i + 1 .. $#tasks) {
				my ($a, $b) = @tasks[$i, $j];
				push @smt,
					"(or (<= (+ $a->[0] $a->[1]) $b->[0])"
					. " (<= (+ $b->[0] $b->[1]) $a->[0]))";
			}
		}
		push @mzn,
			  'cumulative(['
			. join(',', map { $_->[0] } @tasks) . '],['
			. join(',', map { $_->[1] } @tasks) . '],['
			. join(',', map {1} @tasks) . '],1)';
	}
	return orders(
		ints => [@ints, ['end', 0, $horizon]],
		smt => \@smt,
		mzn => \@mzn,
		goal_smt => ['(minimize end)'],
		goal_mzn => 'minimize end');
}

# Projects: tasks with resources, some after others.
sub projects {
	my ($n) = @_;
	my (@ints, @smt, @mzn);
	my @time = draws($n, 1, 8);
	my @need = draws($n, 1, 5);
	my $horizon = sum0(@time);
	for my $i (0 .. $n - 1) {
		push @ints, ["s$i", 0, $horizon];
		push @smt, "(>= end (+ s$i $time[$i]))";
		push @mzn, "end >= s$i + $time[$i]";
		for my $j ($i + 1 .. min($n - 1, $i + 6)) {
			next if draw(0, 3) > 0;
			push @smt, "(>= s$j (+ s$i $time[$i]))";
			push @mzn, "s$j >= s$i + $time[$i]";
		}

		# At the start of each task the ones that run need 8 at most.
		push @smt, '(<= (+ ' . join(
			' ',
			$need[$i],
			map {
				"(ite (and (<= s$_ s$i) (< s$i (+ s$_ $time[$_]))) $need[$_] 0)"
			} grep { $_ != $i } 0 .. $n - 1) . ') 8)';
	}
	push @mzn,
		  'cumulative(['
		. join(',', map {"s$_"} 0 .. $n - 1) . '],['
		. join(',', @time) . '],['
		. join(',', @need) . '],8)';
	return orders(
		ints => [@ints, ['end', 0, $horizon]],
		smt => \@smt,
		mzn => \@mzn,
		goal_smt => ['(minimize end)'],
		goal_mzn => 'minimize end');
}

sub colours {
	my ($n) = @_;
	my @x = map {"v$_"} 0 .. $n - 1;
	my (@smt, @mzn);
	for my $i (0 .. $n - 1) {
		push @smt, "(<= v$i k)";
		push @mzn, "v$i <= k";
		for my $j ($i + 1 .. $n - 1) {
			next if draw(0, 9) >= 3;
			push @smt, "(distinct v$i v$j)";
			push @mzn, "v$i != v$j";
		}
	}
	return orders(
		ints => [(map { [$_, 0, 11] } @x), ['k', 0, 11]],
		smt => \@smt,
		mzn => \@mzn,
		goal_smt => ['(minimize k)'],
		goal_mzn => 'minimize k');
}

# A square with holes that has a solution.
sub latin_square {
	my ($n) = @_;
	my @rows = shuffled(0 .. $n - 1);
	my @columns = shuffled(0 .. $n - 1);
	my (@ints, @smt, @mzn);
	for my $i (0 .. $n - 1) {
		for my $j (0 .. $n - 1) {
			push @ints, ["c_${i}_$j", 0, $n - 1];
			next if draw(0, 99) < 42;
			my $value = ($rows[$i] + $columns[$j]) % $n;
			push @smt, "(= c_${i}_$j $value)";
			push @mzn, "c_${i}_$j = $value";
		}
	}
	for my $i (0 .. $n - 1) {
		for my $line (
			[map {"c_${i}_$_"} 0 .. $n - 1],
			[map {"c_${_}_$i"} 0 .. $n - 1]
		) {
			push @smt, "(distinct @$line)";
			push @mzn, 'all_different([' . join(',', @$line) . '])';
		}
	}
	return orders(ints => \@ints, smt => \@smt, mzn => \@mzn);
}

sub magic_square {
	my ($n) = @_;
	my $sum = $n * ($n * $n + 1) / 2;
	my @c = map {
		my $i = $_;
		[map {"c_${i}_$_"} 0 .. $n - 1]
	} 0 .. $n - 1;
	my @lines = (
		@c,
		(       map {
				my $j = $_;
				[map { $_->[$j] } @c]
			} 0 .. $n - 1),
		[map { $c[$_][$_] } 0 .. $n - 1],
		[map { $c[$_][$n - 1 - $_] } 0 .. $n - 1]);
	my @all = map {@$_} @c;
	return orders(
		ints => [map { [$_, 1, $n * $n] } @all],
		smt => ["(distinct @all)", map {"(= (+ @$_) $sum)"} @lines],
		mzn => ['all_different([' . join(',', @all) . '])',
			map { join(' + ', @$_) . " = $sum" } @lines]);
}

sub golomb {
	my ($n) = @_;
	my $most = $n * $n;
	my @m = map {"m$_"} 0 .. $n - 1;
	my @pairs = map {
		my $i = $_;
		map { [$i, $_] } $i + 1 .. $n - 1
	} 0 .. $n - 1;
	return orders(
		ints => [map { [$_, 0, $most] } @m],
		smt => ['(= m0 0)',
			"(< @m)",
			'(distinct '
				. join(' ',
				map {"(- m$_->[1] m$_->[0])"} @pairs)
				. ')'],
		mzn => ['m0 = 0',
			(map { "m$_ < m" . ($_ + 1) } 0 .. $n - 2),
			'all_different(['
				. join(',', map {"m$_->[1] - m$_->[0]"} @pairs)
				. '])'],
		goal_smt => ["(minimize $m[-1])"],
		goal_mzn => "minimize $m[-1]");
}

# Lessons in hours, of which some share a class; late ones cost.
sub timetable {
	my ($n) = @_;
	my (@smt, @mzn);
	for my $i (0 .. $n - 1) {
		for my $j ($i + 1 .. $n - 1) {
			next if draw(0, 9) >= 2;
			push @smt, "(distinct t$i t$j)";
			push @mzn, "t$i != t$j";
		}
	}
	for my $hour (0 .. 14) {
		push @smt,
			  '(<= (+ '
			. join(' ', map {"(ite (= t$_ $hour) 1 0)"} 0 .. $n - 1)
			. ') 4)';
		push @mzn,
			  'count(['
			. join(',', map {"t$_"} 0 .. $n - 1)
			. "], $hour) <= 4";
	}
	my @wish = draws($n, 0, 14);
	return orders(
		ints => [map { ["t$_", 0, 14] } 0 .. $n - 1],
		smt => \@smt,
		mzn => \@mzn,
		goal_smt => [
			'(minimize (+ '
				. join(' ',
				map {"(ite (= t$_ $wish[$_]) 0 1)"} 0 .. $n - 1)
				. '))'],
		goal_mzn => 'minimize '
			. join(' + ',
			map {"bool2int(t$_ != $wish[$_])"} 0 .. $n - 1));
}

# --- clauses ------------------------------------------------------------------

sub clauses {
	my ($n, @clauses) = @_;
	return {smt2 => join(
			"\n",
			(map {"(declare-const v$_ Bool)"} 1 .. $n),
			(       map {
					'(assert (or ' . join(
						' ',
						map {
							$_ > 0
								? "v$_"
								: '(not v'
								. -$_ . ')'
						} @$_)
						. '))'
				} @clauses),
			''),
		cnf => join(
			"\n",
			"p cnf $n " . @clauses,
			(map { join ' ', @$_, 0 } @clauses),
			'') };
}

sub random_clauses {
	my ($n) = @_;
	return clauses(
		$n,
		map {
			my @v = (shuffled(1 .. $n))[0 .. 2];
			[map { draw(0, 1) ? $_ : -$_ } @v]
		} 1 .. floor(4.2 * $n));
}

sub pigeons {
	my ($n) = @_;
	my $in = sub { return $_[0] * ($n - 1) + $_[1] + 1 };
	my @clauses = map {
		my $p = $_;
		[map { $in->($p, $_) } 0 .. $n - 2]
	} 0 .. $n - 1;
	for my $hole (0 .. $n - 2) {
		for my $p (0 .. $n - 1) {
			push @clauses,
				map { [-$in->($p, $hole), -$in->($_, $hole)] }
				$p + 1 .. $n - 1;
		}
	}
	return clauses($n * ($n - 1), @clauses);
}

# The parity of the same Booleans, added in two orders.
sub parity {
	my ($n) = @_;
	my ($next, @ends, @clauses) = ($n);
	for my $order ([1 .. $n], [shuffled(1 .. $n)]) {
		my $sum = $order->[0];
		for my $i (1 .. $n - 1) {
			my ($x, $y, $z) = ($sum, $order->[$i], ++$next);
			push @clauses, [-$x, -$y, -$z], [$x, $y, -$z],
				[$x, -$y, $z],
				[-$x, $y, $z];
			$sum = $z;
		}
		push @ends, $sum;
	}

	# One sum is odd, the other, of the same, is even.
	push @clauses, [$ends[0]], [-$ends[1]];
	return clauses($next, @clauses);
}

# Soft units: how many of random clauses can be true.
sub soft_clauses {
	my ($n) = @_;
	my $text = join "\n", map {"(declare-const v$_ Bool)"} 1 .. $n;
	for (1 .. 3 * $n) {
		my @v = (shuffled(1 .. $n))[0 .. 1];
		$text .=
			  "\n(assert-soft (or "
			. join(' ', map { draw(0, 1) ? "v$_" : "(not v$_)" } @v)
			. ') :weight '
			. draw(1, 4) . ')';
	}
	return { smt2 => "$text\n" };
}

# --- other theories -----------------------------------------------------------

sub words {
	my ($n) = @_;
	my $text = join "\n", map {"(declare-const s$_ String)"} 0 .. $n;
	for my $i (0 .. $n - 1) {
		my $letter = chr(97 + draw(0, 2));
		$text .=
			  "\n(assert (= (str.len s$i) "
			. draw(3, 6) . '))'
			. "\n(assert (str.contains s$i \"$letter\"))"
			. "\n(assert (str.in_re s$i (re.+ (re.range \"a\" \"c\"))))"
			. "\n(assert (not (= s$i s@{[$i + 1]})))";
	}
	return {          smt2 => "$text\n(assert (= s$n (str.++ "
			. join(' ', map {"s$_"} 0 .. $n - 1) . ")))\n"
			. "(assert (str.contains s$n \"bcab\"))\n" };
}

# A counter with a condition, unrolled: reach a value in n steps.
sub bounded_model {
	my ($n) = @_;
	my $text = join '', map {
			  "(declare-const x$_ (_ BitVec 16))\n"
			. "(declare-const y$_ (_ BitVec 16))\n(declare-const b$_ Bool)\n"
	} 0 .. $n;
	$text .= "(assert (= x0 #x0001))\n(assert (= y0 #x0000))\n";
	for my $i (0 .. $n - 1) {
		my $k = $i + 1;
		$text .=
			"(assert (= x$k (ite b$i (bvadd x$i (bvshl y$i #x0001))"
			. " (bvxor x$i #x0b0f))))\n"
			. "(assert (= y$k (ite b$i (bvadd y$i #x0003) (bvsub x$i y$i))))\n";
	}
	return { smt2 => "$text(assert (= (bvand x$n #x00ff) #x005a))\n"
			. "(assert (bvult y$n #x0010))\n" };
}

# Stores in two orders, which are the same.
sub arrays {
	my ($n) = @_;
	my $text = "(declare-const a (Array Int Int))\n" . join '',
		map {"(declare-const i$_ Int)\n(declare-const e$_ Int)\n"}
		1 .. $n;
	my $stored = sub {
		my $a = 'a';
		$a = "(store $a i$_ e$_)" for @_;
		return $a;
	};
	return {          smt2 => $text
			. "(assert (distinct "
			. join(' ', map {"i$_"} 1 .. $n)
			. "))\n(assert (not (= "
			. $stored->(1 .. $n) . "\n"
			. $stored->(shuffled(1 .. $n))
			. ")))\n" };
}

# A chain of equalities through functions that contradicts itself at the end.
sub congruence {
	my ($n) = @_;
	my $text = "(declare-sort U 0)\n(declare-fun f (U U) U)\n" . join '',
		map {"(declare-const a$_ U)\n(declare-const b$_ U)\n"} 0 .. $n;
	for my $i (0 .. $n - 1) {
		my $k = $i + 1;
		$text .=
			"(assert (or (= a$k (f a$i b$i)) (= a$k (f b$i a$i))))\n"
			. "(assert (= b$k (f a$k a$k)))\n(assert (= a$i b$i))\n";
	}
	return { smt2 => "$text(assert (not (= a$n (f a@{[$n - 1]}"
			. " a@{[$n - 1]}))))\n" };
}

# Differences of Reals in a cycle that has too little room.
sub differences {
	my ($n) = @_;
	my $text = join '', map {"(declare-const t$_ Real)\n"} 0 .. $n - 1;
	for my $i (0 .. $n - 1) {
		for my $j ($i + 1 .. $n - 1) {
			next if draw(0, 2) > 0;
			my ($a, $b) = draws(2, 2, 9);
			$text .= "(assert (or (>= (- t$i t$j) $a.0)"
				. " (>= (- t$j t$i) $b.0)))\n";
		}
	}
	my $room = 2 * $n;
	return {smt2 => $text . join '',
		map {"(assert (<= 0.0 t$_ $room.0))\n"} 0 .. $n - 1 };
}

my @families = (
	[knapsack => \&knapsack, 50, 100, 200],
	[several_knapsacks => \&several_knapsacks, 15, 25, 35],
	[lots => \&lot_sizing, 8, 12, 24],
	[bins => \&bins, 16, 20, 30],
	[portfolio => \&portfolio, 20, 40, 80],
	[roster => \&roster, 7, 14, 28],
	[warehouses => \&warehouses, 8, 12, 16],
	[cover => \&set_cover, 40, 80, 120],
	[queens => \&queens, 30, 50, 80],
	[tour => \&tour, 10, 12, 14],
	[squared => \&assignment_squared, 7, 8, 9],
	[shop => \&job_shop, 5, 7, 8],
	[projects => \&projects, 12, 16, 20],
	[colours => \&colours, 30, 50, 70],
	[latin => \&latin_square, 12, 20, 30],
	[magic => \&magic_square, 4, 5, 6],
	[golomb => \&golomb, 6, 7, 8],
	[timetable => \&timetable, 20, 40, 60],
	[random_clauses => \&random_clauses, 150, 200, 250],
	[pigeons => \&pigeons, 8, 10, 12],
	[parity => \&parity, 10, 14, 18],
	[soft => \&soft_clauses, 60, 120, 200],
	[words => \&words, 8, 16, 32],
	[bmc => \&bounded_model, 10, 20, 50],
	[arrays => \&arrays, 8, 14, 20],
	[congruence => \&congruence, 20, 60, 100],
	[differences => \&differences, 12, 18, 24],);

# --- the solvers --------------------------------------------------------------
#
# Each takes what is printed, and returns [proved?, status, value or undef].

sub read_smt {
	my ($out) = @_;
	my ($status) = $out =~ /^(sat|unsat)$/m;
	my ($value) =
		$out =~ /\(objectives\s*\(.*?\s(\(?[-\d.()\/ ]+?)\)\s*\)/s;
	$value = -$1 if defined $value && $value =~ /\(- (\d+)\)/;
	return [defined $status, $status, $value];
}

sub read_satchel {
	my ($out) = @_;
	my ($status) = $out =~ /^(sat|unsat)$/m;
	my ($value) = $out =~ /^; m\w+ize .* = (\S+)/m;
	my $is_open = $out =~ /not proved/;
	return [defined $status && !$is_open, $status, $value];
}

sub read_minizinc {
	my ($out) = @_;
	return [1, 'unsat'] if $out =~ /=====UNSATISFIABLE/;
	my @values = $out =~ /^_objective = (-?\d+);/mg;
	my $is_proved = $out =~ /^==========/m || !@values && $out =~ /^-{10}/m;
	return [$is_proved, $out =~ /^-{10}/m ? 'sat' : undef, $values[-1]];
}

sub read_cbc {
	my ($out) = @_;
	my ($value) = $out =~ /^Objective value:\s+(\S+)/m;
	return [1, 'unsat'] if $out =~ /infeasible/;
	return [$out =~ /Result - Optimal solution/ ? 1 : 0, 'sat', $value];
}

sub read_cadical {
	my ($out) = @_;
	return [1, 'unsat'] if $out =~ /^s UNSATISFIABLE/m;
	return [$out =~ /^s SATISFIABLE/m ? 1 : 0, 'sat'];
}

my %options = (seconds => 10, only => '.');
GetOptions(\%options, 'write=s', 'run=s', 'seconds=i', 'only=s') or exit 2;

my @solvers = (
	[       'satchel',
		'smt2',
		\&read_satchel,
		sub {
			$options{run}, 'solve', $_[0],
				'--timeout-ms', $options{seconds} * 1000
		}
	],
	['z3', 'smt2', \&read_smt, sub { 'z3', "-T:$options{seconds}", $_[0] }],
	[       'cvc5', 'smt2',
		\&read_smt,
		sub {
			'cvc5', '-q', '--lang', 'smt2',
				'--tlimit-per=' . $options{seconds} * 1000,
				$_[0]
		}
	],
	[       'gecode', 'mzn',
		\&read_minizinc,
		sub {
			'minizinc', '--solver', 'gecode',
				'--output-mode', 'dzn', '--output-objective',
				'--time-limit',
				$options{seconds} * 1000, $_[0]
		}
	],
	[       'cbc', 'lp',
		\&read_cbc,
		sub {
			'cbc', $_[0], '-sec', $options{seconds},
				'-solve', '-solu', '/dev/null'
		}
	],
	[       'cadical',
		'cnf',
		\&read_cadical,
		sub {
			'cadical', '-q', '-t', $options{seconds}, $_[0]
		}
	],);

# [seconds or undef, status, value]
sub solve {
	my ($solver, $file) = @_;
	my $begun = time;
	my $pid = open(my $from, '-|') // die "fork: $!\n";
	if ($pid == 0) {
		open STDERR, '>&', \*STDOUT;
		exec $solver->[3]->($file) or POSIX::_exit(127);
	}
	my $out = do { local $/; <$from> }
		// '';
	close $from;
	my ($is_proved, $status, $value) = @{ $solver->[2]->($out) };
	my $took = time - $begun;
	return [$is_proved && $took < $options{seconds} + 1 ? $took : undef,
		$status, $value];
}

sub differ {
	my ($a, $b) = @_;
	return 1 if $a->[1] ne $b->[1];
	return 0
		if !defined $a->[2]
		|| !defined $b->[2]
		|| "$a->[2]$b->[2]" =~ m{[^-\d.]};
	return abs($a->[2] - $b->[2]) > TOLERANCE * max(1, abs $a->[2]);
}

sub installed {
	my ($name) = @_;
	return 1 if $name eq 'satchel';
	$name = 'minizinc' if $name eq 'gecode';
	return scalar grep { -x "$_/$name" } split /:/, $ENV{PATH};
}

my $folder = $options{write} // tempdir(CLEANUP => 1);
my (@ratios, %solved);
my $best_solved = 0;
die "scale.pl --write DIR | --run SATCHEL\n"
	if !defined $options{run} && !defined $options{write};
@solvers = grep { installed($_->[0]) } @solvers;
printf "%-22s%s%9s\n", 'problem',
	join('', map { sprintf '%9s', $_->[0] } @solvers), 'ratio'
	if defined $options{run};
for my $family (@families) {
	my ($name, $make, @sizes) = @$family;
	for my $size (@sizes) {
		next if "$name$size" !~ /$options{only}/;
		$seed = $size;
		my $texts = $make->($size);
		my %file;
		for my $kind (sort keys %$texts) {
			next if !defined $texts->{$kind};
			$file{$kind} = "$folder/$name$size.$kind";
			open my $to, '>', $file{$kind}
				or die "$file{$kind}: $!\n";
			print $to $texts->{$kind},
				$kind eq 'smt2'
				? "(check-sat)\n"
				. (
				$texts->{smt2} =~ /^\(m\w+imize/m
				? "(get-objectives)\n"
				: '')
				: '';
			close $to or die "$file{$kind}: $!\n";
		}
		next if !defined $options{run};
		my (%result, $told);
		for my $solver (@solvers) {
			my $text = $file{ $solver->[1] };

			# cvc5 has no objectives.
			next
				if !defined $text
				|| $solver->[0] eq 'cvc5'
				&& $texts->{smt2} =~
				/^\((?:m\w+imize|assert-soft)/m;
			my $r = $result{ $solver->[0] } = solve($solver, $text);
			next if !defined $r->[0];
			$solved{ $solver->[0] }++;
			print "# $name$size: $solver->[0] says $r->[1] ",
				$r->[2] // '', ", others $told->[1] ",
				$told->[2] // '', "\n"
				if $told && differ($told, $r);
			$told //= $r;
		}
		my ($own, @others) =
			map {
			$result{ $_->[0] } ? $result{ $_->[0] }[0] : undef
			} @solvers;
		my $best = min(grep {defined} @others);
		my $limit = $options{seconds};
		my $ratio = ($own // $limit) / (($best // $limit) + SLACK);
		push @ratios, $ratio;
		$best_solved += defined $best;
		printf "%-22s%s%9.2f\n", "$name$size", join(
			'',
			map {
				my $r = $result{ $_->[0] };
				sprintf '%9s',
					!$r ? ''
					: defined $r->[0]
					? sprintf('%.2f', $r->[0])
					: '-'
			} @solvers), $ratio;
	}
}
if (@ratios) {
	printf "%d problems: %s; best of the others %d\n", scalar @ratios,
		join(', ',
		map { "$_->[0] " . ($solved{ $_->[0] } // 0) } @solvers),
		$best_solved;
	printf "geometric mean %.2f, largest %.2f, above 2: %d\n",
		exp(sum0(map {log} @ratios) / @ratios), max(@ratios),
		scalar grep { $_ > 2 } @ratios;
}
