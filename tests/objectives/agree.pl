#!/usr/bin/perl
# What a solve says of its objectives is what its solution has: each objective's
# term, evaluated under `values` and under the solution as SMT-LIB, is its
# `value`; nothing is better than what is called optimal, or than a `bound`; and
# a solve that goes on from the last one is not worse. Each text is asked in
# three ways: as a text of its own, as a session, and as that session again.
#
#	B=build perl tests/objectives/agree.pl [NAME]
use strict;
use warnings;
use FindBin qw($Bin);
use JSON::PP;
use Math::BigRat;
use Test::More;

require "$Bin/../client.pl";

my $only = shift // '';
my $server = Client->new(flags => '--tools all --log-level error');

# The structured answer of a tool.
sub call {
	my ($tool, %arguments) = @_;
	my $said = $server->call($tool, \%arguments);

	diag $said->{content}[0]{text} if $said->{isError};
	return $said->{structuredContent} // {};
}

# --- texts ------------------------------------------------------------------

# A cut of a graph that nobody knows the best of within a second.
my $state = 7;

sub draw {
	$state = ($state * 1103515245 + 12345) % 2**31;
	return int(($state >> 8) * $_[0] / 2**23);
}

sub edges {
	my ($count) = @_;
	return map { sprintf '(xor h%d h%d)', draw($count), draw($count) }
		1 .. 5 * $count;
}

sub cut {
	return '(+ ' . join(' ', map { "(ite $_ " . (1 + draw(9)) . ' 0)' }
		edges($_[0])) . ')';
}

sub bools { return map { "(declare-const $_ Bool)" } @_; }

my $nodes = join ' ', bools(map { "h$_" } 0 .. 59);
my $triple = '(declare-const a Int) (declare-const b Int) (declare-const d Int)';

# declared: what the solution gives. rest: definitions and assertions. goals:
# kind, sort and term; of a soft one the id, and pairs of assertion and weight.
# open: it need not be proved. Any other key is a part of the text.
my @texts = (
	{
		name => 'a whole number',
		declared => '(declare-const x Int) (declare-const y Int)',
		rest => '(assert (<= 0 x 10)) (assert (<= (- 5) y (* 2 x)))
			(assert (distinct (+ x y) 30))',
		goals => [[maximize => 'Int', '(+ x y)']],
	}, {
		name => 'whole numbers below zero',
		declared => '(declare-const x Int) (declare-const y Int)',
		rest => '(assert (>= (+ x (* 3 y)) (- 100))) (assert (<= x 9))
			(assert (= 0 (mod (- x y) 7)))',
		goals => [[minimize => 'Int', '(+ y (div x 3))']],
	}, {
		name => 'a product',
		declared => '(declare-const x Int) (declare-const y Int)',
		rest => '(assert (<= 1 x 40)) (assert (<= 1 y 40))
			(assert (= (+ (* 3 x) (* 5 y)) 97))',
		goals => [[maximize => 'Int', '(* x y)']],
	}, {
		name => 'fractions',
		declared => '(declare-const x Real) (declare-const y Real)',
		rest => '(assert (<= (+ (* 3 x) (* 7 y)) 22.5))
			(assert (<= 0.25 y (/ 1 3))) (assert (>= x (- 4)))',
		goals => [[maximize => 'Real', '(+ x (* 0.5 y))']],
	}, {
		name => 'a strict bound',
		declared => '(declare-const x Real)',
		rest => '(assert (< x 5)) (assert (> x 1))',
		goals => [[maximize => 'Real', 'x']],
		open => 1,
	}, {
		name => 'no bound',
		declared => '(declare-const x Int) (declare-const y Int)',
		rest => '(assert (>= x y)) (assert (>= y 3))',
		goals => [[maximize => 'Int', '(- x 1)']],
		open => 1,
	}, {
		name => 'bit-vectors',
		declared => '(declare-const v (_ BitVec 8))
			(declare-const w (_ BitVec 8))',
		rest => '(assert (bvult v #xf0)) (assert (= (bvand w #x0f) #x03))
			(assert (distinct (bvmul v w) #x00))',
		goals => [[maximize => 'BV', '(bvadd v w)'],
			[minimize => 'BV', 'w']],
	}, {
		name => 'one after another',
		declared => '(declare-const x Int) (declare-const y Int)
			(declare-const z Real)',
		rest => '(assert (<= 0 x 9)) (assert (<= 0 y 9))
			(assert (<= (+ x y) 12)) (assert (<= z (* 0.5 y)))',
		goals => [[maximize => 'Int', '(+ x (ite (> y 4) 1 0))'],
			[minimize => 'Int', 'y'], [maximize => 'Real', 'z']],
	}, {
		name => 'each by itself',
		options => '(set-option :opt.priority box)',
		declared => '(declare-const x Int) (declare-const y Int)
			(declare-const r Real)',
		rest => '(assert (<= 0 x 9)) (assert (<= 0 y 9))
			(assert (<= (+ x y) 12)) (assert (<= (- 2.5) r x))',
		goals => [[maximize => 'Int', '(- x y)'],
			[maximize => 'Int', 'y'], [minimize => 'Real', 'r']],
		priority => 'box',
	}, {
		name => 'a point of the pareto front',
		options => '(set-option :opt.priority pareto)',
		declared => '(declare-const x Int) (declare-const y Int)',
		rest => '(assert (<= 0 x 9)) (assert (<= 0 y 9))
			(assert (<= (+ x (* 2 y)) 15))',
		goals => [[maximize => 'Int', 'x'], [maximize => 'Int', 'y']],
		priority => 'pareto',
	}, {
		name => 'soft assertions',
		declared => join(' ', bools(qw(p q r s))),
		rest => '(assert (or p q)) (assert (=> p (not r)))
			(assert (xor q s))',
		goals => [[soft => '', ['(not p)', 3], ['r', 2], ['(not q)', 4],
			['s', 1]]],
	}, {
		name => 'groups of soft assertions with fractions',
		declared => join(' ', bools(qw(p q r)), '(declare-const x Int)'),
		rest => '(assert (or (not p) (not q))) (assert (= r (> x 3)))',
		goals => [[soft => 'first', ['p', 1], ['q', 0.5], ['r', 0.25]],
			[soft => 'second', ['(< x 3)', 2], ['(= x 7)', 1.5]],
			[minimize => 'Int', 'x']],
	}, {
		name => 'quantifiers',
		declared => '(declare-fun f (Int) Int) (declare-const k Int)',
		rest => '(assert (forall ((i Int)) (=> (<= 0 i 4)
				(<= 0 (f i) (+ i 2)))))
			(assert (forall ((i Int)) (=> (<= 1 i 4)
				(distinct (f i) (f (- i 1))))))
			(assert (exists ((i Int)) (and (<= 0 i 4) (= (f i) k))))',
		goals => [[maximize => 'Int', '(+ (f 0) (f 1) (f 2) (f 3) (f 4))'],
			[minimize => 'Int', 'k']],
	}, {
		name => 'functions and definitions',
		declared => '(declare-fun cost (C Int) Int) (declare-const c C)
			(declare-const n Int)',
		sorts => '(declare-datatypes ((C 0)) (((red) (green) (blue))))',
		rest => '(define-fun price ((c C) (n Int)) Int
				(+ (cost c n) (ite (= c red) 3 n)))
			(assert (<= 1 n 3)) (assert (>= (cost red n) 2))
			(assert (>= (cost green n) (- 6 n)))
			(assert (>= (cost blue 2) 0))
			(assert (=> (= c blue) (>= (cost c n) n)))',
		goals => [[minimize => 'Int', '(price c n)']],
	}, {
		name => 'arrays and recursion',
		declared => '(declare-const a (Array Int Int))
			(declare-const m Int)',
		rest => '(define-fun-rec total ((i Int)) Int (ite (<= i 0) 0
				(+ (select a i) (total (- i 1)))))
			(assert (<= 0 (select a 1) 5)) (assert (<= 0 (select a 2) 7))
			(assert (distinct (select a 1) (select a 2)))
			(assert (= m (total 2)))',
		goals => [[maximize => 'Int', 'm']],
	}, {
		name => 'a sum that is interrupted',
		declared => $nodes,
		rest => '',
		goals => [[maximize => 'Int', cut(60)]],
		timeout_ms => 250,
		open => 1,
	}, {
		name => 'a second objective that is interrupted',
		declared => "$nodes (declare-const x Int)",
		rest => '(assert (<= 2 x 5))',
		goals => [[minimize => 'Int', 'x'],
			[minimize => 'Int', '(- x ' . cut(60) . ')']],
		timeout_ms => 250,
		open => 1,
	}, {
		name => 'soft assertions that are interrupted',
		declared => $nodes,
		rest => '',
		goals => [[soft => 'g', map { [$_, 1 + draw(3)] } edges(60)]],
		timeout_ms => 250,
		open => 1,
	}, {
		name => 'each by itself, interrupted',
		options => '(set-option :opt.priority box)',
		declared => $nodes,
		rest => '',
		goals => [[maximize => 'Int', cut(60)],
			[minimize => 'Int', '(ite h1 3 (ite h2 2 7))']],
		priority => 'box',
		timeout_ms => 250,
		open => 1,
	}, {
		name => 'a product that is interrupted',
		declared => $triple,
		rest => '(assert (or (<= (+ a b d) 7) (= (+ (* a a a) (* b b b)
				(* d d d)) 33)))
			(assert (<= (- 1000) a 50))',
		goals => [[maximize => 'Int', '(+ a b d)']],
		timeout_ms => 250,
		open => 1,
	}, {
		name => 'bit-vectors that are interrupted',
		declared => '(declare-const v (_ BitVec 32))
			(declare-const w (_ BitVec 32))',
		rest => '(assert (= (bvmul v w) #xfffffffb))
			(assert (bvult v w))',
		goals => [[maximize => 'BV', '(bvxor v (bvlshr w #x00000003))']],
		timeout_ms => 250,
		open => 1,
	}, {
		name => 'a limit of steps',
		options => '(set-option :rlimit 30000)',
		declared => $nodes,
		rest => '',
		goals => [[maximize => 'Int', cut(60)]],
		open => 1,
	},
);

# The penalty as a term.
sub penalty {
	my @parts = map { sprintf '(ite %s 0.0 %s)', $_->[0],
		decimal(Math::BigRat->new($_->[1])) } @_;
	return @parts == 1 ? $parts[0] : "(+ @parts)";
}

sub goal_commands {
	my ($kind, $what, @soft) = @{$_[0]};
	return "($kind $soft[0])" if $kind ne 'soft';
	my $id = $what ne '' ? " :id $what" : '';
	return map { "(assert-soft $_->[0] :weight $_->[1]$id)" } @soft;
}

# {kind, sort, term} as SMT-LIB evaluates it.
sub goal {
	my ($kind, $what, @soft) = @{$_[0]};
	return {kind => 'soft', sort => 'Real', term => penalty(@soft)}
		if $kind eq 'soft';
	return {kind => $kind, sort => $what, term => $soft[0]};
}

# --- numbers ----------------------------------------------------------------

sub decimal {
	my ($n) = @_;
	my $size = sprintf '(/ %s.0 %s.0)', $n->copy->numerator->babs,
		$n->denominator;
	return $n < 0 ? "(- $size)" : $size;
}

# A value of the answer as a number to compare; undef: it is none.
sub rational {
	my ($value) = @_;
	return Math::BigRat->new(Math::BigInt->from_hex($1))
		if $value =~ /^#x([0-9a-f]+)$/;
	return $value =~ m{^-?\d+(/\d+)?$} ? Math::BigRat->new($value) : undef;
}

# As SMT-LIB.
sub smtlib {
	my ($value, $sort) = @_;
	return $value ? 'true' : 'false' if JSON::PP::is_bool($value);
	return $value if $sort !~ /^(Int|Real)$/;
	my $n = rational($value) // return $value;
	return decimal($n) if $sort eq 'Real';
	return $n < 0 ? '(- ' . $n->copy->babs . ')' : "$n";
}

# --- judging ----------------------------------------------------------------

# The answers of the checks of a text.
sub checks {
	my ($text, $timeout_ms) = @_;
	my $answer = call('solve_smtlib', smtlib => $text,
		timeout_ms => $timeout_ms // 20000);
	my @said = grep { /^(?:sat|unsat|unknown)$/ } split /\n/,
		$answer->{output} // '';
	return @said ? @said : $answer->{status};
}

# "Each constant and function has its value."
sub value_assertions {
	my ($answer) = @_;
	my @asserted;
	for my $name (sort keys %{$answer->{values}}) {
		my $value = $answer->{values}{$name};
		my $sort = $answer->{sorts}{$name} // '';
		next if $sort =~ /^\(Array/;
		if (ref $value ne 'HASH') {
			push @asserted, "(= $name " . smtlib($value, $sort) . ')';
			next;
		}
		my ($of, $range) = $sort =~ /^\((.*?)\) (.*)$/;
		my @sorts = split ' ', $of;
		for my $entry (@{$value->{entries}}) {
			my @arguments = map { smtlib($entry->{args}[$_],
				$sorts[$_]) } 0 .. $#sorts;
			push @asserted, "(= ($name @arguments) "
				. smtlib($entry->{value}, $range) . ')';
		}
	}
	return join ' ', map { "(assert $_)" } @asserted;
}

# What is wrong, unless the text is satisfiable and each goal has the value that
# its objective has.
sub wrong_values {
	my ($what, $text, $goals, $objectives) = @_;
	my @asked = map {
		my $value = smtlib($objectives->[$_]{value}, $goals->[$_]{sort});
		"(push 1)(assert (not (= $goals->[$_]{term} $value)))(check-sat)"
			. '(pop 1)'
	} 0 .. $#$goals;
	my @said = checks("$text (check-sat) @asked (check-sat)");
	return "@said" eq join(' ', 'sat', ('unsat') x @$goals, 'sat') ? ()
		: "$what: @said of $text @asked";
}

# "Better than the number", or as good as it.
sub better {
	my ($goal, $number, $or_equal) = @_;
	my $less = $goal->{kind} ne 'maximize';
	my $sign = $goal->{sort} eq 'BV'
		? ($less ? 'bvul' : 'bvug') . ($or_equal ? 'e' : 't')
		: ($less ? '<' : '>') . ($or_equal ? '=' : '');
	return "($sign $goal->{term} " . smtlib($number, $goal->{sort}) . ')';
}

# What is better than an optimum or a bound, with the objectives before it held,
# if one counts more than the next. A bound that is hard to prove is not proved
# again: it is wrong only if something is found beyond it.
sub exceeded {
	my ($t, $objectives) = @_;
	my (@held, @wrong);
	for my $i (0 .. $#$objectives) {
		my ($goal, $o) = ($t->{terms}[$i], $objectives->[$i]);
		my $limit = $o->{optimal} ? $o->{value} : $o->{bound};
		if (defined $limit && defined rational($limit)) {
			my ($found) = checks(join(' ', $t->{whole}, @held,
				'(assert ' . better($goal, $limit, 0) . ')',
				'(check-sat)'), $t->{open} ? 100 : undef);
			push @wrong, "exceeded: $goal->{term} $limit: $found"
				if $found eq 'sat' ||
				!$t->{open} && $found ne 'unsat';
		}
		last if !defined $t->{priority} && !$o->{optimal};
		push @held, '(assert ' . better($goal, $o->{value}, 1) . ')'
			if !defined $t->{priority};
	}
	return @wrong;
}

# What does not go together in what is said of one objective.
sub inconsistent {
	my ($t, $goal, $o) = @_;
	my ($value, $bound) = map {
		defined $o->{$_} ? rational($o->{$_}) : undef
	} qw(value bound);
	my $down = $goal->{kind} ne 'maximize';
	my @wrong;

	return 'no number' if !defined $value;
	push @wrong, 'not proved' if !$t->{open} && !$t->{priority} &&
		!$o->{optimal};
	push @wrong, 'no reason' if $o->{optimal} == defined $o->{why_not};
	push @wrong, 'a bound of what is optimal' if $o->{optimal} &&
		defined $o->{bound};
	return @wrong if !defined $bound;
	push @wrong, 'beyond its bound' if $down ? $bound > $value
		: $bound < $value;
	push @wrong, 'at its bound, and not optimal' if $bound == $value;
	return @wrong if $value == 0 || $o->{why_not} ne 'not_proved';
	my $wanted = 100 * abs((($bound - $value) / $value)->numify);
	push @wrong, "not a gap of $wanted" if !defined $o->{gap_percent} ||
		abs($o->{gap_percent} - $wanted) > 0.051;
	return @wrong;
}

# All that is wrong with an answer and its solution as SMT-LIB.
sub faults {
	my ($t, $answer, $solution) = @_;
	my $objectives = $answer->{objectives} // [];
	my $goals = $t->{terms};
	my ($defined) = ($solution // '') =~ /^\((.*)\)\s*$/s;
	my $values = "$t->{whole} " . value_assertions($answer);
	return "status $answer->{status}" if $answer->{status} ne 'sat';
	return 'other objectives' if "@{[map { $_->{kind} } @$objectives]}" ne
		"@{[map { $_->{kind} } @$goals]}";
	return 'no solution' if !defined $defined;
	$solution = "$t->{definitions} $defined $t->{rest}";
	my @wrong = ((map {
		my $i = $_;
		map { "$_: " . $Client::json->encode($objectives->[$i]) }
			inconsistent($t, $goals->[$i], $objectives->[$i])
	} 0 .. $#$goals), exceeded($t, $objectives));
	# The values of a box are each of a solution of its own; that of the first
	# goal is shown.
	my @own = ($t->{priority} // '') eq 'box' ? 1 .. $#$goals : ();
	my %own = map { $_ => 1 } @own;
	my @shown = grep { !$own{$_} } 0 .. $#$goals;
	return @wrong, (map { wrong_values(@$_, [@$goals[@shown]],
		[@$objectives[@shown]]) } ['values', $values],
		['solution', $solution]), map {
		my $value = smtlib($objectives->[$_]{value}, $goals->[$_]{sort});
		wrong_values('one', "$t->{whole} (assert (= $goals->[$_]{term} "
			. "$value))", [], [])
	} @own;
}

# The first goal in which they differ is not better in the first answer.
sub is_worse {
	my ($t, $before, $after) = @_;
	for my $i (0 .. $#{$t->{terms}}) {
		my ($old, $new) = map { rational($_->{objectives}[$i]{value}) }
			$before, $after;
		next if $old == $new;
		return $t->{terms}[$i]{kind} eq 'maximize' ? $new < $old
			: $new > $old;
	}
	return 0;
}

# --- trying -----------------------------------------------------------------

# There is something to judge, whole, and what can be proved is.
sub is_enough {
	my ($t, $answer) = @_;
	my $solution = $answer->{solution_smtlib} // $answer->{output} // '';
	my @constants = $solution =~ /\(define-fun (\S+) \(\)/g;
	return ($answer->{status} // '') eq 'sat' && $solution ne '' &&
		!(grep { !exists $answer->{values}{$_} } @constants) &&
		($t->{open} || $t->{priority} ||
			!grep { !$_->{optimal} } @{$answer->{objectives} // []});
}

sub try_text {
	my ($t) = @_;
	my $name = $t->{name};
	my $session = $name =~ tr/a-z/-/cr;
	my %limit = $t->{timeout_ms} ? (timeout_ms => $t->{timeout_ms}) : ();
	# On a busy machine there may be too little at the end of its time.
	my $solved = sub {
		my ($tool, %arguments) = @_;
		my $answer;
		for (0 .. 5) {
			$answer = call($tool, %arguments, %limit);
			last if is_enough($t, $answer) || !$limit{timeout_ms};
			$limit{timeout_ms} *= 2;
		}
		return $answer;
	};
	my $options = $t->{options} // '';
	my $judged = sub {
		my ($what, @wrong) = @_;
		ok(!@wrong, "$name, $what") or diag join "\n", @wrong;
	};

	$t->{definitions} = $t->{sorts} // '';
	$t->{whole} = "$t->{definitions} $t->{declared} $t->{rest}";
	$t->{terms} = [map { goal($_) } @{$t->{goals}}];
	my $text = join ' ', $t->{whole}, map { goal_commands($_) }
		@{$t->{goals}};
	my $alone = $solved->('solve_smtlib', smtlib => "$options $text",
		detail => JSON::PP::true);
	my ($solution) = ($alone->{output} // '') =~ /^(\(\n\(define.*?^\))$/ms;
	$judged->('alone', faults($t, $alone, $solution));

	call('open_session', session => $session);
	call('edit_model', session => $session,
		edits => [{op => 'add', content => $text}]);
	$limit{priority} = $t->{priority} if $t->{priority};
	# What is to be proved has the time for it on a busy machine too.
	$limit{timeout_ms} //= $t->{open} ? 250 : 20000;
	my ($run, $next) = map { $solved->('solve_model', session => $session,
		detail => JSON::PP::true) } 1 .. 2;
	$judged->('kept', faults($t, $run, $run->{solution_smtlib}));
	$judged->('again', faults($t, $next, $next->{solution_smtlib}));
	$judged->('no worse', defined $t->{priority} ||
		!is_worse($t, $run, $next) ? () : 'worse');
	my $stored = call('get_solution', session => $session,
		detail => JSON::PP::true);
	is_deeply([@$stored{qw(objectives solution_smtlib)}],
		[@$next{qw(objectives solution_smtlib)}], "$name, stored");
}

try_text($_) for grep { index($_->{name}, $only) >= 0 } @texts;
$server->stop;
done_testing;
