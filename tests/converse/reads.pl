# What a client may look at, carry, open and remove, and what it must get.
use strict;
use warnings;

our ($world, $most_items);

# --- models -------------------------------------------------------------------

# A number stands at the first line of an item only.
sub item_text {
	my ($item, $index, $width) = @_;
	my ($name, $note) = @$item{qw(name note)};
	my $label = join ' ', defined $name ? "$name:" : (), $note // ();
	my @lines = split /\n/, $item->{content}, -1;
	unshift @lines, "; $label" if defined $name || defined $note;
	return join '', map { sprintf "%${width}s | %s\n",
		$_ == 0 ? $index : '', $lines[$_] } 0 .. $#lines;
}

sub model_text {
	my ($list, $from, $end) = @_;
	return join '', map { item_text($list->[$_], $_, length($end - 1)) }
		$from .. $end - 1;
}

sub pattern_of {
	my ($s, $revision) = @_;
	return {session => $s->{name}, revision => $revision,
		items => scalar @{$s->{revisions}[$revision]}};
}

sub show {
	my ($p, $s, $revision) = @_;
	my $list = $s->{revisions}[$revision];
	my $is_smtlib = chance(20);
	my %arguments = (session => $s->{name});
	$arguments{revision} = $revision
		if $revision != last_of($s) || chance(10);
	$arguments{view} = 'smtlib' if $is_smtlib;
	call($p, get_model => \%arguments, 0, {%{pattern_of($s, $revision)},
		text => $is_smtlib ? join('', map { "$_->{content}\n" } @$list)
			: model_text($list, 0, scalar @$list)});
}

# A part of it, or one that is not there.
sub show_part {
	my ($p, $s) = @_;
	my $list = list_of($s);
	my $from = below(@$list + 2);
	my $count = 1 + below(6);
	my $end = $from + $count < @$list ? $from + $count : @$list;
	my $pattern = pattern_of($s, last_of($s));
	$pattern->{text} = model_text($list, $from, $end);
	$pattern->{next} = $end if $end < @$list;
	call($p, get_model => {session => $s->{name}, from => $from,
		count => $count}, $from > @$list, $pattern);
}

sub play_show {
	my ($p) = @_;
	my ($s, $name) = some_session($p);
	if (!$s || chance(3)) {
		call($p, get_model => {session => $name,
			$s ? (revision => last_of($s) + 1) : ()}, 1);
	} elsif (chance(20)) {
		show_part($p, $s);
	} else {
		show($p, $s, chance(30) ? below(last_of($s) + 1) : last_of($s));
	}
}

sub play_show_all {
	my ($p) = @_;
	for my $s (@{$world->{sessions}}) {
		show($p, $s, $_) for 0 .. last_of($s);
	}
}

# The last revisions, or those from one on.
sub play_history {
	my ($p) = @_;
	my ($s, $name) = some_session($p);
	my %arguments = (session => $name, count => 1 + below(12));
	my $last = $s ? last_of($s) : 0;
	my $from = $last > $arguments{count} ? $last - $arguments{count} + 1 : 1;
	$arguments{from_revision} = $from = 1 + below($last + 1) if chance(40);
	my $end = $from + $arguments{count} - 1;
	$end = $last if $end > $last;
	call($p, get_history => \%arguments,
		!$s || $arguments{from_revision} && $from > $last,
		{revision => $last, revisions =>
			[map { {revision => $_} } $from .. $end]});
}

# The export is a text that says the same.
sub play_export {
	my ($p) = @_;
	my ($s, $name) = some_session($p);
	my $reply = call($p, export_model => {session => $name}, !$s) // return;
	call($p, solve_smtlib => {smtlib => $reply->{text}}, 0,
		{status => solutions(list_of($s)) ? 'sat' : 'unsat'});
}

# An export is imported into another session, in the place of what is there or
# after it.
sub play_carry {
	my ($p) = @_;
	my ($from, $to) = map { (some_session($p))[0] } 1 .. 2;
	my $format = chance(50) ? 'json' : 'smt2';
	return unless $from && $to;
	my $revision = chance(70) ? last_of($from) : below(last_of($from) + 1);
	my @carried = @{$from->{revisions}[$revision]} or return;
	my $export = call($p, export_model => {session => $from->{name},
		format => $format, revision => $revision})->{text};
	my @next = @{list_of($to)};
	my $replaces = @carried + @next > $most_items || chance(60);
	@next = () if $replaces;
	my $is_refused = grep { defined $_->{name} &&
		find_name(\@next, $_->{name}) >= 0 } @carried;
	push @next, @carried;
	commit($to, \@next) unless $is_refused ||= !is_sound(@next);
	call($p, import_model => {session => $to->{name}, export => $export,
		$replaces ? () : (mode => 'append')}, $is_refused,
		{%{pattern_of($to, last_of($to))}, imported => scalar @carried})
		// return;
	return unless $replaces && $format eq 'json';
	# The options come with it, but not after another model.
	$to->{seed} = $from->{seed};
	check_seed($to, call($p, configure => {session => $to->{name}}));
}

# --- sessions -----------------------------------------------------------------

my @names = qw(a b ab A c-1 x.y_z);

sub entry_of {
	my ($s) = @_;
	return {name => $s->{name}, items => scalar @{list_of($s)},
		revision => last_of($s), $s->{description} ne '' ?
			(description => $s->{description}) : ()};
}

# All pages, one after another.
sub play_list {
	my ($p) = @_;
	my @left = sort { $b->{change} <=> $a->{change} } @{$world->{sessions}};
	my %arguments = (limit => 1 + below(10));
	do {
		my @page = splice @left, 0, $arguments{limit};
		my $reply = call($p, list_sessions => {%arguments}, 0,
			{sessions => [map { entry_of($_) } @page],
			total => scalar @{$world->{sessions}}});
		$arguments{cursor} = $reply->{next_cursor};
		die 'next_cursor with ' . @left . " left\n"
			if defined $arguments{cursor} != (@left > 0);
	} while (@left);
}

# What open_session says; the description the client has just sent.
sub state_of {
	my ($s, $created) = @_;
	my $pattern = entry_of($s);
	delete $pattern->{description} if $created;
	$pattern->{session} = delete $pattern->{name};
	$pattern->{created} = $created ? JSON::PP::true : JSON::PP::false;
	return $pattern;
}

sub play_open {
	my ($p) = @_;
	my %arguments = (session => pick(@names));
	my $s = find_session($arguments{session});
	my $created = !$s;
	my $is_bad = chance(8) || $created && world_is_full();
	$arguments{session} = pick('', '.a', '-a', 'a/b', 'a b', "\x{e4}", '..',
		"a\nb") if $is_bad;
	$arguments{description} = pick('what for', 'another word',
		"\x{20ac}; \"q\"") if chance(25);
	return call($p, open_session => \%arguments, 1) if $is_bad;
	$s = add_session($arguments{session}) if $created;
	# Which is no change of the model.
	$s->{description} = $arguments{description} // $s->{description};
	call($p, open_session => \%arguments, 0, state_of($s, $created));
}

sub play_branch {
	my ($p) = @_;
	my ($from, $from_name) = some_session($p);
	my %arguments = (copy_of => $from_name);
	my $revision = $from ? last_of($from) : 0;
	return if world_is_full();
	$arguments{session} = pick(@names) if chance(80);
	$arguments{revision} = $revision = below($revision + 2)
		if $from && chance(50);
	my $name = $arguments{session};
	return call($p, open_session => \%arguments, 1) if !$from ||
		$revision > last_of($from) || defined $name && find_session($name);
	my $s = add_session($name // '');
	$s->{seed} = $from->{seed};
	commit($s, $from->{revisions}[$revision]);
	my $said = start_call($p, open_session => \%arguments);
	$s->{name} = finish_call($p, $said)->{structuredContent}{session}
		if !defined $name;
	expect($p, $said, 0, state_of($s, 1));
}

sub play_delete {
	my ($p) = @_;
	my ($s, $name) = some_session($p);
	call($p, delete_session => {session => $name}, !$s) // return;
	@{$world->{sessions}} = grep { $_ != $s } @{$world->{sessions}};
}

# --- configure ----------------------------------------------------------------

# A reset answers with what it set afterwards.
sub check_seed {
	my ($s, $reply) = @_;
	my @options = @{$reply->{options} // []};
	my ($seed) = grep { $_->{name} eq 'random_seed' } @options;
	die "random_seed is not $s->{seed}\n" if $seed ?
		($seed->{value} // -1) != $s->{seed} : @options || $s->{seed};
}

sub play_configure {
	my ($p) = @_;
	my ($s, $name) = some_session($p);
	my %arguments = (session => $name);
	if ($s && chance(50)) {
		$arguments{options}{random_seed} = $s->{seed} = 1 + below(9);
	} elsif ($s && chance(30)) {
		$arguments{reset} = JSON::PP::true;
		$s->{seed} = 0;
	}
	check_seed($s, call($p, configure => \%arguments, !$s) // return);
}

1;
