# The notation of talks (replay/notation.h) as far as the tests in Perl need it:
# strings side by side are one, "ab"*3 repeats; and in patterns ~"piece" is a
# string that holds the piece, any is anything, and an array between ... holds
# the elements somewhere. What Client::mismatch compares.
package Notation;
use strict;
use warnings;

sub strings {
	my ($text) = @_;
	my $all = '';
	while ($text =~ /\G"((?:[^"\\]|\\.)*)"(?:\*(\d+))?\s*/gs) {
		$all .= $1 x ($2 // 1);
	}
	return qq("$all");
}

sub value {
	my ($text) = @_;
	my $string = qr/"(?:[^"\\]|\\.)*"(?:\*\d+)?/s;
	my %words = (any => '{"~any":true}', '...' => '{"~rest":true}');
	my $strings = qr/$string(?:\s*$string)*/;
	$text =~ s/(~?)($strings)|\b(any)\b|(\.\.\.)/
		defined $2 ? $1 ? '{"~piece":' . strings($2) . '}' : strings($2)
			: $words{$3 || $4}/ge;
	return $Client::json->decode($text);
}

1;
