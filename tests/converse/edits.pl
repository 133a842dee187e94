# Edits: what is asked for, and what must come of it.
use strict;
use warnings;

our ($world, $most_items);

# --- the parts of an edit -----------------------------------------------------
#
# A draft:
#	base, next	the list that it is made on, and the one that it makes
#	arguments	of the call
#	pattern		of the reply
#	refused		for its arguments; the model is looked at later
#	at, to		which item, and where it goes; -1: there is none

# An item by number or by name.
sub draft_choose {
	my ($d) = @_;
	my $count = @{$d->{base}};
	my $index = below($count + 1);
	$index = 0 if $index == $count && !chance(30);
	if (chance(3)) {
		$d->{arguments}{name} = 'nothing';
		return -1;
	}
	my $name = $index < $count ? $d->{base}[$index]{name} : undef;
	if (defined $name && chance(60)) {
		$d->{arguments}{name} = $name;
	} else {
		$d->{arguments}{index} = $index;
	}
	return $index < $count ? $index : -1;
}

sub is_name_taken {
	my ($d, $name, $but) = @_;
	my $at = find_name($d->{base}, $name);
	return $at >= 0 && $at != $but;
}

sub draft_add {
	my ($d) = @_;
	my $count = @{$d->{base}};
	my $index = $count;
	if (chance(40)) {
		$index = below($count + 1) + (chance(4) ? $count + 1 : 0);
		$d->{arguments}{index} = $index;
	}
	my $last = ($index < $count ? $index : $count) - 1;
	my $item = make_item(names_of(@{$d->{base}}[0 .. $last]));
	$d->{arguments}{content} = $item->{sent};
	for (qw(name note)) {
		$d->{arguments}{$_} = $item->{$_} if defined $item->{$_};
	}
	return $d->{refused} = 1 if $index > $count ||
		is_name_taken($d, $item->{name}, -1);
	splice @{$d->{next}}, $index, 0, $item;
	$d->{at} = $d->{pattern}{index} = $index;
}

# A word of the old item, or another one; '' takes it away.
sub reword {
	my ($d, $argument, $old, @words) = @_;
	return $old unless chance(30);
	my $word = $d->{arguments}{$argument} = pick(@words);
	return $word eq '' ? undef : $word;
}

sub draft_replace {
	my ($d) = @_;
	my $index = draft_choose($d);
	my $old = $index >= 0 ? $d->{base}[$index] : {};
	my $item = $old;
	if (chance(70)) {
		$item = make_item(names_of(@{$d->{base}}[0 .. $index - 1]));
		$d->{arguments}{content} = $item->{sent};
	}
	$item = {%$item,
		name => reword($d, 'new_name', $old->{name},
			qw(n0 n1 limit), ''),
		note => reword($d, 'note', $old->{note}, 'another note', '')};
	$d->{refused} = 1 unless grep { exists $d->{arguments}{$_} }
		qw(content new_name note);
	return $d->{refused} = 1 if $index < 0 ||
		is_name_taken($d, $item->{name}, $index);
	$d->{next}[$index] = $item;
	$d->{at} = $d->{pattern}{index} = $index;
}

sub draft_delete {
	my ($d) = @_;
	my $cascade = chance(45);
	my $index = draft_choose($d);
	my @base = @{$d->{base}};
	my (%known, @gone);
	$d->{arguments}{cascade} = JSON::PP::true if $cascade;
	return $d->{refused} = 1 if $index < 0;
	$d->{at} = $index;
	for (0 .. $#base) {
		push @gone, $_ if $_ == $index ||
			$cascade && !fits($base[$_], \%known);
	}
	for (reverse @gone) {
		splice @{$d->{next}}, $_, 1;
	}
	$d->{pattern}{deleted} = \@gone;
}

sub draft_move {
	my ($d) = @_;
	my $count = @{$d->{base}};
	my $index = draft_choose($d);
	my $to = below($count + 1);
	$to = 0 if $to == $count && !chance(20);
	$d->{arguments}{to} = $to;
	return $d->{refused} = 1 if $index < 0 || $to >= $count;
	splice @{$d->{next}}, $to, 0, splice @{$d->{next}}, $index, 1;
	@$d{qw(at to)} = ($index, $to);
}

sub draft_clear { $_[0]{next} = [] }

sub draft_restore {
	my ($d) = @_;
	my $revisions = $d->{session}{revisions} // [[]];
	my $revision = below(@$revisions + 1);
	$revision = $#$revisions if $revision == @$revisions && !chance(20);
	$d->{arguments}{revision} = $revision;
	return $d->{refused} = 1 if $revision == @$revisions;
	$d->{next} = [@{$revisions->[$revision]}];
}

# --- edits of a list ----------------------------------------------------------

my %ops = (add => \&draft_add, replace => \&draft_replace,
	delete => \&draft_delete, move => \&draft_move);

# Which edit has brought each item, or was about it: an item keeps its mark.
# Returns the mark of the item that the edit was about.
sub follow {
	my ($marks, $one, $op, $mark) = @_;
	if ($op eq 'add') {
		splice @$marks, $one->{at}, 0, $mark;
		return $mark;
	}
	my $its = $marks->[$one->{at}];
	splice @$marks, $one->{at}, 1 if $op ne 'replace';
	splice @$marks, $one->{to}, 0, $its if $op eq 'move';
	return $its;
}

sub draft_list {
	my ($d) = @_;
	my $count = 1 + below(6);
	my $mark = 0;
	my @marks = map { ++$mark } @{$d->{base}};
	my @about;
	for (1 .. $count) {
		my @base = @{$d->{next}};
		my $op = pick(qw(add replace delete move));
		$op = 'delete' if $op eq 'add' && @base == $most_items;
		my $one = {%$d, base => \@base, next => [@base], refused => 0,
			arguments => {op => $op}, pattern => {}};
		$ops{$op}->($one);
		# Each edit of a list breaks what it breaks.
		delete $one->{arguments}{cascade};
		if ($op eq 'delete' && !$one->{refused}) {
			$one->{next} = [@base];
			splice @{$one->{next}}, $one->{at}, 1;
		}
		push @{$d->{arguments}{edits}}, $one->{arguments};
		$d->{next} = $one->{next};
		$d->{refused} = 1 if $one->{refused};
		push @about, $one->{refused} ? 0 :
			follow(\@marks, $one, $op, ++$mark);
		# A later edit must not take it away again: whether the text
		# alone is refused is not for this model to know.
		last if grep { $_->{broken} } @{$d->{next}};
	}
	my %place = map { $marks[$_] => $_ } 0 .. $#marks;
	$d->{pattern}{numbers} = [map { $place{$_} // -1 } @about];
}

# --- around it ----------------------------------------------------------------

sub draft_session {
	my ($d, $p, $is_named) = @_;
	if (!$is_named && chance(6) && !world_is_full()) {
		# The one that this server was used with, or a new one.
		my @used = keys %{$p->{used}[$p->{server}]};
		$d->{session} = find_session($used[0]) if @used == 1;
		$d->{refused} = @used > 1;
		$d->{makes_session} = !$d->{session} && @used <= 1;
	} else {
		($d->{session}, $d->{arguments}{session}) = some_session($p);
		$d->{refused} = !$d->{session};
	}
	$d->{base} = $d->{session} ? list_of($d->{session}) : [];
	$d->{next} = [@{$d->{base}}];
}

sub draft_conditions {
	my ($d) = @_;
	my $last = $d->{session} ? last_of($d->{session}) : 0;
	$d->{arguments}{dry_run} = JSON::PP::true if chance(8);
	return unless chance(10);
	my $expected = $d->{arguments}{expect_revision} =
		$last + (chance(30) ? 1 : 0);
	$d->{refused} = 1 if $expected != $last;
}

# The naive world takes the edit.
sub keep {
	my ($d) = @_;
	my $s = $d->{session};
	if ($d->{arguments}{dry_run}) {
		$d->{pattern}{dry_run} = JSON::PP::true;
	} else {
		# Its name is told by the reply.
		$s = $d->{unnamed} = add_session('') if $d->{makes_session};
		commit($s, $d->{next});
	}
	$d->{pattern}{session} = $s->{name} if $s && $s->{name} ne '';
	$d->{pattern}{revision} = $s ? last_of($s) : 0;
	$d->{pattern}{items} = $s ? scalar @{list_of($s)} : 0;
}

my @kinds = (
	[add_item => \&draft_add, 50],
	[replace_item => \&draft_replace, 15],
	[delete_item => \&draft_delete, 16],
	[edit_model => \&draft_list, 12],
	[restore_model => \&draft_restore, 5],
	[clear_model => \&draft_clear, 2]);

# An edit at random; with `is_named` of a session that is named.
sub plan_edit {
	my ($p, $is_named) = @_;
	my $d = {arguments => {}, pattern => {}, refused => 0};
	my $kind = 0;
	for (my $die = below(100); $die >= $kinds[$kind][2]; $kind++) {
		$die -= $kinds[$kind][2];
	}
	draft_session($d, $p, $is_named);
	$kind = 2 if $kind == 0 && @{$d->{base}} == $most_items;
	$d->{tool} = $kinds[$kind][0];
	$kinds[$kind][1]->($d);
	$d->{refused} = 1 unless is_sound(@{$d->{next}});
	draft_conditions($d);
	$d->{arguments}{check_sat} = JSON::PP::true if chance(7);
	keep($d) unless $d->{refused};
	return $d;
}

sub check_status {
	my ($d, $reply) = @_;
	my $status = $reply->{status} // 'nothing';
	# Time may run out.
	die "check_sat says $status\n" if $status eq 'nothing' ||
		$status eq (solutions($d->{next}) ? 'unsat' : 'sat');
	die "the core of check_sat is satisfiable\n" if $reply->{core} &&
		solutions($d->{next}, claims(items => $reply->{core}));
}

sub compare_edit {
	my ($p, $d, $said) = @_;
	my $reply = expect($p, $said, $d->{refused},
		$d->{refused} ? undef : $d->{pattern}) // return;
	check_status($d, $reply) if $d->{arguments}{check_sat};
	$d->{unnamed}{name} = $reply->{session} if $d->{unnamed};
}

sub play_edit {
	my ($p) = @_;
	my $d = plan_edit($p, 0);
	compare_edit($p, $d, start_call($p, $d->{tool}, $d->{arguments}));
}

# Those of a session are made in the order in which they were sent.
sub play_burst {
	my ($p) = @_;
	# Of different ones, any may come first.
	local $p->{only} = (some_session($p))[0] or return;
	my @planned = map { plan_edit($p, 1) } 1 .. 2 + below(5);
	push @{$p->{talk}}, '# (at once)';
	my @said = map { start_call($p, $_->{tool}, $_->{arguments}) } @planned;
	compare_edit($p, $planned[$_], $said[$_]) for 0 .. $#planned;
}

# The edit was kept or was not: whoever comes next sees which.
sub settle {
	my ($p, $s, $before, $change) = @_;
	my $now = call($p, get_model => {session => $s->{name}})->{revision};
	return if $now == last_of($s);
	die "revision $now after the kill\n" if $now != $before;
	$#{$s->{revisions}} = $before;
	$s->{change} = $change;
}

sub play_killed_edit {
	my ($p) = @_;
	my @before = map { [$_, last_of($_), $_->{change}] }
		@{$world->{sessions}};
	my $d = plan_edit($p, 1);
	start_call($p, $d->{tool}, $d->{arguments});
	select undef, undef, undef, below(6) / 1000;
	stop_server($p, 'kill');
	for (@before) {
		settle($p, @$_) if last_of($_->[0]) != $_->[1];
	}
}

1;
