# The one-shot client solves examples: a scripted model makes the calls of a
# conversation in examples/, in the talk's own words, and each result that comes
# back to it is held against what the talk expects.
use strict;
use warnings;
use lib 'tests/agent';
use Endpoint;
use Test::More;

my @examples = qw(send_more packs_of_pens midpoint river_crossing knapsack diet
	magic_square mutual_exclusion sudoku);

# The calls of a talk, with what stands below each: {name, arguments, refused,
# status}.
sub read_talk {
	my ($path) = @_;
	my (@steps, $problem);
	open(my $in, '<', $path) or die "$path: $!";
	while (my $line = <$in>) {
		if ($line =~ /^#(?: (.*))?$/ && !@steps) {
			$problem .= ($1 // '') . "\n";
		} elsif ($line =~ /^([>&?\$!%<*@]!?) (.*)/s) {
			push @steps, [$1, $2];
		} elsif ($line =~ /^\s/ && @steps) {
			$steps[-1][1] .= $line;
		}
	}
	my @calls;
	for my $step (@steps) {
		my ($kind, $text) = @$step;
		if ($kind eq '>') {
			my ($name, $json) = $text =~ /^(\w+)\s*(.*)$/s or die $text;
			push @calls, {name => $name,
				arguments => Endpoint::decode($json || '{}')};
		} elsif ($kind =~ /^<(!?)/) {
			$calls[-1]{refused} ||= $1;
			($calls[-1]{status}) = $text =~ /"status": "(\w+)"/
				if $text =~ /"status": "/;
		} else {
			die "$path: $kind is not for a model";
		}
	}
	return ($problem, @calls);
}

# What the model was told of its calls, in their order.
sub results_of {
	my ($api, $request) = @_;
	return map { $_->{content} } grep { $_->{role} eq 'tool' }
		@{$request->{messages}} if $api eq 'openai';
	return map { $_->{content} } grep { $_->{type} eq 'tool_result' }
		map { ref $_->{content} ? @{$_->{content}} : () }
		@{$request->{messages}};
}

my $n = 0;
for my $example (@examples) {
	my $api = $n++ % 2 ? 'anthropic' : 'openai';
	subtest "$example ($api)" => sub {
		my ($problem, @calls) = read_talk("examples/$example.talk");
		my @all = map { [$_->{name}, $_->{arguments}] } @calls;
		# The first alone, the others at once.
		my @replies = ({calls => [shift @all]}, {calls => \@all},
			{text => "As the talk says."}, {text => 'VERDICT: correct'});
		my $run = Endpoint::run($api, \@replies,
			{options => ['--json', $problem]});
		my $report = eval { Endpoint::decode($run->{stdout}) } // {};
		my @results = results_of($api, $run->{requests}[2]);

		is($run->{exit}, 0, 'it has an answer') or diag($run->{stderr});
		is_deeply($run->{faults}, [], 'no fault was seen');
		is($report->{verdict}, 'correct', 'the verdict');
		is($report->{turns}, 4, 'replies of the model');
		is($report->{calls}, scalar @calls, 'tool calls');
		is(scalar @results, scalar @calls, 'each call has its result');
		for my $i (0 .. $#calls) {
			my $refused = ($results[$i] // '') =~ /^What to do:/m;
			is($refused ? '!' : '', $calls[$i]{refused} // '',
				"call $i is refused or not") or diag($results[$i]);
			like($results[$i], qr/\A\W*\Q$calls[$i]{status}\E\b/,
				"call $i") if $calls[$i]{status};
		}
		my ($last) = grep { /\A\W*(un)?sat\b|\A(proved|refuted)\b/ }
			reverse @results;
		is($report->{result}, $last, 'the last result');
		like($report->{encoding}, qr/^; item 0/m, 'the encoding');
		like(join('', map { $_->{content} } grep { !ref $_->{content} }
			@{$run->{requests}[0]{messages}}),
			qr/\Q$problem\E/, 'the model reads the problem');
	};
}
done_testing;
