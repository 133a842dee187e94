#!/usr/bin/perl
# What a client may put on the wire: every line is answered or passed over as
# the protocol has it, and the line after it is served as if nothing was.
use strict;
use warnings;
use FindBin qw($Bin);

require "$Bin/harness.pl";

my ($kib, $mib) = (1 << 10, 1 << 20);
my $most = 16 * $mib; # bytes of a line
our $late_s;

sub ping { return raw(1, 'ping', $_[0] // '') }
sub with_x { return ping(qq(,"params":{"x":$_[0]})) }

test('what is not JSON is answered with a parse error' => sub {
	my ($s) = @_;
	expect_each($s, map { ($_ => '-32700') } '{"jsonrpc":"2.0",,}', 'garbage',
		'{"jsonrpc":"2.0","id":3,"method":"pi',
		'{"jsonrpc":"2.0","id":3,"method":"pi\\',
		ping() . '{"jsonrpc":"2.0","id":2,"method":"ping"}',
		(map { with_x($_) } 'NaN', 'Infinity', '01', '"\u12"', "\"\t\""),
		ping(q(,"params":{'x':1})), ping(',"params":{},"params":{}'),
		ping() . ' // and why', 'Content-Length: 40',
		"\xef\xbb\xbf" . ping(), '"', '-');
});

# One bad byte in a message costs that byte, not the message.
test('broken UTF-8 is mended' => sub {
	my ($s) = @_;
	expect_each($s, map { (with_x("\"$_\"") => '"id":1,') } "\xff",
		"\xc3\x28", "\xc0\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80",
		"\xf8\x88\x80\x80\x80", "\x80", "\xe2\x82");
});

test('a lone surrogate does not come back' => sub {
	expect_each($_[0], raw('"\ud800"', 'ping', '') =>
		"\"id\":\"\xef\xbf\xbd\",\"result\":{}");
});

test('a NUL does not end the line' => sub {
	expect_each($_[0], with_x("\"\0\"") => '-32700');
});

test('noise is survived' => sub {
	my ($s) = @_;
	srand 1;
	$s->put(join '', map { chr int rand 256 } 1 .. $mib);
	$s->put("\n" . raw('"after"', 'ping', '') . "\n");
	while (my $line = $s->line(time + $late_s) // die "no answer\n") {
		return if $line =~ /"after"/;
		die "no error: $line\n" if $line !~ /"error"/;
	}
});

test('a line may come byte by byte' => sub {
	my ($s) = @_;
	$s->put($_) for split //, with_x("\"\xc3\xa4\"") . "\n";
	expect($s, '"id":1,');
});

test('many lines may come at once' => sub {
	my ($s) = @_;
	$s->put(join '', map { raw($_, 'ping', '') . "\n" } 0 .. 999);
	expect($s, "\"id\":$_,") for 0 .. 999;
	expect_silence($s);
});

# --- size ---------------------------------------------------------------------

# Sends the unit between head and tail as often as fit into the size.
sub send_long {
	my ($s, $head, $unit, $tail, $size) = @_;
	my $times = int(($size - length "$head$tail") / length $unit);
	$s->put($head . $unit x $times . "$tail\n");
}

my $head = ',"params":{"x":';

test('a line of 16 MiB is read and a longer one refused' => sub {
	my ($s) = @_;
	my @string = (substr(ping($head), 0, -1) . '"', 'a', '"}}');
	send_long($s, @string, $most);
	expect($s, '"id":1,"result"');
	send_long($s, @string, $most + 1);
	expect($s, $most);
	send_long($s, '', 'a', '', $most * 1.5);
	expect($s, $most);
	expect_silence($s);
});

test('depth is refused at 64' => sub {
	my ($s) = @_;
	my $open = substr ping($head), 0, -1;
	for (['[', $most, $open], ['{"a":', $most, $open], ['[', 1000, '']) {
		my ($unit, $size, $before) = @$_;
		send_long($s, $before, $unit, '', $size);
		expect($s, '64');
	}
	expect_silence($s);
});

# Each byte would become a hundred.
test('sixteen MiB of tiny values are bounded' => sub {
	my ($s) = @_;
	my @values = (substr(ping($head), 0, -1) . '[{}', ',{}', ']}}');
	expect_silence($s);
	my $before = $s->rss_kib;
	send_long($s, @values, $most);
	expect($s, '"error"');
	send_long($s, @values, 4 * $mib);
	expect($s, '');
	expect_silence($s);
	expect_small($s, $before + 2 * $kib);
});

test('a line without an end holds nobody up' => sub {
	my ($s) = @_;
	my $before = $s->rss_kib;
	$s->put(' ' x $mib) for 1 .. 64;
	die "it has grown to " . $s->rss_kib . " KiB\n"
		if $s->rss_kib > $before + 2 * $most / $kib + 2 * $kib;
	$s->put("\n");
	expect($s, $most);
	expect_silence($s);
});

done_testing();
