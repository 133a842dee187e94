#!/usr/bin/perl
# A kernel, or a container, that offers no filter of system calls: the server
# must say so, and all other limits must hold.
use strict;
use warnings;
use Cwd qw(abs_path);
use File::Temp qw(tempdir);
use FindBin qw($Bin);

require "$Bin/harness.pl";

our $three_cubes;
my $build = abs_path($ENV{B} // 'build');
my $under = "$build/tests/hostile/unfiltered";

sub expect_in {
	my ($text, @pieces) = @_;
	for (@pieces) { die "no $_ in\n$text" if index($text, $_) < 0 }
}

sub slurp {
	open my $in, '<', $_[0] or die "$_[0]: $!\n";
	return join '', <$in>;
}

test('the log says at the start that there is no filter' => sub {
	expect_in(slurp("$_[0]{folder}/server.log"), 'no seccomp');
}, under => [$under]);

# What the limits hold is held; the rest is told.
test('doctor says that there is no filter, and what holds' => sub {
	my $home = tempdir(CLEANUP => 1);
	my $output = qx(HOME=$home $under $build/satchel doctor 2>&1);
	die "it ends with $?:\n$output" if $? != 0;
	expect_in($output, 'WEAK', 'no seccomp', 'self-test  ok',
		map { sprintf '%-33s held', $_ } 'open a file', 'write a file',
		'open a socket', 'take more memory than its cap');
});

# And a worker that dies is replaced, nothing is written, nothing is left.
test('time and memory are limited without a filter' => sub {
	my ($s) = @_;
	for (['timeout', 400, "$three_cubes(check-sat)"],
		['memory', 30000, '(declare-const b (_ BitVec 60000))' .
		'(assert (= (bvudiv b (bvmul b b)) (bvadd b b)))(check-sat)']) {
		my ($code, $limit_ms, $text) = @$_;
		my $answer = $s->answer(solve_smtlib => {smtlib => $text,
			timeout_ms => $limit_ms}, $limit_ms / 1000 + 30);
		my $got = $answer->{reason} ? $answer->{reason}{code} : 'none';
		die "the reason is $got and not $code\n" if $got ne $code;
	}
}, under => [$under], flags => '--workers 1 --memory-mb 100');

done_testing();
