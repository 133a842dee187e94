# Random texts over the theories of libz3, well-sorted: declarations,
# definitions and assertions, a line each. What there is stands in grammar.txt.
# A sort is a letter.
package Grammar;
use strict;
use warnings;
use FindBin qw($Bin);

my ($constants, $definitions, $assertions, $depth) = (4, 3, 5, 4);
my ($leaf_percent, $known_percent, $function_percent) = (20, 75, 50);
my (@sorts, @themes, @forms, @functions, %sort);

open my $in, '<', "$Bin/grammar.txt" or die "grammar.txt: $!\n";
for (<$in>) {
	if (/^sort (.) (.*?)(?:, (.*))?$/) {
		push @sorts, {letter => $1, declaration => $3};
		$sort{$1} = $2;
	} elsif (/^theme ?(.*)/) { push @themes, "B$1" }
	elsif (/^function (.) (\w+) (.*)/) { push @functions, [$1, $2, $3] }
	elsif (/^([A-Z]) (.*)/) { push @forms, [$1, $2] }
}

sub below { return int rand $_[0] }
sub chance { return rand(100) < $_[0] }
sub pick { return $_[rand @_] }

# The sorts of a text, and what it declares or binds: [letter, form].
sub new {
	return bless {letters => pick(@themes), known => [], bound => 0}, shift;
}

# One of its sorts, of which constants may be declared.
sub letter {
	my ($g) = @_;
	return pick(grep { $_ ne 'X' } split //, $g->{letters});
}

sub know {
	my ($g, $letter, $form) = @_;
	push @{$g->{known}}, [$letter, $form];
}

# The text has all sorts that the form names.
sub fits {
	my ($g, $form) = @_;
	return !grep { index($g->{letters}, $_) < 0 } $form =~ /%(.)/g;
}

# A form of the sort, with parts or without; undef if there is none.
sub choose {
	my ($letter, $is_leaf, @rows) = @_;
	my ($of, $form) = @{pick(grep { $_->[0] eq $letter &&
		($_->[1] !~ /%/) == $is_leaf } @rows) // return};
	return $form;
}

sub form {
	my ($g, $letter, $deep) = @_;
	my $is_leaf = $deep == 0 || chance($leaf_percent) || 0;
	my @known = @{$g->{known}};
	my @rows = grep { $g->fits($_->[1]) } @forms;
	my $form;
	$form = choose($letter, $is_leaf, @known)
		if chance($is_leaf ? $known_percent : $leaf_percent);
	return $form // choose($letter, $is_leaf, @rows) //
		choose($letter, 1, @known) // choose($letter, 1, @rows);
}

sub term {
	my ($g, $letter, $deep) = @_;
	my @known = @{$g->{known}};
	my @bound;
	my $term = $g->form($letter, $deep) =~ s{%(.)|(@)(?=[ )])|@(.)|(\^)}{
		if (defined $1) { $g->term($1, $deep > 0 ? $deep - 1 : 0) }
		elsif ($2) { $bound[0][1] }
		elsif (defined $3) {
			push @bound, [$3, 'q' . $g->{bound}++];
			$bound[-1][1];
		} else { push @{$g->{known}}, @bound; '' }
	}ger;
	$g->{known} = \@known;
	return $term;
}

# --- texts --------------------------------------------------------------------

sub functions {
	my ($g) = @_;
	my @lines;
	for (@functions) {
		my ($letter, $arguments, $name) = @$_;
		my @letters = split //, $arguments;
		my $form = join ' ', "($name", map { "%$_" } @letters;
		next if !$g->fits("%$letter$form") || !chance($function_percent);
		push @lines, "(declare-fun $name (@sort{@letters}) $sort{$letter})";
		$g->know($letter, "$form)");
	}
	return @lines;
}

# At least one of each sort, since some have no other leaves.
sub constants {
	my ($g) = @_;
	my @letters = grep { $_ ne 'X' } split //, $g->{letters};
	my $number = 0;
	my @lines;
	for my $letter (@letters, map { pick(@letters) } 1 .. below($constants)) {
		my $name = chance(5) ? "|c $number;|" : "c$number";
		$number++;
		push @lines, chance(50) ? "(declare-const $name $sort{$letter})" :
			"(declare-fun $name () $sort{$letter})";
		$g->know($letter, $name);
	}
	return @lines;
}

# A term of a depth in which `z` of a sort is known.
sub body {
	my ($g, $letter, $deep, $argument) = @_;
	my @known = @{$g->{known}};
	$g->know($argument, 'z');
	my $term = $g->term($letter, $deep);
	$g->{known} = \@known;
	return $term;
}

sub definition {
	my ($g, $number) = @_;
	my $letter = $g->letter;
	my ($line, $form);
	if ($letter eq 'I' && chance(30)) { # counts down, so that it ends
		$form = "(r$number %I)";
		$line = "(define-fun-rec r$number ((z Int)) Int (ite (<= z 0) " .
			$g->body('I', 1, 'I') . " (+ z (r$number (- z 1)))))";
	} elsif (chance(50)) {
		$form = "d$number";
		$line = "(define-fun d$number () $sort{$letter} " .
			$g->term($letter, 2) . ')';
	} else {
		my $argument = $g->letter;
		$form = "(m$number %$argument)";
		$line = "(define-fun m$number ((z $sort{$argument})) " .
			"$sort{$letter} " . $g->body($letter, 2, $argument) . ')';
	}
	$g->know($letter, $form);
	return $line;
}

sub assertion {
	my ($g, $number) = @_;
	my $term = $g->term('B', 1 + below($depth));
	return chance(30) ? "(assert (! $term :named a$number))" :
		"(assert $term)";
}

sub text {
	my ($g) = @_;
	return join "\n", (grep { defined } map { $_->{declaration} }
		grep { $g->fits("%$_->{letter}") } @sorts),
		$g->constants, $g->functions,
		map({ $g->definition($_) } 0 .. below($definitions) - 1),
		map({ $g->assertion($_) } 0 .. below($assertions)), '';
}

# A term whose least value can be asked for, and the word for less; or nothing.
sub goal {
	my ($g) = @_;
	my $letter = $g->letter;
	return if $letter !~ /[IRV]/;
	return {term => $g->term($letter, 2), sort => $sort{$letter},
		less => $letter eq 'V' ? 'bvult' : '<'};
}

1;
