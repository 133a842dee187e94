#!/usr/bin/perl
# Objectives without a bound in several theories, and objectives beside them that
# have one. A part of an objective is unbounded or bounded by construction, and
# the parts of a sum share no name; so a sum is unbounded if and only if one of
# its parts is. What is bounded must never be called unbounded; what is unbounded
# must be proved to be so, for each part by itself.
#
#	B=build perl tests/objectives/unbounded.pl [--seed N] [--times N] [--show]
use strict;
use warnings;
use FindBin qw($Bin);
use Getopt::Long qw(GetOptions);
use JSON::PP;

require "$Bin/../client.pl";

my ($seed, $times, $shows) = (1, 12);
GetOptions('seed=i' => \$seed, 'times=i' => \$times, 'show' => \$shows)
	or exit 2;
srand $seed;

sub draw { return int rand $_[0] }
sub number { return $_[0] < 0 ? "(- @{[-$_[0]]})" : "$_[0]" }
sub any_number { return number(draw(41) - 20) }
sub small { return 2 + draw(6) }

my $ints = '(declare-const %x Int) (declare-const %y Int)';
my $function = "(declare-fun %f (Int) Int) $ints";
my $array = "(declare-const %a (Array Int Int)) $ints";
my $pair = '(declare-datatypes ((%P 0)) (((%make (%left Int) (%right Int)))))
	(declare-const %p %P)';

# What a part declares and asserts, and its term. %NAME becomes a name of its
# own, # any number, @ one from 2 to 7.
my @unbounded = (
	[$ints, '(assert (>= %x #))', '%x'],
	[$ints, '(assert (<= %x #))', '(- %y (* @ %x))'],
	[$ints, '(assert (= (+ %x (* @ %y)) #))', '%y'],
	[$ints, '(assert (>= (+ %x %y) #)) (assert (<= (- %x %y) #))', '%x'],
	[$ints, '(assert (or (< %x #) (> %x (+ 50 #))))', '%x'],
	[$ints, '', '(div %x @)'],
	[$ints, '(assert (= (mod %x 9) @))', '(+ %x (mod %y @))'],
	[$ints, '(assert (= (mod (+ %x %y) @) 1))', '(div (+ %x %y) @)'],
	[$ints, '(assert (<= 1 %y @))', '(div %x %y)'],
	[$ints, '', '(ite (> %x #) %x #)'],
	[$ints, '', '(abs %x)'],
	[$ints, '(assert (> %x 0)) (assert (> %y 0))', '(* %x %y)'],
	[$ints, '', '(* %x %x)'],
	[$ints, '(assert (<= %x (- @)))', '(* %x (- %x @))'],
	["(declare-const %z Int) $ints", '(assert (= %z (* %x %y)))', '%z'],
	[$ints, '(assert (<= (* %x %x) %y))', '(- %y (* @ %x))'],
	["(declare-const %q Bool) $ints", '(assert (=> %q (<= %x #)))', '%x'],
	[$function, '', '(+ (%f 1) (%f @))'],
	[$function, '(assert (<= (%f 1) #))', '(+ (%f 1) (%f 9))'],
	[$function, '(assert (<= (%f %x) #))', '(%f %y)'],
	[$function, '(assert (= (%f 1) @))', '(%f (%f 1))'],
	[$function, '', '(%f (%f %x))'],
	[$function, '(assert (forall ((i Int)) (>= (%f i) #)))', '(%f @)'],
	[$function, '(assert (< (%f 1) (%f 2) (%f 3)))', '(%f 3)'],
	[$function, '', '(ite (< (%f 1) (%f 2)) (%f 1) (%f 2))'],
	[$function, '(assert (> (%f 1) 0))', '(* (%f 1) (+ 1 (%f 1)))'],
	['(declare-sort %S 0) (declare-fun %f (%S) Int) (declare-const %s %S)
		(declare-const %t %S)', '(assert (<= (%f %t) #))', '(%f %s)'],
	['(declare-fun %f (Int) (Array Int Int))', '',
		'(select (%f 1) @)'],
	[$array, '', '(select %a @)'],
	[$array, '(assert (<= (select %a 1) #))', '(select %a %x)'],
	[$array, '(assert (distinct %x %y))',
		'(select (store %a %x #) %y)'],
	['(declare-const %m (Array Int (Array Int Int)))',
		'(assert (<= (select (select %m 1) 2) #))',
		'(select (select %m 1) 1)'],
	['(declare-const %r Real)', '(assert (>= %r 0.5))', '(to_int %r)'],
	["(declare-const %r Real) $ints",
		'(assert (<= (* 2.5 (to_real %x)) %r))',
		'(- (to_int (* 1.5 %r)) %x)'],
	[$pair, '(assert (<= (%left %p) #))', '(%right %p)'],
	[$pair, '(assert (= (%left %p) (+ # (%right %p))))', '(%left %p)'],
	["(declare-const %v (_ BitVec 8)) $ints", '', '(+ (bv2nat %v) %x)'],
	["(declare-const %s String) $ints", '(assert (< %x (str.len %s)))',
		'(- @ %x)'],
);
my @bounded = (
	[$ints, '(assert (<= %x #))', '%x'],
	[$ints, '(assert (>= %x #)) (assert (>= %y #))', '(- (- %x) %y)'],
	[$ints, '(assert (= (+ %x %y) 30)) (assert (>= %x (- 9)))', '%y'],
	[$ints, '(assert (<= (+ %x %y) #)) (assert (<= (- %x %y) #))', '%x'],
	[$ints, '(assert (or (< %x #) (< %x (+ 50 #))))', '%x'],
	[$ints, '(assert (<= %x #))', '(div %x @)'],
	[$ints, '', '(mod %x @)'],
	[$ints, '(assert (> %y 0))', '(div # %y)'],
	[$ints, '', '(- (mod (+ %x %y) @) (mod %y @))'],
	[$ints, '', '(ite (> %x #) # (+ %x @))'],
	[$ints, '', '(- (abs %x))'],
	[$ints, '(assert (> %x 0)) (assert (< %y 0))', '(* %x %y)'],
	[$ints, '', '(- (* %x %x))'],
	[$ints, '(assert (<= (* %x %x) 99))', '(- (* @ %x) 1)'],
	["(declare-const %q Bool) $ints",
		'(assert (=> %q (<= %x #))) (assert (=> (<= %x #) %q))
		(assert %q)', '%x'],
	[$function, '(assert (<= (%f 1) #))', '(%f 1)'],
	[$function, '(assert (<= (+ (%f 1) (%f 2)) #))',
		'(+ (%f 2) (%f 1))'],
	[$function, '(assert (= %x %y)) (assert (<= (%f %x) #))', '(%f %y)'],
	[$function, '(assert (forall ((i Int)) (<= (%f i) #)))', '(%f @)'],
	[$function, '(assert (<= (%f 1) #))',
		'(ite (< (%f 1) (%f 2)) (%f 1) (%f 2))'],
	[$array, '(assert (<= (select %a 2) #))', '(select %a 2)'],
	[$array, '', '(select (store %a %x #) %x)'],
	["(declare-const %b (Array Int Int)) $array",
		'(assert (= %b (store %a 1 #)))', '(select %b 1)'],
	['(declare-const %r Real)', '(assert (< %r 2.5))', '(to_int %r)'],
	[$pair, '(assert (= (%left %p) #))', '(%left %p)'],
	['(declare-const %v (_ BitVec 8))', '', '(bv2nat %v)'],
	['(declare-const %s String)', '', '(- @ (str.len %s))'],
);

my $names = 0;

# The part with names and numbers of its own: [text, term, is it unbounded].
sub part {
	my ($part, $is_unbounded) = @_;
	my $number = ++$names;
	my ($declared, $asserted, $term) = map {
		s/%(\w+)/$1$number/gr =~ s/#/any_number()/ger =~ s/@/small()/ger
	} @$part;
	return ["$declared $asserted", $term, $is_unbounded];
}

sub any_part {
	my $i = draw(@unbounded + @bounded);
	return $i < @unbounded ? part($unbounded[$i], 1)
		: part($bounded[$i - @unbounded], 0);
}

sub problem {
	my @parts = @_;
	my @terms = map { $_->[1] } @parts;
	my $sum = @terms == 1 ? $terms[0] : "(+ @terms)";
	my $goal = draw(2) ? "(maximize $sum)" : "(minimize (- $sum))";
	return {text => join(' ', (map { $_->[0] } @parts), $goal),
		is_single => @parts == 1,
		is_unbounded => scalar grep { $_->[2] } @parts};
}

my $server = Client->new(flags => '--tools all --log-level error');

# What is said of the objective: "unbounded", "optimal" or a reason.
sub verdict {
	my ($text, $timeout_ms) = @_;
	my $said = $server->call('solve_smtlib',
		{smtlib => $text, timeout_ms => $timeout_ms});
	my $o = ($said->{structuredContent}{objectives} // [])->[0];
	return "no objective: $said->{content}[0]{text}" if !$o;
	return $o->{optimal} ? 'optimal' : $o->{why_not};
}

my @problems = (map { problem(part($_, 1)) } @unbounded);
push @problems, map { problem(part($_, 0)) } @bounded;
push @problems, map { problem(map { any_part() } 0 .. 1 + draw(2)) }
	1 .. $times;

my %count = map { $_ => 0 } qw(proved open bounded wrong);
for my $p (@problems) {
	my $verdict = verdict($p->{text}, $p->{is_single} ? 20000 : 4000);
	my $kind = !$p->{is_unbounded}
		? ($verdict eq 'unbounded' ? 'wrong' : 'bounded')
		: $verdict eq 'unbounded' ? 'proved'
		: $verdict eq 'optimal' ? 'wrong' : 'open';
	$count{$kind}++;
	# A sum has more to search than a part, so it may stay open.
	my $is_bad = $kind eq 'wrong' || $kind eq 'open' && $p->{is_single};
	$count{failed} += $is_bad;
	print "# $kind: $verdict: $p->{text}\n" if $is_bad || $shows;
}
print '# ', join(', ', map { "$count{$_} $_" } qw(proved open bounded wrong)),
	"\n";
print $count{failed} ? 'not ok' : 'ok', " 1 - what has no bound is proved to",
	" have none, and what has one never is\n1..1\n";
exit($count{failed} ? 1 : 0);
