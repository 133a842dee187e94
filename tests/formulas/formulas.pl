#!/usr/bin/perl
# Random texts over all theories, solved by the real programs as a text and as a
# model, and what is said of them put to libz3 by itself: a solution is one, its
# typed values are its values, a core is unsat and less of a minimal one is not,
# a relaxation is satisfiable, a proof is one. And the same texts with a fault,
# of which there must be no status. What libz3 does not decide in its time
# passes. A text that shows a difference is cut down and printed.
#
#	B=build perl tests/formulas/formulas.pl [--seed N] [--times N]
#		[--seconds N]
use strict;
use warnings;
use FindBin qw($Bin);
use Getopt::Long qw(GetOptions);
use IPC::Open2;
use JSON::PP;
use Time::HiRes qw(time);

require "$Bin/../$_.pl" for qw(client smt);
require "$Bin/$_.pl" for qw(grammar values);

my ($seed, $times, $seconds) = (1);
GetOptions('seed=i' => \$seed, 'times=i' => \$times, 'seconds=i' => \$seconds)
	or exit 2;
$times //= $seconds ? 1e9 : 30;

my $solve_ms = 1000;
my $begun = time;
my %count = map { $_ => 0 } qw(texts sat unsat refused undecided mangled wrong);
my $server = Client->new(late_s => 31);
my %model = (session => 'formulas');
my %timed = (timeout_ms => $solve_ms, detail => JSON::PP::true);
open2(my $from_oracle, my $to_oracle, "$server->{build}/tests/formulas/oracle");

# --- libz3 by itself ----------------------------------------------------------

# All that it prints; undef if it is not done in its time, or dies.
sub evaluate {
	my ($text) = @_;
	utf8::encode($text);
	print $to_oracle length $text, "\n$text";
	$to_oracle->flush;
	my $size = <$from_oracle> // die "the oracle has died\n";
	return if $size < 0;
	read $from_oracle, my ($said), $size;
	utf8::decode($said);
	return $said;
}

# Of the last check, one of which is added to the text: sat, unsat, unknown, or
# error where a command failed.
sub oracle {
	my ($text) = @_;
	my $said = evaluate("$text\n(check-sat)\n") // return 'unknown';
	return 'error' if $said =~ /^(?:\(error|unsupported)/m;
	return ($said =~ /^(sat|unsat|unknown)$/mg)[-1] // 'nothing';
}

# A solution that it has; undef if it has none.
sub solution_of {
	my $said = evaluate("$_[0]\n(check-sat)\n(get-model)\n") // return;
	return $said =~ s/^sat\n// ? $said : undef;
}

# The oracle must not say that of the text.
sub expect_not {
	my ($what, $text, $why) = @_;
	my $said = oracle($text);
	die "$why: $said of\n$text\n" if $said =~ /^(?:$what)$/;
}

# --- parts of an answer, put to the oracle ------------------------------------

sub check_solution {
	my ($text, $solution) = @_;
	die "sat without a solution\n" if !defined $solution;
	expect_not('unsat|error', Smt::conjoin($text, $solution),
		'the solution in its place');
}

# What the solution is about and does not say itself are sorts and declarations;
# the text's own definitions may be of what SMT-LIB leaves open.
sub check_values {
	my ($text, $solution, $answer) = @_;
	my $declarations = join "\n", grep { /^\(declare-/ } Smt::parts($text);
	my $equations = Values::equations(@$answer{qw(values sorts)});
	expect_not('sat|error', Smt::conjoin($declarations, $solution) .
		"(assert (not (and true\n$equations)))\n", 'the values denied');
}

sub check_core {
	my ($text, $answer, $key) = @_;
	my $core = $answer->{core} // die "unsat without a core\n";
	my $kept = Smt::assertions_named($text, $key, $core);
	expect_not('sat', Smt::keep($text, $kept), 'the core alone');
	for my $one ($answer->{core_minimal} ? keys %$kept : ()) {
		my %less = %$kept;
		delete $less{$one};
		expect_not('unsat', Smt::keep($text, \%less),
			"the core without assertion $one");
	}
}

# Without the set the text is not unsat, and no member of it is spare.
sub check_relaxation {
	my ($text, @set) = @_;
	my %kept = map { $_ => 1 } 0 .. grep { Smt::is_assertion($_) }
		Smt::parts($text);
	my @left_out = keys %{Smt::assertions_named($text, 'index',
		[map { {index => $_} } @set])};
	delete @kept{@left_out};
	expect_not('unsat', Smt::keep($text, \%kept), "relaxed by @set");
	expect_not('sat', Smt::keep($text, {%kept, $_ => 1}),
		"relaxed by @set but not assertion $_") for @left_out;
}

# --- a text, put to the server in every way -----------------------------------

# The structured answer, or undef and what it is refused with.
sub ask {
	my ($tool, $arguments) = @_;
	my $result = $server->call($tool, $arguments);
	return ($result->{structuredContent}, $result->{content}[0]{text});
}

sub is_cut_short { return $_[0]{reason} || $_[0]{truncated} }

# A status that libz3 contradicts: who has a solution that is one?
sub check_status {
	my ($text, $answer, $solution) = @_;
	my $status = $answer->{status} // '';
	my $said = oracle($text);
	die "a status, and libz3 finds an error\n" if $said eq 'error';
	return if "$status $said" !~ /^(?:sat unsat|unsat sat)$/;
	$count{wrong}++;
	return check_solution($text, $solution) if $status eq 'sat';
	my $theirs = solution_of($text) // return;
	die "it is called unsat, and has the solution\n$theirs\n"
		if eval { check_solution($text, $theirs); 1 };
}

sub check_sat {
	my ($text, $answer, $solution) = @_;
	return if is_cut_short($answer);
	check_solution($text, $solution);
	check_values($text, $solution, $answer);
}

# sat or unsat; '' where it is open; undef where it is refused.
sub ask_text {
	my ($text) = @_;
	my ($answer, $said) = ask(solve_smtlib => {smtlib => $text, %timed});
	if (!$answer) {
		$count{refused}++;
		expect_not('sat|unsat|nothing', $text, "refused ($said)");
		return;
	}
	my ($status, $output) = @$answer{qw(status output)};
	check_status($text, $answer, $output);
	$count{$status =~ /^(?:un)?sat$/ ? $status : 'undecided'}++;
	check_sat($text, $answer, $output) if $status eq 'sat';
	check_core($text, $answer, 'assertion') if $status eq 'unsat';
	return $status =~ /^(?:un)?sat$/ ? $status : '';
}

sub build_model {
	my ($text) = @_;
	$server->answer(open_session => \%model);
	$server->answer(edit_model => {%model, edits => [map {
		{op => 'add', content => $_} } Smt::parts($text)]});
}

sub check_checked {
	my ($text, $answer) = @_;
	return if is_cut_short($answer);
	my ($failed, $items) = @{$answer->{checked} // {}}{qw(failed items)};
	die "no assertion was checked\n" if !$failed;
	die "sat, and an assertion fails\n" if @$failed;
	my $asserts = grep { Smt::is_assertion($_) } Smt::parts($text);
	die "not all assertions were checked\n" if $items != $asserts;
}

sub ask_model {
	my ($text, $status) = @_;
	my $answer = $server->answer(solve_model => {%model, %timed,
		relax => JSON::PP::true});
	my $got = $answer->{status};
	my $solution = $answer->{solution_smtlib};
	die "as a text it is $status, and as a model $got\n"
		if "$status $got" =~ /^(?:sat unsat|unsat sat)$/;
	if ($got eq 'sat') {
		check_checked($text, $answer);
		check_sat($text, $answer, $solution);
	} elsif ($got eq 'unsat') {
		check_core($text, $answer, 'index');
		# There are none when time ran out.
		check_relaxation($text, @$_) for @{$answer->{relaxations} // []};
	}
}

# What is asked for stands among the values, too.
sub ask_least {
	my ($text, $goal) = @_;
	my $term = $goal->{term};
	my ($answer) = ask(solve_model => {%model, %timed, minimize => [$term]});
	return if !$answer || $answer->{status} ne 'sat' || is_cut_short($answer);
	my $objectives = $answer->{objectives} // [];
	die "not one objective\n" if @$objectives != 1;
	my $one = $objectives->[0];
	return if !exists $one->{value};
	my $value = eval { Values::term($goal->{sort}, $one->{value}) } // return;
	my $bare = Smt::keep($text, {});
	expect_not('unsat|error', Smt::conjoin($bare, $answer->{solution_smtlib}) .
		"(assert (= $term $value))\n", 'the value of the objective');
	expect_not('sat', "$text(assert ($goal->{less} $term $value))\n",
		'less than the least value') if $one->{optimal};
}

sub ask_several {
	my ($text) = @_;
	my ($answer) = ask(solve_model => {%model, %timed, solutions => 5});
	return if !$answer || $answer->{status} ne 'sat';
	my (%seen, $others);
	for my $one (@{$answer->{solutions} // return}) {
		die "a solution is there twice\n"
			if $seen{JSON::PP->new->canonical->encode($one)}++;
		my $equations = Values::equations($one, $answer->{sorts});
		expect_not('unsat', "$text(assert (and true\n$equations))\n",
			'one of several solutions');
		$others .= "(assert (not (and true\n$equations)))\n";
	}
	expect_not('sat', $text . ($others // ''), 'no other solution')
		if $answer->{complete};
}

sub ask_proof {
	my ($text, $property) = @_;
	my ($answer, $said) = ask(prove => {%model, %timed,
		property => $property});
	my $negation = "$text(assert (not $property))\n";
	return expect_not('sat|unsat|nothing', $negation, "prove refuses ($said)")
		if !$answer;
	if ($answer->{status} eq 'proved' && oracle($negation) eq 'sat') {
		my $theirs = solution_of($negation);
		die "proved, and refuted by\n$theirs\n" if defined $theirs;
	}
	check_solution($text, $answer->{solution_smtlib})
		if $answer->{status} eq 'refuted' && oracle($negation) eq 'unsat';
}

sub way {
	my ($way, $body) = @_;
	my @result = eval { $body->() };
	die "$@($way)\n" if $@;
	return $result[0];
}

sub try_text {
	my ($text, $property, $goal) = @_;
	my $status = way('as a text', sub { ask_text($text) }) // return;
	eval {
		build_model($text);
		way('as a model', sub { ask_model($text, $status) });
		way("the least of $goal->{term}", sub { ask_least($text, $goal) })
			if $goal;
		way('several solutions', sub { ask_several($text) });
		way("to be proved: $property",
			sub { ask_proof($text, $property) });
	};
	my $why = $@;
	$server->call(delete_session => \%model);
	die $why if $why;
}

# --- texts with a fault, most of them -----------------------------------------

# A token is left out, doubled, or in the place of another.
sub mangle {
	my ($text) = @_;
	my @tokens;
	push @tokens, [$-[0], $+[0] - $-[0]]
		while $text =~ /[()]|"(?:[^"]|"")*"|\|[^|]*\||[^\s()"|]+/g;
	my ($one, $other) = map { $tokens[rand @tokens] } 1, 2;
	my $with = substr $text, $other->[0], $other->[1];
	my $own = substr $text, $one->[0], $one->[1];
	substr($text, $one->[0], $one->[1]) =
		('', " $own  $own ", " $with ")[rand 3];
	return $text;
}

sub try_mangled {
	my ($text) = @_;
	my ($answer) = ask(solve_smtlib => {smtlib => $text, %timed});
	$count{mangled} += !$answer;
	check_status($text, $answer, $answer->{output}) if $answer;
}

# --- a text made shorter as long as it shows it -------------------------------

sub cut_down {
	my ($text, $shows) = @_;
	my $tries = 600; # each of them a few solves
	my $has_cut;
	my $replace = sub {
		my ($at, $length, $with) = @_;
		my $shorter = $text;
		substr($shorter, $at, $length) = $with;
		return 0 if $tries-- <= 0 || !$shows->($shorter);
		$text = $shorter;
		return $has_cut = 1;
	};
	do {
		$has_cut = 0;
		my @lines;
		push @lines, [$-[0], $+[0] - $-[0]] while $text =~ /.*\n/g;
		$replace->(@$_, '') for reverse @lines;
		for (my $at = 1; $at < length $text; $at++) {
			next if substr($text, $at - 1, 2) !~ /^.\(/;
			my $list = Smt::list_at($text, $at);
			my ($shorter) = grep { length $_ < length $list &&
				$replace->($at, length $list, $_) }
				Smt::inside($list), 'true', 0, '0.0', '""';
			redo if ($shorter // '') =~ /^\(/;
		}
	} while $has_cut && $tries > 0;
	return $text;
}

sub show_failure {
	my ($text, $property, $goal, $why) = @_;
	my ($sign) = $why =~ /^([^:\n]{1,60})/;
	print $why =~ s/^/# /mgr, "# cut down:\n";
	print cut_down($text, sub {
		!eval { try_text($_[0], $property, $goal); 1 } && $@ =~ /^\Q$sign\E/
	}) =~ s/^/# /mgr, "# property: $property\n";
	print "# term: $goal->{term}\n" if $goal;
}

sub try_seed {
	my ($seed) = @_;
	srand $seed;
	my $grammar = Grammar->new;
	my $text = $grammar->text;
	my $property = $grammar->term('B', 2);
	my $goal = $grammar->goal;
	my $mangled = mangle($text);
	$count{texts}++;
	if (!eval { try_text($text, $property, $goal); 1 }) {
		print "# seed $seed\n";
		show_failure($text, $property, $goal, $@);
		return 0;
	}
	return 1 if eval { try_mangled($mangled); 1 };
	print "# seed $seed\n", "$@(a text with a fault)\n$mangled" =~ s/^/# /mgr;
	return 0;
}

$| = 1;
binmode STDOUT, ':utf8';
print "1..1\n";
my $ok = 1;
$ok = try_seed($seed++) while $ok && $times-- > 0 &&
	!($seconds && time - $begun >= $seconds);
$server->stop;
printf "# %d texts: %d sat, %d unsat, %d undecided, %d refused; %d with a " .
	"fault; libz3 wrong in %d; %d s; the next seed is %d\n", @count{qw(texts
	sat unsat undecided refused mangled wrong)}, time - $begun, $seed;
print $ok ? 'ok' : 'not ok',
	" 1 - what is said of random formulas is so\n";
exit !$ok;
