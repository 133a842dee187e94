# Questions about a model, and whether the answers are right: which is found by
# trying every value of every constant.
use strict;
use warnings;

our @constants;

# --- a question ---------------------------------------------------------------
#
#	session		undef: it does not exist
#	whole, list	the items, and without those that are left out
#	numbers		in the whole, of the items of the list
#	claims		what is assumed beside them
#	known		names
#	arguments, refused

sub begin_query {
	my ($p) = @_;
	my ($s, $name) = some_session($p);
	my @list = $s ? @{list_of($s)} : ();
	return {session => $s, whole => [@list], list => [@list],
		numbers => [0 .. $#list], claims => claims(),
		known => names_of(@list), arguments => {session => $name},
		refused => !$s};
}

# A random term, which is refused when it uses what is not there.
sub query_term {
	my ($q) = @_;
	my $formula = formula($q->{known});
	$q->{refused} = 1 unless uses_only($formula, $q->{known});
	return $formula;
}

sub query_assume {
	my ($q) = @_;
	my @others = map { query_term($q) } 0 .. below(2);
	$q->{claims}{others} = \@others;
	$q->{arguments}{assume} = [map { written($_) } @others];
}

sub query_leave_out {
	my ($q) = @_;
	my $at = below(@{$q->{whole}} + 1);
	$q->{arguments}{without} = [$at];
	splice @{$q->{$_}}, $at, 1 for $at < @{$q->{whole}} ?
		qw(list numbers) : ();
	$q->{known} = names_of(@{$q->{list}});
	$q->{refused} = 1 if $at == @{$q->{whole}} || !is_sound(@{$q->{list}});
}

# --- values -------------------------------------------------------------------

# The values, which must be those of a solution.
sub check_values {
	my ($q, $claims, $values) = @_;
	my %read;
	for (grep { $q->{known}{$_} } @constants) {
		die "$_ has no value\n" unless JSON::PP::is_bool($values->{$_});
		$read{$_} = $values->{$_} ? 1 : 0;
	}
	die "the values are no solution\n"
		unless is_solution($q->{list}, $claims, \%read);
	return \%read;
}

# The value of a term: the only assertion, under these values.
sub check_term {
	my ($list, $formula, $values, $read) = @_;
	my $text = written($formula);
	my $holds = is_solution($list, claims(items => [],
		others => [$formula]), $read);
	die "$text is not " . ($holds ? 'true' : 'false') . "\n"
		if !defined $values->{$text} || !$values->{$text} != !$holds;
}

# --- cores --------------------------------------------------------------------

# Positions in the list.
sub positions {
	my ($q, @numbers) = @_;
	my %at = map { $q->{numbers}[$_] => $_ } 0 .. $#{$q->{numbers}};
	return map { $at{$_} // die "item $_ was left out\n" } @numbers;
}

# The items contradict each other; if the core is minimal, without any one of
# them they do not. `denied` is one more claim.
sub check_core {
	my ($q, $reply, $denied) = @_;
	my %named = map { $_ => 1 } @{$reply->{core_assumptions} // []};
	my @items = positions($q, map { $_->{index} } @{$reply->{core} // []});
	my @others = grep { $named{written($_)} } @{$q->{claims}{others}};
	my $is_open = sub { scalar solutions($q->{list},
		claims(items => [@_], others => \@others)) };
	# It may be one of the model alone.
	push @others, $denied if defined $denied && $is_open->(@items);
	die "the core is satisfiable\n" if $is_open->(@items);
	for my $one ($reply->{core_minimal} ? @items : ()) {
		die "the core needs no item $q->{numbers}[$one]\n"
			unless $is_open->(grep { $_ != $one } @items);
	}
}

# Without these items, which are numbers, and assumptions, which are texts,
# there is a solution; with any one of them not.
sub check_relaxation {
	my ($q, @dropped) = @_;
	my $is_open = sub {
		my %gone = map { $_ => 1 } @_;
		return scalar solutions($q->{list}, claims(
			items => [grep { !$gone{$q->{numbers}[$_]} }
				0 .. $#{$q->{list}}],
			others => [grep { !$gone{written($_)} }
				@{$q->{claims}{others}}]));
	};
	die "a relaxation has no solution\n" unless $is_open->(@dropped);
	for my $one (@dropped) {
		die "a relaxation is not smallest\n"
			if $is_open->(grep { $_ ne $one } @dropped);
	}
}

# --- solve_model --------------------------------------------------------------

# The sum of the weights of what is true; most or least of it.
sub wish_objective {
	my ($q, $w) = @_;
	my %weight = map { $_ => below(9) } grep { $q->{known}{$_} } @constants;
	my $way = pick(qw(maximize minimize));
	$q->{arguments}{$way} = ['(+ 0' . join('', map {
		" (ite $_ $weight{$_} 0)" } sort keys %weight) . ' 0)'];
	$w->{best} = sub {
		my @sums = sort { $a <=> $b } map { my $s = $_; my $sum = 0;
			$sum += $s->{$_} * $weight{$_} for keys %weight;
			$sum } @_;
		return $sums[$way eq 'maximize' ? -1 : 0];
	};
}

sub wish {
	my ($q, $w) = @_;
	query_leave_out($q) if chance(15);
	query_assume($q) if chance(25);
	if (chance(20)) {
		# And the constants, which are not told where a term is asked.
		$w->{term} = query_term($q);
		$q->{arguments}{values} = [(grep { $q->{known}{$_} } @constants),
			written($w->{term})];
	}
	if (chance(15)) {
		wish_objective($q, $w);
	} elsif (chance(20)) {
		$q->{arguments}{solutions} = 2 + below(40);
	}
	# Terms are read when the job runs, so their faults are its result.
	$q->{arguments}{background} = JSON::PP::true
		if chance(10) && !$q->{refused};
	$q->{arguments}{relax} = JSON::PP::true if chance(15);
}

sub check_solutions {
	my ($q, $reply, $total) = @_;
	my $wanted = $q->{arguments}{solutions};
	my @found = @{$reply->{solutions} // []};
	my $complete = $reply->{complete} ? 1 : 0;
	my %seen;
	for (@found) {
		my $read = check_values($q, $q->{claims}, $_);
		die "a solution stands there twice\n"
			if $seen{join ' ', map { "$_$read->{$_}" }
			sort keys %$read}++;
	}
	die @found . " solutions of $total, complete: $complete\n"
		if @found != ($total < $wanted ? $total : $wanted) ||
		$complete && @found != $total || !$complete && $total < $wanted;
}

sub check_sat {
	my ($q, $reply, $w) = @_;
	my $s = $q->{session};
	my $read = check_values($q, $q->{claims}, $reply->{values});
	check_term($q->{list}, $w->{term}, $reply->{values}, $read)
		if defined $w->{term};
	die "an assertion failed\n" if @{$reply->{checked}{failed} // []};
	$s->{found} = {revision => last_of($s), values => $read,
		what_if => @{$q->{claims}{others}} > 0 ||
			@{$q->{list}} != @{$q->{whole}}};
}

sub play_solve {
	my ($p) = @_;
	my $q = begin_query($p);
	my %w;
	wish($q, \%w) if $q->{session};
	my $reply = call($p, solve_model => $q->{arguments}, $q->{refused})
		// return;
	# In the background: what the job gives in the end.
	$reply = call($p, job => {job => $reply->{job}, wait_ms => 30000})
		->{result} // die "the job has no result\n"
		if $q->{arguments}{background};
	my @all = solutions($q->{list}, $q->{claims});
	my $why = Notation::match({status => @all ? 'sat' : 'unsat',
		session => $q->{session}{name}, revision => last_of($q->{session}),
		@all && $w{best} ? (objective => $w{best}->(@all)) : ()},
		$reply);
	die "solve_model: $why\n" if $why;
	if (@all) {
		check_sat($q, $reply, \%w);
		check_solutions($q, $reply, scalar @all)
			if $q->{arguments}{solutions};
	} else {
		check_core($q, $reply);
		check_relaxation($q, @$_) for @{$reply->{relaxations} // []};
	}
}

# --- prove --------------------------------------------------------------------

sub play_prove {
	my ($p) = @_;
	my $q = begin_query($p);
	query_assume($q) if $q->{session} && chance(25);
	my $property = $q->{session} ? query_term($q) : 'T';
	$q->{arguments}{property} = written($property);
	my $against = claims(others =>
		[@{$q->{claims}{others}}, "!$property"]);
	# What is refused has no meaning to look for.
	my $is_refuted = !$q->{refused} && solutions($q->{list}, $against);
	my $is_vacuous = !$q->{refused} &&
		!solutions($q->{list}, $q->{claims});
	my $reply = call($p, prove => $q->{arguments}, $q->{refused},
		$is_refuted ? {status => 'refuted'} : {status => 'proved',
		vacuous => $is_vacuous ? JSON::PP::true : JSON::PP::false})
		// return;
	if ($is_refuted) {
		check_values($q, $against, $reply->{values});
	} else {
		check_core($q, $reply, "!$property");
	}
}

# --- get_solution -------------------------------------------------------------

sub play_solution {
	my ($p) = @_;
	my $q = begin_query($p);
	my ($s, $term) = $q->{session};
	my $f = $s ? $s->{found} : undef;
	$q->{refused} = 1 unless $f;
	my $list = $f ? $s->{revisions}[$f->{revision}] : [];
	# What a solution is silent about may have any value.
	if ($f && !$f->{what_if} && chance(40)) {
		$q->{known} = names_of(@$list);
		$term = query_term($q);
		$q->{arguments}{terms} = [written($term)];
	}
	my ($stale, $what_if) = map { $_ ? JSON::PP::true : JSON::PP::false }
		$f && $f->{revision} != last_of($s), $f && $f->{what_if};
	my $values = (call($p, get_solution => $q->{arguments}, $q->{refused},
		$f && {revision => $f->{revision}, stale => $stale,
			current_revision => last_of($s), what_if => $what_if})
		// return)->{values};
	return check_term($list, $term, $values, $f->{values})
		if defined $term;
	for (keys %{$f->{values}}) {
		die "another value of $_ than it was\n"
			if !defined $values->{$_} ||
			!$values->{$_} != !$f->{values}{$_};
	}
}

# --- solve_smtlib -------------------------------------------------------------

# The model as a script, checked twice: with one assertion more between.
sub play_script {
	my ($p) = @_;
	my $q = begin_query($p);
	return unless $q->{session};
	my $more = query_term($q);
	my $text = join '', map { "$_->{content}\n" } @{$q->{list}};
	my @status = $q->{refused} ? () : map { solutions($q->{list},
		claims(others => $_)) ? 'sat' : 'unsat' } [], [$more];
	call($p, solve_smtlib => {smtlib => "$text(check-sat)(push 1)(assert " .
		written($more) . ')(check-sat)(pop 1)'}, $q->{refused},
		{checks => [map { {status => $_} } @status]});
}

1;
