#!/usr/bin/env perl
# mutate.pl ROOM...: takes the body away from one function of the room at a
# time (it returns 0, NULL, false or nothing), runs the tests of its floor, and
# the conversations if none of these notices, and says which of them noticed.
# Works on a copy in build/mutate; the tree itself is not touched.
#
# EVERY=3 in the environment tries every third function only: a sample.
#
# Left out: what only frees memory, as no test can see that without a
# sanitizer, and bodies that are `return` and a constant already.
use strict;
use warnings;

my $copy = 'build/mutate';
my $make = 'make --no-print-directory CC="' . ($ENV{CC} // 'gcc') .
	'" CFLAGS=-Wno-error';

my $make_programs = "$make -j2 all build/tests/fake-worker";
my @talks; # those that pass as long as nothing is broken

sub run { return system('sh', '-c', $_[0]) == 0 }

sub passes { return run("timeout 60 perl tests/replay/replay.pl $_[0] >/dev/null 2>&1") }

sub slurp {
	open(my $in, '<', $_[0]) or die "$_[0]: $!";
	local $/;
	return scalar <$in>;
}

sub spew {
	open(my $out, '>', $_[0]) or die "$_[0]: $!";
	print $out $_[1];
	close($out) or die "$_[0]: $!";
}

sub body_for {
	my ($type) = @_;
	return '' if $type =~ /\bvoid\s*$/;
	return "\treturn ($1){0};\n" if $type =~ /\b((?:struct|union) \w+)\s*$/;
	return "\treturn 0;\n";
}

# [name, offset and length of the body, body that takes its place]
sub functions {
	my ($text) = @_;
	my @found;
	while ($text =~ /^((?!typedef|return)[a-z][\w \*]*)\n(\w+)\([^;{}]*?\)\n\{\n(.*?)^\}\n/msg) {
		my ($type, $name, $at, $size) = ($1, $2, $-[3], length $3);
		my $body = $3;
		next if $name =~ /(release|free|drop|close)$/ || $name eq 'main';
		next if $body =~ /\A\s*return\s+\S+;\s*\z/ && $body !~ /\(/;
		next unless length $body;
		push @found, [$name, $at, $size, body_for($type)];
	}
	return @found;
}

# The tests of the floor: "worker/read" has all of unit/worker.
sub tests_of {
	my ($room) = @_;
	my ($floor) = split m{/}, $room;
	my @tests = map { s/\.c$//r } glob("tests/unit/$floor/test_*.c"),
		glob("tests/unit/$floor/*/test_*.c");
	return map { "build/$_" } @tests;
}

# The first test that fails, or cannot be built; those of the module's own name
# and room are asked first.
sub who_notices {
	my ($file, @tests) = @_;
	my ($room, $module) = $file =~ m{^src/(.*)/(\w+)\.c$};
	my %rank = map { $_ => m{test_$module$} ? 0 : m{unit/\Q$room\E/} ? 1 : 2 }
		@tests;
	for my $test (sort { $rank{$a} <=> $rank{$b} || $a cmp $b } @tests) {
		return 'the compiler' if !run("$make $test >make.log 2>&1");
		return $test =~ s{.*/}{}r
			if !run("timeout 20 $test >/dev/null 2>&1");
	}
	run("$make_programs >make.log 2>&1") or return 'the compiler';
	for my $talk (@talks) {
		return $talk =~ s{.*/}{}r if !passes($talk);
	}
	return '';
}

die "usage: mutate.pl ROOM... (for example smt/text store)\n" unless @ARGV;
my @parts = qw(Makefile packaging tests schema prompts share view man);
run("mkdir -p $copy && cd $copy && rm -rf src @parts && cd - >/dev/null && " .
	"cp -a @parts $copy/ && " .
	"cp -r src $copy/") # as new: objects may be of the last mutant
	or die "no copy in $copy\n";
chdir $copy or die "$copy: $!";

run("$make_programs >make.log 2>&1") or die "see $copy/make.log\n";
@talks = grep { passes($_) } glob('tests/talk/*.talk');

my ($noticed, $survived, $seen) = (0, 0, 0);
my $every = $ENV{EVERY} // 1;
for my $room (@ARGV) {
	my @tests = tests_of($room);
	run("$make -j2 @tests >make.log 2>&1")
		or die "$room: the tests do not build, see $copy/make.log\n";
	for my $file (glob("src/$room/*.c"), glob("src/$room/*/*.c")) {
		my $text = slurp($file);
		for my $function (functions($text)) {
			next if $seen++ % $every;
			my ($name, $at, $size, $body) = @$function;
			my $mutant = $text;
			substr($mutant, $at, $size) = $body;
			spew($file, $mutant);
			my $who = who_notices($file, @tests);
			$who ? $noticed++ : $survived++;
			print "$file: $name: ",
				$who ? "noticed by $who" : 'NOBODY noticed', "\n";
		}
		spew($file, $text);
	}
}
my $all = $noticed + $survived;
printf "%d of %d functions were noticed (%.0f %%)\n", $noticed, $all,
	$all ? 100 * $noticed / $all : 0;
