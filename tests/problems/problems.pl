#!/usr/bin/perl
# Problems with their answers, asked of the real programs in every way: as one
# text, and as a model of one item for each command. What comes back is tried
# again: a solution in the place of the declarations must be satisfiable, a core
# alone must not be, and less than a minimal core must be. A file holds many
# problems, one after the other; lines before the first say what it is about.
#
#	;;; ANSWER TITLE	begins a problem
#	; text			argues why that is the answer: at least one line
#	;> {...}		arguments for solve_model, or for prove
#	;< PATTERN		what each answer holds (see tests/notation.pl)
#	(assert ...)		the problem: the rest, up to the next ;;;
#
# ANSWER is sat, unsat or unknown; proved or refuted, where `;>` has the
# property; or `fault LINE:COLUMN` for a text that is refused at that place,
# counted from the first line below the comments.
#
#	B=build perl tests/problems/problems.pl FILE...
use strict;
use warnings;
use FindBin qw($Bin);
use JSON::PP;
use Test::More;

require "$Bin/../$_.pl" for qw(client smt);

binmode $_, ':utf8' for Test::More->builder->output,
	Test::More->builder->failure_output;
my $limit_ms = 60000;
my $server = Client->new(late_s => $limit_ms / 1000 + 30);
my %session = (session => 'problem');
my %detail = (detail => JSON::PP::true);

sub read_problems {
	my ($file) = @_;
	open my $in, '<:encoding(UTF-8)', $file or die "$file: $!\n";
	my @problems;
	while (<$in>) {
		if (/^;;; ((?:fault )?\S+) (.+)/) {
			push @problems, {line => $., answer => $1, title => $2,
				patterns => [], text => ''};
			next;
		}
		my $p = $problems[-1] // next;
		if ($p->{text} eq '' && /^;> (.*)/) { $p->{arguments} = $1 }
		elsif ($p->{text} eq '' && /^;< (.*)/) {
			push @{$p->{patterns}}, $1 }
		elsif ($p->{text} eq '' && /^; /) { $p->{is_argued} = 1 }
		else { $p->{text} .= $_ }
	}
	return @problems;
}

sub ask_text {
	return $server->answer(solve_smtlib => {smtlib => $_[0], %detail,
		timeout_ms => $limit_ms});
}

# The answer has the status and all that the patterns say.
sub check_answer {
	my ($p, $answer) = @_;
	die "not $p->{answer}: " . $Client::json->encode($answer) . "\n"
		if ref $answer && ($answer->{status} // '') ne $p->{answer};
	for (@{$p->{patterns}}) {
		my $why = Notation::match(Notation::pattern($_), $answer);
		die "$_\n$why\n" if $why;
	}
}

# Of the assertions, by number, those that the core names.
sub read_core {
	my ($text, $answer, $key) = @_;
	return Smt::assertions_named($text, $key, $answer->{core} //
		die "there is no core\n");
}

# $is_unsat says of assertions, by number, whether they alone are unsat.
sub check_core {
	my ($kept, $is_minimal, $is_unsat) = @_;
	die "the core alone is not unsat\n" if !$is_unsat->($kept);
	for my $one ($is_minimal ? sort keys %$kept : ()) {
		my %less = %$kept;
		delete $less{$one};
		die "the core is unsat without assertion $one\n"
			if $is_unsat->(\%less);
	}
}

sub check_solution {
	my ($text, $solution) = @_;
	my $joined = Smt::conjoin($text, $solution);
	my $answer = eval { ask_text($joined) };
	die "$@not sat with the solution in its place:\n$joined"
		if !$answer || $answer->{status} ne 'sat';
}

sub try_text {
	my ($p) = @_;
	my $text = $p->{text};
	my $answer = ask_text($text);
	check_answer($p, $answer);
	return if !Smt::is_plain($text);
	check_solution($text, $answer->{output}) if $p->{answer} eq 'sat';
	check_core(read_core($text, $answer, 'assertion'),
		$answer->{core_minimal}, sub { ask_text(Smt::keep($text, $_[0]))
			->{status} eq 'unsat' }) if $p->{answer} eq 'unsat';
}

# A command of the text is the item of the same number.
sub build_model {
	my ($text) = @_;
	$server->call($_ => \%session) for qw(delete_session open_session);
	for (grep { !Smt::is_check($_) } Smt::parts($text)) {
		eval { $server->answer(add_item => {%session, content => $_}) }
			or die "$@as an item: $_\n";
	}
}

# Every assertion was looked at, and none is false.
sub check_checked {
	my ($p, $checked) = @_;
	my $asserts = grep { Smt::is_assertion($_) } Smt::parts($p->{text});
	die "an assertion is false\n" if @{$checked->{failed} // []};
	die "not $asserts items were checked, but $checked->{items}\n"
		if !$p->{arguments} && $checked->{items} != $asserts;
}

sub items_are_unsat {
	my ($text, $arguments, $kept) = @_;
	my @commands = Smt::parts($text);
	my $number = 0;
	my @without = grep { Smt::is_assertion($commands[$_]) &&
		!$kept->{$number++} } 0 .. $#commands;
	return $server->answer(solve_model => {%$arguments,
		without => \@without})->{status} eq 'unsat';
}

sub try_model {
	my ($p) = @_;
	my %arguments = (%session, %detail,
		%{$Client::json->decode($p->{arguments} // '{}')});
	my $is_proof = $p->{answer} =~ /^(?:proved|refuted)$/;
	build_model($p->{text});
	my $answer = $server->answer($is_proof ? 'prove' : 'solve_model',
		\%arguments);
	check_answer($p, $answer);
	if ($p->{answer} =~ /^(?:sat|refuted)$/) {
		check_checked($p, $answer->{checked});
		# It may be one of less than the whole.
		check_solution($p->{text}, $answer->{solution_smtlib})
			if !$arguments{without};
	} elsif ($p->{answer} ne 'unknown') {
		# What is proved is that its negation is unsat.
		my $property = delete $arguments{property};
		$arguments{assume} = ["(not $property)"] if $is_proof;
		check_core(read_core($p->{text}, $answer, 'index'),
			$answer->{core_minimal}, sub {
				items_are_unsat($p->{text}, \%arguments, $_[0]) });
	}
}

sub try_fault {
	my ($p, $line, $column) = @_;
	my $result = $server->call(solve_smtlib => {smtlib => $p->{text}});
	return if $p->{title} =~ /\[refused by 4\.8 only\]/ && $server->is_lenient;
	my $said = $result->{content}[0]{text};
	die "it is answered: $said\n" if !$result->{isError};
	die "no line $line, column $column in: $said\n"
		if index($said, "line $line, column $column:") < 0;
	check_answer($p, $said);
}

sub try_problem {
	my ($p) = @_;
	die "no comment says why it is $p->{answer}\n" if !$p->{is_argued};
	return try_fault($p, $1, $2) if $p->{answer} =~ /^fault (\d+):(\d+)$/;
	# A text has no place for arguments.
	eval { try_text($p); 1 } or die "$@(as a text)\n" if !$p->{arguments};
	eval { try_model($p); 1 } or die "$@(as a model)\n"
		if Smt::is_plain($p->{text});
}

for my $file (@ARGV) {
	ok(eval { try_problem($_); 1 }, "$file:$_->{line}: $_->{answer}: " .
		"$_->{title}") or diag($@) for read_problems($file);
}
ok(eval { $server->stop; 1 }, 'the server ends well') or diag($@);
done_testing;
