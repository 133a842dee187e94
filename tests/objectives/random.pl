#!/usr/bin/perl
# Random optimisation problems over tables, products, choices and functions, with
# objectives that count one after another, each by itself or as a Pareto front.
# The domains are small, so that all assignments are tried here: this oracle shares
# nothing with any solver. Each problem is asked as a text, as a model whose items
# have the objectives, or as a model that is asked with them; a session goes on
# from the runs of the problems before.
#
#	B=build perl tests/objectives/random.pl [--seed N] [--times N] [--seconds N]
use strict;
use warnings;
use FindBin qw($Bin);
use Getopt::Long qw(GetOptions);
use JSON::PP;
use List::Util qw(max min);
use Time::HiRes qw(time);

require "$Bin/../client.pl";

my ($seed, $times, $seconds, $shows) = (1);
GetOptions('seed=i' => \$seed, 'times=i' => \$times, 'seconds=i' => \$seconds,
	'show' => \$shows) or exit 2;
$times //= $seconds ? 1e9 : 60;

$| = 1;
my $begun = time;
my %limit = (timeout_ms => 20000);
my %model = (session => 'random');
my $server = Client->new(flags => '--tools all --log-level error');
my %count = map { $_ => 0 } qw(problems sat unsat lex box pareto open wrong);
# No more assignments than this are tried for a problem.
my $most_points = 700;

sub draw { return int rand $_[0] }
sub between { return $_[0] + draw($_[1] - $_[0] + 1) }
sub pick { return $_[draw(scalar @_)] }

# --- terms ------------------------------------------------------------------

# A term is [SMT-LIB, Perl]; the Perl has a constant as $v{NAME}.
my (@ints, @bools, @tables, @functions);

sub number {
	my ($n) = @_;
	return [$n < 0 ? "(- @{[-$n]})" : "$n", "($n)"];
}

sub apply {
	my ($operator, $perl, @terms) = @_;
	return ['(' . join(' ', $operator, map { $_->[0] } @terms) . ')',
		'(' . join($perl, map { $_->[1] } @terms) . ')'];
}

# With a divisor above zero Perl's % is SMT-LIB's mod.
sub modulo {
	my ($t, $n) = @_;
	return ["(mod $t->[0] $n)", "($t->[1] % $n)"];
}

sub quotient {
	my ($t, $n) = @_;
	return ["(div $t->[0] $n)", "divide($t->[1], $n)"];
}

sub divide { return ($_[0] - $_[0] % $_[1]) / $_[1] }

# A term that is in the range, whatever the constants are.
sub within {
	my ($low, $high, $depth) = @_;
	my @fitting = grep { $_->{low} >= $low && $_->{high} <= $high } @ints;
	return variable(pick(@fitting)) if @fitting && draw(4);
	return apply('+', '+', modulo(int_term($depth - 1), $high - $low + 1),
		number($low));
}

sub variable { return [$_[0]{name}, "\$v{$_[0]{name}}"] }

sub look_up {
	my ($depth) = @_;
	my $t = pick(@tables);
	my @indices = map { $depth <= 1 || draw(3)
		? variable(pick(@ints)) : int_term($depth - 2) } 1 .. $t->{arity};
	my $key = join q{ . ',' . }, map { $_->[1] } @indices;
	my $head = $t->{array} ? "select $t->{name}" : $t->{name};
	return ["($head @{[map { $_->[0] } @indices]})",
		"(\$tables{$t->{name}}{$key} // $t->{otherwise})"];
}

sub call_function {
	my ($depth) = @_;
	my $f = pick(@functions);
	my $index = within(1, $f->{size}, $depth - 1);
	return ["($f->{name} $index->[0])",
		"\$v{'$f->{name} ' . $index->[1]}"];
}

sub int_term {
	my ($depth) = @_;
	my $kind = $depth <= 0 ? draw(3) : draw(16);
	return number(between(-3, 6)) if $kind == 0;
	return variable(pick(@ints)) if $kind < 3;
	return look_up($depth) if $kind < 7 && @tables;
	return call_function($depth) if $kind < 8 && @functions;
	return apply('*', '*', int_term($depth - 2), int_term($depth - 2))
		if $kind < 10;
	return apply('-', '-', int_term($depth - 1), int_term($depth - 1))
		if $kind == 10;
	return modulo(int_term($depth - 1), between(2, 5)) if $kind == 11;
	return quotient(int_term($depth - 1), between(2, 4)) if $kind == 12;
	if ($kind == 13) {
		my ($c, $t, $e) = (bool_term($depth - 1),
			map { int_term($depth - 1) } 1 .. 2);
		return ["(ite $c->[0] $t->[0] $e->[0])",
			"($c->[1] ? $t->[1] : $e->[1])"];
	}
	return apply('+', '+', map { int_term($depth - 1) } 0 .. between(1, 2));
}

# A sum of products and tables of constants, as a cost is.
sub cost_term {
	return apply('+', '+', map {
		my $kind = draw(@tables ? 4 : 2);
		$kind == 0 ? apply('*', '*', map { variable(pick(@ints)) } 1 .. 2)
			: $kind == 1 ? apply('*', '*', number(between(-3, 5)),
				variable(pick(@ints)))
			: look_up(0)
	} 1 .. between(2, 4));
}

sub bool_term {
	my ($depth) = @_;
	my $kind = draw($depth <= 0 ? 5 : 10);
	my $comparison = pick('<', '<=', '>', '>=', '=');
	return variable(pick(@bools)) if $kind == 0 && @bools;
	return apply($comparison, $comparison eq '=' ? '==' : $comparison,
		int_term($depth - 1), int_term($depth - 1)) if $kind < 4;
	return apply('distinct', '!=', int_term($depth - 1),
		int_term($depth - 1)) if $kind == 4;
	if ($kind == 5) {
		my $t = bool_term($depth - 1);
		return ["(not $t->[0])", "!$t->[1]"];
	}
	my @terms = map { bool_term($depth - 1) } 1 .. 2;
	return ["(=> $terms[0][0] $terms[1][0])",
		"(!$terms[0][1] || $terms[1][1])"] if $kind == 6;
	return $kind == 7 ? apply('and', '&&', @terms)
		: apply('or', '||', @terms);
}

# --- problems ---------------------------------------------------------------

# What says that a constant is in its range.
sub range_assertions {
	my ($name, $low, $high) = @_;
	my ($from, $to) = map { number($_)->[0] } $low, $high;
	my $kind = draw(5);
	return "(assert (<= $from $name $to))" if $kind < 2;
	return ("(assert (>= $name $from))", "(assert (<= $name $to))")
		if $kind == 2;
	return "(assert (not (or (< $name $from) (> $name $to))))"
		if $kind == 3;
	return '(assert (or ' . join(' ', map { "(= $name "
		. number($_)->[0] . ')' } $low .. $high) . ' false))';
}

sub new_table {
	my ($name, $arity, $given) = @_;
	$arity //= pick(1, 2, 2);
	my $array = $arity == 1 && draw(3) == 0;
	my %value = $given ? %$given : ();
	$value{join ',', map { between(-1, 5) } 1 .. $arity} = between(-9, 20)
		for $given ? () : 1 .. pick(2, 4, 8, 12, 16);
	my $otherwise = between(-2, 2);
	my $body = number($otherwise)->[0];
	my @keys = map { $_->[1] } sort { $a->[0] <=> $b->[0] }
		map { [rand, $_] } sort keys %value;
	if ($array) {
		$body = "((as const (Array Int Int)) $body)";
		$body = "(store $body " . number($_)->[0] . ' '
			. number($value{$_})->[0] . ')' for @keys;
		return {name => $name, arity => 1, array => 1,
			value => \%value, otherwise => "($otherwise)",
			text => "(define-fun $name () (Array Int Int) $body)"};
	}
	my @names = map { "i$_" } 1 .. $arity;
	for my $key (@keys) {
		my @numbers = split ',', $key;
		my @equal = map { "(= $names[$_] "
			. number($numbers[$_])->[0] . ')' } 0 .. $#names;
		my $all = @equal > 1 ? "(and @equal)" : $equal[0];
		$body = "(ite $all " . number($value{$key})->[0] . " $body)";
	}
	return {name => $name, arity => $arity, value => \%value,
		otherwise => "($otherwise)", text => "(define-fun $name ("
		. join(' ', map { "($_ Int)" } @names) . ") Int $body)"};
}

sub new_function {
	my ($name) = @_;
	my $f = {name => $name, size => between(2, 3)};
	my ($low, $high) = (between(-1, 1), between(2, 3));
	$f->{domain} = {map { ("$name $_" => [$low .. $high]) } 1 .. $f->{size}};
	my ($from, $to) = map { number($_)->[0] } $low, $high;
	$f->{text} = "(declare-fun $name (Int) Int)";
	$f->{rest} = draw(2) ? "(assert (forall ((i Int)) (=> (<= 1 i $f->{size}) "
		. "(<= $from ($name i) $to))))" : join ' ', map {
		"(assert (<= $from ($name $_) $to))" } 1 .. $f->{size};
	return $f;
}

# [kind, command, term], the term as it is to be minimised or maximised.
sub new_goal {
	my ($may_be_soft) = @_;
	if ($may_be_soft && draw(6) == 0) {
		my @soft = map { [bool_term(2), between(1, 4)] }
			1 .. between(2, 4);
		my $id = 'g' . draw(1e6);
		return ['soft', join("\n", map {
			"(assert-soft $_->[0][0] :weight $_->[1] :id $id)"
			} @soft), ['', '(' . join('+', map {
			"($_->[0][1] ? 0 : $_->[1])" } @soft) . ')']];
	}
	my $term = @tables && draw(3) == 0 ? look_up(draw(4))
		: draw(2) ? cost_term() : int_term(3);
	my $kind = pick(qw(minimize maximize));
	return [$kind, "($kind $term->[0])", $term];
}

# Distances of positions: the best one, and with it the best of a sum. The
# equation that holds the first objective bounds its constants.
sub new_distances {
	@ints = map { {name => $_, low => 1, high => 5} } qw(a b c);
	my %value;
	$value{between(1, 5) . ',' . between(1, 5)} = between(1, 20)
		for 1 .. between(8, 12);
	@tables = new_table('t', 2, \%value);
	my ($kind, $first) = (pick(qw(minimize maximize)),
		['(t a b)', '($tables{t}{"$v{a},$v{b}"} // '
			. "$tables[0]{otherwise})"]);
	my @goals = ([$kind, "($kind $first->[0])", $first],
		map { new_goal(0) } 1 .. between(1, 2));
	return {
		way => pick(qw(text kept)),
		domain => {map { $_ => [1 .. 5] } qw(a b c)},
		goals => \@goals,
		order => 'lex',
		further => [map { bool_term(2) } 1 .. draw(2)],
		tables => {t => $tables[0]{value}},
	};
}

sub new_problem {
	my ($way) = @_;
	my (%domain, @assertions);
	my $points = 1;
	(@ints, @bools, @tables, @functions) = ();
	for my $name (qw(a b c d)) {
		my $size = @ints && draw(4) == 0 ? 2 : between(2, 5);
		next if @ints > 1 && draw(3) == 0 ||
			$points * $size > $most_points;
		$points *= $size;
		if (@ints && $size == 2 && draw(2)) {
			push @bools, {name => $name};
			$domain{$name} = [0, 1];
			next;
		}
		my $low = pick(-2 .. 2, 1, 1);
		my $one = {name => $name, low => $low, high => $low + $size - 1};
		push @ints, $one;
		$domain{$name} = [$low .. $one->{high}];
		push @assertions, range_assertions($name, $low, $one->{high});
	}
	push @tables, new_table($_) for map { "t$_" } 1 .. draw(4);
	if (draw(4) == 0) {
		my $f = new_function('f');
		my $size = 1;
		$size *= @$_ for values %{$f->{domain}};
		if ($points * $size <= $most_points) {
			push @functions, $f;
			%domain = (%domain, %{$f->{domain}});
		}
	}
	my @further = map { bool_term(3) } 1 .. draw(4);
	my @goals = map { new_goal($way ne 'asked') } 1 .. pick(1, 1, 2, 2, 3);
	@goals = sort { $b->[0] cmp $a->[0] } @goals if $way eq 'asked';
	return {
		way => $way,
		domain => \%domain,
		goals => \@goals,
		order => pick(qw(lex lex lex box pareto)),
		further => \@further,
		tables => {map { $_->{name} => $_->{value} } @tables},
		assertions => [@assertions, map { $_->{rest} } @functions],
	};
}

sub text_of {
	my ($p) = @_;
	return join("\n", (map { "(declare-const $_->{name} Int)" } @ints),
		(map { "(declare-const $_->{name} Bool)" } @bools),
		(map { $_->{text} } @tables, @functions),
		@{$p->{assertions} // [map { range_assertions(@$_{qw(name low high)})
			} @ints]},
		map { "(assert $_->[0])" } @{$p->{further}}) . "\n";
}

# --- the oracle -------------------------------------------------------------

# Sets the assignments that satisfy the problem and the values of its goals there,
# so that less is better.
sub try_all {
	my ($p) = @_;
	my %tables = %{$p->{tables}};
	my (%v, @found);
	my @names = sort keys %{$p->{domain}};
	my $holds = eval 'sub { ' . (join ' && ', 1, map { $_->[1] }
		@{$p->{further}}) . ' }' or die $@;
	my $values = eval 'sub { ' . (join ', ', map { $_->[2][1] }
		@{$p->{goals}}) . ' }' or die $@;
	$p->{holds} = sub { %v = %{$_[0]}; return $holds->() };
	$p->{values} = sub { %v = %{$_[0]}; return $values->() };
	my $each;
	$each = sub {
		my ($at) = @_;
		if ($at == @names) {
			push @found, [costs($p, $values->())] if $holds->();
			return;
		}
		for my $value (@{$p->{domain}{$names[$at]}}) {
			$v{$names[$at]} = $value;
			$each->($at + 1);
		}
	};
	$each->(0);
	$p->{found} = \@found;
}

sub costs {
	my ($p, @values) = @_;
	return map { $p->{goals}[$_][0] eq 'maximize' ? -$values[$_]
		: $values[$_] } 0 .. $#values;
}

# The best costs one after another.
sub best_in_turn {
	my (@left) = @_;
	my @best;
	for my $i (0 .. $#{$left[0]}) {
		$best[$i] = min map { $_->[$i] } @left;
		@left = grep { $_->[$i] == $best[$i] } @left;
	}
	return @best;
}

sub dominates {
	my ($one, $other) = @_;
	return "@$one" ne "@$other" &&
		!grep { $one->[$_] > $other->[$_] } 0 .. $#$one;
}

# --- asking -----------------------------------------------------------------

sub ask {
	my ($tool, %arguments) = @_;
	my $said = $server->call($tool, \%arguments);
	die "refused: $said->{content}[0]{text}\n" if $said->{isError};
	return $said->{structuredContent};
}

sub answers {
	my ($p) = @_;
	my @commands = map { $_->[1] } @{$p->{goals}};
	my $goals = join "\n", $p->{way} eq 'asked' ? () : @commands;
	return ask('solve_smtlib', %limit, smtlib =>
		"(set-option :opt.priority $p->{order})\n$p->{text}$goals\n")
		if $p->{way} eq 'text';
	ask('import_model', %model, mode => 'replace',
		smtlib => "$p->{text}$goals");
	my %asked = (%model, %limit, priority => $p->{order});
	$asked{solutions} = 100 if $p->{order} eq 'pareto';
	for my $goal ($p->{way} eq 'asked' ? @{$p->{goals}} : ()) {
		push @{$asked{$goal->[0]}}, $goal->[2][0];
	}
	return map { ask('solve_model', %asked) } 1 .. 2;
}

# --- judging ----------------------------------------------------------------

# The assignment that an answer gives.
sub assignment {
	my ($p, $values) = @_;
	my %given;
	for my $name (keys %{$p->{domain}}) {
		my ($symbol, $argument) = split ' ', $name;
		my $value = $values->{$symbol};
		if (defined $argument && ref $value eq 'HASH') {
			my ($entry) = grep { "@{$_->{args}}" eq $argument }
				@{$value->{entries}};
			$value = $entry ? $entry->{value} : $value->{else};
		}
		die "no value of $name\n" if !defined $value;
		$value = $value ? 1 : 0 if JSON::PP::is_bool($value);
		die "$name is $value\n" if !grep { $_ == $value }
			@{$p->{domain}{$name}};
		$given{$name} = $value;
	}
	return \%given;
}

# The solutions that are listed are one for each point of the front, if they are all.
sub judge_front {
	my ($p, $answer, @shown) = @_;
	my %front = map { my $one = $_; "@$one" => !grep { dominates($_, $one) }
		@{$p->{found}} } @{$p->{found}};
	my %listed;
	die "it is not on the front: @shown\n" if !$front{"@shown"};
	for my $values (@{$answer->{solutions} // []}) {
		my $given = assignment($p, $values);
		my $costs = join ' ', costs($p, $p->{values}->($given));
		die "listed, and no solution\n" if !$p->{holds}->($given);
		die "listed, and not on the front: $costs\n" if !$front{$costs};
		$listed{$costs} = 1;
	}
	die "all of the front, without some\n" if $answer->{complete} &&
		keys %listed < grep { $_ } values %front;
}

# With several objectives none is best by itself on the front.
sub judge_values {
	my ($p, $answer, @said) = @_;
	my @costs = costs($p, @said);
	my @objectives = @{$answer->{objectives}};
	my $is_front = $p->{order} eq 'pareto' && @said > 1;
	my @best = $p->{order} eq 'box' ? map { my $i = $_;
		min map { $_->[$i] } @{$p->{found}} } 0 .. $#said
		: best_in_turn(@{$p->{found}});
	$count{open}++ if grep { !$_->{optimal} &&
		!($is_front && $_->{why_not} eq 'pareto') } @objectives;
	return judge_front($p, $answer, @costs) if $is_front &&
		$objectives[0]{why_not} eq 'pareto';
	for my $i ($is_front ? () : 0 .. $#said) {
		my $is_best = $objectives[$i]{optimal};
		die "objective $i has @said, and the best costs are @best\n"
			if $is_best && $costs[$i] != $best[$i];
		my $bound = $objectives[$i]{bound};
		die "bound $bound, and the best costs are @best\n"
			if defined $bound &&
			(costs($p, ($bound) x @said))[$i] > $best[$i];
		return if !$is_best && $p->{order} ne 'box';
	}
}

sub judge {
	my ($p, $answer) = @_;
	my $status = $answer->{status};
	my $wanted = @{$p->{found}} ? 'sat' : 'unsat';
	$count{$status}++;
	return $count{open}++ if $status =~ /^(?:unknown|timeout)$/;
	die "$status\n" if $status ne $wanted;
	return if $status eq 'unsat';
	my $objectives = $answer->{objectives};
	die "other objectives\n" if "@{[map { $_->{kind} } @$objectives]}" ne
		"@{[map { $_->[0] } @{$p->{goals}}]}";
	my $given = assignment($p, $answer->{values});
	die "the values are no solution\n" if !$p->{holds}->($given);
	my @shown = $p->{values}->($given);
	my @said = map { $_->{value} } @$objectives;
	my $last = $p->{order} eq 'box' ? 0 : $#said;
	die "the objectives are @said, and under the values @shown\n"
		if "@said[0 .. $last]" ne "@shown[0 .. $last]";
	judge_values($p, $answer, @said);
}

# --- trying -----------------------------------------------------------------

ask('open_session', %model);
for (my $i = 0; $i < $times && (!$seconds || time - $begun < $seconds); $i++) {
	srand $seed + $i;
	my $p = draw(4) == 0 ? do { (@bools, @functions) = (); new_distances() }
		: new_problem(pick(qw(text text kept asked)));
	$p->{text} = text_of($p);
	print "$p->{way} $p->{order}\n$p->{text}", map({ "$_->[1]\n" }
		@{$p->{goals}}), "\n" if $shows;
	try_all($p);
	$count{problems}++;
	$count{$p->{order}}++;
	my $open = $count{open};
	next if eval { judge($p, $_) for answers($p); $open == $count{open} };
	$count{wrong}++ if $open == $count{open};
	print "# seed @{[$seed + $i]}, $p->{way}, $p->{order}: ",
		$@ || "not decided\n", $p->{text}, map { "$_->[1]\n" } @{$p->{goals}};
}
$server->stop;
my $is_right = !$count{wrong} && $count{open} <= $count{problems} / 100;
print "# from seed $seed: ", join(', ', map { "$count{$_} $_" }
	qw(problems sat unsat lex box pareto open wrong)), "\n";
print $is_right ? 'ok' : 'not ok', " 1 - random objectives\n1..1\n";
exit !$is_right;
