#!/usr/bin/perl
# How much of a chat's context Satchel takes: the bytes of tools/list (all of
# it, and without the output schemas), of the instructions, and of the replies
# of each talk in examples/, as text and as structured content; by talk and by
# tool. `make sizes`, or by hand:
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

# The programs of a build folder, whose server's questions and answers are kept
# beside.
sub listening {
	my ($log) = @_;
	my $folder = tempdir(CLEANUP => 1);
	for my $name (glob("$build/*")) {
		symlink $name, $folder . '/' . ($name =~ s{.*/}{}r);
	}
	unlink "$folder/satchel";
	open my $out, '>', "$folder/satchel" or die;
	print $out "#!/bin/sh\ntee -a $log.asked | $build/satchel \"\$@\" | tee -a $log\n";
	close $out;
	chmod 0755, "$folder/satchel";
	return $folder;
}

# [tool, bytes of text, bytes of structure, text] of each call.
sub calls {
	my ($talk) = @_;
	my $log = File::Temp->new;
	my $folder = listening($log->filename);
	my (%tool, @calls);

	system("perl tests/replay/replay.pl --build $folder $talk >/dev/null 2>&1") == 0
		or die "$talk fails\n";
	$tool{$_->{id}} = $_->{params}{name}
		for grep { ($_->{method} // '') eq 'tools/call' } lines("$log.asked");
	unlink "$log.asked";
	for my $reply (lines($log->filename)) {
		my $result = $reply->{result};
		next unless ref $result eq 'HASH' && $result->{content};
		my $text = join '', map { $_->{text} // '' } @{$result->{content}};
		my $structured = $result->{structuredContent};
		push @calls, [$tool{$reply->{id}} // '?', length $text,
			$structured ? size($structured) : 0, $text];
	}
	return @calls;
}

sub replies {
	my (%by, $sum);
	for my $talk (@talks) {
		my $name = $talk =~ s{.*/}{}r;
		for my $call (calls($talk)) {
			my ($tool, $text, $structured, $said) = @$call;
			for my $row ($name, $tool, 'all') {
				$by{$row}[0]++;
				$by{$row}[1] += $text;
				$by{$row}[2] += $structured;
			}
			$sum += $text + $structured;
			printf "    %-16s %7d %7d  %.60s\n", $tool, $text, $structured,
				$said =~ s/\n/ /gr if $each;
		}
	}
	printf "\n%-34s %7s %7s %7s\n", 'replies', 'calls', 'text', 'struct';
	printf "%-34s %7d %7d %7d\n", $_, @{$by{$_}} for sort keys %by;
	printf "sum %d\n", $sum;
}

fixed();
replies();
