#!/usr/bin/perl
# How much of a chat's context Satchel takes: the bytes of tools/list (all of
# it, and without the output schemas), of the instructions, and of the replies
# of each talk in examples/, as text and as structured content. By hand:
#
#	perl tests/bench/sizes.pl [--each] [BUILD] [TALK...]
use strict;
use warnings;
use Cwd qw(abs_path);
use File::Temp qw(tempdir);
use JSON::PP;

my $json = JSON::PP->new->utf8->canonical;
my $each = @ARGV && $ARGV[0] eq '--each' ? shift @ARGV : '';
my $build = abs_path(shift @ARGV // 'build');
my @talks = @ARGV ? @ARGV : glob('examples/*.talk');

sub size { return length $json->encode($_[0]) }

sub lines {
	my ($file) = @_;
	open my $in, '<', $file or return ();
	return grep { ref } map { eval { $json->decode($_) } } <$in>;
}

sub ask {
	my ($flags, $method, $params) = @_;
	my $asked = $json->encode({jsonrpc => '2.0', id => 1,
		method => $method, params => $params});
	my $said = `printf '%s\\n' '$asked' | $build/satchel --db :memory: $flags 2>/dev/null`;
	return $json->decode($said)->{result};
}

sub fixed {
	my $hello = ask('', 'initialize', {protocolVersion => '2025-06-18',
		capabilities => {}, clientInfo => {name => 'x', version => '1'}});
	printf "%-34s %7d\n", 'instructions', length $hello->{instructions};
	for my $flags ('', '--tools core', '--tools lite') {
		my $tools = eval { ask($flags, 'tools/list', {})->{tools} } or next;
		my $all = size($tools);
		delete $_->{outputSchema} for @$tools;
		printf "%-34s %7d, %d without output schemas, %d tools\n",
			"tools/list $flags", $all, size($tools), scalar @$tools;
	}
}

# The programs of a build folder, whose server's answers are kept beside.
sub listening {
	my ($log) = @_;
	my $folder = tempdir(CLEANUP => 1);
	for my $name (glob("$build/*")) {
		symlink $name, $folder . '/' . ($name =~ s{.*/}{}r);
	}
	unlink "$folder/satchel";
	open my $out, '>', "$folder/satchel" or die;
	print $out "#!/bin/sh\n$build/satchel \"\$@\" | tee -a $log\n";
	close $out;
	chmod 0755, "$folder/satchel";
	return $folder;
}

sub replies {
	my @sums = (0, 0, 0, 0);
	printf "\n%-34s %7s %7s %7s\n", 'replies', 'calls', 'text', 'struct';
	for my $talk (@talks) {
		my $log = File::Temp->new;
		my $folder = listening($log->filename);
		system("$build/tests/replay --build $folder $talk >/dev/null 2>&1");
		my @one = (0, 0, 0);
		for my $reply (lines($log->filename)) {
			my $result = $reply->{result};
			next unless ref $result eq 'HASH' && $result->{content};
			my $text = join '', map { $_->{text} // '' } @{$result->{content}};
			my $structured = $result->{structuredContent};
			my @now = (1, length $text, $structured ? size($structured) : 0);
			$one[$_] += $now[$_] for 0 .. 2;
			printf "    %7d %7d  %.60s\n", @now[1, 2], $text =~ s/\n/ /gr
				if $each;
		}
		printf "%-34s %7d %7d %7d\n", $talk =~ s{.*/}{}r, @one;
		$sums[$_] += $one[$_] for 0 .. 2;
	}
	printf "%-34s %7d %7d %7d  sum %d\n", 'all', @sums[0 .. 2],
		$sums[1] + $sums[2];
}

fixed();
replies();
