# What may go wrong between the one-shot client, a language model and an
# endpoint: each case of faults.cases, as both APIs have it.
use strict;
use warnings;
use lib 'tests/agent';
use Endpoint;
use Test::More;

# == SENTENCE, then lines of a word and its text, and replies: > {...}
sub read_cases {
	my @cases;
	my $last;
	open(my $in, '<', $_[0]) or die "$_[0]: $!";
	while (<$in>) {
		chomp;
		next if /^#/ || /^\s*$/;
		if (/^== (.*)/) {
			push @cases, {name => $1, rows => [], replies => []};
		} elsif (/^> (.*)/) {
			push @{$cases[-1]{replies}}, $1;
			$last = \$cases[-1]{replies}[-1];
		} elsif (/^\s+(.*)/) {
			$$last .= "\n$1";
		} elsif (/^([a-z_]+) ?(.*)/) {
			push @{$cases[-1]{rows}}, [$1, $2];
		} else {
			die "$_[0]:$.: $_";
		}
	}
	return @cases;
}

# Each word of a case that is an expectation, with what it holds against a run.
my %expectations = (
	exit => sub { my ($run, $code) = @_; is($run->{exit}, $code, 'exit code') },
	ended_by => sub { my ($run, $n) = @_; is($run->{signal}, $n, 'signal') },
	requests => sub { my ($run, $n) = @_;
		is(scalar @{$run->{requests}}, $n, 'requests') },
	seconds => sub { my ($run, $range) = @_;
		my ($least, $most) = split / /, $range;
		cmp_ok($run->{seconds}, '>=', $least, 'not before');
		cmp_ok($run->{seconds}, '<=', $most, 'not after') },
	# Time of the processor, which other work does not lengthen.
	processor_seconds => sub { my ($run, $most) = @_;
		cmp_ok($run->{processor_s}, '<=', $most, 'processor time') },
	# sent N TEXT: the N-th request holds the text.
	sent => sub { my ($run, $what) = @_;
		my ($n, $text) = split / /, $what, 2;
		my $sent = JSON::PP->new->canonical->encode(
			$run->{requests}[$n - 1] // {});
		like($sent, qr/\Q$text\E/, "request $n") },
	not_sent => sub { my ($run, $what) = @_;
		my ($n, $text) = split / /, $what, 2;
		my $sent = JSON::PP->new->canonical->encode(
			$run->{requests}[$n - 1] // {});
		unlike($sent, qr/\Q$text\E/, "request $n") },
	map({ my $where = $_; ($where => sub { my ($run, $text) = @_;
		like($run->{$where}, qr/\Q$text\E/, $where) }) }
		qw(stdout stderr transcript)),
	map({ my $where = $_; ("not_in_$where" => sub { my ($run, $text) = @_;
		unlike($run->{$where}, qr/\Q$text\E/, "not in $where") }) }
		qw(stdout stderr transcript)),
	map({ my $where = $_; ("no_$where" => sub { my ($run) = @_;
		is($run->{$where}, '', "no $where") }) } qw(stdout stderr)),
);

for my $case (read_cases('tests/agent/faults.cases')) {
	my (%how, @expected);
	my @apis = qw(openai anthropic);
	for my $row (@{$case->{rows}}) {
		my ($word, $text) = @$row;
		if ($expectations{$word}) { push @expected, $row }
		elsif ($word eq 'api') { @apis = ($text) }
		elsif ($word eq 'options') {
			$how{options} = ['Is there a number?', split / /, $text] }
		else { $how{$word} = $text || 1 }
	}
	my @replies = map { Endpoint::decode($_) } @{$case->{replies}};
	for my $api (@apis) {
		subtest "$case->{name} ($api)" => sub {
			my $run = Endpoint::run($api, \@replies, \%how);
			$expectations{$_->[0]}->($run, $_->[1]) for @expected;
			is_deeply($run->{faults}, [], 'no fault was seen');
			diag(explain({%$run, requests => undef}))
				unless Test::More->builder->is_passing;
		};
	}
}

# The command lines that the README prints.
my @lines = Endpoint::slurp('README.md') =~ /^(satchel agent -.*)/mg;
cmp_ok(scalar @lines, '>=', 2, 'the README has command lines');
for my $line (@lines) {
	my $api = $line =~ /--api anthropic/ ? 'anthropic' : 'openai';
	my $run = Endpoint::run($api, [{text => 'Any.'}], {line => $line});
	like($run->{stdout}, qr/^Any\.$/m, $line) or diag($run->{stderr});
	is_deeply($run->{faults}, [], 'no fault was seen');
}
done_testing;
