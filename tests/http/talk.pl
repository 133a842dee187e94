#!/usr/bin/perl
# MCP over HTTP as each version of the protocol has it.
use strict;
use warnings;
use FindBin qw($Bin);
use Test::More;
use Time::HiRes qw(time sleep);

require "$Bin/http.pl";

my $ping = {id => 1, method => 'ping'};

# A test with a server, which must end well.
sub test {
	my ($sentence, $body, %with) = @_;
	my $holds = eval {
		my $s = Http->new(%with);
		$body->($s);
		$s->stop;
		1;
	};
	ok($holds, $sentence) or diag($@);
}

sub same {
	my ($got, $wanted, $what) = @_;
	die "$what is $got and not $wanted\n" if $got ne $wanted;
}

sub says {
	my ($r, $status, $pattern) = @_;
	same($r->{status}, $status, "the status of $r->{body}");
	die "no $pattern in $r->{body}\n" if $r->{body} !~ $pattern;
}

for my $version ('2025-03-26', '2025-06-18', '2025-11-25') {
	test("a client of $version agrees, and its session goes on" => sub {
		my ($s) = @_;
		my %session = $s->begin($version);
		my $told = $s->post({method => 'notifications/initialized'},
			%session, 'MCP-Protocol-Version' => $version);
		same("$told->{status}$told->{body}", '202', 'a notification');
		says($s->post($ping, %session), 200, qr/"id":1,"result":\{\}/);
	});
}

test('the id of a session counts after a restart of the server' => sub {
	my ($s) = @_;
	my %session = $s->begin('2025-06-18');
	my $later = Http->new;
	says($later->post($ping, %session), 200, qr/"result":\{\}/);
	$later->stop;
	says($s->post($ping, 'Mcp-Session-Id' => $_), 404, qr/begin with/)
		for 'x', '2026-07-28.00.' . '0' x 32, '2025-06-18.00.' . 'g' x 32,
		'2025-06-18.0.' . '0' x 33, 'a' x 300, '2025-06-18..';
});

test('an answer is JSON, and a long one without progress a stream' => sub {
	my ($s) = @_;
	my $r = $s->post(Http::call(1, 'list_sessions', {}));
	same($r->{headers}{'content-type'}, 'application/json', 'the type');
	my $c = $s->open_post(Http::call(1, 'solve_smtlib',
		{smtlib => $Http::cubes, timeout_ms => 1500}));
	my $answer = Http::event($c);
	same($c->{headers}{'content-type'}, 'text/event-stream', 'the type');
	same($answer->{result}{structuredContent}{status}, 'unknown', 'it');
	die "more than the answer\n" if defined Http::event($c);
});

test('who takes no stream gets JSON at the end' => sub {
	my ($s) = @_;
	my $r = $s->post(Http::call(1, 'solve_smtlib', {smtlib => $Http::cubes,
		timeout_ms => 2500}, progressToken => 'p'),
		Accept => 'application/json');
	same($r->{headers}{'content-type'}, 'application/json', 'the type');
	same($r->{json}{result}{structuredContent}{status}, 'unknown', 'it');
});

test('progress comes before the answer in its stream' => sub {
	my ($s) = @_;
	my $c = $s->open_post(Http::call(7, 'solve_smtlib',
		{smtlib => $Http::cubes, timeout_ms => 2500}, progressToken => 'p'));
	my $event = Http::event($c);
	same($event->{params}{progressToken}, 'p', 'the first event');
	$event = Http::event($c) until exists $event->{id};
	same($event->{id}, 7, 'the last event');
});

test('an array of messages is of 2025-03-26' => sub {
	my ($s) = @_;
	my $array = '[' . join(',', map {
		Http::message({id => $_, method => 'ping'}) } 1, 2) . ']';
	my %old = $s->begin('2025-03-26');
	my $c = $s->open_raw($s->text_of(POST => $array, %old));
	same(join('', map { Http::event($c)->{id} } 1, 2), '12', 'the answers');
	my %new = $s->begin('2025-06-18');
	says($s->raw($s->text_of(POST => $array, %new)), 400, qr/-32600/);
	says($s->raw($s->text_of(POST => $array,
		'MCP-Protocol-Version' => '2026-07-28')), 400, qr/-32600/);
});

test('a modern request repeats itself in its headers' => sub {
	my ($s) = @_;
	my ($message, %headers) = Http::modern(Http::call(1, 'list_sessions', {}));
	says($s->post($message, %headers), 200, qr/"resultType":"complete"/);
	says($s->post($message, %headers,
		'Mcp-Name' => '=?base64?bGlzdF9zZXNzaW9ucw==?='), 200, qr/"result"/);
	for my $name ('Mcp-Method', 'Mcp-Name', 'MCP-Protocol-Version') {
		says($s->post($message, %headers, $name => $_), 400,
			qr/"id":1,"error":\{"code":-32020/) for undef, 'other',
			'=?base64?%%%?=', '=?base64?AAAA?=';
	}
});

test('an error of the modern protocol is one of HTTP' => sub {
	my ($s) = @_;
	my $status = sub {
		my ($method, %meta) = @_;
		my ($message, %headers) = Http::modern({id => 1,
			method => $method, params => {_meta => \%meta}});
		my $version = $meta{'io.modelcontextprotocol/protocolVersion'};
		$headers{'MCP-Protocol-Version'} = $version if $version;
		return $s->post($message, %headers);
	};
	says($status->($_), 404, qr/-32601/) for 'initialize', 'ping', 'what';
	says($status->('tools/list',
		'io.modelcontextprotocol/protocolVersion' => '2099-01-01'),
		400, qr/-32022.*2026-07-28/);
	says($status->('tools/list',
		'io.modelcontextprotocol/clientCapabilities' => 1), 400, qr/-32602/);
	says($s->post({id => 1, method => 'server/discover'},
		'MCP-Protocol-Version' => '2026-07-28'), 400, qr/-32602/);
	says($s->post($ping, 'MCP-Protocol-Version' => '1999-01-01'), 400,
		qr/MCP-Protocol-Version/);
	says($s->raw($s->text_of(POST => '{')), 400, qr/-32700/);
});

test('who leaves a modern request cancels it' => sub {
	my ($s) = @_;
	my ($message, %headers) = Http::modern(Http::call(1, 'solve_smtlib',
		{smtlib => $Http::cubes, timeout_ms => 600000}));
	for my $waits (0, 1) { # for the answer, and in its stream
		my $c = $s->open_post($message, %headers);
		$s->becomes(sub { $s->solving }) or die "it does not begin\n";
		Http::more($c) if $waits;
		close $c->{socket};
		$s->becomes(sub { !$s->solving }) or die "it goes on\n";
	}
});

test('who leaves a legacy request does not, and a notification does' => sub {
	my ($s) = @_;
	my %session = $s->begin('2025-11-25');
	my $c = $s->open_post(Http::call(5, 'solve_smtlib',
		{smtlib => $Http::cubes, timeout_ms => 600000}), %session);
	$s->becomes(sub { $s->solving }) or die "it does not begin\n";
	close $c->{socket};
	says($s->post($ping, %session), 200, qr/"result"/) for 1 .. 20;
	die "it was cancelled\n" if !$s->solving;
	my $cancel = {method => 'notifications/cancelled',
		params => {requestId => 5}};
	my %stranger = $s->begin('2025-11-25');
	$s->post($cancel, %stranger);
	die "a stranger has cancelled it\n" if !$s->solving;
	$s->post($cancel, %session);
	$s->becomes(sub { !$s->solving }) or die "it goes on\n";
});

test('a session is told in its stream what it has subscribed to' => sub {
	my ($s) = @_;
	my %session = $s->begin('2025-11-25');
	my $edit = sub { $s->answer(add_item => {session => 'm',
		content => "(declare-const $_[0] Int)"}) };
	my $uri = 'satchel://session/m/items';
	$s->answer(open_session => {session => 'm'});
	my $subscribe = {id => 2, method => 'resources/subscribe',
		params => {uri => $uri}};
	says($s->post($subscribe), 400, qr/Mcp-Session-Id/);
	my $stream = $s->get(%session);
	says($s->post($subscribe, %session), 200, qr/"result"/);
	$edit->('a');
	same(Http::event($stream)->{params}{uri}, $uri, 'the event');
	my $second = $s->get(%session);
	die "the first stream goes on\n" if defined Http::event($stream);
	Http::read_head($second);
	$edit->('b');
	same(Http::event($second)->{params}{uri}, $uri, 'the event');
	close $second->{socket};
	$edit->('c'); # nobody is there to hear it
	sleep 1;
	same(Http::event($s->get(%session))->{params}{uri}, $uri, 'the event');
});

test('a modern client listens until the server ends' => sub {
	my ($s) = @_;
	$s->answer(open_session => {session => 'm'});
	my $uri = 'satchel://session/m/items';
	my ($message, %headers) = Http::modern({id => 'l',
		method => 'subscriptions/listen', params => {notifications => {
		resourceSubscriptions => [$uri]}}});
	my $c = $s->open_post($message, %headers);
	same(Http::event($c)->{method},
		'notifications/subscriptions/acknowledged', 'the first event');
	$s->answer(add_item => {session => 'm', content => '(assert true)'});
	same(Http::event($c)->{params}{uri}, $uri, 'the event');
	kill TERM => $s->{client}{pid};
	same(Http::event($c)->{id}, 'l', 'the last event');
	die "more than that\n" if defined Http::event($c);
});

test('a user is asked in the stream of the call' => sub {
	my ($s) = @_;
	my %session = $s->begin('2025-11-25', {elicitation => {}});
	$s->answer(open_session => {session => 'old'});
	my $c = $s->open_post(Http::call(3, 'delete_session',
		{session => 'old'}), %session);
	my $asked = Http::event($c);
	same($asked->{method}, 'elicitation/create', 'the first event');
	my $begun = time;
	says($s->post({id => $asked->{id}, result => {action => 'accept',
		content => {}}}, %session), 202, qr/^$/);
	same(Http::event($c)->{id}, 3, 'the last event');
	die "that took its time\n" if time - $begun > 3;
});

test('every call names its session' => sub {
	my ($s) = @_;
	my $pattern = qr/names no session\.\\nWhat to do:\\n1\. Pass it as/;
	$s->answer(open_session => {session => 'mine'});
	says($s->post(Http::call(1, @$_)), 200, $pattern)
		for ['get_model', {}], ['add_item', {content => '(assert true)'}],
		['solve_model', {}], ['get_history', {}];
	same(scalar @{$s->answer(list_sessions => {})->{sessions}}, 1, 'the count');
});

test('a server that ends says so to those who wait' => sub {
	my ($s) = @_;
	my $c = $s->open_post(Http::call(1, 'solve_smtlib',
		{smtlib => $Http::cubes, timeout_ms => 600000}));
	$s->becomes(sub { $s->solving }) or die "it does not begin\n";
	kill TERM => $s->{client}{pid};
	my $answer = Http::response($c)->{body};
	die "not told: $answer\n" if $answer !~ /send this again/;
});

# Runs its arguments with a socket that listens as systemd does it.
my $activate = <<'END';
use IO::Socket::UNIX; use POSIX; $^F = 99;
my $s = IO::Socket::UNIX->new(Local => shift, Listen => 5) or die "socket: $!";
POSIX::dup2(fileno $s, 3); $ENV{LISTEN_FDS} = 1; $ENV{LISTEN_PID} = $$;
exec @ARGV;
END
my $home = Client->prepare;
my $socket = "$home->{folder}/activated.sock";
test('a socket that systemd has opened is taken, and left where it is' => sub {
	my ($s) = @_;
	says($s->post($ping), 200, qr/"result":\{\}/);
	says($s->post($ping, Authorization => undef), 401, qr/Bearer/);
}, address => 'systemd', unix => "unix:$socket",
	under => ['perl', '-e', $activate, $socket]);
ok(-S $socket, 'the socket of systemd stays');

test('a server that ends answers what takes less than ten seconds' => sub {
	my ($s) = @_;
	my $c = $s->open_post(Http::call(1, 'solve_smtlib',
		{smtlib => $Http::cubes, timeout_ms => 4000}));
	$s->becomes(sub { $s->solving }) or die "it does not begin\n";
	kill TERM => $s->{client}{pid};
	$s->becomes(sub { $s->post($ping)->{status} == 503 }) or
		die "new requests are taken\n";
	my $ready = $s->raw($s->text_of('GET') =~ s{/mcp}{/readyz}r);
	same($ready->{status}, 503, 'the readiness');
	my $answer = Http::response($c)->{body};
	die "not answered: $answer\n" if $answer !~ /timed out after 4000 ms/;
});

done_testing;
