# Texts of SMT-LIB in their parts, and other texts made of these: without its
# assertions, with some of them, with a solution where the declarations were.
package Smt;
use strict;
use warnings;

my $list = qr/(\((?:[^()"|;]++|"[^"]*+"|\|[^|]*+\||;[^\n]*+|(?-1))*+\))/;
my $atom = qr/"(?:[^"]|"")*"|\|[^|]*\||[^\s()";|]+/;
my $space = qr/(?:\s|;[^\n]*)*+/;
my $items = qr/^\((?:set-logic|set-option|assert|assert-soft|minimize|maximize|
	(?:declare|define)-(?:sort|const|fun|datatypes?|funs?-rec))[\s)]/x;
my $sorts = qr/^\((?:declare-sort|define-sort|declare-datatypes?)\s/;
my $definitions = qr/^\(define-(?:const|fun|fun-rec|funs-rec)\s/;
my $declarations = qr/^\(declare-(?:const|fun)\s/;
my $assertion = qr/^\(assert\s/;
my $check = qr/^\(check-sat\s*\)/;

# The lists and atoms that stand in a row.
sub parts {
	my ($text) = @_;
	my @parts;
	push @parts, $1 while $text =~ /\G$space($list|$atom)/gc;
	die "it does not go on with a form: " . substr($text, pos $text // 0, 60) .
		"\n" if $text !~ /\G$space\z/gc;
	return @parts;
}

# The list that begins there.
sub list_at {
	my ($text, $at) = @_;
	pos($text) = $at;
	return $text =~ /\G$list/ ? $1 : undef;
}

sub inside { return parts(substr $_[0], 1, -1) }

sub is_assertion { return $_[0] =~ $assertion }
sub is_check { return $_[0] =~ $check }

# Nothing but commands that an item may hold, and one check at the end or none.
sub is_plain {
	my @commands = parts($_[0]);
	pop @commands if @commands && $commands[-1] =~ $check;
	return !grep { !/$items/ } @commands;
}

# The numbers of the assertions that members name: by their own number, or by
# the index of their command.
sub assertions_named {
	my ($text, $key, $members) = @_;
	my %named = map { $_->{$key} // -1 => 1 } @$members;
	return \%named if $key ne 'index';
	my @commands = parts($text);
	my @assertions = grep { is_assertion($commands[$_]) } 0 .. $#commands;
	return {map { $_ => 1 } grep { $named{$assertions[$_]} }
		0 .. $#assertions};
}

# The text with those assertions only of which `kept` has the number.
sub keep {
	my ($text, $kept) = @_;
	my $number = 0;
	my @commands = grep { !/$assertion/ || $kept->{$number++} } parts($text);
	return join "\n", @commands ? @commands : '(check-sat)', '';
}

# --- a solution in the place of the declarations ------------------------------

sub bare { return $_[0] =~ s/^\|(.*)\|$/$1/sr }

sub names {
	my ($command) = @_;
	my (undef, $name) = inside($command);
	return $command =~ /^\(define-funs-rec\s/ ?
		map { bare((inside($_))[0]) } inside($name) : bare($name);
}

# The solution's list of definitions; there may be others beside it, such as
# (objectives ...), and comments.
sub definitions_of {
	for my $one (parts($_[0])) {
		next if $one !~ /^\(/;
		my ($first) = inside($one);
		return inside($one) if !defined $first || $first =~ /^\(/;
	}
	die "no solution: $_[0]\n";
}

# The elements of a universe are not equal, which only a comment says.
sub distinct {
	my @declared = @_;
	my ($element, $sort) = (inside(pop @declared))[1, 3];
	return if !defined $sort;
	return map { sprintf '(assert (distinct |%s| |%s|))', bare($element),
		bare((inside($_))[1]) }
		grep { ((inside($_))[3] // '') eq $sort } @declared;
}

# The text with the definitions of a solution where the declarations were, to
# be solved again: it must be satisfiable if the solution is one.
sub conjoin {
	my ($text, $solution) = @_;
	my @commands = parts($text);
	my @said = definitions_of($solution);
	my %defined = map { $_ => 1 } map { names($_) }
		grep { /$definitions/ } @said;
	my %own = map { $_ => 1 } map { names($_) }
		grep { /$definitions/ } @commands;
	my @lines = grep { /^\(set-logic\s/ || /$sorts/ || /$declarations/ &&
		!$defined{(names($_))[0]} } @commands;
	my @declared;
	for (grep { !$own{(names($_))[0]} } @said) {
		push @lines, $_;
		push @declared, $_ if /$declarations/;
		push @lines, distinct(@declared) if /$declarations/;
	}
	push @lines, grep { /$assertion|$definitions/ } @commands;
	return join "\n", @lines, '';
}

1;
