# A server over HTTP for the tests, and clients that write bytes.
#
#	my $s = Http->new(flags => '--no-token');
#	my $r = $s->post({id => 1, method => 'ping'});
#	$r->{status}, $r->{headers}{'content-type'}, $r->{json}
#
# A stream is a connection that is read event by event:
#
#	my $c = $s->open_post({...});
#	my $event = $s->event($c);
package Http;
use strict;
use warnings;
use FindBin qw($Bin);
use IO::Socket::INET;
use IO::Socket::UNIX;
use JSON::PP;
use Time::HiRes qw(time sleep);

require "$Bin/../client.pl";

our $late_s = 30;
our $json = JSON::PP->new->utf8->canonical->allow_nonref;
our $cubes = '(declare-const x Int)(declare-const y Int)' .
	'(declare-const z Int)(assert (= (+ (* x x x) (* y y y) (* z z z)) 33))' .
	'(check-sat)';

# flags: after `serve --http ADDRESS`; folder: another one's; unix: the socket of
# that address, where it says none; under: a command that runs the server.
sub new {
	my ($class, %o) = @_;
	my $address = $o{address} // '0';
	my $client = Client->new(greets => 0, late_s => $late_s,
		flags => "serve --http $address --workers 2 " . ($o{flags} // ''),
		map { $o{$_} ? ($_ => $o{$_}) : () } 'folder', 'under');
	my $s = bless {client => $client, unix => $o{unix} // $o{address}}, $class;
	until ($s->{is_ready}) {
		my $line = $client->line_of_text(time + $late_s) //
			die "the server does not start\n" . $client->log;
		$s->{port} = $1 if $line =~ m{http://127\.0\.0\.1:(\d+)/mcp};
		$s->{token} = $1 if $line =~ /^Authorization: Bearer (\S+)$/;
		$s->{is_ready} = $line =~
			/^Authorization|needs no token|token of an account|The proxy/;
	}
	return $s;
}

sub connect {
	my ($s) = @_;
	return ($s->{unix} ?
		IO::Socket::UNIX->new(Peer => $s->{unix} =~ s/^unix://r) :
		IO::Socket::INET->new(PeerAddr => '127.0.0.1',
			PeerPort => $s->{port})) // die "cannot connect: $!\n";
}

# The headers of a good POST; those of %more replace them, undef takes one away.
sub headers {
	my ($s, %more) = @_;
	my %all = (Host => 'localhost', 'Content-Type' => 'application/json',
		Accept => 'application/json, text/event-stream',
		$s->{token} ? (Authorization => "Bearer $s->{token}") : (), %more);
	return map { defined $all{$_} ? "$_: $all{$_}\r\n" : () } sort keys %all;
}

sub text_of {
	my ($s, $method, $body, %headers) = @_;
	$headers{'Content-Length'} //= length $body
		if defined $body && !exists $headers{'Content-Length'};
	return join '', "$method /mcp HTTP/1.1\r\n", $s->headers(%headers),
		"\r\n", $body // '';
}

sub message { return $json->encode({jsonrpc => '2.0', %{$_[0]}}) }

sub call {
	my ($id, $tool, $arguments, %meta) = @_;
	return {id => $id, method => 'tools/call', params => {name => $tool,
		arguments => $arguments, %meta ? (_meta => \%meta) : ()}};
}

# The message as a client of 2026-07-28 sends it, and its headers.
sub modern {
	my ($message) = @_;
	my $params = $message->{params};
	my $prefix = 'io.modelcontextprotocol/';
	my %meta = ("${prefix}protocolVersion" => '2026-07-28',
		"${prefix}clientCapabilities" => {}, %{$params->{_meta} // {}});
	my $name = $params->{name} // $params->{uri};
	return ({%$message, params => {%{$params // {}}, _meta => \%meta}},
		'MCP-Protocol-Version' => '2026-07-28',
		'Mcp-Method' => $message->{method},
		defined $name ? ('Mcp-Name' => $name) : ());
}

# --- connections --------------------------------------------------------------

# More bytes of a connection; undef at its end.
sub more {
	my ($c, $late) = @_;
	vec(my $wanted = '', fileno $c->{socket}, 1) = 1;
	select $wanted, undef, undef, $late // $late_s or
		die "no answer; what came: " . substr($c->{bytes}, 0, 300) . "\n";
	return sysread $c->{socket}, $c->{bytes}, 1 << 16, length $c->{bytes};
}

sub until_text {
	my ($c, $pattern) = @_;
	while (1) {
		return $1 if $c->{bytes} =~ s/\A(.*?)$pattern//s;
		more($c) or die "the connection ended; what came: " .
			substr($c->{bytes}, 0, 300) . "\n";
	}
}

sub read_head {
	my ($c) = @_;
	my $head = until_text($c, "\r\n\r\n");
	$head =~ m{^HTTP/1\.1 (\d+)} or die "no status: $head\n";
	my $status = $1;
	return read_head($c) if $status == 100;
	my %headers = map { /^([^:]+): *(.*?)\r?$/ ? (lc $1 => $2) : () }
		split /\n/, $head;
	@$c{qw(status headers)} = ($status, \%headers);
	return $c;
}

# A connection that has sent these bytes.
sub open_raw {
	my ($s, $bytes) = @_;
	my $c = {socket => $s->connect, bytes => ''};
	send_raw($c, $bytes);
	return $c;
}

# The peer may have answered and closed before all was sent.
sub send_raw {
	my ($c, $bytes) = @_;
	my $sent = 0;
	while ($sent < length $bytes) {
		my $size = syswrite $c->{socket}, $bytes, 1 << 16, $sent;
		return if !defined $size;
		$sent += $size;
	}
}

# The whole response.
sub response {
	my ($c) = @_;
	read_head($c);
	my $size = $c->{headers}{'content-length'};
	if (defined $size) {
		more($c) or die "cut off\n" while length $c->{bytes} < $size;
		$c->{body} = substr $c->{bytes}, 0, $size, '';
	} else {
		$c->{body} = '';
		while (defined(my $piece = chunk($c))) {
			$c->{body} .= $piece;
		}
	}
	$c->{json} = eval { $json->decode($c->{body}) };
	return $c;
}

# undef after the last.
sub chunk {
	my ($c) = @_;
	my $size = hex until_text($c, "\r\n");
	more($c) or die "cut off\n" while length $c->{bytes} < $size + 2;
	my $piece = substr $c->{bytes}, 0, $size;
	substr $c->{bytes}, 0, $size + 2, '';
	return $size ? $piece : undef;
}

# The next event of a stream as a message; undef at its end.
sub event {
	my ($c) = @_;
	read_head($c) if !$c->{status};
	$c->{events} //= '';
	while (1) {
		next if $c->{events} =~ s/\A:.*?\n\n//;
		return $json->decode($1) if $c->{events} =~
			s/\Aevent: message\ndata: (.*?)\n\n//;
		die "no event: $c->{events}\n" if $c->{events} =~ /\n\n/;
		my $piece = chunk($c) // return;
		$c->{events} .= $piece;
	}
}

# --- requests -----------------------------------------------------------------

sub open_post {
	my ($s, $message, %headers) = @_;
	return $s->open_raw($s->text_of(POST => message($message), %headers));
}

sub post {
	my ($s, $message, %headers) = @_;
	return response($s->open_post($message, %headers));
}

sub raw { return response($_[0]->open_raw($_[1])) }

sub get {
	my ($s, %headers) = @_;
	return $s->open_raw($s->text_of('GET', undef, 'Content-Type' => undef,
		Accept => 'text/event-stream', %headers));
}

# A legacy session: its header.
sub begin {
	my ($s, $version, $capabilities) = @_;
	my $r = $s->post({id => 0, method => 'initialize', params => {
		protocolVersion => $version, capabilities => $capabilities // {},
		clientInfo => {name => 'tests', version => '1'}}});
	return ('Mcp-Session-Id' => $r->{headers}{'mcp-session-id'} //
		die "no session: $r->{body}\n");
}

# What a tool answers to a client that keeps no session.
sub answer {
	my ($s, $tool, $arguments) = @_;
	my $r = $s->post(call(1, $tool, $arguments));
	return $r->{json}{result}{structuredContent} // die "refused: $r->{body}\n";
}

# --- the server ---------------------------------------------------------------

# The connections that it holds, by TCP.
sub connections {
	my ($s) = @_;
	open my $in, '<', '/proc/net/tcp' or die "/proc/net/tcp: $!\n";
	my $port = sprintf ':%04X', $s->{port} // 0;
	my %inodes = map { ("socket:[$_->[9]]" => 1) }
		grep { ($_->[1] // '') =~ /$port$/ && $_->[3] ne '0A' }
		map { [split] } <$in>;
	return scalar grep { $inodes{readlink($_) // ''} }
		glob "/proc/$s->{client}{pid}/fd/*";
}

# The workers that have been busy for a while.
sub solving {
	my ($s) = @_;
	return grep { $_ != $s->{client}{pid} &&
		(Client::status($_) // {cpu_s => 0})->{cpu_s} > 0.4 }
		$s->{client}->processes;
}

sub becomes { my ($s, @more) = @_; return $s->{client}->becomes(@more) }

# Ends it as an operator does; it must end well.
sub stop {
	my ($s) = @_;
	kill TERM => $s->{client}{pid};
	$s->{client}->await_end;
}

1;
