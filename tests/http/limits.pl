#!/usr/bin/perl
# What accounts may use of a server that they share, and that the first solve of
# one begins although another one has all workers.
use strict;
use warnings;
use FindBin qw($Bin);
use JSON::PP;
use Test::More;
use Time::HiRes qw(time sleep);

require "$Bin/accounts_client.pl";

no warnings 'once';
my $cubes = $Http::cubes;
my $ping = {id => 1, method => 'ping'};

# An open call of a solve that takes as long as it may.
sub long_solve {
	my ($s, $id, $ms) = @_;
	return $s->open_post(Http::call($id, 'solve_smtlib',
		{smtlib => $cubes, timeout_ms => $ms}));
}

sub first_solve_s {
	my ($s) = @_;
	my $begun = time;
	my $body = $s->post(Http::call(1, solve_smtlib =>
		{smtlib => '(declare-const x Int)(assert (> x 5))(check-sat)'}))
		->{body};
	$body =~ /"status":"sat"/ or die "it is $body\n";
	return time - $begun;
}

Accounts::test('the first solve of an account begins although another has all' => sub {
	my ($s, $as, $client) = @_;
	my ($alice, $bob, $carl) = @$as{qw(alice bob carl)};
	Accounts::satchel($client, 'account', 'set', 'alice', 'solves=10');
	my @long = map { long_solve($alice, $_, 12000) } 1 .. 6;
	$s->becomes(sub { $s->solving >= 2 }) or die "alice does not solve\n";
	for my $who ($bob, $carl) {
		my $took = first_solve_s($who);
		die "the first solve took $took s\n" if $took > 6;
	}
	for my $c (@long) {
		my $r = Http::response($c);
		$r->{body} =~ /timeout|unknown/ or die "alice gets $r->{body}\n";
	}
}, accounts => ['alice', 'bob', 'carl']);

Accounts::test('an account has so many solves at once, and so many that wait' => sub {
	my ($s, $as, $client) = @_;
	my ($alice, $bob) = @$as{qw(alice bob)};
	Accounts::satchel($client, 'account', 'set', 'alice', $_)
		for 'solves=1', 'waiting=2';
	my @long = map { long_solve($alice, $_, 5000) } 1 .. 5;
	my $took = first_solve_s($bob);
	die "bob's solve took $took s\n" if $took > 4;
	my @bodies = map { Http::response($_)->{body} } @long;
	my $refused = grep { /2 solves of this account wait already/ } @bodies;
	die "$refused were refused: @bodies\n" if $refused != 2;
});

Accounts::test('an account has so many sessions' => sub {
	my ($s, $as, $client) = @_;
	Accounts::satchel($client, 'account', 'set', 'alice', 'sessions=2');
	$as->{alice}->answer(open_session => {session => $_}) for 'a', 'b', 'a';
	my $r = $as->{alice}->post(Http::call(1, open_session => {}));
	$r->{body} =~ /2 sessions, which is its limit/ or die "$r->{body}\n";
	$as->{bob}->answer(open_session => {session => $_}) for 'a' .. 'd';
});

Accounts::test('an account has so many requests per second' => sub {
	my ($s, $as, $client) = @_;
	Accounts::satchel($client, 'account', 'set', 'alice', 'requests=5');
	my @got = map { $as->{alice}->post($ping) } 1 .. 20;
	my @refused = grep { $_->{status} == 429 } @got;
	@refused > 5 && $got[0]{status} == 200 or
		die scalar(@refused) . " of 20 were refused\n";
	$refused[0]{headers}{'retry-after'} == 1 or die "no Retry-After\n";
	$as->{bob}->post($ping)->{status} == 200 or die "bob is refused\n"
		for 1 .. 10;
	sleep 1.1;
	$as->{alice}->post($ping)->{status} == 200 or die "still refused\n";
	Accounts::satchel($client, 'account', 'set', 'alice', 'requests=-1');
	$as->{alice}->post($ping)->{status} == 200 or die "not the default\n"
		for 1 .. 20;
});

my $client = Client->prepare;
Accounts::add($client, 'alice');
for my $words ('alice solves=0', 'alice solves=x', 'alice solves', 'alice x=1',
	'alice requests=999999999', 'bob solves=1') {
	Accounts::satchel($client, 'account', 'set', split ' ', $words);
	isnt($? >> 8, 0, "$words is refused");
}
done_testing;
