#!/usr/bin/perl
# Solves that their deadline interrupts after 1 to 50 ms: no child dies, and what
# is claimed is what a solve with enough time says, alike in text and structure
# (client.pl). The texts are the problems and examples, and some that have killed
# a child or made it claim too much. Each is asked as a text or as a session's
# model with random arguments, so that a solve goes on from an interrupted one.
#
#	B=build perl tests/deadlines/deadlines.pl [--seed N] [--times N] [--seconds N]
use strict;
use warnings;
use FindBin qw($Bin);
use Getopt::Long qw(GetOptions);
use JSON::PP;
use Math::BigRat;
use Time::HiRes qw(time);

require "$Bin/../$_.pl" for qw(client smt);

my ($seed, $times, $seconds) = (1);
GetOptions('seed=i' => \$seed, 'times=i' => \$times, 'seconds=i' => \$seconds)
	or exit 2;
$times //= $seconds ? 1e9 : 100;

my $enough_ms = 3000;
my $most_ms = 50;
$| = 1;
my $begun = time;
my $json = JSON::PP->new->canonical->allow_nonref;
my $server = Client->new(flags => '--tools all --log-level error');
my %true = (detail => JSON::PP::true);
my %count = map { $_ => 0 } qw(solves sat unsat unknown optimal refused wrong);

sub draw { return int rand $_[0] }
sub chance { return rand(100) < $_[0] }
sub pick { return $_[draw(scalar @_)] }

# --- texts ------------------------------------------------------------------

sub read_texts {
	my @texts;
	for my $file (sort glob "$Bin/*.smt2 $Bin/../problems/*.smt2"
		. " $Bin/../../examples/smt2/*.smt2") {
		next if $file =~ m{/faults\.smt2$}; # the server refuses these
		open my $in, '<:encoding(UTF-8)', $file or die "$file: $!\n";
		my $whole = do { local $/; <$in> };
		my $number = 0;
		my $name = $file =~ s{.*/}{}r;
		push @texts, map { {name => $name . '/' . $number++, text => $_} }
			grep { /\(/ } split /^;;;.*\n/m, $whole;
	}
	return @texts;
}

# --- asking -----------------------------------------------------------------

my @more = ({}, {}, {solutions => 5}, {forced => JSON::PP::true},
	{relax => JSON::PP::true}, {count => JSON::PP::true, solutions => 1000},
	{terms => ['(+ 1 1)', '(div 1 0)']}, {assume => [['true'], ['false']]});

sub ask_text {
	my ($t, $timeout_ms) = @_;
	return $server->call(solve_smtlib => {smtlib => $t->{text}, %true,
		timeout_ms => $timeout_ms});
}

# A session of the text: item by item, as the text is without its checks.
sub open_model {
	my ($t, $session) = @_;
	my $content = join "\n", grep { !Smt::is_check($_) }
		Smt::parts($t->{text});
	$server->call($_ => {session => $session})
		for qw(delete_session open_session);
	return !$server->call(edit_model => {session => $session,
		edits => [{op => 'add', content => $content}]})->{isError};
}

sub ask_model {
	my ($session, $more, $timeout_ms) = @_;
	return $server->call(solve_model => {session => $session, %$more, %true,
		timeout_ms => $timeout_ms});
}

# --- judging ----------------------------------------------------------------

sub rational {
	my ($value) = @_;
	return undef if !defined $value || ref $value;
	return Math::BigRat->new(Math::BigInt->from_hex($1))
		if $value =~ /^#x([0-9a-f]+)$/;
	return $value =~ m{^-?\d+(/\d+)?$} ? Math::BigRat->new($value) : undef;
}

# What is said of an objective of which the best value is known, or that there
# is none.
sub wrong_objective {
	my ($truth, $o) = @_;
	my ($best, $value, $bound) = map { rational($_) } $truth->{value},
		@$o{qw(value bound)};
	my $sign = $o->{kind} eq 'maximize' ? 1 : -1;

	return !$truth->{optimal} && ($truth->{why_not} // '') eq 'unbounded' &&
		$o->{optimal} ? 'optimal, and there is no bound' : ()
		if !$truth->{optimal};
	return "unbounded, and $truth->{value} is the best"
		if ($o->{why_not} // '') =~ /^(?:unbounded|not_attained)$/;
	return () if !defined $best;
	return "$o->{value} is optimal, and $truth->{value} is"
		if $o->{optimal} && (!defined $value || $value != $best);
	return "$o->{value} is better than the best, $truth->{value}"
		if defined $value && ($value - $best) * $sign > 0;
	return "$o->{bound} is a bound, and $truth->{value} is reached"
		if defined $bound && ($bound - $best) * $sign < 0;
	return ();
}

# One counts after another, unless each counts by itself: then an objective after
# one that is open may have any value.
sub wrong_objectives {
	my ($t, $truth, $said) = @_;
	my ($all, $of) = map { $_->{objectives} // [] } $truth, $said;
	my $is_box = $t->{text} =~ /opt\.priority\s+box/;
	my @wrong;

	return () if $t->{text} =~ /opt\.priority\s+pareto/;
	for my $i (0 .. ($#$all < $#$of ? $#$all : $#$of)) {
		push @wrong, wrong_objective($all->[$i], $of->[$i]);
		$count{optimal} += $of->[$i]{optimal} ? 1 : 0;
		last if !$is_box && !($all->[$i]{optimal} && $of->[$i]{optimal});
	}
	return @wrong;
}

sub wrong_forced {
	my ($truth, $said) = @_;
	my ($all, $of) = map { ref $_->{forced} eq 'HASH' ? $_->{forced} : {} }
		$truth, $said;
	return map { "$_ is forced or not" } grep {
		my ($true, $claimed) = map { $_->{forced} } $all->{$_}, $of->{$_};
		defined $true && defined $claimed && !!$true != !!$claimed
	} sort keys %$of;
}

# The checks of a script, and of a text without one its status. A status that is
# neither sat nor unsat says why there is none.
sub statuses {
	my ($said) = @_;
	my @all = ($said->{output} // '') =~ /^(sat|unsat|unknown)$/mg;
	return @all if @all;
	return ($said->{status} // '') =~ /^(?:un)?sat$/ ? $said->{status}
		: 'unknown';
}

sub wrong_statuses {
	my ($truth, $said) = @_;
	my @true = statuses($truth);
	my @claimed = statuses($said);
	return map { "check $_: $claimed[$_], and it is $true[$_]" } grep {
		$claimed[$_] ne 'unknown' && ($true[$_] // 'unknown') ne 'unknown' &&
		$claimed[$_] ne $true[$_]
	} 0 .. $#claimed;
}

sub wrong_counts {
	my ($truth, $said) = @_;
	my ($all, $of) = map { $_->{complete} ? $_->{counted} //
		scalar @{$_->{solutions} // []} : undef } $truth, $said;
	return defined $all && defined $of && $all != $of ?
		"complete with $of solutions, and there are $all" : ();
}

# All that is claimed and not so.
sub wrong {
	my ($t, $truth, $reply) = @_;
	my $text = $reply->{content}[0]{text} // '';
	my ($true, $said) = map { $_->{structuredContent} // {} } $truth, $reply;

	return "died: $text" if $text =~
		/itself failed|bug in Z3|bug in Satchel|internal error|crashed/;
	# On a busy machine a solve may not begin in its time.
	if ($text =~ /passed while .* waited for a free worker/) {
		$count{unknown}++;
		return ();
	}
	return "refused: $text" if $reply->{isError} && !$truth->{isError};
	return () if $reply->{isError};
	$count{$_}++ for grep { exists $count{$_} } statuses($said);
	return wrong_statuses($true, $said), wrong_objectives($t, $true, $said),
		wrong_forced($true, $said), wrong_counts($true, $said);
}

# --- trying -----------------------------------------------------------------

# The reply of a solve with enough time, once for each text and arguments.
sub truth {
	my ($t, $key, $ask) = @_;
	return $t->{truth}{$key} //= $ask->();
}

sub try_text {
	my ($t) = @_;
	my $truth = truth($t, 'text', sub { ask_text($t, $enough_ms) });
	my $timeout_ms = 1 + draw($most_ms);
	return $timeout_ms, wrong($t, $truth, ask_text($t, $timeout_ms));
}

sub try_model {
	my ($t) = @_;
	my $more = pick(@more);
	my $truth = truth($t, $json->encode($more), sub {
		open_model($t, 'truth') ? ask_model('truth', $more, $enough_ms)
			: {isError => JSON::PP::true}
	});
	my $timeout_ms = 1 + draw($most_ms);
	my $session = 'model-' . $t->{name} =~ s/[^a-z0-9]/-/gr;

	return $timeout_ms if $truth->{isError};
	if (!$t->{is_open} || chance(50)) {
		open_model($t, $session);
		$t->{is_open} = 1;
	}
	return $timeout_ms, wrong($t, $truth,
		ask_model($session, $more, $timeout_ms));
}

srand $seed;
my @texts = read_texts();
while ($count{solves} < $times && (!$seconds || time - $begun < $seconds)) {
	my $t = pick(@texts);
	my $is_model = Smt::is_plain($t->{text}) && chance(60);
	my ($timeout_ms, @wrong) = $is_model ? try_model($t) : try_text($t);

	$count{solves}++;
	next if !@wrong;
	$count{wrong}++;
	print "# seed $seed, solve $count{solves}, $t->{name}, $timeout_ms ms, as ",
		$is_model ? 'a model' : 'a text', "\n", map { "#   $_\n" }
		map { split /\n/ } @wrong, $t->{text};
}
eval { $server->stop; 1 } or do { print "# $@"; $count{wrong}++ };
print "# seed $seed, ", join(', ', map { "$_ $count{$_}" } sort keys %count),
	sprintf ", %.0f s\n", time - $begun;
print $count{wrong} ? 'not ok' : 'ok', " 1 - interrupted solves claim no more ",
	"than the truth\n1..1\n";
exit($count{wrong} ? 1 : 0);
