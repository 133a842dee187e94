# An endpoint on loopback that answers as both APIs do, with streams, from a list
# of replies; and a way to run the one-shot client against it. Core Perl only.
#
# A reply is an object. {"text", "calls": [[NAME, ARGUMENTS], ...]}: what the
# model says and calls; arguments that are a string are sent as they stand. And
# what may go wrong: {"status", "retry_after", "message"}: an answer that is no
# reply; "cut": N: the connection ends after N events; "error": an event says so;
# "refusal"; "end": the reason for the end; "silent": nothing comes; "body":
# something that is not a stream; "whole_calls": each call in one event, without
# an index, or with 0 for all of them ("same"). "repeat": N has the text, or the
# message, N times; "usage": the count of tokens that is said; "plain": the reply
# is one JSON object, as an endpoint sends it that does not stream.
package Endpoint;
use strict;
use warnings;
use Cwd ();
use IO::Socket::INET;
use JSON::PP;
use POSIX ':sys_wait_h';
use Time::HiRes qw(time sleep);
use File::Temp 'tempdir';

my $json = JSON::PP->new->canonical->allow_nonref->loose;
# Of this test alone: another one that runs beside it looks for its own.
our $key = "sk-only-for-the-endpoint-$$";

# KEY stands for the key, REST for all of it but the first character.
sub decode {
	my ($text) = @_;
	$text =~ s/KEY/$key/g;
	$text =~ s/REST/substr($key, 1)/ge;
	$text =~ s/LONG_NAME/'x' x 300/ge;
	return $json->decode($text);
}

# --- a reply -------------------------------------------------------------------

# A text in pieces of that size; a very long one in larger ones.
sub pieces {
	my ($text, $size) = @_;
	$size *= 1001 if length $text > 10000;
	return grep { length } unpack "(a$size)*", $text;
}

sub openai_events {
	my ($reply) = @_;
	my $chunk = sub { return {choices => [{index => 0, delta => $_[0],
		finish_reason => $_[1]}]} };
	my @events = $chunk->({role => 'assistant', content => ''});
	push @events, map { $chunk->({content => $_}) }
		pieces($reply->{text} // '', 7);
	push @events, $chunk->({refusal => $reply->{refusal}}) if $reply->{refusal};
	my $n = 0;
	for my $call (@{$reply->{calls} // []}) {
		my $text = ref $call->[1] ? $json->encode($call->[1]) : $call->[1];
		my @head = (id => "c$n", type => 'function');
		if ($reply->{whole_calls}) {
			push @head, index => 0 if $reply->{whole_calls} eq 'same';
			push @events, $chunk->({tool_calls => [{@head, function =>
				{name => $call->[0], arguments => $text}}]});
		} else {
			push @events, $chunk->({tool_calls => [{index => $n, @head,
				function => {name => $call->[0], arguments => ''}}]});
			push @events, map { $chunk->({tool_calls => [{index => $n,
				function => {arguments => $_}}]}) }
				pieces($text, 9);
		}
		$n++;
	}
	push @events, $chunk->({}, $reply->{end} // ($n ? 'tool_calls' : 'stop'));
	push @events, {choices => [], usage => {
		prompt_tokens => $reply->{usage} // 100,
		completion_tokens => $reply->{usage} // 10}};
	return map { 'data: ' . $json->encode($_) . "\n\n" } @events;
}

sub anthropic_events {
	my ($reply) = @_;
	my @events = ({type => 'message_start', message => {usage =>
		{input_tokens => 60, cache_read_input_tokens => 40,
			output_tokens => 1}}}, {type => 'ping'});
	my $n = 0;
	if (length($reply->{text} // '')) {
		push @events, {type => 'content_block_start', index => $n,
			content_block => {type => 'text', text => ''}};
		push @events, map { {type => 'content_block_delta', index => 0,
			delta => {type => 'text_delta', text => $_}} }
			pieces($reply->{text}, 7);
		push @events, {type => 'content_block_stop', index => $n++};
	}
	for my $call (@{$reply->{calls} // []}) {
		my $text = ref $call->[1] ? $json->encode($call->[1]) : $call->[1];
		my $at = $n++;
		push @events, {type => 'content_block_start', index => $at,
			content_block => {type => 'tool_use', id => "toolu_$at",
				name => $call->[0], input => {}}};
		push @events, map { {type => 'content_block_delta', index => $at,
			delta => {type => 'input_json_delta',
				partial_json => $_}} }
			pieces($text, 9);
		push @events, {type => 'content_block_stop', index => $at};
	}
	push @events, {type => 'message_delta', delta => {stop_reason =>
		$reply->{refusal} ? 'refusal' : {length => 'max_tokens'}->{
			$reply->{end} // ''} // ($reply->{calls} ? 'tool_use'
			: 'end_turn')}, usage => {defined $reply->{usage} ?
			(input_tokens => $reply->{usage},
			cache_read_input_tokens => $reply->{usage}) : (),
			output_tokens => $reply->{usage} // 10}};
	push @events, {type => 'message_stop'};
	return map { "event: $_->{type}\ndata: " . $json->encode($_) . "\n\n" }
		@events;
}

# The same as one object.
sub plain_reply {
	my ($reply, $api) = @_;
	my $n = 0;
	my @calls = @{$reply->{calls} // []};
	return {choices => [{index => 0, finish_reason => @calls ? 'tool_calls'
		: 'stop', message => {role => 'assistant', refusal => undef,
		content => $reply->{text}, @calls ? (tool_calls => [map { {
			id => 'c' . $n++, type => 'function', function =>
			{name => $_->[0], arguments => $json->encode($_->[1])}} }
			@calls]) : ()}}], error => undef,
		usage => {prompt_tokens => 100, completion_tokens => 10}}
		if $api eq 'openai';
	return {type => 'message', role => 'assistant', content => [
		$reply->{text} ? {type => 'text', text => $reply->{text}} : (),
		map { {type => 'tool_use', id => 'toolu_' . $n++,
			name => $_->[0], input => $_->[1]} } @calls],
		stop_reason => @calls ? 'tool_use' : 'end_turn',
		usage => {input_tokens => 100, output_tokens => 10}};
}

sub answer {
	my ($client, $reply, $api) = @_;
	my $close = "Connection: close\r\n";
	if (my $times = $reply->{repeat}) {
		$reply = {%$reply};
		$_ and $_ x= $times for @$reply{qw(text message)};
	}
	if (my $status = $reply->{status}) {
		my $retry = $reply->{retry_after}
			? "Retry-After: $reply->{retry_after}\r\n" : '';
		my $body = $json->encode({error => {type => 'x',
			message => $reply->{message} // 'no'}});
		print $client "HTTP/1.1 $status No\r\n${close}${retry}",
			"Content-Type: application/json\r\n\r\n$body";
		return;
	}
	if (defined $reply->{body}) {
		print $client "HTTP/1.1 200 OK\r\n${close}Content-Type: text/html",
			"\r\n\r\n$reply->{body}";
		return;
	}
	if ($reply->{plain}) {
		print $client "HTTP/1.1 200 OK\r\n${close}Content-Type: ",
			"application/json\r\n\r\n",
			$json->encode(plain_reply($reply, $api));
		return;
	}
	my @events = $api eq 'openai' ? openai_events($reply)
		: anthropic_events({%$reply, text => $reply->{refusal} //
			$reply->{text}});
	push @events, "data: [DONE]\n\n" if $api eq 'openai';
	splice @events, $reply->{cut} if defined $reply->{cut};
	push @events, "event: error\ndata: " . $json->encode({type => 'error',
		error => {message => $reply->{error}}}) . "\n\n" if $reply->{error};
	print $client "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n",
		"Transfer-Encoding: chunked\r\n${close}\r\n";
	printf $client "%x\r\n%s\r\n", length, $_ for @events;
	print $client "0\r\n\r\n" unless defined $reply->{cut};
}

# --- a request -----------------------------------------------------------------

# What is wrong with what the client sent, and who else has the key.
sub look_at {
	my ($path, $headers, $body, $api, $agent) = @_;
	my @faults;
	my $expected = $api eq 'openai' ? 'POST /v1/chat/completions'
		: 'POST /v1/messages';
	push @faults, "it asked $path" if index($path, "$expected ") != 0;
	my $sent = $headers->{$api eq 'openai' ? 'authorization' : 'x-api-key'};
	push @faults, 'the key is not sent' if ($sent // '') ne
		($api eq 'openai' ? "Bearer $key" : $key);
	push @faults, 'no version' if $api eq 'anthropic' &&
		!$headers->{'anthropic-version'};
	push @faults, 'no stream' unless $body->{stream};
	push @faults, 'no tools' unless @{$body->{tools} // []};
	my (%open, @roles);
	for my $message (@{$body->{messages}}) {
		push @roles, $message->{role};
		$open{$_->{id}} = 1 for @{$message->{tool_calls} // []};
		delete $open{$message->{tool_call_id}} if $message->{tool_call_id};
		next unless ref $message->{content};
		for (@{$message->{content}}) {
			$open{$_->{id}} = 1 if $_->{type} eq 'tool_use';
			delete $open{$_->{tool_use_id}} if $_->{tool_use_id};
		}
	}
	push @faults, 'calls without results' if %open;
	push @faults, "it begins with $roles[0]" if $roles[0] ne
		($api eq 'openai' ? 'system' : 'user');
	for my $file (glob '/proc/[0-9]*/cmdline /proc/[0-9]*/environ') {
		next if $file =~ m{^/proc/$$/};
		open(my $in, '<', $file) or next;
		local $/;
		push @faults, "$file has the key" if index(<$in> // '', $key) >= 0;
	}
	return @faults;
}

sub serve {
	my ($listening, $replies, $api, $log_name) = @_;
	open(my $log, '>>', $log_name) or die;
	$log->autoflush;
	for my $reply (@$replies, ({status => 400,
		message => 'the script is over'}) x 3) {
		my $client = $listening->accept or last;
		my ($first, %headers) = scalar <$client>;
		while (defined(my $line = <$client>)) {
			$line =~ s/\r\n$//;
			last if $line eq '';
			$headers{lc $1} = $2 if $line =~ /^([^:]+): *(.*)$/;
		}
		read($client, my $text, $headers{'content-length'} // 0);
		my $body = $json->decode($text);
		print $log $json->encode({body => $body, time => time, faults =>
			[look_at($first, \%headers, $body, $api)]}), "\n";
		sleep 60 if $reply->{silent};
		answer($client, $reply, $api);
		close $client;
	}
	POSIX::_exit(0);
}

# --- the client ----------------------------------------------------------------

sub slurp {
	open(my $in, '<:raw', $_[0]) or return '';
	local $/;
	return scalar <$in> // '';
}

# Processes that have the text among their arguments.
sub processes {
	my ($text) = @_;
	return grep { index(slurp("$_/cmdline"), $text) >= 0 } glob '/proc/[0-9]*';
}

# run(api, [replies], {options or line, signal, after, terminal, deaf, key_file,
# no_key, whole_path, variable}): runs the client. {exit, signal, stdout, stderr, requests, faults, seconds}.
sub run {
	my ($api, $replies, $how) = @_;
	my $dir = tempdir('satchel-agent-test-XXXXXX', TMPDIR => 1, CLEANUP => 1);
	mkdir "$dir/tmp" or die;
	my $listening = IO::Socket::INET->new(Listen => 1,
		LocalAddr => '127.0.0.1', ReuseAddr => 1) or die "no socket: $!";
	my $port = $listening->sockport;
	my @full;
	if ($how->{deaf}) { # a queue that is full: no connection is made
		push @full, IO::Socket::INET->new(PeerAddr => '127.0.0.1',
			PeerPort => $port, Timeout => 1) for 1 .. 2;
	}
	my $endpoint = $how->{deaf} ? undef : fork;
	serve($listening, $replies, $api, "$dir/log")
		if defined $endpoint && !$endpoint;
	close $listening unless $how->{deaf};
	my $base = "http://127.0.0.1:$port" . ($api eq 'openai' ? '/v1/' : '');
	$base = "http://127.0.0.1:$port/v1" .
		($api eq 'openai' ? '/chat/completions/' : '') if $how->{whole_path};
	my @command = ("$ENV{B}/satchel", 'agent', '--api', $api,
		$how->{no_key} ? () : ('--endpoint', $base), '--model', 'scripted', '--transcript', "$dir/transcript",
		@{$how->{options} // ['Is there a number?']});
	# A command line as it is printed, but with this endpoint.
	if (my $line = $how->{line}) {
		$line =~ s{http://localhost:\d+/v1}{$base};
		@command = ('sh', '-c', "cd '$dir' && echo any >problem.txt && exec $line");
	}
	push @command, '--key-file', "$dir/key" if $how->{key_file};
	@command = ('script', '-qec', join(' ', map { "'$_'" } @command),
		'/dev/null') if $how->{terminal};
	my $started = time;
	my $agent = fork // die;
	if (!$agent) {
		open(STDIN, '<', $how->{input} // '/dev/null') or die;
		open(STDOUT, '>', "$dir/stdout") or die;
		open(STDERR, '>', "$dir/stderr") or die;
		$ENV{TMPDIR} = "$dir/tmp";
		$ENV{SATCHEL_AGENT_ENDPOINT} = $base unless $how->{no_key};
		$ENV{PATH} = Cwd::abs_path($ENV{B}) . ":$ENV{PATH}";
		if ($how->{key_file}) {
			open(my $out, '>', "$dir/key") or die;
			print $out "$key\n";
			close $out;
		} elsif (!$how->{no_key}) {
			$ENV{$how->{variable} // 'SATCHEL_AGENT_KEY'} = $key;
		}
		exec @command or POSIX::_exit(127);
	}
	if ($how->{signal}) {
		my $seen = 0;
		for (1 .. 1000) {
			$seen = () = slurp("$dir/log") =~ /\n/g;
			last if $seen >= ($how->{after} // 1);
			sleep 0.02;
		}
		sleep 0.4;
		kill $how->{signal}, $agent;
	}
	my @before = POSIX::times;
	waitpid $agent, 0;
	my $status = $?;
	my @after = POSIX::times;
	my $seconds = time - $started;
	if ($endpoint) {
		kill 'KILL', $endpoint;
		waitpid $endpoint, 0;
	}
	my @log = map { $json->decode($_) } split /\n/, slurp("$dir/log");
	my %run = (processor_s => ($after[3] + $after[4] - $before[3] -
		$before[4]) / POSIX::sysconf(&POSIX::_SC_CLK_TCK),
		exit => $status >> 8, signal => $status & 127,
		stdout => slurp("$dir/stdout"), stderr => slurp("$dir/stderr"),
		transcript => slurp("$dir/transcript"), seconds => $seconds,
		requests => [map { $_->{body} } @log],
		times => [map { $_->{time} } @log],
		faults => [map { @{$_->{faults}} } @log]);
	# A worker may take a moment to see that its server has gone.
	my @left;
	for (1 .. 100) {
		last unless @left = processes("$dir/tmp");
		sleep 0.02;
	}
	push @{$run{faults}}, map { "$_ is left" } @left;
	push @{$run{faults}}, map { "$_ is left" } glob "$dir/tmp/* $dir/tmp/.s*";
	for my $where (qw(stdout stderr transcript)) {
		push @{$run{faults}}, "$where has the key"
			if index($run{$where}, $key) >= 0;
	}
	return \%run;
}

1;
