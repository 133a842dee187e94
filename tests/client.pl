# A strict client of a Satchel of its own, for the tests in Perl:
#
#	my $server = Client->new(flags => '--tools all');
#	my $result = $server->call(add_item => {content => '(check-sat)'});
#
# The server has a folder of its own for home, working directory and database.
# Whatever breaks the protocol, and a reply against its tool's outputSchema,
# dies; so does an answer that is late. When the server was begun and greeted,
# and the last message sent and come, stands in begun, greeted, sent and came.
package Client;
use strict;
use warnings;
use Cwd qw(abs_path);
use File::Temp qw(tempdir);
use JSON::PP;
use POSIX qw(WNOHANG);
use Time::HiRes qw(time sleep);

our $json = JSON::PP->new->utf8->canonical->allow_nonref;
my %schemas; # by flags, then by tool
$SIG{PIPE} = 'IGNORE'; # a write to a server that has gone says so itself

# folder: another client's, whose database it shares. late_s: the default is for
# what does not take long, on a machine that is busy.
sub new {
	my ($class, %o) = @_;
	my $s = bless {build => abs_path($ENV{B} // 'build'), flags => '',
		late_s => 60, %o}, $class;
	$s->{folder} //= tempdir(CLEANUP => 1);
	return $s->start;
}

sub start {
	my ($s) = @_;
	pipe my $in, $s->{to} or die "pipe: $!";
	pipe $s->{from}, my $out or die "pipe: $!";
	$s->{to}->autoflush;
	@$s{qw(id heard begun)} = (0, '', time);
	@$s{qw(replies tools)} = ({}, {});
	defined($s->{pid} = fork) or die "fork: $!";
	return $s->greet if $s->{pid};
	open STDIN, '<&', $in and open STDOUT, '>&', $out and
		open STDERR, '>>', "$s->{folder}/server.log" and
		chdir $s->{folder} or POSIX::_exit(1);
	%ENV = (HOME => $s->{folder}, LC_ALL => 'C.UTF-8', PATH => $ENV{PATH},
		map { $_ => $ENV{$_} } grep { /^(?:(?:A|UB|L)SAN_OPTIONS$|GCOV_)/ }
			keys %ENV);
	exec "$s->{build}/satchel", '--db', "$s->{folder}/satchel.db",
		split ' ', $s->{flags} or POSIX::_exit(1);
}

sub greet {
	my ($s) = @_;
	$s->request(initialize => {protocolVersion => '2025-11-25',
		capabilities => {}, clientInfo => {name => 'tests', version => '1'}});
	$s->{greeted} = $s->{came};
	$s->send({method => 'notifications/initialized'});
	$schemas{$s->{flags}} //= {map { $_->{name} => $_->{outputSchema} }
		@{$s->request('tools/list')->{tools}}};
	return $s;
}

sub send {
	my ($s, $message) = @_;
	my $line = $json->encode({jsonrpc => '2.0', %$message}) . "\n";
	$s->{sent} = time;
	print {$s->{to}} $line or die "the server does not read: $!\n";
}

# Sends a call without waiting; hear() has its result.
sub say {
	my ($s, $tool, $arguments) = @_;
	$s->send({id => ++$s->{id}, method => 'tools/call',
		params => {name => $tool, arguments => $arguments}});
	$s->{tools}{$s->{id}} = $tool;
	return $s->{id};
}

sub line {
	my ($s, $deadline) = @_;
	while ($s->{heard} !~ /\n/) {
		vec(my $wanted = '', fileno $s->{from}, 1) = 1;
		my $left = $deadline - time;
		die "no answer in $s->{late_s} s\n" if $left <= 0 ||
			!select $wanted, undef, undef, $left;
		sysread $s->{from}, $s->{heard}, 1 << 20, length $s->{heard}
			or die "the server has closed its output\n";
	}
	$s->{came} = time;
	my ($line, $rest) = split /\n/, $s->{heard}, 2;
	$s->{heard} = $rest;
	die "a raw control character in $line\n" if $line =~ /[\0-\x1f]/;
	die "a path of this machine in $line\n"
		if $line =~ /\Q$s->{folder}\E|\Q$s->{build}\E/;
	return $line;
}

sub hear {
	my ($s, $id) = @_;
	my $deadline = time + $s->{late_s};
	while (!$s->{replies}{$id}) {
		my $reply = $json->decode($s->line($deadline));
		die "it is no message\n" if ($reply->{jsonrpc} // '') ne '2.0';
		next if $reply->{method} && !exists $reply->{id};
		my $its = $reply->{id};
		die "an answer to nothing\n" if !$its || $its > $s->{id} ||
			$s->{replies}{$its};
		$s->{replies}{$its} = $reply;
	}
	my $reply = $s->{replies}{$id};
	$s->{replies}{$id} = {}; # that it was heard is remembered
	my $tool = delete $s->{tools}{$id};
	die(($tool // 'a request') . ' is answered with an error: ' .
		$json->encode($reply->{error}) . "\n") if !$reply->{result};
	$s->inspect($tool, $reply->{result}) if $tool;
	return $reply->{result};
}

sub request {
	my ($s, $method, $params) = @_;
	$s->send({id => ++$s->{id}, method => $method,
		$params ? (params => $params) : ()});
	return $s->hear($s->{id});
}

sub call {
	my ($s, $tool, $arguments) = @_;
	return $s->hear($s->say($tool, $arguments // {}));
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
	my $structured = $result->{structuredContent};
	my @blocks = @{$result->{content} // []};
	die "$tool answers without text\n" unless @blocks &&
		$blocks[0]{type} eq 'text' && defined $blocks[0]{text};
	die "$tool refuses with structured content\n"
		if $result->{isError} && $structured;
	return if $result->{isError};
	die "$tool answers without structured content\n" unless $structured;
	my $schema = $schemas{$s->{flags}}{$tool} or return;
	my $why = misfit($schema, $structured, $tool);
	die "against its outputSchema: $why\n" if $why;
}

# Why a value does not hold a pattern, which may say less of objects; or ''.
sub mismatch {
	my ($pattern, $value, $at) = @_;
	if (ref $pattern eq 'HASH' && ref $value eq 'HASH') {
		for (sort keys %$pattern) {
			my $why = mismatch($pattern->{$_}, $value->{$_}, "$at.$_");
			return $why if $why;
		}
		return '';
	}
	if (ref $pattern eq 'ARRAY' && ref $value eq 'ARRAY' &&
		@$pattern == @$value) {
		for (0 .. $#$pattern) {
			my $why = mismatch($pattern->[$_], $value->[$_],
				"$at\[$_]");
			return $why if $why;
		}
		return '';
	}
	my ($wanted, $got) = map { $json->encode($_) } $pattern, $value;
	return $wanted eq $got ? '' : "$at: expected $wanted\n   got $got";
}

# --- its end ------------------------------------------------------------------

# The end of its input ends it, within that time and with code 0.
sub stop {
	my ($s) = @_;
	my $pid = delete $s->{pid} or return;
	my $deadline = time + $s->{late_s};
	close $s->{to};
	until (waitpid $pid, WNOHANG) {
		if (time > $deadline) {
			kill KILL => $pid;
			waitpid $pid, 0;
			die "the server does not end\n";
		}
		sleep 0.002;
	}
	die "the server ended with status $?\n" if $?;
}

sub kill_server {
	my ($s) = @_;
	my $pid = delete $s->{pid} or return;
	kill KILL => $pid;
	waitpid $pid, 0;
}

# The processes that it has started.
sub children {
	my ($s) = @_;
	open my $in, '<', "/proc/$s->{pid}/task/$s->{pid}/children" or return;
	return split ' ', <$in> // '';
}

sub DESTROY {
	local ($?, $@);
	$_[0]->kill_server;
}

1;
