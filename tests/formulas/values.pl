# Typed values of an answer as terms again.
package Values;
use strict;
use warnings;

# "-7" and "-1/3", with a suffix after each number.
sub rational {
	my ($text, $suffix) = @_;
	my ($number, $divisor) = split m{/}, $text =~ s/^-//r;
	my $term = defined $divisor ? "(/ $number$suffix $divisor$suffix)" :
		"$number$suffix";
	return $text =~ /^-/ ? "(- $term)" : $term;
}

# (store (store ((as const S) else) i v) j w), the first entry last. A long
# formula for the rest is left out: then the value is open.
sub array_term {
	my ($sort, $value) = @_;
	return if !ref $value;
	my $entries = $value->{entries} // die "it has no entries\n";
	return if !exists $value->{else};
	my (undef, $from, $to) = Smt::inside($sort);
	my $otherwise = term($to, $value->{else}) // return;
	my $term = "((as const $sort) $otherwise)";
	for (reverse @$entries) {
		my $index = term($from, $_->{args}[0]) // return;
		my $element = term($to, $_->{value}) // return;
		$term = "(store $term $index $element)";
	}
	return $term;
}

# The value as a term of the sort; undef where it is open: a term and not a
# value. Dies where it is not of its sort's shape.
sub term {
	my ($sort, $value) = @_;
	my $kind = Client::kind($value);
	return $value ? 'true' : 'false' if $sort eq 'Bool' && $kind eq 'boolean';
	if ($sort eq 'Int' && $kind =~ /^(?:integer|string)$/) {
		return $value =~ /[^-0-9]/ ? undef : rational($value, '');
	}
	if ($sort eq 'Real' && $kind =~ /^(?:object|string)$/) {
		my $text = ref $value ? $value->{exact} : $value;
		die "it has no exact value\n" if !defined $text;
		return $text if $text =~ /^\(/;
		return $text =~ m{[^-/0-9]} ? undef : rational($text, '.0');
	}
	return '"' . join('', map { sprintf '\u{%x}', ord } split //, $value) . '"'
		if $sort eq 'String' && $kind eq 'string';
	if ($sort =~ /^\(_ FloatingPoint (.*)/ && $kind eq 'object') {
		my ($word, $exact) = @$value{qw(value exact)};
		return '(_ ' . ($word eq '-0' ? '-zero' : $word) . " $1"
			if Client::kind($word) eq 'string';
		return "((_ to_fp $1 RNE " . rational($exact, '.0') . ')'
			if defined $exact;
	}
	return array_term($sort, $value) if $sort =~ /^\(Array/;
	die "it is not as $sort has it\n" if $kind ne 'string' ||
		$sort =~ /^(?:Int|Real|String|\(_ FloatingPoint.*)$/;
	# A term over the arguments of a table.
	return $value =~ /x!/ ? undef : $value;
}

sub symbol {
	my ($name) = @_;
	return $name =~ m{^[A-Za-z~!@\$%^&*_+=<>.?/-][\w~!@\$%^&*+=<>.?/-]*$}a ?
		$name : "|$name|";
}

# (= (f 1) 2); undef where a part is open.
sub entry_equation {
	my ($symbol, $domain, $range, $entry) = @_;
	my @sorts = Smt::inside($domain);
	my @arguments = map { term($sorts[$_], $entry->{args}[$_]) // return }
		0 .. $#sorts;
	my $value = term($range, $entry->{value}) // return;
	return "(= ($symbol @arguments) $value)";
}

# Equations that must hold if the values of the names in `sorts` are what the
# solution says. The else of a function is left out, and so is what is open.
sub equations {
	my ($values, $sorts) = @_;
	my @lines;
	for my $name (grep { defined $sorts->{$_} } sort keys %$values) {
		my ($value, $symbol) = ($values->{$name}, symbol($name));
		my ($sort, $range) = Smt::parts($sorts->{$name});
		eval {
			if (defined $range) {
				push @lines, map { entry_equation($symbol, $sort,
					$range, $_) } @{$value->{entries} //
					die "it has no entries\n"};
			} else {
				my $term = term($sort, $value);
				push @lines, "(= $symbol $term)" if defined $term;
			}
			1;
		} or die "a value of $name: $@";
	}
	return join "\n", grep({ defined } @lines), '';
}

1;
