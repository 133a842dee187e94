# What the tools say of a database: all that a migration must keep. The texts of
# items, notes, names, the history, options, expectations, memos, runs, solutions
# and the export of every revision.
package Readings;
use strict;
use warnings;

# Sets what depends on the moment and not on the database.
sub steady {
	my ($answer) = @_;
	delete $answer->{message};
	# An export says which programs wrote it.
	delete $answer->{bytes};
	$answer->{text} =~ s/^"made_by": .*\n//m if defined $answer->{text};
	return $answer;
}

# Returns the readings of one session.
sub session {
	my ($s, $name) = @_;
	my %of = (session => $name);
	my %is = map { $_ => steady($s->answer($_, {%of})) }
		qw(get_model get_memo configure);
	$is{history} = steady($s->answer(get_history =>
		{%of, from_revision => 0, count => 1000, diff => \1}));
	my $last = $is{get_model}{revision};
	$is{exports} = [map { steady($s->answer(export_model =>
		{%of, format => 'json', revision => $_})) } 0 .. $last];
	my $solution = $s->call(get_solution => {%of});
	$is{solution} = steady($solution->{structuredContent} //
		{refused => $solution->{content}[0]{text}});
	return \%is;
}

# Returns the readings of all sessions, by name.
sub database {
	my ($s) = @_;
	my $list = $s->answer('list_sessions');
	return {list => steady($list), sessions => {map {
		$_->{session} // $_->{name} => session($s, $_->{session} // $_->{name})
	} @{$list->{sessions}}}};
}

1;
