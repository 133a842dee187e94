#!/usr/bin/perl
# Requests of all kinds, mangled by chance: bytes changed, lost, doubled, and
# pieces of one put into another. Whatever they have become, the server answers
# with messages, stays, does not grow, and serves the next client of its
# database.
use strict;
use warnings;
use FindBin qw($Bin);
use JSON::PP;
use Time::HiRes qw(time);

require "$Bin/harness.pl";

our $late_s;
my ($lines, $at_once, $warm, $most_bytes) = (10_000, 25, 500, 4096);
my ($mutations, $piece_bytes, $growth_kib) = (4, 30, 2 << 10);
my $modern = '"_meta":{"io.modelcontextprotocol/protocolVersion":' .
	'"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}';

# A line is a method, or a tool, and its parameters; % is a modern client's.
my @requests = map {
	my ($name, $parameters) = split ' ', s/%/$modern/r, 2;
	$name =~ m{/|^(?:initialize|ping)$} ?
		raw(7, $name, qq(,"params":$parameters)) :
		raw_call(7, $name, $parameters);
} split /\n/, <<'END';
initialize {"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"g","version":"1"}}
server/discover {%}
tools/list {%}
ping {}
resources/list {"cursor":"AA"}
resources/templates/list {}
resources/read {"uri":"satchel://session/a/items"}
resources/subscribe {"uri":"satchel://session/a/history"}
resources/unsubscribe {"uri":"satchel://session/a/history"}
subscriptions/listen {"notifications":{"resourcesListChanged":true},%}
prompts/list {}
prompts/get {"name":"refine_model","arguments":{"session":"a","change":"x"}}
completion/complete {"ref":{"type":"ref/prompt","name":"refine_model"},"argument":{"name":"session","value":"a"}}
logging/setLevel {"level":"debug"}
open_session {"session":"a","description":"d"}
open_session {"session":"b","copy_of":"a"}
add_item {"session":"a","content":"(declare-const x Int)","index":0,"name":"n","note":"t"}
replace_item {"session":"a","index":0,"content":"(assert true)","check_sat":true}
delete_item {"session":"a","name":"n"}
clear_model {"session":"a","dry_run":true}
edit_model {"session":"a","edits":[{"op":"add","content":"(assert true)"},{"op":"move","index":0,"to":1}]}
restore_model {"session":"a","revision":1}
import_model {"session":"a","smtlib":"; n\n(assert true)"}
get_model {"session":"a","view":"smtlib"}
get_history {"session":"a","diff":true}
solve_model {"session":"a","timeout_ms":200,"assume":["true"],"solutions":3}
prove {"session":"a","property":"true"}
get_solution {"session":"a","terms":["true"]}
solve_smtlib {"smtlib":"(check-sat)"}
export_model {"session":"a","format":"json"}
configure {"session":"a","options":{"random_seed":1}}
list_sessions {"match":"a","limit":1}
job {"job":1,"wait_ms":1}
END
push @requests, '{"jsonrpc":"2.0","method":"notifications/cancelled",' .
	'"params":{"requestId":7,"reason":"x"}}',
	'{"jsonrpc":"2.0","id":1,"result":{"action":"accept"}}';

my @words = (qw(null {} [] "" -1 1e400 18446744073709551616 \ud800 \u0000 [[[[
	true), "\xff", ',"id":7', '"session":"b",');

# A byte changed, a piece lost, a word put in, a piece or a word for another.
sub mangle {
	my ($line) = @_;
	return $line if length $line > $most_bytes;
	my $size = int rand $piece_bytes;
	my $word = $words[rand @words];
	my $other = $requests[rand @requests];
	my $piece = substr $other, length($other) / 3, $piece_bytes;
	my $change = ([1, chr 1 + rand 255], [$size, ''], [0, $word],
		[$size, $piece], [$size, $word])[rand 5];
	substr($line, rand 1 + length $line, $change->[0]) = $change->[1];
	return $line;
}

# Whatever comes is JSON, up to the answer to this ping.
sub await_pong {
	my ($s, $number) = @_;
	$s->put("\n" . raw("\"ping $number\"", 'ping', '') . "\n");
	while (my $line = $s->line(time + 2 * $late_s) // die "it is silent\n") {
		eval { decode_json($line); 1 } or die "not JSON: $line\n";
		return if $line =~ /"id":"ping $number"/;
	}
}

test('the server stays whatever is sent' => sub {
	my ($s) = @_;
	my $before;
	srand 11;
	for my $i (1 .. $lines) {
		my $line = $requests[rand @requests];
		$line = mangle($line) for 1 .. int rand $mutations;
		$s->put("$line\n");
		await_pong($s, $i) if $i % $at_once == 0;
		$before = $s->rss_kib if $i == $warm;
	}
	expect_small($s, $before + $growth_kib);
	$s->stop;
	$s->start;
	$s->answer('list_sessions');
}, flags => '--workers 2 --timeout-ms 300');

done_testing();
