# A strict client of a Satchel of its own, for the tests in Perl:
#
#	my $server = Client->new(flags => '--tools all');
#	my $result = $server->call(add_item => {content => '(check-sat)'});
#
# The server has a folder of its own for home, working directory and database.
# Whatever breaks the protocol dies, and so does a reply against its tool's
# outputSchema, one whose text and structure disagree (agreement.pl), an answer
# that is late, and a process that the server leaves behind. When the server was begun and greeted, and the last message sent and
# come, stands in begun, greeted, sent and came.
package Client;
use strict;
use warnings;
use Cwd qw(abs_path);
use File::Temp qw(tempdir);
use JSON::PP;
use POSIX qw(WNOHANG);
use Time::HiRes qw(time sleep);

for my $module (qw(notation agreement)) {
	require(__FILE__ =~ s/client\.pl$/$module.pl/r);
}

our $json = JSON::PP->new->utf8->canonical->allow_nonref;
my $text_json = JSON::PP->new->canonical->allow_nonref;
my $most_reply = 8 << 20; # bytes of a line
my $first_id = 1000; # lines that a test writes itself may use those below
my %schemas; # by flags and environment, then by tool
$SIG{PIPE} = 'IGNORE'; # a write to a server that has gone says so itself

# folder: another client's, whose database it shares. programs: those that are
# started, of the build folder by default. under: a command that runs the server.
# environment: variables for it. greets: 0 leaves the greeting to the caller.
# late_s: the default is for what does not take long, on a machine that is busy.
# is_lied_to: the worker contradicts itself, so text and structure may do so, too.
sub new {
	my ($class, %o) = @_;
	return $class->prepare(%o)->start;
}

# The same without a server, which start() starts.
sub prepare {
	my ($class, %o) = @_;
	my $s = bless {build => abs_path($ENV{B} // 'build'), flags => '',
		late_s => 60, under => [], environment => {}, greets => 1,
		sessions => {}, %o}, $class;
	$s->{programs} //= $s->{build};
	$s->{folder} //= tempdir(CLEANUP => 1);
	return $s;
}

# What a program of the test may see of ours are sanitizers and coverage.
sub environment {
	my ($s) = @_;
	return (HOME => $s->{folder}, SATCHEL_DB => "$s->{folder}/satchel.db",
		LC_ALL => 'C.UTF-8', PATH => "$s->{programs}:$ENV{PATH}",
		map({ $_ => $ENV{$_} } grep {
			/^(?:(?:A|UB|L)SAN_OPTIONS$|GCOV_)/ } keys %ENV),
		%{$s->{environment}});
}

sub start {
	my ($s) = @_;
	pipe my $in, $s->{to} or die "pipe: $!";
	pipe $s->{from}, my $out or die "pipe: $!";
	$s->{to}->blocking(0);
	@$s{qw(id unread begun)} = ($first_id, '', time);
	@$s{qw(replies tools cancelled schemas)} = ({}, {}, {}, undef);
	defined($s->{pid} = fork) or die "fork: $!";
	$s->{sessions}{$s->{pid}} = 1;
	return $s->{greets} ? $s->greet : $s if $s->{pid};
	POSIX::setsid();
	open STDIN, '<&', $in and open STDOUT, '>&', $out and
		open STDERR, '>>', "$s->{folder}/server.log" and
		chdir $s->{folder} or POSIX::_exit(1);
	%ENV = $s->environment;
	exec @{$s->{under}}, "$s->{programs}/satchel", '--db', "$s->{folder}/satchel.db",
		split ' ', $s->{flags} or POSIX::_exit(1);
}

sub greet {
	my ($s) = @_;
	$s->request(initialize => {protocolVersion => '2025-11-25',
		capabilities => {}, clientInfo => {name => 'tests', version => '1'}});
	$s->{greeted} = $s->{came};
	$s->send({method => 'notifications/initialized'});
	$s->{schemas} = $schemas{join ' ', $s->{flags}, %{$s->{environment}}}
		//= {map { $_->{name} => $_->{outputSchema} }
		@{$s->request('tools/list')->{tools}}};
	return $s;
}

sub send {
	my ($s, $message) = @_;
	$s->put($json->encode({jsonrpc => '2.0', %$message}) . "\n");
}

# Writes all of it; reads meanwhile, since a server that is not read may stop
# reading, but for the deaf.
sub put {
	my ($s, $bytes, $is_deaf) = @_;
	my $sent = 0;
	$s->{sent} = time;
	while ($sent < length $bytes) {
		vec(my $writes = '', fileno $s->{to}, 1) = 1;
		my $reads = '';
		vec($reads, fileno $s->{from}, 1) = 1 if !$is_deaf;
		select $reads, $writes, undef, $s->{late_s} or
			die "the server does not read\n";
		$s->read_bytes if $reads =~ /[^\0]/;
		next if $writes !~ /[^\0]/;
		my $size = syswrite $s->{to}, $bytes, 1 << 20, $sent;
		die "the server is gone: $!\n" if !defined $size && !$!{EAGAIN};
		$sent += $size // 0;
	}
}

sub read_bytes {
	my ($s) = @_;
	sysread $s->{from}, $s->{unread}, 1 << 20, length $s->{unread}
		or die "the server has closed its output; its log:\n" .
			$s->log . "\n";
}

# Sends a request without waiting, with parameters in JSON; of a tool, if it is
# a call of one. Its id, by which reply() and result() have what comes.
sub start_request {
	my ($s, $method, $parameters, $tool) = @_;
	my $id = ++$s->{id};
	$s->{tools}{$id} = $tool if defined $tool;
	utf8::encode($parameters);
	$s->put(qq({"jsonrpc":"2.0","id":$id,"method":"$method",) .
		qq("params":$parameters}\n));
	return $id;
}

sub start_call {
	my ($s, $tool, $arguments) = @_;
	return $s->start_request('tools/call', $text_json->encode({
		name => $tool, arguments => $arguments}), $tool);
}

# Whether there is more to read by then.
sub awaits {
	my ($s, $deadline) = @_;
	return 1 if index($s->{unread}, "\n") >= 0;
	vec(my $wanted = '', fileno $s->{from}, 1) = 1;
	my $left = $deadline - time;
	return select $wanted, undef, undef, $left > 0 ? $left : 0;
}

# The next line; undef at the deadline.
sub line {
	my ($s, $deadline) = @_;
	my $size;
	while (($size = index $s->{unread}, "\n") < 0) {
		$s->awaits($deadline) or return;
		$s->read_bytes;
	}
	$s->{came} = time;
	my $line = substr $s->{unread}, 0, $size + 1, '';
	chop $line;
	die "a line over the limit of a reply\n" if length $line > $most_reply;
	die "a raw control character in $line\n" if $line =~ /[\0-\x1f]/;
	die "a path of this machine in $line\n"
		if $line =~ /\Q$s->{folder}\E|\Q$s->{build}\E/;
	return $s->{line} = $line;
}

# The next line of a server that prints text, which may name its folder.
sub line_of_text {
	my ($s, $deadline) = @_;
	local @$s{qw(folder build)} = ("\0", "\0");
	return $s->line($deadline);
}

# JSON::PP takes the last of members with the same key.
sub decode {
	my ($line) = @_;
	my $message = eval { $json->decode($line) };
	die "a line that is no JSON: $line\n" if !defined $message;
	my @open;
	while ($line =~ /($Notation::string)(:)?|([{\[])|([}\]])/g) {
		die "a member is there twice: $line\n" if $2 && $open[-1]{$1}++;
		push @open, {} if $3;
		pop @open if $4;
	}
	return $message;
}

# Reads a message and keeps it: replies; notifications, if there are `notices`;
# and in `strays`, if there are, what answers nothing. False: none came by then.
sub read_message {
	my ($s, $deadline) = @_;
	my $message = decode($s->line($deadline) // return 0);
	die "a line that is no JSON-RPC message\n" if ref $message ne 'HASH' ||
		($message->{jsonrpc} // '') ne '2.0';
	my ($id, $method) = @$message{qw(id method)};
	die "a request of the server's own\n" if $method && exists $message->{id};
	if ($method) {
		push @{$s->{notices}}, $message if $s->{notices};
	} elsif (!defined $id || $id !~ /^\d+$/ || $id <= $first_id ||
		$id > $s->{id}) {
		die "a message that answers nothing\n" if !$s->{strays};
		push @{$s->{strays}}, [$message, $s->{line}];
	} else {
		die "a call was answered twice\n" if $s->{replies}{$id};
		die "a cancelled call was answered\n" if $s->{cancelled}{$id};
		$s->{replies}{$id} = $message;
		my $tool = $s->{tools}{$id};
		$s->inspect($tool, $message->{result})
			if defined $tool && $message->{result};
	}
	return 1;
}

# What a request is answered with, an error too, as long as it takes.
sub reply {
	my ($s, $id, $late_s) = @_;
	my $deadline = time + ($late_s //= $s->{late_s});
	until ($s->{replies}{$id}) {
		$s->read_message($deadline) or die "no answer in $late_s s\n";
	}
	my $reply = $s->{replies}{$id};
	$s->{replies}{$id} = {}; # that there was one is remembered
	delete $s->{tools}{$id};
	return $reply;
}

# The result, which must be none of an error.
sub result {
	my ($s, $id, $late_s) = @_;
	my $tool = $s->{tools}{$id} // 'a request';
	my $reply = $s->reply($id, $late_s);
	return $reply->{result} // die "$tool is answered with an error: " .
		$json->encode($reply->{error}) . "\n";
}

sub request {
	my ($s, $method, $params) = @_;
	return $s->result($s->start_request($method,
		$text_json->encode($params // {})));
}

sub call {
	my ($s, $tool, $arguments, $late_s) = @_;
	return $s->result($s->start_call($tool, $arguments // {}), $late_s);
}

# The structured content of what must not be refused.
sub answer {
	my ($s, $tool, @arguments) = @_;
	my $result = $s->call($tool, @arguments);
	return $result->{structuredContent} // die "$tool is refused: " .
		substr($result->{content}[0]{text}, 0, 1500) . "\n";
}

# Later libz3 than 4.8 takes a truth value for 0 or 1 where a number is
# expected: what a test marks with "[refused by 4.8 only]" is accepted there.
sub is_lenient {
	my ($s) = @_;
	return $s->{is_lenient} //= !$s->call(solve_smtlib =>
		{smtlib => '(assert (= 1 true))(check-sat)'})->{isError};
}

# --- what a reply must be -----------------------------------------------------

sub kind {
	my ($value) = @_;
	return {HASH => 'object', ARRAY => 'array'}->{ref $value} // 'boolean'
		if ref $value;
	return 'null' unless defined $value;
	my $text = $json->encode($value);
	return $text =~ /^"/ ? 'string' : $text =~ /^-?\d+$/ ? 'integer' :
		'number';
}

# Where and how a value breaks a schema, in the words that ours have; or ''.
sub misfit {
	my ($schema, $value, $at) = @_;
	my $kind = kind($value);
	my @types = ref $schema->{type} ? @{$schema->{type}} :
		$schema->{type} // $kind;
	return "$at is a $kind, not @types" unless grep { $_ eq $kind ||
		$_ eq 'number' && $kind eq 'integer' } @types;
	return "$at fits none of anyOf" if $schema->{anyOf} &&
		!grep { !misfit($_, $value, $at) } @{$schema->{anyOf}};
	my ($least, $most, $size) = $kind eq 'array' ?
		(@$schema{qw(minItems maxItems)}, scalar @$value) :
		$kind eq 'string' ?
		(@$schema{qw(minLength maxLength)}, length $value) : ();
	return "$at has a length of $size" if defined $size &&
		($size < ($least // $size) || $size > ($most // $size));
	return "$at is not of its enum" if $schema->{enum} &&
		!grep { $_ eq $value } @{$schema->{enum}};
	return "$at is out of range" if $kind eq 'integer' &&
		($value < ($schema->{minimum} // $value) ||
		$value > ($schema->{maximum} // $value));
	my @wrong;
	if ($kind eq 'array' && $schema->{items}) {
		@wrong = map { misfit($schema->{items}, $value->[$_],
			"$at\[$_]") } 0 .. $#$value;
	} elsif ($kind eq 'object') {
		my $members = $schema->{properties} // {};
		my $others = $schema->{additionalProperties} // 1;
		@wrong = map { "$at.$_ is missing" } grep { !exists $value->{$_} }
			@{$schema->{required} // []};
		push @wrong, map { $members->{$_} ?
			misfit($members->{$_}, $value->{$_}, "$at.$_") :
			ref $others eq 'HASH' ?
			misfit($others, $value->{$_}, "$at.$_") :
			$others ? () : "$at.$_ is not in the schema" }
			sort keys %$value;
	}
	return (grep { $_ } @wrong)[0] // '';
}

sub inspect {
	my ($s, $tool, $result) = @_;
	return if !$s->{schemas} || !exists $s->{schemas}{$tool};
	my $structured = $result->{structuredContent};
	my @blocks = @{$result->{content} // []};
	die "$tool answers with content that is no text, nor a link after it\n"
		unless @blocks && ($blocks[0]{type} // '') eq 'text' && !grep {
			my $type = $_->{type} // '';
			!($type eq 'text' && defined $_->{text} ||
				$type eq 'resource_link' && defined $_->{uri} &&
				defined $_->{name}) } @blocks;
	die "$tool refuses with structured content\n"
		if $result->{isError} && $structured;
	return if $result->{isError};
	die "$tool answers without structured content\n" unless $structured;
	my $schema = $s->{schemas}{$tool} or
		die "$tool has no outputSchema\n";
	my $why = misfit($schema, $structured, $tool);
	die "against its outputSchema: $why\n" if $why;
	return if $s->{is_lied_to};
	$why = Agreement::objection($tool, $structured, $blocks[0]{text});
	die "text and structure of $tool disagree: $why\n" .
		$text_json->encode($structured) . "\n$blocks[0]{text}\n" if $why;
}

# --- its processes ------------------------------------------------------------

# Of a process that is alive: its session, and its processor time in seconds.
sub status {
	my ($pid) = @_;
	open my $in, '<', "/proc/$pid/stat" or return;
	my ($state, @more) = split ' ', (<$in> // '') =~ s/.*\) //sr;
	return if !defined $state || $state eq 'Z';
	return {session => $more[2], cpu_s => ($more[10] + $more[11]) /
		POSIX::sysconf(POSIX::_SC_CLK_TCK())};
}

sub cpu_s { return status($_[0]{pid})->{cpu_s} }

# KiB of its memory that are in RAM. 0 under ASan, which keeps what was freed
# for a while: there, nothing is said about memory.
sub rss_kib {
	my ($s) = @_;
	return 0 if $s->{build} =~ /asan/;
	open my $in, '<', "/proc/$s->{pid}/statm" or return 0;
	return (split ' ', <$in>)[1] *
		POSIX::sysconf(POSIX::_SC_PAGESIZE()) / 1024;
}

# The processes that it has started.
sub children {
	my ($s) = @_;
	open my $in, '<', "/proc/$s->{pid}/task/$s->{pid}/children" or return;
	return split ' ', <$in> // '';
}

# Whether something is so within that time, or the server's patience.
sub becomes {
	my ($s, $is_so, $within_s) = @_;
	my $deadline = time + ($within_s // $s->{late_s});
	until ($is_so->()) {
		return 0 if time > $deadline;
		sleep 0.005;
	}
	return 1;
}

# --- its end ------------------------------------------------------------------

# All that has come of it, as far as it lives.
sub processes {
	my ($s) = @_;
	return grep { $s->{sessions}{(status($_) // {session => 0})->{session}} }
		map { m{(\d+)} } glob '/proc/[0-9]*';
}

# Nothing that it has started is left of a server that has ended.
sub sweep {
	my ($s) = @_;
	my $is_swept = $s->becomes(sub { !$s->processes }, 30);
	return $s->{sessions} = {} if $is_swept;
	my @left = $s->processes;
	kill KILL => @left;
	die "the server left processes behind: @left\n";
}

# It ends by itself, within that time and with code 0.
sub await_end {
	my ($s, $within_s) = @_;
	my $pid = delete $s->{pid} or return;
	my $ends = sub {
		$s->drop_output;
		return waitpid $pid, WNOHANG;
	};
	if (!$s->becomes($ends, $within_s)) {
		kill KILL => $pid;
		waitpid $pid, 0;
		die "the server does not end\n";
	}
	my $how = $? & 127 ? 'signal ' . ($? & 127) : 'exit code ' . ($? >> 8);
	die "the server ended with $how; its log:\n" . $s->log . "\n" if $?;
	$s->sweep;
}

# A full pipe must not hold a server that ends.
sub drop_output {
	my ($s) = @_;
	defined fileno $s->{from} or return;
	vec(my $reads = '', fileno $s->{from}, 1) = 1;
	return if !select $reads, undef, undef, 0;
	sysread $s->{from}, my $dropped, 1 << 20 or close $s->{from};
}

# Of the log what is of interest: from the report of a sanitizer on, if there is
# one, else the end.
sub log {
	my ($s) = @_;
	open my $in, '<', "$s->{folder}/server.log" or return '';
	my $log = do { local $/; <$in> } // '';
	return substr $1, 0, 3000
		if $log =~ /^([^\n]*(?:runtime error:|Sanitizer).*)/ms;
	return length $log > 3000 ? substr $log, -3000 : $log;
}

# The client closes both ends, which ends the server at once, whatever runs.
sub stop {
	my ($s) = @_;
	close $s->{to};
	close $s->{from};
	$s->await_end;
}

sub kill_server {
	my ($s) = @_;
	my $pid = delete $s->{pid} or return;
	kill KILL => $pid;
	waitpid $pid, 0;
}

sub DESTROY {
	my ($s) = @_;
	local ($?, $@);
	$s->kill_server;
	kill KILL => $s->processes if %{$s->{sessions}};
}

1;
