#!/usr/bin/perl
# Models that are written twice, with quantifiers and recursion and written out:
# equal answers, and processor times that differ little.
#
#	perl tests/bench/pairs.pl build/satchel [NAME]
#
# A rule is "i=1..n j=i+1..n ? GUARD | BODY". In what is asserted f[i+1] is an
# application, #(i+1) a number, and S{k=1..n| BODY} a sum.
use strict;
use warnings;

my ($satchel, $only) = @ARGV;
my $recursions;

sub smt {    # of i + 1, as a term
	my ($e) = @_;
	return $e =~ /^\s*(.+?)\s*([-+*])\s*(\w+)\s*$/
	    ? "($2 " . smt($1) . " $3)"
	    : $e =~ s/\s//gr;
}

sub number {    # the same as a number
	my ($e, $v) = @_;
	$e =~ s/\b([a-z])\b/$v->{$1}/g;
	return eval $e;
}

sub quantified_body {
	my ($body, @outer) = @_;
	while ($body =~ /S\{(\w)=(\w+)\.\.(\w+)\|([^{}]*)\}/) {
		my ($k, $low, $high, $one) = ($1, $2, $3, $4);
		my $name = 'sum' . ++$recursions->{count};
		my @used = grep { $one =~ /\b$_\b/ } @outer;
		my $rest = join '', map { " $_" } @used;
		$recursions->{text} .=
		      "(define-fun-rec $name (($k Int)"
		    . join('', map { "($_ Int)" } @used)
		    . ") Int (ite (> $k $high) 0 (+ "
		    . quantified_body($one, $k, @outer)
		    . " ($name (+ $k 1)$rest))))\n";
		$body =~ s/S\{[^{}]*\}/($name $low$rest)/;
	}
	$body =~ s/#\(([^()]*)\)/smt($1)/ge;
	$body =~ s/(\w+)\[([^\[\]]*)\]/
	    "($1 " . join(' ', map { smt($_) } split m{,}, $2) . ')'/gex;
	return $body;
}

sub written_body {
	my ($body, %v) = @_;
	$body =~ s/S\{(\w)=(\w+)\.\.(\w+)\|([^{}]*)\}/
	    my ($k, $low, $high, $one) = ($1, $2, $3, $4);
	    '(+ 0 ' . join(' ', map { written_body($one, %v, $k => $_) }
	        number($low, \%v) .. number($high, \%v)) . ')'/gex;
	$body =~ s/#\(([^()]*)\)/number($1, \%v)/ge;
	$body =~ s/(\w+)\[([^\[\]]*)\]/
	    join '_', $1, map { number($_, \%v) } split m{,}, $2/gex;
	$body =~ s/\b([a-z])\b/exists $v{$1} ? $v{$1} : $1/ge;
	return $body;
}

sub quantified_rule {
	my ($ranges, $guard, $body) = @_;
	my (@variables, @guards);
	for (split ' ', $ranges) {
		my ($v, $low, $high) = /(\w)=(.+)\.\.(.+)/;
		push @variables, $v;
		push @guards, '(<= ' . smt($low) . " $v " . smt($high) . ')';
	}
	push @guards, $guard if $guard;
	$body = quantified_body($body, @variables);
	return "(assert $body)\n" if !@variables;
	return '(assert (forall ('
	    . join('', map { "($_ Int)" } @variables)
	    . ') (=> (and ' . join(' ', @guards) . ") $body)))\n";
}

# A guard is (distinct i j), or none.
sub written_rule {
	my ($ranges, $guard, $body, %v) = @_;
	my ($first, $rest) = split ' ', $ranges, 2;
	if (!defined $first) {
		return '' if $guard =~ /(\w) (\w)\)/ && $v{$1} == $v{$2};
		return '(assert ' . written_body($body, %v) . ")\n";
	}
	my ($k, $low, $high) = $first =~ /(\w)=(.+)\.\.(.+)/;
	return join '', map { written_rule($rest // '', $guard, $body, %v,
		$k => $_) } number($low, \%v) .. number($high, \%v);
}

sub texts {
	my ($n, $m, $functions, @rules) = @_;
	my ($quantified, $written) = ('', '');
	my %v = (n => $n, m => $m);
	$recursions = {count => 0, text => ''};
	for (@rules) {
		my ($ranges, $guard, $body) =
		    /^(.*?)\s*(?:\?\s*(.*?)\s*)?\|\s*(.*)$/;
		$quantified .= quantified_rule($ranges, $guard, $body);
		$written .= written_rule($ranges, $guard // '', $body, %v);
	}
	my $head = "(define-fun n () Int $n)(define-fun m () Int $m)\n";
	for (split ' ', $functions) {
		my ($f, $arity, $sort) = split /:/;
		$head .= "(declare-fun $f (" . 'Int ' x $arity . ") $sort)\n";
		my %seen;
		$written = "(declare-const $_ $sort)\n$written"
		    for grep { !$seen{$_}++ }
		    $written =~ /\b($f(?:_-?\d+)+)\b/g;
	}
	return ($head . $recursions->{text} . $quantified . '(check-sat)',
		$written . '(check-sat)');
}

my $range = 'i=1..n | (<= 1 x[i] m)';
my $pairs = 'i=1..n j=i+1..n';
my $grid = 'i=1..n j=1..n | (<= 1 g[i,j] m)';
my @latin = ($grid, 'i=1..n j=1..n k=j+1..n | (and (distinct g[i,j] g[i,k])'
	. ' (distinct g[j,i] g[k,i]))');
my %models = (
	queens => ['x:1:Int', [[8, 8], [12, 12], [16, 16], [3, 3]], $range,
		"$pairs | (and (distinct x[i] x[j]) (distinct (- x[i] x[j])"
		. ' #(i-j) #(j-i)))'],
	different => ['x:1:Int', [[9, 9], [10, 9], [20, 20], [30, 29]],
		$range, "$pairs | (distinct x[i] x[j])"],
	latin => ['g:2:Int', [[4, 4], [7, 7], [5, 4]], @latin],
	diagonal => ['g:2:Int', [[5, 5], [7, 7]], @latin,
		"$pairs | (and (distinct g[i,i] g[j,j])"
		. ' (distinct g[i,n+1-i] g[j,n+1-j]))'],
	ring => ['x:1:Int', [[11, 2], [12, 2], [15, 3]], $range,
		'i=1..n-1 | (distinct x[i] x[i+1])', '| (distinct x[1] x[n])'],
	chain => ['x:1:Int', [[20, 60], [20, 40]], $range,
		'i=1..n-1 | (<= (+ x[i] 3) x[i+1])'],
	jobs => ['x:1:Int', [[5, 20], [5, 14]], $range, "$pairs | (or"
		. ' (<= (+ x[i] #(i+0)) x[j]) (<= (+ x[j] #(j+0)) x[i]))'],
	sum => ['x:1:Int', [[20, 9], [60, 9], [100, 5]], $range,
		'| (= S{k=1..n| x[k]} #(3*n))'],
	weights => ['b:1:Bool', [[20, 40], [30, 100], [40, 7]],
		'| (= S{k=1..n| (ite b[k] #(2*k) 0)} #(2*m))',
		'i=1..n-1 | (not (and b[i] b[i+1]))'],
	odd => ['b:1:Bool', [[20, 41], [30, 101]],
		'| (= S{k=1..n| (ite b[k] #(2*k) 0)} m)'],
	ones => ['c:2:Bool', [[6, 2], [8, 3], [10, 3]],
		'i=1..n | (= S{k=1..n| (ite c[i,k] 1 0)} m)',
		'i=1..n | (= S{k=1..n| (ite c[k,i] 1 0)} m)'],
	implied => ['b:1:Bool', [[50, 1], [200, 1]],
		'i=1..n-1 | (=> b[i] b[i+1])', '| b[1]', '| (not b[n])'],
	graph => ['x:1:Int', [[10, 3], [14, 4]], $range,
		'i=1..n-1 | (distinct x[i] x[i+1])',
		'i=1..n-2 | (distinct x[i] x[i+2])',
		'i=1..n-3 | (=> (= x[i] 1) (distinct x[i+3] 1))'],
	magic => ['g:2:Int', [[3, 9]], $grid,
		'i=1..n j=1..n k=1..n l=1..n ? (distinct i k) |'
		. ' (distinct g[i,j] g[k,l])',
		'i=1..n j=1..n k=j+1..n | (distinct g[i,j] g[i,k])',
		'i=1..n | (= S{k=1..n| g[i,k]} 15)',
		'i=1..n | (= S{k=1..n| g[k,i]} 15)'],
	order => ['p:2:Bool', [[5, 1], [8, 1]],
		'i=1..n j=1..n k=1..n | (=> (and p[i,j] p[j,k]) p[i,k])',
		'i=1..n j=1..n ? (distinct i j) | (distinct p[i,j] p[j,i])',
		'i=1..n | (not p[i,i])'],
	ruler => ['x:1:Int', [[4, 7], [4, 6]], $range, '| (= x[1] 1)',
		'i=1..n-1 | (< x[i] x[i+1])', 'i=1..n-1 j=i+1..n-1 | (distinct'
		. ' (- x[i+1] x[i]) (- x[j+1] x[j]))'],
);

sub processor_time {    # of all children that have ended
	my @times = times;
	return $times[2] + $times[3];
}

sub solve {
	my ($text) = @_;
	open my $f, '>', "/tmp/pairs.$$.smt2" or die;
	print $f $text;
	close $f;
	my ($answer, $best);
	for (1 .. 3) {
		my $begun = processor_time();
		$answer = (split /\n/, `$satchel solve /tmp/pairs.$$.smt2`)[0];
		my $took = processor_time() - $begun;
		$best = $took if !defined $best || $took < $best;
	}
	unlink "/tmp/pairs.$$.smt2";
	return ($answer, $best);
}

my ($count, $different, $slow, $product) = (0, 0, 0, 1);
for my $name (sort keys %models) {
	next if defined $only && $name ne $only;
	my ($functions, $sizes, @rules) = @{$models{$name}};
	for (@$sizes) {
		my ($quantified, $written) = texts(@$_, $functions, @rules);
		my ($first, $first_s) = solve($quantified);
		my ($second, $second_s) = solve($written);
		my $ratio = $first_s / ($second_s || 0.01);
		$product *= $ratio;
		printf "%-10s %3d %3d  %-8s %6.3f s  %6.3f s  %5.2f%s\n",
		    $name, @$_, $first, $first_s, $second_s, $ratio,
		    $first eq $second ? '' : "  BUT $second";
		$count++;
		$different += $first ne $second;
		$slow += $ratio > 1.5 && $first_s - $second_s > 0.1;
	}
}
print "$count pairs, $different with different answers,",
    " $slow slower by more than half and a tenth of a second;",
    sprintf(" geometric mean %.2f\n", $product ** (1 / ($count || 1)));
exit($different || $slow ? 1 : 0);
