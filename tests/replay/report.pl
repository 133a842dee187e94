# What a talk prints: TAP, one test per expectation, or the conversation itself
# for a person, in which a failed expectation goes to stderr.
package Report;
use strict;
use warnings;
use JSON::PP ();

my ($width, $short) = (78, 60);
my ($bold, $blue, $red, $plain) = map { "\e[${_}m" } 1, 34, 31, 0;
my $json = JSON::PP->new->canonical->allow_nonref;

sub new {
	my ($class, %o) = @_; # file, is_show
	return bless {tests => 0, failures => 0, is_coloured => -t STDOUT, %o},
		$class;
}

sub add_test {
	my ($r, $name, $line, $why) = @_;
	$r->{tests}++;
	print $why eq '' ? 'ok' : 'not ok', " $r->{tests} - $name\n"
		if !$r->{is_show};
	return if $why eq '';
	$r->{failures}++;
	my $out = $r->{is_show} ? *STDERR : *STDOUT;
	print $out $r->{file}, $line ? ":$line" : '', ":\n" if $r->{is_show};
	print $out $why =~ s/\n*\z/\n/r =~ s/^/#   /mgr;
}

# A step's test. `why` is what went wrong, lines and all; '': it passed.
sub test {
	my ($r, $step, $why) = @_;
	my ($begin) = $step->{text} =~ /^(.{0,60})/;
	$r->add_test("$r->{file}:$step->{line} " . join(' ', $step->{sign},
		grep { $_ ne '' } $step->{word}, $begin), $step->{line}, $why);
}

# A test that stands at no line of the file.
sub whole {
	my ($r, $what, $why) = @_;
	$r->add_test("$r->{file} $what", 0, $why);
}

# The exit code of the program.
sub end {
	my ($r) = @_;
	print "1..$r->{tests}\n" if !$r->{is_show};
	return $r->{failures} > 0;
}

# --- the conversation ---------------------------------------------------------

sub show {
	my ($r, $colour, @lines) = @_;
	return if !$r->{is_show};
	my $text = join '', map { "$_\n" } @lines;
	print $r->{is_coloured} ? "$colour$text$plain" : $text;
	$r->{is_spaced} = 0;
}

sub space {
	my ($r) = @_;
	print "\n" if $r->{is_show};
	$r->{is_spaced} = 1;
}

# Filled to the width.
sub fill {
	my ($text) = @_;
	my @lines = ('');
	for (split ' ', $text) {
		push @lines, '' if $lines[-1] ne '' &&
			length($lines[-1]) + 1 + length > $width;
		$lines[-1] .= $lines[-1] eq '' ? $_ : " $_";
	}
	return @lines;
}

sub narration {
	my ($r, $text) = @_;
	my @paragraphs = map { ['', fill($_)] } grep { /\S/ } split /\n\n/, $text;
	shift @{$paragraphs[0] // []};
	$r->space if !$r->{is_spaced};
	$r->show($bold, map { @$_ } @paragraphs);
	$r->space;
}

# name: value, the text of a string as it is; or the name that a long one has.
sub argument {
	my ($names, $key, $raw) = @_;
	my $value = $json->decode($raw);
	my $text = $raw =~ /^"/ ? $value : $raw;
	return "    $key: $text"
		if $raw !~ /^"/ || $text !~ /\n/ && length $text <= $short;
	my ($name) = grep { $json->encode($names->{$_}) eq $json->encode($value) }
		sort keys %$names;
	return defined $name ? "    $key: \$$name" :
		("    $key:", map { "        $_" } split /\n/, $text);
}

sub call {
	my ($r, $tool, $members, $names) = @_;
	$r->show($blue, "> $tool", map { argument($names, @$_) } @$members);
}

sub command {
	my ($r, $sign, $text) = @_;
	$r->show($blue, "$sign $text");
}

sub answer {
	my ($r, $is_refused, $text) = @_;
	my $sign = $is_refused ? '  ! ' : '  | ';
	$r->show($is_refused ? $red : '', map { "$sign$_" } split /\n/, $text);
	$r->space;
}

1;
