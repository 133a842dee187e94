#!/usr/bin/perl
# Random requests, one after another on one session, and each also on a session of
# its own: a run of the log must never be the answer to another question. What is
# cut short by its time limit may say less, and nothing else.
#
#	B=build perl tests/requests/pairs.pl [--seed N] [--times N] [--seconds N]
use strict;
use warnings;
use FindBin qw($Bin);
use Getopt::Long qw(GetOptions);
use JSON::PP;
use Time::HiRes qw(time);

require "$Bin/../client.pl";

my ($seed, $times, $seconds) = (1);
GetOptions('seed=i' => \$seed, 'times=i' => \$times, 'seconds=i' => \$seconds)
	or exit 2;
$times //= $seconds ? 1e9 : 30;

my $long_ms = 20000;
$| = 1;
my $begun = time;
my $json = JSON::PP->new->canonical->allow_nonref;
my $server = Client->new(flags => '--tools all --log-level error');
my %count = map { $_ => 0 } qw(requests refused cut earlier wrong);

sub draw { return int rand $_[0] }
sub chance { return rand(100) < $_[0] }
sub pick { return $_[draw(scalar @_)] }

# Some of them, at least one, in a random order.
sub some {
	my ($most, @from) = @_;
	my @taken;
	push @taken, splice @from, draw(scalar @from), 1
		for 1 .. 1 + draw($most);
	return \@taken;
}

# --- models and requests ----------------------------------------------------

my @terms = ('x', 'y', 'z', '(+ x y)', '(* y z)', '(- x z)', '(ite p x z)');
my @assumed = ('(= x 1)', '(> y 2)', '(distinct y z)', 'p', '(not p)',
	'(< (+ x y) 3)', '(= z 1)');

sub new_model {
	return join "\n", '(declare-const x Int)', '(declare-const y Int)',
		'(declare-const z Int)', '(declare-const p Bool)',
		'(assert (<= 0 x 3))', '(assert (<= 0 y 5))', '(assert (<= 0 z 2))',
		(map { "(assert $_)" } @{some(3, '(distinct x z)', '(=> p (> x z))',
			'(< (+ x y z) 7)', '(= 0 (mod (+ x y) 2))', '(> x z)',
			'(or p (= y 4))')}),
		chance(70) ? pick('(maximize z)', '(minimize (+ x y))',
			"(maximize (* y z))\n(minimize x)") : ();
}

sub new_request {
	my %asked = (timeout_ms => chance(40) ? 1 + draw(3) : $long_ms);
	$asked{assume} = some(2, @assumed) if chance(30);
	$asked{without} = [pick(7 .. 7)] if chance(15);
	$asked{terms} = some(2, @terms) if chance(20);
	$asked{forced} = chance(50) ? JSON::PP::true : some(2, @terms)
		if chance(20);
	$asked{solutions} = pick(0, 0, 1, 2, 1000) if chance(40);
	$asked{distinct_on} = some(2, @terms)
		if ($asked{solutions} // 1) != 1 && chance(50);
	$asked{minimize} = some(1, @terms) if chance(25);
	$asked{maximize} = some(2, @terms) if chance(35);
	$asked{priority} = pick(qw(lex box pareto)) if chance(30);
	for my $flag (qw(relax detail confirm minimize_core)) {
		$asked{$flag} = pick(JSON::PP::true, JSON::PP::false)
			if chance(15);
	}
	$asked{keep} = [pick(4 .. 6)] if chance(10);
	return \%asked;
}

# The same, with one field of another request, in too little time for it.
sub like {
	my ($asked) = @_;
	my $other = new_request();
	my $field = pick(grep { $_ ne 'timeout_ms' } keys %$asked, keys %$other);
	my %like = (%$asked, timeout_ms => 1 + draw(2));
	return \%like if !defined $field;
	delete $like{$field};
	$like{$field} = $other->{$field} if exists $other->{$field};
	delete $like{distinct_on} if ($like{solutions} // 1) == 1;
	return \%like;
}

my %options = (random_seed => [1, 7], strategy => [qw(simple logic)],
	minimize_core => ['false'], 'opt.priority' => [qw(box lex)],
	'smt.arith.solver' => [2, 6]);

sub new_option {
	my $name = pick(sort keys %options);
	return {$name => chance(30) ? undef : pick(@{$options{$name}})};
}

# --- asking -----------------------------------------------------------------

sub call {
	my ($tool, %arguments) = @_;
	my $said = $server->call($tool, \%arguments);
	return $said->{isError} ? {refused => $said->{content}[0]{text}}
		: $said->{structuredContent};
}

my $sessions = 0;

sub new_session {
	my ($model, $options) = @_;
	my $name = 'pair' . $sessions++;
	call('open_session', session => $name);
	call('import_model', session => $name, smtlib => $model);
	call('configure', session => $name, options => $options)
		if $options && %$options;
	return $name;
}

# --- comparing --------------------------------------------------------------

# What does not depend on which solution was found, and how.
sub essence {
	my ($answer) = @_;
	my %is = %$answer;
	delete @is{qw(run solve_time message statistics values sorts session
		solution_smtlib warnings core core_minimal checked z3_version
		reason)};
	$is{has_values} = join ' ', sort keys %{$answer->{values} // {}};
	$is{has_core} = exists $answer->{core};
	$is{has_solution} = exists $answer->{solution_smtlib};
	$is{has_confirmed} = exists $answer->{confirmed};
	delete $is{confirmed};
	$is{forced} = {map { $_ => $answer->{forced}{$_}{forced} }
		keys %{$answer->{forced}}} if $answer->{forced};
	$is{solutions} = $answer->{complete} ? [sort map { $json->encode($_) }
		@{$answer->{solutions}}] : scalar @{$answer->{solutions}}
		if $answer->{solutions};
	# On the front, and where not all are listed, any will do.
	if (grep { ($_->{why_not} // '') eq 'pareto' }
		@{$answer->{objectives} // []}) {
		delete @is{qw(objective solutions)};
		delete $_->{value} for @{$is{objectives} =
			[map { {%$_} } @{$answer->{objectives}}]};
	}
	return \%is;
}

# What an answer that was cut short claims, and is not so.
sub wrong_claims {
	my ($asked, $answer, $truth) = @_;
	my @wrong;
	my $status = $answer->{status};
	push @wrong, "status $status" if $status =~ /^(?:un)?sat$/ &&
		$status ne $truth->{status};
	my %asks = (forced => 'forced', count => 'solutions',
		solutions => 'solutions', complete => 'solutions',
		relaxations => 'relax keep', confirmed => 'confirm',
		solution_smtlib => 'detail');
	for my $key (sort keys %asks) {
		push @wrong, "$key was not asked" if exists $answer->{$key} &&
			!grep { $asked->{$_} // 0 || $_ eq 'solutions' &&
				exists $asked->{$_} } split ' ', $asks{$key};
	}
	push @wrong, "count $answer->{count} of $truth->{count}"
		if defined $answer->{count} && defined $truth->{count} &&
		($answer->{complete} ? $answer->{count} != $truth->{count}
			: $answer->{count} > $truth->{count});
	my @objectives = @{$answer->{objectives} // []};
	for my $i (grep { $objectives[$_]{optimal} } 0 .. $#objectives) {
		my ($got, $best) = map { $_->{objectives}[$i] } $answer, $truth;
		push @wrong, "objective $i: " . $json->encode($got)
			if $json->encode($got) ne $json->encode($best);
	}
	push @wrong, map { "forced $_" } grep {
		defined $answer->{forced}{$_}{forced} &&
		defined $truth->{forced}{$_}{forced} &&
		!!$answer->{forced}{$_}{forced} ne
			!!$truth->{forced}{$_}{forced} } keys %{$answer->{forced}};
	return @wrong;
}

# What is wrong with an answer on the session where others were asked before.
sub wrong_answer {
	my ($asked, $answer, $truth) = @_;
	return $json->encode($answer) if !$answer->{refused} != !$truth->{refused};
	return $count{refused}++ && () if $answer->{refused};
	$count{earlier}++ if ($answer->{message} // '') =~ /answer of that run/;
	if ($asked->{timeout_ms} != $long_ms || $answer->{reason} ||
		($answer->{message} // '') =~ /of that run/) {
		$count{cut}++;
		return wrong_claims($asked, $answer, $truth);
	}
	my ($got, $wanted) = map { $json->encode(essence($_)) } $answer, $truth;
	return $got eq $wanted ? () : "$got\nand not $wanted";
}

# --- trying -----------------------------------------------------------------

# The requests of one session; the model changes between some of them.
sub try_session {
	my $model = new_model();
	my (%options, @asked);
	my $session = new_session($model);
	for (1 .. 2 + draw(4)) {
		my $request = chance(70) && @asked ? like(pick(@asked))
			: new_request();
		if (chance(15)) {
			my $option = new_option();
			%options = (%options, %$option);
			call('configure', session => $session,
				options => $option);
		}
		push @asked, $request;
		my $answer = call('solve_model', %$request, session => $session);
		my $fresh = new_session($model, \%options);
		my $truth = call('solve_model', %$request, session => $fresh,
			timeout_ms => $long_ms);
		call('delete_session', session => $fresh);
		$count{requests}++;
		my @wrong = wrong_answer($request, $answer, $truth) or next;
		$count{wrong}++;
		print map { s/^/# /gmr . "\n" } $model, (map { $json->encode($_) }
			@asked), 'options ' . $json->encode(\%options), @wrong;
		last;
	}
	call('delete_session', session => $session);
}

for (my $i = 0; $i < $times && (!$seconds || time - $begun < $seconds); $i++) {
	srand $seed + $i;
	my $wrong = $count{wrong};
	try_session();
	print "# seed @{[$seed + $i]}\n" if $count{wrong} > $wrong;
}
$server->stop;
print "# from seed $seed: ", join(', ', map { "$count{$_} $_" }
	qw(requests refused cut earlier wrong)), "\n";
print $count{wrong} ? 'not ok' : 'ok', " 1 - pairs of requests\n1..1\n";
exit !!$count{wrong};
