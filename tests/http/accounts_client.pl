# Accounts for the tests over HTTP: a server whose database has some, and each of
# them as a client.
#
#	Accounts::test('a sentence' => sub {
#		my ($s, $as, $client) = @_;
#		$as->{alice}->answer(list_sessions => {});
#	}, accounts => ['alice', 'bob --read-only']);
package Accounts;
use strict;
use warnings;
use FindBin qw($Bin);
use Test::More;

require "$Bin/http.pl";

# What the command line says, with the database of a folder.
sub satchel {
	my ($client, @words) = @_;
	local $ENV{SATCHEL_DB} = "$client->{folder}/satchel.db";
	local $ENV{HOME} = $client->{folder};
	open my $out, '-|', 'sh', '-c', 'exec "$@" 2>&1', 'sh',
		"$client->{build}/satchel", @words or die "satchel: $!\n";
	my $said = do { local $/; <$out> };
	close $out;
	return $said;
}

sub add {
	my ($client, @words) = @_;
	my $said = satchel($client, 'account', 'add', @words);
	return $said =~ /^Authorization: Bearer (satchel_[0-9a-f]{64})$/m ? $1 :
		die "no token: $said\n";
}

# A test with a server whose database has the accounts; each is a copy of the
# server with its token.
sub test {
	my ($sentence, $body, %with) = @_;
	my $holds = eval {
		my $client = Client->prepare;
		my %tokens = map { $_ => add($client, split ' ', $_) }
			@{$with{accounts} // ['alice', 'bob']};
		my $s = Http->new(folder => $client->{folder}, %with);
		my %as = map { (split ' ')[0] =>
			bless {%$s, token => $tokens{$_}}, 'Http' } keys %tokens;
		$body->($s, \%as, $client);
		my $log = $s->{client}->log;
		index($log, $_) < 0 or die "a token is in the log\n"
			for values %tokens;
		$s->stop;
		1;
	};
	ok($holds, $sentence) or diag($@);
}

1;
