#!/usr/bin/perl
# What a peer may do over HTTP: each request gets a clear status, nothing is
# kept of those that leave, and others are served meanwhile.
use strict;
use warnings;
use FindBin qw($Bin);
use Test::More;
use Time::HiRes qw(time sleep);

require "$Bin/http.pl";

my $ping = Http::message({id => 1, method => 'ping'});
no warnings "once";
my $cubes = $Http::cubes;
my $mib = 1 << 20;

# Others are served, and no connection is left.
sub expect_good {
	my ($s) = @_;
	my $r = Http::response($s->open_raw($s->text_of(POST => $ping)));
	die "a good request gets $r->{status}\n" if $r->{status} != 200;
	close $r->{socket};
	$s->becomes(sub { !$s->connections }, 2 * $Http::late_s) or
		die $s->connections . " connections are left\n";
}

sub test {
	my ($sentence, $body, %with) = @_;
	my $holds = eval {
		my $s = Http->new(%with);
		$body->($s);
		expect_good($s);
		$s->stop;
		1;
	};
	ok($holds, $sentence) or diag($@);
}

sub gets {
	my ($s, $status, $method, $body, %headers) = @_;
	my $r = $s->raw($s->text_of($method, $body, %headers));
	die "$r->{status} and not $status for $method " .
		join(' ', $s->headers(%headers)) . "\n" if $r->{status} != $status;
	return $r;
}

test('only the token of this run opens the door' => sub {
	my ($s) = @_;
	my $token = $s->{token};
	my $wrong = $token =~ tr/0-9a-f/1-9a-f0/r;
	for my $given (undef, '', $token, "Basic $token", 'Bearer', 'Bearer ',
		"Bearer $wrong", "Bearer x$token", "Bearer ${token}0",
		'Bearer ' . substr($token, 0, -1), 'Bearer ' . 'a' x 9000) {
		my $r = gets($s, 401, 'POST', $ping, Authorization => $given);
		die "no challenge\n" if
			$r->{headers}{'www-authenticate'} !~ /^Bearer realm="mcp"/;
	}
	gets($s, 200, 'POST', $ping, Authorization => "bearer $token");
	my $path = "POST /mcp?token=$token HTTP/1.1\r\n";
	my $r = $s->raw($path . join('', $s->headers(Authorization => undef,
		'Content-Length' => length $ping)) . "\r\n$ping");
	die "a token in the address counts\n" if $r->{status} != 401;
	die "the token is in the log\n" if index($s->{client}->log, $token) >= 0;
	open my $in, '<', "/proc/$s->{client}{pid}/cmdline" or die;
	die "the token is in the process list\n" if <$in> =~ /$token/;
}, flags => '--log-level debug');

test('pages of foreign sites stay outside' => sub {
	my ($s) = @_;
	gets($s, 403, 'POST', $ping, Host => $_) for 'evil.example.com',
		'localhost.evil.com', 'localhost@evil.com', '127.0.0.1.evil.com:1',
		'127.0.0.2', '[::2]', 'localhost:x', '[::1';
	gets($s, 200, 'POST', $ping, Host => $_) for 'LOCALHOST:1', '127.0.0.1',
		'[::1]:8733', 'named.example.com';
	gets($s, 403, 'POST', $ping, Origin => $_) for 'null', '', 'localhost',
		'http://evil.example.com', 'http://localhost.evil.com',
		'http://localhost@evil.com', 'https://evil.com/http://localhost';
	gets($s, 200, 'POST', $ping, Origin => $_) for 'http://localhost:3000',
		'https://named.example.com';
}, flags => '--http-host named.example.com');

test('other paths, methods and bodies are refused' => sub {
	my ($s) = @_;
	for my $path ('/', '/mcp/', '/mcp%00', '/%6dcp', '//mcp', '/../mcp',
		'/.well-known/oauth-protected-resource/mcp') {
		my $r = $s->raw("GET $path HTTP/1.1\r\nHost: x\r\n\r\n");
		die "$r->{status} at $path\n" if $r->{status} != 404;
	}
	gets($s, 405, $_, undef, Authorization => undef)
		for 'GET', 'DELETE', 'PUT', 'OPTIONS', 'PATCH', 'BREW';
	gets($s, 415, 'POST', $ping, 'Content-Type' => $_) for undef, '',
		'text/plain', 'application/jsonp', 'application/x-www-form-urlencoded',
		'multipart/form-data; boundary=x';
	gets($s, 415, 'POST', $ping, 'Content-Encoding' => 'gzip');
	gets($s, 200, 'POST', $ping, 'Content-Type' =>
		'Application/JSON; charset=utf-8');
	gets($s, 400, 'POST', $_) for '', '{', "\xff", 'null', '1' x 1000,
		'[' x 1000;
});

test('a second header of a kind is refused' => sub {
	my ($s) = @_;
	for my $name ('Host', 'Origin', 'Authorization', 'Content-Type',
		'Content-Length', 'Mcp-Session-Id', 'MCP-Protocol-Version',
		'Mcp-Method', 'Mcp-Name', 'host', 'aUTHORIZATION') {
		my $value = {'content-length' => length $ping}->{lc $name} //
			'http://localhost';
		my $r = $s->raw($s->text_of(POST => $ping) =~
			s/\r\n/\r\n$name: $value\r\n$name: $value\r\n/r);
		die "$name twice gets $r->{status}\n" if $r->{status} != 400;
	}
	my $chunked = "0\r\n\r\n";
	gets($s, 400, 'POST', $chunked, 'Transfer-Encoding' => 'chunked',
		'Content-Length' => length $chunked);
	gets($s, 400, 'POST', $ping, 'Content-Length' => $_)
		for '-1', '+40', '4 0', '0x28', '40, 40';
});

test('what is too large is refused before it is read' => sub {
	my ($s) = @_;
	gets($s, 413, 'POST', '', 'Content-Length' => $_)
		for 17 * $mib, '9' x 15, '9' x 19;
	my $many = join '', map { "X-$_: 1\r\n" } 1 .. 100;
	my $r = $s->raw($s->text_of(POST => $ping) =~ s/\r\n/\r\n$many/r);
	die "many headers get $r->{status}\n" if $r->{status} != 431;
	my $c = $s->open_raw($s->text_of(POST => $ping, 'X-Long' => 'a' x $mib));
	my $long = eval { Http::response($c)->{status} } // 400; # or it is closed
	die "a long header gets $long\n" if $long !~ /^4/;
	$c = $s->open_raw("GET /" . 'a' x $mib . " HTTP/1.1\r\nHost: x\r\n\r\n");
	$long = eval { Http::response($c)->{status} } // 400;
	die "a long path gets $long\n" if $long !~ /^4/;
});

sub chunked {
	my ($s, @pieces) = @_;
	return $s->text_of('POST', undef, 'Transfer-Encoding' => 'chunked') .
		join '', map { sprintf("%x\r\n%s\r\n", length, $_) } @pieces, '';
}

test('a body may come in chunks, up to its limit' => sub {
	my ($s) = @_;
	die "not served\n" if $s->raw(chunked($s, split //, $ping))->{status} != 200;
	my $c = $s->open_raw(chunked($s, ('a' x $mib) x 17));
	my $status = Http::response($c)->{status};
	die "17 MiB in chunks get $status\n" if $status != 413;
	for my $bad ("-1\r\n", "xyz\r\n", 'f' x 17 . "\r\n", "5;" . 'x' x $mib,
		"5\r\nhello", "\0\0\0\0", "5 5\r\nhello\r\n") {
		my $c = $s->open_raw($s->text_of('POST', undef,
			'Transfer-Encoding' => 'chunked') . $bad);
		shutdown $c->{socket}, 1;
		eval { Http::response($c) };
		die "$c->{status} for a bad chunk\n" if ($c->{status} // 400) < 400;
	}
});

test('a request may be cut off anywhere' => sub {
	my ($s) = @_;
	my $text = $s->text_of(POST => $ping);
	close $s->open_raw(substr $text, 0, $_)->{socket} for 0 .. length $text;
	my $c = $s->open_raw('');
	for my $byte (split //, $text) {
		Http::send_raw($c, $byte);
	}
	my $status = Http::response($c)->{status};
	die "$status for a request in bytes\n" if $status != 200;
});

test('noise is answered with an error or not at all' => sub {
	my ($s) = @_;
	srand 1;
	for (1 .. 200) {
		my $text = $s->text_of(POST => $ping);
		substr $text, int rand length $text, 1, chr int rand 256 for 1 .. 3;
		my $c = $s->open_raw($text);
		shutdown $c->{socket}, 1;
		eval { Http::response($c) };
	}
	for (1 .. 20) {
		my $c = $s->open_raw(join '', map { chr int rand 256 } 1 .. 5000);
		shutdown $c->{socket}, 1;
		eval { Http::response($c) };
	}
});

test('requests may be sent without waiting for the answers' => sub {
	my ($s) = @_;
	my $c = $s->open_raw(join '', map { $s->text_of(POST =>
		Http::message({id => $_, method => 'ping'})) } 1 .. 50);
	for my $id (1 .. 50) {
		my $got = Http::response($c)->{json}{id};
		die "$got and not $id\n" if $got != $id;
	}
});

test('idle connections give way to those with a token' => sub {
	my ($s) = @_;
	my @idle = map { $s->open_raw('') } 1 .. 1500;
	my @half = map { $s->open_raw("POST /mcp HTTP/1.1\r\nHost: ") } 1 .. 100;
	my $begun = time;
	gets($s, 200, 'POST', $ping) for 1 .. 10;
	die "that took its time\n" if time - $begun > 10;
	close $_->{socket} for @idle, @half;
});

test('a stream that nobody reads holds nobody up' => sub {
	my ($s) = @_;
	$s->answer(open_session => {session => 'm'});
	my @uris = map { "satchel://session/m/$_" }
		'items', 'model.smt2', 'model.json', 'history';
	my ($message, %headers) = Http::modern({id => 'l' x 900,
		method => 'subscriptions/listen', params => {notifications => {
		resourceSubscriptions => \@uris}}});
	my @deaf = map { $s->open_post($message, %headers) } 1 .. 20;
	my $before = $s->{client}->rss_kib;
	for my $i (1 .. 100) {
		$s->answer(add_item => {session => 'm',
			content => "(declare-const x$i Int)"});
	}
	my $more = $s->{client}->rss_kib - $before;
	die "it takes $more KiB more\n" if $more > 50000;
	close $_->{socket} for @deaf;
});

test('who leaves in any phase of a call leaves nothing behind' => sub {
	my ($s) = @_;
	for my $i (0 .. 11) {
		my $call = Http::call($i, 'solve_smtlib', {smtlib => $cubes,
			timeout_ms => 2000}, progressToken => 'p');
		my ($message, %headers) = $i % 2 ? ($call) : Http::modern($call);
		my $c = $s->open_post($message, %headers);
		select undef, undef, undef, $i * 0.1;
		setsockopt $c->{socket}, Socket::SOL_SOCKET(), Socket::SO_LINGER(),
			pack 'ii', 1, 0 if $i % 3 == 0;
		close $c->{socket};
	}
	$s->becomes(sub { !$s->solving }) or die "a solve goes on\n";
});

my $folder = Http->new; # its folder is there as long as it is
my $path = "$folder->{client}{folder}/http.sock";
test('a Unix socket is for a proxy, which passes its own names' => sub {
	my ($s) = @_;
	my $mode = (stat $path)[2] & 0777;
	die sprintf "the mode is %o\n", $mode if $mode != 0660;
	gets($s, 200, 'POST', $ping, Host => 'satchel.example.com',
		Origin => 'https://satchel.example.com');
	gets($s, 403, 'POST', $ping, Host => 'satchel.example.com',
		Origin => 'https://evil.example.com');
	gets($s, 401, 'POST', $ping, Authorization => undef);
}, address => "unix:$path");
ok(!-e $path, 'the file of a Unix socket is gone with the server');
open my $file, '>', $path or die;
my $refused = `$folder->{client}{build}/satchel serve --http unix:$path 2>&1`;
like($refused, qr/listens there already/, 'a file in its place stays');
ok(-f $path, 'and is not touched');
$folder->stop;

for my $address ('example.com:1', '1.2.3:1', '[::g]:1', 'localhost:70000', ':1', 'x', 'unix:', '127.0.0.1:', '[::1]:x') {
	my $said = `$folder->{client}{build}/satchel serve --http '$address' 2>&1`;
	is($? >> 8, 2, "$address is refused") or diag($said);
}

done_testing;
