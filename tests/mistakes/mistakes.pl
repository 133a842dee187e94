#!/usr/bin/perl
# The mistakes that are made in SMT-LIB, each with all that the server says to
# it, word for word, so that a person can read whether it helps. A file is a
# row of cases:
#
#	=== an operator between its arguments
#	--- given
#	(declare-const x Int)
#	--- item
#	(assert (x > 0))
#	--- says
#	The new item, line 1, column 12: ...
#
# `given` are items of the session that are fine; then one try: `item` is
# added, `script` goes to solve_smtlib, `term` is a value that solve_model is
# to evaluate, `property` is to be proved, `call` is a tool and its arguments.
# What the first step of a message to an item gives whole, "Write (assert
# (> x 0)).", has to be accepted: a command as an item, a term in the place of
# the form under the caret or of one around it. No message has a single step.
# Lines before the first === are a comment. --write puts what the server says
# now into the file.
#
#	B=build perl tests/mistakes/mistakes.pl [--write] FILE...
use strict;
use warnings;
use FindBin qw($Bin);
use JSON::PP;

require "$Bin/../client.pl";

my $writes = @ARGV && $ARGV[0] eq '--write' ? shift : '';
my $server = Client->new;
my %m = (session => 'm');
my $number = 0;
binmode STDOUT, ':utf8';

# --- the file -----------------------------------------------------------------

# The comment, and the cases: line, title, given, how, text and says.
sub read_cases {
	my ($file) = @_;
	open my $in, '<:encoding(UTF-8)', $file or die "$file: $!\n";
	my ($head, @cases, $text) = '';
	while (<$in>) {
		if (/^=== (.*)/) {
			push @cases, {line => $., title => $1, given => []};
			$text = \$head; # what follows has no place
		} elsif (@cases && /^--- (.*)/) {
			my $c = $cases[-1];
			my $way = $1;
			$c->{how} = $way if $way !~ /^(?:given|says)$/;
			push @{$c->{given}}, '' if $way eq 'given';
			$text = $way eq 'given' ? \$c->{given}[-1] :
				\$c->{$way eq 'says' ? 'says' : 'text'};
			$$text = '';
		} else {
			$text //= \$head;
			$$text .= $_;
		}
	}
	for my $c (@cases) {
		s/\n+\z// for grep { defined } @$c{qw(text says)},
			@{$c->{given}};
	}
	return ($head =~ s/\n+\z//r, @cases);
}

sub write_cases {
	my ($file, $head, @cases) = @_;
	open my $out, '>:encoding(UTF-8)', $file or die "$file: $!\n";
	print $out "$head\n" if $head ne '';
	for my $c (@cases) {
		print $out "\n=== $c->{title}\n",
			(map { "--- given\n$_\n" } @{$c->{given}}),
			"--- $c->{how}\n$c->{text}\n--- says\n$c->{says}\n";
	}
	close $out or die "$file: $!\n";
}

# --- the server ---------------------------------------------------------------

sub add { return $server->call(add_item => {%m, content => $_[0]}) }

my %try = (
	item => \&add,
	call => sub {
		my ($tool, $arguments) = $_[0] =~ /^(\w+)\s(.*)/s or die;
		return $server->call($tool, JSON::PP->new->decode($arguments));
	},
	script => sub { $server->call(solve_smtlib => {smtlib => $_[0]}) },
	term => sub { $server->call(solve_model => {%m, values => [$_[0]]}) },
	property => sub { $server->call(prove => {%m, property => $_[0]}) },
);

# What is said to the case, in a session of its own with the items given.
sub message_to {
	my ($c) = @_;
	my $try = $try{$c->{how} // ''} or die "nothing is tried\n";
	$server->call($_ => \%m) for qw(delete_session open_session);
	for (@{$c->{given}}) {
		my $said = add($_);
		die "what is given is refused: $said->{content}[0]{text}\n"
			if $said->{isError};
	}
	return $try->($c->{text})->{content}[0]{text} =~ s/\n+\z//r;
}

# --- what a message tells to write --------------------------------------------

# The text that the first step gives whole, or undef. A word in capitals stands
# for something: (declare-const NAME Int).
sub corrected {
	my ($text) = $_[0] =~ /\n1\. Write (\(.*\))\.$/m or return;
	return $text =~ /[A-Z]{2}|[`,]|\.\.\./ ? undef : $text;
}

# A letter alone is a name, of the item or of the one who wrote the step.
sub names {
	return $_[0] =~ /(?<![\w.#-])[A-Za-z](?![\w.-])(?=.)/gsa;
}

# The form around a place: where it begins and ends.
sub form_around {
	my ($text, $from) = @_;
	my $depth = 0;
	do {
		return if $from-- == 0;
		my $c = substr $text, $from, 1;
		$depth += $c eq ')' ? 1 : $c eq '(' ? -1 : 0;
	} until $depth < 0;
	substr($text, $from) =~ /^(\((?:[^()]++|(?1))*\))/ or return;
	return ($from, $from + length $1);
}

# In the place of the form that has the caret, or of one around it.
sub fits_somewhere {
	my ($text, $at, $term) = @_;
	my $end = $at + length((substr($text, $at) =~ /^([^ )(\n]*)/)[0]);
	my $from = $at;
	if (substr($text, $end, 1) eq '(') { # f(x)
		(undef, $end) = form_around($text, $end + 1) or return 0;
	}
	for my $level (0 .. 3) {
		return 1 if !add(substr($text, 0, $from) . $term .
			substr $text, $end)->{isError};
		$from = $at + 1 if $level == 0 && substr($text, $at, 1) eq '(';
		($from, $end) = form_around($text, $from) or return 0;
	}
	return 0;
}

# Whether what the message tells to write is accepted, as far as can be tried.
sub is_right {
	my ($c, $heard) = @_;
	my $text = corrected($heard);
	return 1 if !defined $text || $c->{how} ne 'item';
	if ($text =~ /^\((?:assert |declare-|define-|minimize |maximize )/) {
		# What is not given cannot be there.
		return 1 if $text !~ /^\(d/ && !@{$c->{given}};
		return !add($text)->{isError};
	}
	my ($column) = $heard =~ /line 1, column (\d+)/;
	my %known = map { $_ => 1 } names("$c->{text} ");
	return 1 if !$column || $column > length $c->{text} ||
		grep { !$known{$_} } names($text);
	return fits_somewhere($c->{text}, $column - 1, $text);
}

# What is wrong with what the server says, or ''.
sub fault {
	my ($c, $heard) = @_;
	if ($c->{title} =~ /\[refused by 4\.8 only\]/ && $server->is_lenient) {
		return $heard =~ /Nothing was changed\./ ?
			"it is refused: $heard" : '';
	}
	return "it says:\n$heard\nand not:\n" . ($c->{says} // '')
		if $heard ne ($c->{says} // '');
	return 'it has one step only' if $heard =~ /\nWhat to do:\n1\. / &&
		$heard !~ /\n2\. /;
	return is_right($c, $heard) ? '' :
		'what it tells to write is refused: ' . corrected($heard);
}

my $failed = 0;
for my $file (@ARGV) {
	my ($head, @cases) = read_cases($file);
	for my $c (@cases) {
		my $heard = eval { message_to($c) };
		my $why = defined $heard ? $writes ? '' : fault($c, $heard) : $@;
		$c->{says} = $heard if $writes && defined $heard;
		printf "%sok %d - line %d: %s\n", $why ? 'not ' : '', ++$number,
			$c->{line}, $c->{title} =~ s/#/\\#/gr;
		print $why =~ s/^/# /mgr, "\n" if $why;
		$failed ||= $why;
	}
	write_cases($file, $head, @cases) if $writes;
}
$server->stop;
print "1..$number\n";
exit($failed ? 1 : 0);
