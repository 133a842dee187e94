#!/usr/bin/perl
# Has the conversation of a .talk file with the real programs and prints TAP;
# with --show, the conversation for a person.
#
#	[B=build] perl tests/replay/replay.pl [--build DIR] [--show] FILE.talk
#
# A .talk is written so that it reads as documentation. One step per line; a
# line that begins with a tab or a blank continues the step above; empty lines
# are free.
#
#	# text            narration
#	> TOOL {...}      calls a tool and waits for the answer
#	& TOOL {...}      calls a tool and goes on
#	? METHOD {...}    any other request, and waits
#	$ COMMAND         a shell command; `satchel` is the program under test
#	! TEXT            sends the text as a line, whatever it is
#	% WORDS           does something to the programs: see below
#
#	< PATTERN         the last step was answered so
#	<! PATTERN        the last step was refused so
#	* PATTERN         waits for an answer to an & that is so
#	*! PATTERN        waits for a refusal of an & that is so
#	@ PATTERN         waits for a notification that is so
#
# A pattern that is ~"piece" looks into the text; any other into the structured
# content (of >), the result (?), the error (refused ?), the message (!), or
# {"exit", "stdout", "stderr"} ($). Arguments and patterns are JSON with the
# additions of tests/notation.pl.
#
# A refusal that no <! expects fails the talk. A raw line that is answered
# without a < after it fails the talk, so a later request proves silence.
#
# What happens to the programs from outside:
#
#	% server FLAG...	flags of the servers started from now on
#	% bare			the next servers get no handshake, so that the
#				talk can do it by hand
#	% env NAME=VALUE	for the programs started from now on
#	% worker real|none	the worker program beside the next server
#	% worker fake NAME	tests/fake/worker.c as the name says
#	% restart		ends the server; the next step starts another
#	% stop eof|term|int	ends the server so; no step may need it after
#	% kill server		SIGKILL; the next step starts another
#	% kill worker		SIGKILL to the worker that works, waiting for
#				one that does; `forkserver`: to that one
#	% cancel		cancels the last &
#	% pending N		so many & have not been answered
#	% within MS		the next answer comes in that time
#	% patient		the next call is made anew, with three times
#				its time limits, until it is answered as is
#				expected: for what a busy machine may not
#				come to in its time
#	% log PATTERN		the server's log holds this, now or soon
use strict;
use warnings;
use Cwd qw(abs_path);
use File::Copy qw(copy);
use FindBin qw($Bin);
use Getopt::Long qw(GetOptions);
use POSIX qw(WNOHANG);
use Time::HiRes qw(time sleep);

require "$Bin/../client.pl";
require "$Bin/report.pl";

my $most_s = 60; # of a step, whatever it waits for
my ($build, $is_show) = ($ENV{B} // 'build');
GetOptions('build=s' => \$build, 'show' => \$is_show) && @ARGV == 1 or
	die "usage: replay.pl [--build DIR] [--show] FILE\n";
my ($file) = @ARGV;
my $slower = $build =~ /asan/ ? 4 : 1;
binmode $_, ':utf8' for *STDOUT, *STDERR;
my $report = Report->new(file => $file, is_show => $is_show);
my $client = Client->prepare(build => abs_path($build), late_s => $most_s,
	strays => [], notices => []);

my (%names, @open); # what patterns have bound; & without their * so far
my ($within_ms, $more_tries, $is_broken) = (0, 0, 0);
# What patterns look at, the outcome of the last step that had one: step, value
# (undef for a refusal in text only), text, is_refused, is_judged; is_raw where
# a line was sent whose answer may still come.
my $subject = {};

# --- the file -----------------------------------------------------------------

# Consecutive narration is one paragraph, which an empty line ends.
sub read_talk {
	open my $in, '<:encoding(UTF-8)', $file or die "$!\n";
	my @steps;
	while (<$in>) {
		chomp;
		my $last = $steps[-1];
		my $narrates = $last && $last->{sign} eq '#';
		if ($_ eq '') {
			$last->{text} .= "\n" if $narrates;
		} elsif (/^[ \t]/) {
			$last or die "line $. continues nothing\n";
			$last->{text} .= "\n$_";
		} elsif ($narrates && /^#(?: (.*))?$/) {
			$last->{text} .= "\n" . ($1 // '');
		} elsif (/^([>&?%])(?: ([^ ]*) ?(.*))?$/) {
			push @steps, {line => $., sign => $1, word => $2 // '',
				text => $3 // ''};
		} elsif (/^(<!|\*!|[<*@#\$!])(?: (.*))?$/) {
			push @steps, {line => $., sign => $1, word => '',
				text => $2 // ''};
		} else {
			die "line $. begins with none of # > & ? \$ ! % < <! * *!" .
				" @ and a blank after it\n";
		}
	}
	return @steps;
}

# --- what came ----------------------------------------------------------------

# Of a call: all text blocks of the answer, a line between them.
sub subject_of {
	my ($step, $reply, $line) = @_;
	my ($error, $result) = @$reply{qw(error result)};
	return {step => $step, is_refused => 1, value => $error,
		text => $error->{message} // ''} if $error;
	return {step => $step, value => $result, text => {map { @$_ }
		Notation::members($line)}->{result}} if $step->{sign} eq '?';
	return {step => $step, is_refused => $result->{isError},
		value => $result->{structuredContent}, text => join "\n",
		map { $_->{text} // '' } @{$result->{content} // []}};
}

# Why what came is not as the step says, or ''. A refusal has text only.
sub judge {
	my ($step, $s) = @_;
	my $shown = substr $s->{text}, 0, 2500;
	return 'it was' . ($s->{is_refused} ? '' : ' not') . " refused:\n$shown"
		if !$s->{is_refused} != !($step->{sign} =~ /!/);
	my $pattern = Notation::pattern($step->{text}, \%names);
	my $why = Notation::match($pattern, defined $s->{value} &&
		!Notation::is_of_text($pattern) ? $s->{value} : $s->{text},
		\%names);
	return $why eq '' ? '' : "$why\n---- its text:\n$shown";
}

# Nothing may be left open when another subject takes the place of this one.
sub leave_subject {
	my ($s, @strays) = ($subject, splice @{$client->{strays}});
	if ($s->{is_refused} && !$s->{is_judged}) {
		$s->{is_judged} = 1;
		die "line $s->{step}{line} was refused, and no <! expects it:\n" .
			"$s->{text}\n";
	}
	die 'messages that answer nothing: ', map { "$_->[1]\n" } @strays
		if @strays;
}

# --- steps --------------------------------------------------------------------

sub need_server { $client->start if !$client->{pid} }

# As JSON, whose members keep their order.
sub arguments_of {
	my ($step) = @_;
	my $text = $step->{text} eq '' ? '{}' : $step->{text};
	my $json = Notation::compact(Notation::to_json($text, \%names));
	$report->call($step->{word}, [Notation::members($json)], \%names)
		if $is_show;
	return $json;
}

sub start_call {
	my ($tool, $arguments) = @_;
	return $client->start_request('tools/call',
		qq({"name":"$tool","arguments":$arguments}), $tool);
}

# The reply becomes the subject.
sub await_subject {
	my ($step, $id) = @_;
	my $reply = $client->reply($id);
	my $took_ms = ($client->{came} - $client->{sent}) * 1000;
	my $limit_ms = $within_ms * $slower;
	$subject = subject_of($step, $reply, $client->{line});
	$report->answer(@$subject{qw(is_refused text)});
	$within_ms = 0;
	die sprintf "answered after %d ms, not within %d\n", $took_ms, $limit_ms
		if $limit_ms && $took_ms > $limit_ms;
}

sub is_as_expected {
	my (@next) = @_;
	for (@next) {
		last if $_->{sign} !~ /^<!?$/;
		return 0 if judge($_, $subject) ne '';
	}
	return 1;
}

sub do_call {
	my ($step, @next) = @_;
	my $tries = $more_tries;
	$more_tries = 0;
	need_server();
	my $arguments = arguments_of($step);
	while (1) {
		await_subject($step, start_call($step->{word}, $arguments));
		return if $tries-- <= 0 || is_as_expected(@next);
		$arguments =~ s/("(?:timeout|wait|verify_timeout)_ms":)(\d+)/
			$1 . 3 * $2/ge;
	}
}

sub do_send {
	my ($step) = @_;
	need_server();
	push @open, start_call($step->{word}, arguments_of($step));
}

sub do_request {
	my ($step) = @_;
	need_server();
	my $params = arguments_of($step);
	my ($tool) = $step->{word} eq 'tools/call' ?
		$params =~ /"name":"(\w+)"/ : ();
	await_subject($step,
		$client->start_request($step->{word}, $params, $tool));
}

sub slurp {
	open my $in, '<', "$client->{folder}/$_[0]" or return '';
	my $text = do { local $/; <$in> } // '';
	utf8::decode($text);
	return $text;
}

sub do_shell {
	my ($step) = @_;
	my $command = $step->{text};
	$report->command('$', $command);
	utf8::encode($command);
	my $pid = fork // die "fork: $!\n";
	if ($pid == 0) {
		POSIX::setsid();
		chdir $client->{folder} and open STDIN, '<', '/dev/null' and
			open STDOUT, '>', 'stdout' and
			open STDERR, '>', 'stderr' or POSIX::_exit(126);
		%ENV = $client->environment;
		exec '/bin/sh', '-c', $command or POSIX::_exit(126);
	}
	$client->{sessions}{$pid} = 1;
	if (!$client->becomes(sub { waitpid $pid, WNOHANG })) {
		kill KILL => $pid;
		waitpid $pid, 0;
		die "the command did not end\n";
	}
	my $exit = $? & 127 ? 128 + ($? & 127) : $? >> 8;
	my ($out, $err) = (slurp('stdout'), slurp('stderr'));
	$subject = {step => $step, is_refused => $exit != 0, value => {
		exit => $exit, stdout => $out, stderr => $err},
		text => $exit ? $err : $out};
	$report->answer(@$subject{qw(is_refused text)});
}

sub do_raw {
	my ($step) = @_;
	my $line = "$step->{text}\n";
	need_server();
	$report->command('!', $step->{text});
	$subject = {step => $step, is_raw => 1, text => ''};
	utf8::encode($line);
	$client->put($line);
}

# --- expectations -------------------------------------------------------------

sub read_message {
	my ($deadline) = @_;
	$client->{pid} or die "there is no server\n";
	return $client->read_message($deadline);
}

sub expect_answer {
	my ($step) = @_;
	my $s = $subject;
	die "nothing was asked before\n" if !$s->{step};
	if ($s->{is_raw} && !defined $s->{value}) {
		my $deadline = time + $most_s;
		until (@{$client->{strays}}) {
			read_message($deadline) or die "nothing came in time\n";
		}
		@$s{qw(value text)} = @{shift @{$client->{strays}}};
		$report->answer(0, $s->{text});
	}
	$s->{is_judged} = 1;
	return judge($step, $s);
}

# Looks at every answer that has arrived to an & without a *.
sub expect_arrival {
	my ($step) = @_;
	my $deadline = time + $most_s;
	my $why = 'no & is open';
	while (1) {
		for my $i (grep { $client->{replies}{$open[$_]} } 0 .. $#open) {
			my $s = subject_of($step,
				$client->{replies}{$open[$i]});
			next if ($why = judge($step, $s)) ne '';
			$subject = {%$s, is_judged => 1};
			splice @open, $i, 1;
			$report->answer(@$s{qw(is_refused text)});
			return '';
		}
		return $why if !grep { !$client->{replies}{$_} } @open;
		read_message($deadline) or die "$why\nnothing came in time\n";
	}
}

sub expect_notification {
	my ($step) = @_;
	my $deadline = time + $most_s;
	my $pattern = Notation::pattern($step->{text}, \%names);
	my $why = 'nothing came in time';
	do {
		while (my $notice = shift @{$client->{notices}}) {
			$why = Notation::match($pattern, $notice, \%names);
			return '' if $why eq '';
		}
	} while read_message($deadline);
	return $why;
}

# --- what happens to the programs ---------------------------------------------

sub none_of { die "\"$_[0]\" is none of: @_[1 .. $#_]\n" }

# Other than with the real worker, the server is a copy beside another. The
# server looks for the name satchel-worker, and the fake one goes by its own: a
# script stands between.
sub choose_worker {
	my ($kind, $behaviour) = split ' ', $_[0];
	my $folder = "$client->{folder}/programs";
	my $worker = "$folder/satchel-worker";
	none_of($kind, qw(real fake none)) if $kind !~ /^(?:real|fake|none)$/;
	$client->{programs} = $kind eq 'real' ? $client->{build} : $folder;
	return if $kind eq 'real';
	mkdir $folder;
	copy("$client->{build}/satchel", "$folder/satchel") or
		die "$folder/satchel: $!\n";
	chmod 0755, "$folder/satchel";
	unlink $worker;
	return if $kind eq 'none';
	$behaviour //= 'good';
	unlink "$folder/$behaviour";
	symlink "$client->{build}/tests/fake-worker", "$folder/$behaviour" or
		die "$behaviour: $!\n";
	open my $script, '>', $worker or die "$worker: $!\n";
	print $script "#!/bin/sh\nexec '$folder/$behaviour' \"\$@\"\n";
	close $script or die "$worker: $!\n";
	chmod 0755, $worker;
}

sub stop_server {
	my ($how) = @_;
	$client->{pid} or die "there is no server to end\n";
	none_of($how, qw(eof term int)) if $how !~ /^(?:eof|term|int)$/;
	@open = ();
	return $client->stop if $how eq 'eof';
	kill uc $how => $client->{pid};
	$client->await_end;
}

# Those whose call was cancelled: on a busy machine they live a little longer.
my %is_cancelled;

# The workers of a fifth of a second of processor time or more, most first.
sub busy_workers {
	my %cpu_s = map { $_ => (Client::status($_) // {cpu_s => 0})->{cpu_s} }
		$client->children;
	return sort { $cpu_s{$b} <=> $cpu_s{$a} }
		grep { $cpu_s{$_} >= 0.2 && !$is_cancelled{$_} } keys %cpu_s;
}

# Reads meanwhile, so that the server goes on.
sub kill_worker {
	my ($find) = @_;
	my $deadline = time + $most_s;
	my $pid;
	$client->{pid} or die "there is no server\n";
	until (defined($pid = $find->())) {
		die "there is no such worker to kill\n" if time > $deadline;
		$client->read_message(time + 0.005);
	}
	kill KILL => $pid or die "it was gone before\n";
	# The next one that is looked for is to be another one.
	$client->becomes(sub { !Client::status($pid) });
}

my %kill = (
	server => sub {
		@open = ();
		$client->kill_server;
		$client->sweep;
	},
	worker => sub { kill_worker(sub { (busy_workers())[0] }) },
	forkserver => sub { kill_worker(sub { ($client->children)[0] }) },
);

my %words = (
	server => sub { $client->{flags} = $_[0] },
	bare => sub { $client->{greets} = 0 },
	env => sub {
		my ($name, $value) = split /=/, $_[0], 2;
		$client->{environment}{$name} = $value;
	},
	worker => \&choose_worker,
	restart => sub {
		$report->command('%', 'the server is restarted');
		stop_server('eof');
	},
	stop => \&stop_server,
	kill => sub {
		my $kill = $kill{$_[0]} // none_of($_[0], sort keys %kill);
		$report->command('%', 'kill -9:');
		$report->answer(0, $_[0]);
		$kill->();
	},
	cancel => sub {
		my $id = pop @open;
		die "there is no & that waits for its answer\n"
			if !defined $id || $client->{replies}{$id};
		$client->{cancelled}{$id} = 1;
		$is_cancelled{$_} = 1 for busy_workers();
		$client->send({method => 'notifications/cancelled',
			params => {requestId => $id}});
	},
	pending => sub {
		my $waiting = grep { !$client->{replies}{$_} } @open;
		die "$waiting are not answered, not $_[0]\n" if $waiting != $_[0];
	},
	within => sub { $within_ms = $_[0] },
	patient => sub { $more_tries = 3 },
	log => sub {
		my $pattern = Notation::pattern($_[0], \%names);
		my $why;
		$client->becomes(sub { ($why = Notation::match($pattern,
			slurp('server.log'), \%names)) eq '' }) or die "$why\n";
	},
);

# --- the talk -----------------------------------------------------------------

# What each step does; what is expected gives the reason why it is not so.
my %steps = (
	'#' => sub { $report->narration($_[0]{text}) },
	'>' => \&do_call,
	'&' => \&do_send,
	'?' => \&do_request,
	'$' => \&do_shell,
	'!' => \&do_raw,
	'%' => sub {
		my ($word, $text) = @{$_[0]}{qw(word text)};
		($words{$word} // none_of($word, sort keys %words))->($text);
	},
	'@' => \&expect_notification,
	(map { $_ => \&expect_answer } '<', '<!'),
	(map { $_ => \&expect_arrival } '*', '*!'),
);

# Expectations are tests of their own, the others only when they fail. What dies
# ends the talk: a server that breaks the protocol, too.
sub perform {
	my ($step, @next) = @_;
	$report->test($step, $@)
		if $step->{sign} =~ /^[>?\$!]$/ && !eval { leave_subject(); 1 };
	my $why = eval { $steps{$step->{sign}}->($step, @next) };
	$is_broken = $@ ne '';
	$report->test($step, $is_broken ? $@ : $why)
		if $is_broken || $step->{sign} =~ /^[<*@]/;
}

my @talk = eval { read_talk() };
$report->whole('can be read', $@) if $@;
while (@talk && !$is_broken) {
	perform(@talk);
	shift @talk;
}
for (['leaves nothing open' => \&leave_subject],
	['ends well' => sub { $client->{pid} ? $client->stop : $client->sweep }]) {
	last if $is_broken;
	my ($what, $body) = @$_;
	$report->whole($what, eval { $body->(); 1 } ? '' : $@);
}
exit $report->end;
