#!/usr/bin/perl
# B=build corpora.pl < NAMES: solves the files whose names it reads, a line
# each, with the z3 command and with the real server: the whole text at once,
# and where it is declarations and assertions with one check, command by command
# as the items of a session. What differs is printed, then how often there was
# what. Such files belong to others, and are not kept here: the regression tests
# of solvers will do.
#
# Where z3 complains nothing is compared. It fails if an answer contradicts.
use strict;
use warnings;
use FindBin qw($Bin);

require "$Bin/client.pl";

my ($Z3_S, $SOLVE_MS, $LATE_S) = (10, 20000, 5);
my ($ITEMS_MAX, $TEXT_MAX) = (2000, 8 << 20);
my $CONTRADICTS = 'answered otherwise';
my %is_shown = map { $_ => 1 } $CONTRADICTS, 'undecided here only',
    'refused, and read by z3';

my $server = Client->new(flags => '--log-level error',
	late_s => $SOLVE_MS / 1000 + $LATE_S);
my %counts;

# The result; nothing when none came in time.
sub call {
	my ($tool, %arguments) = @_;
	return eval { $server->call($tool, \%arguments) };
}

# What is different, and where: checks that one of them did not reach in its
# time are undecided there.
sub compare {
	my ($theirs, $ours) = @_;
	my @found = ('answered alike', '');
	for my $i (0 .. ($#$ours > $#$theirs ? $#$ours : $#$theirs)) {
		my ($z3, $here) = map { $_->[$i] // 'unknown' } $theirs, $ours;
		next if $z3 eq $here;
		my $where = sprintf 'check %d: z3 %s, here %s', $i + 1, $z3, $here;
		return ($CONTRADICTS, $where)
		    if $z3 ne 'unknown' && $here ne 'unknown';
		@found = ($z3 eq 'unknown' ? 'undecided by z3 only'
			: 'undecided here only', $where)
		    if $here eq 'unknown' || $found[0] eq 'answered alike';
	}
	return @found;
}

sub refused {
	my ($line) = split /\n/, $_[0]{content}[0]{text};
	return ($line =~ /is not allowed here/
		? 'hold a command that is not allowed'
		: 'refused, and read by z3', $line);
}

# The z3 command's answers, or why there are none.
sub run_z3 {
	my ($name) = @_;
	open(my $z3, '-|', 'sh', '-c', 'exec z3 "$@" 2>/dev/null', 'z3',
		"-T:$Z3_S", $name) or die "z3: $!";
	my @lines = <$z3>;
	my $ended = close($z3);
	return 'z3 complains' if grep { /^\(error|^unsupported$/ } @lines;
	return 'z3 is not done in time, or dies' unless $ended;
	my @answers = map { /^(sat|unsat|unknown)$/ ? $1 : () } @lines;
	return @answers ? \@answers : 'without a check';
}

sub solve_whole {
	my ($text, $theirs) = @_;
	my $result = call('solve_smtlib', smtlib => $text,
		timeout_ms => $SOLVE_MS);
	return ('undecided here only', 'no answer') unless $result;
	return refused($result) if $result->{isError};
	# A text with one check has no list of them.
	my $said = $result->{structuredContent};
	return compare($theirs,
		[map { $_->{status} } @{$said->{checks} // [$said]}]);
}

# The commands of a text.
sub commands {
	my ($text) = @_;
	my ($depth, $begin, @found) = (0, 0);
	while ($text =~ /;[^\n]*|"[^"]*"|\|[^|]*\||([()])/g) {
		next unless defined $1;
		$begin = pos($text) - 1 if $1 eq '(' && $depth++ == 0;
		push @found, substr($text, $begin, pos($text) - $begin)
		    if $1 eq ')' && --$depth == 0;
	}
	return @found;
}

# Nothing for a text that is not declarations and assertions with one check.
sub solve_items {
	my ($text, $theirs) = @_;
	my $kept = qr/^\(\s*(?:declare|define|assert|minimize|maximize)\b/;
	my $quiet = qr/^\(\s*set-(?:option|info|logic)\b/;
	my @all = commands($text);
	my @checks = grep { $all[$_] =~ /^\(\s*check-sat\s*\)$/ } 0 .. $#all;
	return unless @checks == 1 && @$theirs == 1 && $checks[0] <= $ITEMS_MAX;
	my @items = @all[0 .. $checks[0] - 1];
	return if grep({ $_ !~ $kept && $_ !~ $quiet } @items) ||
	    grep({ $_ =~ $kept || /^\(\s*check-sat/ } @all[$checks[0] + 1 .. $#all]);
	call('open_session', session => 'corpora');
	call('clear_model', session => 'corpora');
	for my $item (@items) {
		my $result = call('add_item', session => 'corpora',
			content => $item);
		return ('undecided here only', 'no answer') unless $result;
		# What is left out is no item.
		return refused($result)
		    if $result->{isError} && $item !~ $quiet;
	}
	my $result = call('solve_model', session => 'corpora',
		timeout_ms => $SOLVE_MS);
	return ('undecided here only', 'no answer') unless $result;
	return refused($result) if $result->{isError};
	return compare($theirs, [$result->{structuredContent}{status}]);
}

sub count {
	my ($way, $name, $outcome, $why) = @_;
	$counts{$way}{$outcome}++;
	print "$name: $way: $outcome: ", $why // '', "\n" if $is_shown{$outcome};
}

sub try_file {
	my ($name) = @_;
	open(my $file, '<:encoding(UTF-8)', $name) or return;
	my $text = do { local $/; <$file> } // '';
	return if $text eq '' || length $text > $TEXT_MAX;
	my $theirs = run_z3($name);
	return count('whole texts', $name, $theirs) unless ref $theirs;
	my @whole = solve_whole($text, $theirs);
	count('whole texts', $name, @whole);
	return if $whole[0] eq 'hold a command that is not allowed';
	my @items = solve_items($text, $theirs);
	count('item by item', $name, @items ? @items : 'not of that shape');
}

$| = 1;
while (my $name = <STDIN>) {
	chomp $name;
	try_file($name);
}
for my $way (reverse sort keys %counts) {
	print "$way:\n";
	printf "%7d %s\n", $counts{$way}{$_}, $_ for sort keys %{$counts{$way}};
}
$server->stop;
exit(grep({ $_->{$CONTRADICTS} } values %counts) ? 1 : 0);
