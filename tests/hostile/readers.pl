#!/usr/bin/perl
# A text in another language than SMT-LIB, or a long one, is read in a worker:
# whatever it is, its call is answered, and the server answers pings meanwhile.
use strict;
use warnings;
use FindBin qw($Bin);
use Time::HiRes qw(time);

require "$Bin/harness.pl";

our $late_s;
my %with = (flags => '--workers 2 --memory-mb 1024 --tools core,json');

# Pings until the call is answered; returns its result.
sub call_with_pings {
	my ($s, $tool, $arguments) = @_;
	my $until = time + 4 * $late_s;
	my $id = $s->start_call($tool => $arguments);
	until ($s->{replies}{$id}) {
		die "it is not answered\n" if time > $until;
		$s->request('ping');
		$s->read_message(time + 0.02);
	}
	return $s->result($id);
}

sub expect_read {
	my ($tool, $arguments, $said) = @_;
	return sub {
		my ($s) = @_;
		$s->answer(open_session => {name => 's'});
		my $result = call_with_pings($s, $tool, $arguments);
		my $text = $result->{content}[0]{text};
		die substr($text, 0, 600), "\n" if $text !~ $said;
		$s->request('ping');
	};
}

my @of_session = (session => 's');
my $small = '1e-99999999999999999999';

# What hung or ended the server.
test('a number with an exponent beyond every integer is refused in data' =>
	expect_read(add_item => {@of_session, content => qq({"x": $small})},
		qr/exponent of \Q$small\E is too large/), %with);
test('a number with an exponent beyond every integer is refused in FlatZinc' =>
	expect_read(solve_smtlib => {smtlib => "var float: x;\n" .
		"constraint float_le(x, $small);\nsolve satisfy;\n"},
		qr/exponent/), %with);
for my $pairs ([1], ['a', 'b']) {
	test("the pairs [@$pairs] are refused" =>
		expect_read(add_item => {@of_session,
			data => {t => {pairs => $pairs}}}, qr/pairs/), %with);
}

# What kept it busy. Whether a worker reads the text in time depends on the
# machine; a refusal says what to do.
my $read = qr/sat|Imported|too|more than|the limit is|within \d+ ms|\d+ MB/;
my $rows = join '', map { "$_,$_.5,a$_\\n" } 1 .. 400_000;
for (['half a million declarations' => solve_smtlib => {smtlib =>
	join '', map { "(declare-const a$_ Int)" } 1 .. 500_000}],
	['half a million declarations to be imported' => import_model => {
	@of_session, smtlib => join '', map { "(declare-const a$_ Int)" }
	1 .. 500_000}],
	['many variables of FlatZinc' => solve_smtlib => {smtlib =>
	join('', map { "var 1..9: a$_;\n" } 1 .. 600_000) . "solve satisfy;\n"}],
	['long sums of FlatZinc' => solve_smtlib => {smtlib =>
	join('', map { "var 1..9: a$_;\n" } 1 .. 2000) . 'constraint int_lin_le([' .
	join(',', (1) x 400_000) . '],[' . join(',', map { 'a' . (1 + $_ % 2000) }
	1 .. 400_000) . "],9);\nsolve satisfy;\n"}],
	['a long CSV' => add_item => {@of_session, data => {t => {csv =>
	"k,v,name\n" . $rows =~ s/\\n/\n/gr}}}],
	['a long expression of the JSON DSL' => solve_json => {program => {
	variables => [{name => 'x', sort => 'Int'}], sorts => [],
	knowledge_base => [join ' and ', ('x > 0') x 1_500_000],
	verifications => [{name => 'v', constraint => 'x > 1'}]}}],
	['a long CNF' => solve_smtlib => {smtlib => "p cnf 9 900000\n" .
	join '', ("1 -2 3 0\n") x 900_000}]) {
	my ($what, $tool, $arguments) = @$_;
	test("pings come back while there is to be read: $what" =>
		expect_read($tool => $arguments, $read), %with);
}

# A message of millions of values is refused before they are all made.
test('a message of too many values is refused' => sub {
	my ($s) = @_;
	my $before = $s->cpu_s;
	$s->put(raw_call(1, 'solve_json', '{"program":{"x":[' .
		('1,' x 7_000_000) . '1]}}') . "\n");
	expect($s, 'too many values');
	die "it takes too long\n" if $s->cpu_s - $before > 1;
}, %with);

# A term is read in the server.
test('a term that is longer than an item may be is refused' =>
	expect_read(prove => {@of_session, property =>
		'(or ' . 'true ' x 300_000 . 'true)'},
		qr/at most 1048576 bytes, and one has 1500009/), %with);

# The worker hands on no more than a session can have.
test('expectations of an export after the first 1000 are left out' =>
	expect_read(import_model => {@of_session, export => {
		format => 'satchel', version => 1, items => [], expectations => [
		map { {name => "e$_", status => 'sat'} } 1 .. 1001]}},
		qr/1001 expectations.*after the first 1000 were left out/), %with);
test('options of an export after the first 100 are left out' =>
	expect_read(import_model => {@of_session, export => {
		format => 'satchel', version => 1, items => [], options => {
		timeout_ms => 7, map { ("o$_" => 1) } 1 .. 200}}},
		qr/options .*after the first 100 were left out/), %with);

done_testing();
