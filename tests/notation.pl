# How a talk, and other tests in Perl, write JSON. Everything that JSON allows,
# and:
#
#	"a string		may go on over lines: the break after the
#		that goes on"	opening quote is dropped, each other one is a
#				newline, and one leading tab per line is free
#	"ab"*3 "c"		strings side by side are one; *N repeats
#	$name			a value that a pattern has bound
#
# and in patterns only:
#
#	~"piece"	a string that holds the piece
#	!~"piece"	a string that does not
#	~/regex/	a string that holds a match (^ and $ are those of lines)
#	any		anything, but there
#	absent		a member that is not there
#	$name		at its first use: anything, remembered as $name
#	...		as last element of an array: more may follow; as its
#			first too: each pattern between them matches somewhere
#
# A pattern becomes plain data in which a hash with one member ~piece, ~not,
# ~regex, ~any, ~absent, ~bind or ~rest stands for these.
package Notation;
use strict;
use warnings;
use JSON::PP ();

my $json = JSON::PP->new->canonical->allow_nonref;
# A regular expression repeats a group 65,535 times at most.
our $string = qr/"(?:(?:[^"\\]++|\\.){1,30000}+)*+"/s;
my $repeated = qr/$string(?:\s*\*\d+)?/;
my %words = (any => '{"~any":true}', absent => '{"~absent":true}',
	'...' => '{"~rest":true}');

# Strings side by side as one of JSON.
sub join_strings {
	my ($text) = @_;
	my $all = '';
	while ($text =~ /\G"((?:[^"\\]|\\.)*)"(?:\s*\*(\d+))?\s*/gs) {
		my ($piece, $times) = ($1, $2 // 1);
		$piece =~ s/\A\n\t?//;
		$piece =~ s/\n\t?/\\n/g;
		$piece =~ s/\t/\\t/g;
		$all .= $piece x $times;
	}
	return qq("$all");
}

sub special {
	my ($name, $operand) = @_;
	return qq({"$name":$operand});
}

# The JSON that the notation stands for. $names is what is bound so far.
sub to_json {
	my ($text, $names, $is_pattern) = @_;
	$text =~ s{(!?~)?($repeated(?:\s*$repeated)*)|~/((?:[^/\\]|\\.)*)/|\$([a-z_0-9]+)|\b(any|absent)\b|(\.\.\.)}{
		my ($sign, $strings, $regex, $name, $word) =
			($1, $2, $3, $4, $5 // $6);
		die "~, any, absent and ... belong into patterns only\n"
			if !$is_pattern && (defined $sign || defined $regex ||
				defined $word);
		defined $strings ? !$sign ? join_strings($strings) :
			special($sign eq '~' ? '~piece' : '~not',
				join_strings($strings)) :
		defined $regex ? special('~regex',
			$json->encode($regex =~ s{\\/}{/}gr)) :
		defined $word ? $words{$word} :
		exists $names->{$name} ? $json->encode($names->{$name}) :
		$is_pattern ? special('~bind', qq("$name")) :
			die "\$$name is bound by no pattern before\n";
	}ge;
	return $text;
}

sub value { return $json->decode(to_json($_[0], $_[1] // {}, 0)) }
sub pattern { return $json->decode(to_json($_[0], $_[1] // {}, 1)) }

# --- matching -----------------------------------------------------------------

sub differ {
	my ($at, $what, $pattern, $value) = @_;
	my ($wanted, $got) = map { substr $json->encode($_), 0, 600 }
		$pattern, $value;
	return 'at ' . ($at eq '' ? 'the top' : $at) .
		": $what $wanted\n     got $got";
}

# A special pattern and its operand; nothing for any other.
sub special_of {
	my ($pattern) = @_;
	return if ref $pattern ne 'HASH' || keys %$pattern != 1;
	return (keys %$pattern)[0] =~ /^~/ ? %$pattern : ();
}

# Does it speak of text: ~piece, ~not or ~regex?
sub is_of_text {
	my ($special) = special_of($_[0]);
	return ($special // '') =~ /^~(?:piece|not|regex)$/;
}

my %text_tests = (
	'~piece' => ['a string with', sub { index($_[1], $_[0]) >= 0 }],
	'~not' => ['a string without', sub { index($_[1], $_[0]) < 0 }],
	# No [^x] goes over a line's end.
	'~regex' => ['a match of', sub {
		my $regex = $_[0] =~ s/\[\^/[^\\n/gr;
		$_[1] =~ /$regex/m }],
);

sub match_special {
	my ($special, $operand, $value, $names, $at) = @_;
	return '' if $special eq '~any';
	return differ($at, 'expected nothing', undef, $value)
		if $special eq '~absent';
	if ($special eq '~bind') {
		return match($names->{$operand}, $value, $names, $at)
			if exists $names->{$operand};
		$names->{$operand} = $value;
		return '';
	}
	my ($what, $holds) = @{$text_tests{$special}};
	return $json->encode($value) =~ /^"/ && $holds->($operand, $value) ? '' :
		differ($at, "expected $what", $operand, $value);
}

sub match_object {
	my ($pattern, $value, $names, $at) = @_;
	for my $key (sort keys %$pattern) {
		my $path = $at eq '' ? $key : "$at.$key";
		my ($special) = special_of($pattern->{$key});
		if (!exists $value->{$key}) {
			next if ($special // '') eq '~absent';
			return differ($path, 'not there; expected',
				$pattern->{$key}, $value);
		}
		my $why = match($pattern->{$key}, $value->{$key}, $names, $path);
		return $why if $why ne '';
	}
	return '';
}

sub is_rest { return ((special_of($_[0]))[0] // '') eq '~rest' }

sub match_array {
	my ($pattern, $value, $names, $at) = @_;
	my @wanted = @$pattern;
	my $is_open = @wanted && is_rest($wanted[-1]);
	pop @wanted if $is_open;
	if (@wanted && is_rest($wanted[0])) {
		for my $one (@wanted[1 .. $#wanted]) {
			return differ($at, 'no element is', $one, $value) if
				!grep { match($one, $_, $names, $at) eq '' } @$value;
		}
		return '';
	}
	for my $i (0 .. ($#wanted < $#$value ? $#wanted : $#$value)) {
		my $why = match($wanted[$i], $value->[$i], $names, "$at\[$i]");
		return $why if $why ne '';
	}
	return @$value < @wanted || !$is_open && @$value > @wanted ?
		differ($at, 'another count of elements than in', $pattern,
			$value) : '';
}

# Why a value does not hold a pattern, with the path to where; or ''. Members
# that the pattern does not name are free. What $names are bound to is put into
# `names`, of a failed match too.
sub match {
	my ($pattern, $value, $names, $at) = @_;
	$names //= {};
	$at //= '';
	my ($special, $operand) = special_of($pattern);
	return match_special($special, $operand, $value, $names, $at)
		if defined $special;
	my $kind = ref $pattern;
	if ($kind eq 'HASH' || $kind eq 'ARRAY') {
		return differ($at, 'expected', $pattern, $value)
			if ref $value ne $kind;
		return $kind eq 'HASH' ?
			match_object($pattern, $value, $names, $at) :
			match_array($pattern, $value, $names, $at);
	}
	my ($wanted, $got) = map { $json->encode($_) } $pattern, $value;
	my $number = qr/^-?\d/;
	return $wanted eq $got || $wanted =~ $number && $got =~ $number &&
		$wanted == $got ? '' : differ($at, 'expected', $pattern, $value);
}

# --- JSON as it is written ----------------------------------------------------

my $raw = qr/($string|[^\s{}\[\]",:]++|
	[{\[](?:(?:[^{}\[\]"]++|$string|(?-1)){1,30000}+)*+[}\]])/xs;

# Without the blanks between its parts.
sub compact { return $_[0] =~ s/($string)|\s+/$1 \/\/ ''/ger }

# The members of an object in their order: [key, the JSON of its value].
sub members {
	my ($text) = @_;
	my @members;
	$text =~ /^\s*\{/gc;
	while ($text =~ /\G[\s,]*($string)\s*:\s*/gc) {
		my $key = $json->decode($1);
		$text =~ /\G$raw/gc or last;
		push @members, [$key, $1];
	}
	return @members;
}

1;
