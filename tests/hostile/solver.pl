#!/usr/bin/perl
# A second solver that attacks (solver.c): what the jail of jail.h says must
# hold. Z3 answers sat, and an attack that got out says "sat", too, so
# "Confirmed" is an escape.
use strict;
use warnings;
use Cwd qw(abs_path);
use File::Copy qw(copy);
use File::Temp qw(tempdir);
use FindBin qw($Bin);

require "$Bin/harness.pl";

my $build = abs_path($ENV{B} // 'build');
my $folder = tempdir(CLEANUP => 1);
my $has_landlock = syscall(444, 0, 0, 1) > 0; # landlock_create_ruleset

copy("$build/tests/hostile/solver", "$folder/solver") or die;
chmod 0755, "$folder/solver" or die;
write_file("$folder/secret", 'the user keeps this beside the solver');
# The text is longer than a pipe, so that the pipe is written while it attacks.
write_file("$folder/x.smt2", '(declare-const x Int)(assert (= x 4))' .
	"(assert (< x 5))\n" x 20_000);

sub write_file {
	my ($name, $text) = @_;
	open my $out, '>', $name or die "$name: $!\n";
	print $out $text;
	close $out or die;
}

sub holds {
	my ($sentence, $body) = @_;
	my $holds = eval { $body->(); 1 };
	ok($holds, $sentence) or diag($@);
}

# What `satchel solve` says of the second solver.
sub confirm {
	my ($command, $under) = @_;
	$under //= '';
	my $said = qx($under $build/satchel --db $folder/db \\
		--log-level error solve --confirm --timeout-ms 20000 \\
		--confirm-with "$command" $folder/x.smt2 2>&1);
	return $said =~ /^; (Confirmed: .*|Not confirmed: .*)/m ? $1 : $said;
}

sub is_held {
	my ($command, $under) = @_;
	my $said = confirm($command, $under);
	die "$command: $said\n" if $said !~ /answered unknown/;
}

# A process that nobody may signal.
sub with_victim {
	my ($act) = @_;
	my $pid = fork // die;
	if ($pid == 0) { exec 'sleep', '600'; die }
	eval { $act->($pid) };
	my $error = $@;
	my $ended = waitpid $pid, 1; # WNOHANG
	kill KILL => $pid;
	waitpid $pid, 0 if $ended == 0;
	die $error if $error;
	die "the process was ended by signal $?\n" if $ended != 0;
}

holds('a solver may read the text, print, allocate and look at itself' => sub {
	is_held("$folder/solver conduct");
});
holds('no process is signalled by F_SETOWN, F_SETSIG and O_ASYNC' => sub {
	with_victim(sub { is_held("$folder/solver signal-by-fcntl $_[0]") });
});
holds('no process is signalled by kill, tgkill or a pidfd' => sub {
	with_victim(sub { is_held("$folder/solver signal-directly $_[0]") });
});
holds('no process, group, session or other program is started' => sub {
	is_held("$folder/solver start /bin/echo");
});
holds('nothing is written, in its folder or elsewhere' => sub {
	is_held("$folder/solver fill $folder/secret");
	my @left = glob '/tmp/satchel-solver-*';
	die "left behind: @left\n" if @left;
});
holds('output without an end is not read' => sub {
	my $said = confirm("$folder/solver flood");
	die "$said\n" if $said !~ /gave no answer/;
});
# Paths are held by Landlock, where the kernel has it.
for my $path ($has_landlock ? ("$folder/secret", "$folder/x.smt2",
	'/etc/passwd', '/proc/self/environ', '/proc/1/cmdline',
	'/usr/share/doc', '/bin/true', '/dev/null') : ()) {
	holds("it cannot open $path" => sub {
		is_held("$folder/solver read $path");
	});
}
holds('it can list no folder' => sub {
	is_held("$folder/solver list $folder") if $has_landlock;
});
holds('it reads the libraries that it is linked with' => sub {
	my $said = confirm("$folder/solver read /etc/ld.so.cache");
	die "$said\n" if $said !~ /^Confirmed/;
});

# What seccomp holds does not need Landlock.
my $without = "$build/tests/hostile/unfiltered --landlock";
holds('without Landlock it signals, starts and writes nothing' => sub {
	with_victim(sub {
		is_held("$folder/solver signal-by-fcntl $_[0]", $without);
	});
	is_held("$folder/solver start /nowhere", $without);
	is_held("$folder/solver fill $folder/secret", $without);
});

done_testing();
