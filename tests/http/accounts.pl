#!/usr/bin/perl
# Accounts over HTTP: who is let in, and what a stranger learns of sessions that
# are not shared: nothing.
use strict;
use warnings;
use FindBin qw($Bin);
use JSON::PP;
use Test::More;
use Time::HiRes qw(time sleep);

require "$Bin/accounts_client.pl";

my $ping = {id => 1, method => 'ping'};
no warnings "once";
my $canary = 'canary4711';

sub status_of {
	my ($s, %headers) = @_;
	return $s->post($ping, %headers)->{status};
}

# What a tool says, of a refusal its text.
sub said {
	my ($s, $tool, $arguments) = @_;
	return $s->post(Http::call(1, $tool, $arguments))->{body};
}

Accounts::test('the token of an account opens the door until it is revoked' => sub {
	my ($s, $as, $client) = @_;
	my $alice = $as->{alice};
	status_of($alice) == 200 or die "alice is refused\n";
	my $no = $s->post($ping, Authorization => undef);
	$no->{status} == 401 && $no->{headers}{'www-authenticate'} or
		die "$no->{status} without a token\n";
	for my $wrong ('satchel_' . '0' x 64, substr($alice->{token}, 0, -1),
		"$alice->{token}0", $alice->{token} =~ tr/0-9a-f/1-9a-f0/r, '%',
		"' OR 1 --") {
		my $status = status_of($s, Authorization => "Bearer $wrong");
		die "$status for $wrong\n" if $status != 401;
	}
	my %session = $alice->begin('2025-06-18');
	Accounts::satchel($client, 'account', 'revoke', 'alice') =~ /refused from now/ or
		die "alice is not revoked\n";
	status_of($alice) == 401 or die "the revoked token counts\n";
	status_of($alice, %session) == 401 or die "its session counts\n";
	status_of($as->{bob}) == 200 or die "bob is refused\n";
	$alice->{token} = Accounts::add($client, 'alice');
	my $again = $alice->post($ping);
	$again->{status} == 200 or
		die "the new token gets $again->{status} $again->{body}\n";
}, flags => '--log-level debug');

Accounts::test('accounts may give their sessions the same name' => sub {
	my ($s, $as) = @_;
	for my $who ('alice', 'bob') {
		my $made = $as->{$who}->answer(open_session => {session => 'm'});
		$made->{created} && $made->{session} eq 'm' or
			die "$who gets $made->{session}\n";
		$as->{$who}->answer(add_item => {session => 'm',
			content => "(declare-const of_$who Int)"});
	}
	for my $who ('alice', 'bob') {
		my $text = $as->{$who}->answer(get_model =>
			{session => 'm'})->{text};
		$text =~ /of_$who/ or die "$who sees $text\n";
		my @names = map { $_->{name} } @{$as->{$who}->answer(
			list_sessions => {})->{sessions}};
		"@names" eq 'm' or die "$who sees the sessions @names\n";
	}
});

# Alice's session with the canary in each of its parts, and her job.
sub make_secret {
	my ($alice) = @_;
	$alice->answer(open_session => {session => $canary,
		description => $canary});
	$alice->answer(add_item => {session => $canary, name => $canary,
		content => "(declare-const ${canary}_x Int)", note => $canary});
	$alice->answer(edit_memo => {session => $canary, line_start => 1,
		content => $canary});
	return $alice->answer(solve_model => {session => $canary,
		background => JSON::PP::true})->{job};
}

# Every tool that takes a session, with what else it needs.
my %tools = (
	open_session => {copy_of => undef, session => 'branch'},
	add_item => {content => '(declare-const extra Int)'},
	replace_item => {index => 0, content => '(declare-const extra Int)'},
	delete_item => {index => 0},
	clear_model => {},
	edit_model => {edits => [{op => 'add', content => '(declare-const extra Int)'}]},
	get_model => {},
	get_history => {},
	restore_model => {revision => 0},
	solve_model => {},
	prove => {property => 'true'},
	expect => {},
	get_solution => {},
	import_model => {smtlib => '(declare-const extra Int)'},
	export_model => {format => 'json'},
	delete_session => {},
	configure => {options => {timeout_ms => 5}},
	get_memo => {},
	edit_memo => {line_start => 1, content => 'x'},
	get_solve_time => {},
);

# The answer about a session that is there must be the one about a session that
# is not, but for the name.
sub same_as_nothing {
	my ($bob, $what, $ask) = @_;
	my ($there, $not) = map { $ask->($_) } "alice/$canary", 'alice/nothing999';
	my $given = $there =~ s{\Qalice/$canary\E}{alice/NAME}gr =~
		s{alice%2F$canary}{alice%2FNAME}gr;
	$not =~ s{alice/nothing999}{alice/NAME}g;
	$not =~ s{alice%2Fnothing999}{alice%2FNAME}g;
	die "$what says\n$there\nand of no session\n$not\n" if $given ne $not;
	die "$what shows the canary: $there\n" if index($given, $canary) >= 0;
}

Accounts::test('a stranger learns nothing of a session by any tool' => sub {
	my ($s, $as) = @_;
	my ($alice, $bob) = @$as{qw(alice bob)};
	my $job = make_secret($alice);
	$bob->answer(open_session => {session => 'own'});
	for my $tool (sort keys %tools) {
		my %more = %{$tools{$tool}};
		same_as_nothing($bob, $tool, sub {
			return said($bob, $tool, {%more, exists $more{copy_of} ?
				(copy_of => $_[0]) : (session => $_[0])});
		});
	}
	same_as_nothing($bob, 'open', sub {
		said($bob, 'open_session', {session => $_[0]}) });
	same_as_nothing($bob, 'compare', sub {
		said($bob, 'get_history', {session => 'own', compare => $_[0]}) });
	for my $name ($canary, "local/$canary", "bob/$canary") {
		my $text = said($bob, 'get_model', {session => $name});
		$text =~ /no session/ or die "$name: $text\n";
	}
	for my $action ({}, {action => 'cancel'}) {
		my ($there, $not) = map { said($bob, 'job', {%$action, job => $_})
			=~ s/job $_/job N/gr } $job, 999;
		die "job says\n$there\nand of no job\n$not\n" if $there ne $not;
	}
	my $all = said($bob, 'list_sessions', {match => substr $canary, 0, 5});
	die "list_sessions: $all\n" if $all =~ /canary4/;
	my $items = said($alice, 'get_model', {session => $canary});
	$items =~ /${canary}_x/ or die "the session was changed: $items\n";
}, flags => '--tools all');

Accounts::test('a stranger learns nothing by resources and completion' => sub {
	my ($s, $as) = @_;
	my ($alice, $bob) = @$as{qw(alice bob)};
	make_secret($alice);
	my $templates = $bob->post({id => 1,
		method => 'resources/templates/list'})->{json}{result};
	my @uris = grep { /\{session\}/ } map { $_->{uriTemplate} }
		@{$templates->{resourceTemplates}};
	@uris > 5 or die "few templates: @uris\n";
	for my $uri (@uris) {
		same_as_nothing($bob, $uri, sub {
			my ($name) = map { s{/}{%2F}r } $_[0];
			return $bob->post({id => 1, method => 'resources/read',
				params => {uri => $uri =~ s/\{session\}/$name/r}})
				->{body};
		});
	}
	for my $ask ({method => 'resources/list'},
		{method => 'resources/read', params => {uri => 'satchel://sessions'}},
		{method => 'completion/complete', params => {ref => {
			type => 'ref/resource', uri => $uris[0]}, argument => {
			name => 'session', value => ''}}},
		{method => 'completion/complete', params => {ref => {
			type => 'ref/resource', uri => $uris[0]}, argument => {
			name => 'session', value => 'alice/'}}},
		{method => 'completion/complete', params => {ref => {
			type => 'ref/prompt', name => 'explain_conflict'}, argument => {
			name => 'item', value => ''}, context => {arguments => {
			session => "alice/$canary"}}}}) {
		my $body = $bob->post({id => 1, %$ask})->{body};
		die "$ask->{method}: $body\n" if index($body, $canary) >= 0;
	}
}, flags => '--tools all');

Accounts::test('a stranger is told of no change' => sub {
	my ($s, $as) = @_;
	my ($alice, $bob) = @$as{qw(alice bob)};
	make_secret($alice);
	my @uris = map { "satchel://session/$_/items" } "alice%2F$canary", $canary;
	my ($message, %headers) = Http::modern({id => 'l',
		method => 'subscriptions/listen', params => {notifications => {
		resourcesListChanged => JSON::PP::true,
		resourceSubscriptions => [@uris, 'satchel://sessions']}}});
	my $stream = $bob->open_post($message, %headers);
	my $granted = Http::event($stream)->{params}{notifications};
	"@{$granted->{resourceSubscriptions}}" eq 'satchel://sessions' or
		die "granted: @{$granted->{resourceSubscriptions}}\n";
	my %session = $bob->begin('2025-06-18');
	for my $uri (@uris) {
		my $r = $bob->post({id => 2, method => 'resources/subscribe',
			params => {uri => $uri}}, %session);
		$r->{json}{error} or die "subscribed: $r->{body}\n";
	}
	$alice->answer(add_item => {session => $canary, content => '(declare-const extra Int)'});
	$alice->answer(open_session => {session => 'another'});
	sleep 2.5; # two polls
	$bob->answer(open_session => {session => 'own'});
	my $event = Http::event($stream);
	$event->{method} =~ /changed|updated/ or die "$event->{method}\n";
	index($stream->{events} . JSON::PP::encode_json($event), $canary) < 0 or
		die "the stream shows the canary\n";
	my @more = (Http::event($stream))[0];
	my %seen = map { $_->{method} => ++$stream->{seen} } $event, @more;
	keys %seen == 2 or die "told of alice's changes: " .
		JSON::PP::encode_json([$event, @more]) . "\n";
}, flags => '--tools all');

Accounts::test('the id of a session of MCP is of no use to another account' => sub {
	my ($s, $as) = @_;
	my ($alice, $bob) = @$as{qw(alice bob)};
	my %session = $alice->begin('2025-06-18');
	$alice->answer(open_session => {session => $canary});
	my $r = $alice->post({id => 1, method => 'resources/subscribe', params =>
		{uri => "satchel://session/$canary/items"}}, %session);
	$r->{json}{result} or die "not subscribed: $r->{body}\n";
	my $stream = $bob->get(%session);
	Http::read_head($stream);
	$alice->answer(add_item => {session => $canary, content => '(declare-const extra Int)'});
	sleep 2.5;
	1 while eval { Http::more($stream, 1) };
	die "bob hears: $stream->{bytes}\n" if $stream->{bytes} =~ /$canary/;
});

Accounts::test('a session is shared for reading, for editing, and no more' => sub {
	my ($s, $as, $client) = @_;
	my ($alice, $bob) = @$as{qw(alice bob)};
	make_secret($alice);
	my $name = "alice/$canary";
	Accounts::satchel($client, 'share', $name, 'bob', '--read-only') =~ /reading/ or die;
	my $text = said($bob, 'get_model', {session => $name});
	$text =~ /${canary}_x/ or die "bob does not see it: $text\n";
	my $uri = "satchel://session/alice%2F$canary/items";
	my $read = $bob->post({id => 1, method => 'resources/read',
		params => {uri => $uri}})->{body};
	$read =~ /${canary}_x/ or die "bob cannot read it: $read\n";
	$bob->post({id => 1, method => 'resources/list'})->{body} =~ /\Q$uri\E/ or
		die "the list has other addresses\n";
	$bob->answer(solve_model => {session => $name});
	my $before = $alice->answer(get_model => {session => $canary})->{revision};
	for my $tool (qw(add_item replace_item delete_item clear_model edit_model
		restore_model import_model delete_session configure edit_memo)) {
		my $text = said($bob, $tool, {%{$tools{$tool}}, session => $name});
		$text =~ /"isError":true/ && $text =~ /shared for reading|owner/ or
			die "$tool: $text\n";
	}
	$text = said($bob, 'expect', {session => $name, status => 'sat'});
	$text =~ /shared for reading/ or die "expect: $text\n";
	$text = said($bob, 'open_session', {session => $name, description => 'd'});
	$text =~ /shared for reading/ or die "open_session: $text\n";
	my $after = $alice->answer(get_model => {session => $canary})->{revision};
	$before == $after or die "it was edited\n";

	Accounts::satchel($client, 'share', $name, 'bob') =~ /editing/ or die;
	$bob->answer(add_item => {session => $name,
		content => '(declare-const by_bob Int)'});
	$text = said($alice, 'get_history', {session => $canary});
	$text =~ /by bob: add_item/ && $text =~ /"author":"bob"/ or
		die "who edited is not said: $text\n";
	said($bob, 'delete_session', {session => $name}) =~ /Only its owner/ or
		die "bob may delete it\n";
	my $copy = $bob->answer(open_session => {copy_of => $name,
		session => 'mine'});
	$copy->{session} eq 'mine' or die "the branch is $copy->{session}\n";

	Accounts::satchel($client, 'unshare', $name, 'bob') =~ /not shared/ or die;
	same_as_nothing($bob, 'get_model', sub {
		said($bob, 'get_model', {session => $_[0]}) });
}, flags => '--tools all');

Accounts::test('the local user and accounts share what they are told to' => sub {
	my ($s, $as, $client) = @_;
	my ($alice, $bob) = @$as{qw(alice bob)};
	Accounts::satchel($client, 'call', 'open_session', '{"session": "home"}');
	Accounts::satchel($client, 'share', 'home', 'bob');
	$bob->answer(add_item => {session => 'local/home',
		content => '(declare-const x Int)'});
	said($alice, 'get_model', {session => 'local/home'}) =~ /no session/ or die;
	Accounts::satchel($client, 'show', 'home') =~ /declare-const x/ or
		die "the local user does not see the edit\n";
	$alice->answer(open_session => {session => 'hers'});
	Accounts::satchel($client, 'show', 'alice/hers') =~ /no session/ or
		die "the local user sees what is not shared\n";
	Accounts::satchel($client, 'share', 'alice/hers', 'local');
	my $shown = Accounts::satchel($client, 'show', 'alice/hers');
	$shown =~ /empty/ or
		die "the local user does not see what is shared: $shown\n";
});

Accounts::test('an account that may only read changes nothing' => sub {
	my ($s, $as, $client) = @_;
	my $eve = $as->{eve};
	for my $tool (qw(open_session import_model)) {
		my $text = said($eve, $tool, {%{$tools{$tool}}, session => 'x',
			copy_of => undef});
		$text =~ /"isError":true/ or die "$tool: $text\n";
	}
	Accounts::satchel($client, 'call', 'open_session', '{"session": "home"}');
	Accounts::satchel($client, 'share', 'home', 'eve');
	my $text = said($eve, 'add_item', {session => 'local/home',
		content => '(declare-const extra Int)'});
	$text =~ /may only read/ or die "add_item: $text\n";
	said($eve, 'open_session', {session => 'new'}) =~ /may only read/ or die;
	said($eve, 'get_model', {session => 'local/home'}) =~ /isError/ and die;
}, accounts => ['eve --read-only']);

my $folder = Client->prepare;
my $path = "$folder->{folder}/http.sock";
Accounts::test('a proxy on a Unix socket says whose a request is' => sub {
	my ($s, $as) = @_;
	my $proxy = bless {%$s, token => undef}, 'Http';
	my @as = map { ['X-User' => $_] } 'alice', 'bob';
	status_of($proxy, @$_) == 200 or die "@$_ is refused\n" for @as;
	status_of($proxy) == 401 or die "nobody is let in\n";
	status_of($proxy, 'X-User' => $_) == 403 or die "$_ is let in\n"
		for 'carl', '', 'local', 'Alice', 'alice,bob';
	status_of($proxy, 'Authorization' => "Bearer $as->{alice}{token}") == 401
		or die "a token takes the place of the header\n";
	my $twice = $proxy->text_of(POST => Http::message($ping),
		'X-User' => 'alice') =~ s/\r\n/\r\nx-user: bob\r\n/r;
	$proxy->raw($twice)->{status} == 400 or die "two headers are taken\n";
}, address => "unix:$path", flags => '--identity-header X-User');

Accounts::test('whoever runs the server sees how it is, without a token' => sub {
	my ($s, $as) = @_;
	$as->{alice}->answer(open_session => {session => $canary});
	said($as->{alice}, 'get_model', {session => 'nothing'});
	my $get = sub {
		my ($path, %headers) = @_;
		return $s->raw($s->text_of('GET', undef, Authorization => undef,
			%headers) =~ s{/mcp}{$path}r);
	};
	$get->($_)->{body} eq "ok\n" or die "$_ is not ok\n"
		for '/healthz', '/readyz';
	my $r = $get->('/metrics');
	$r->{status} == 200 or die "metrics get $r->{status}\n";
	for my $line ('satchel_calls_total{tool="open_session",outcome="answered"} 1',
		'satchel_calls_total{tool="get_model",outcome="refused"} 1',
		'satchel_queue_length 0') {
		$r->{body} =~ /^\Q$line\E$/m or die "no $line in $r->{body}\n";
	}
	$r->{body} =~ /^satchel_database_bytes [1-9]/m or die "no size\n";
	$r->{body} =~ /$canary|alice/ and die "a name is in the metrics\n";
	$get->('/metrics', Host => 'evil.example.com')->{status} == 403 or
		die "pages of other sites see the metrics\n";
});

Accounts::test('the log is JSON, and says who called what, not with which text' => sub {
	my ($s, $as) = @_;
	$as->{alice}->answer(open_session => {session => $canary,
		description => "\"$canary\" \\ \x{fc}"});
	# AddressSanitizer has lines of its own.
	my @lines = map { $Http::json->decode($_) } grep { !/^==\d+==/ }
		split /\n/, $s->{client}->log;
	my @calls = grep { $_->{message} =~
		/^call of open_session by alice: answered after \d+ ms$/ } @lines;
	@calls == 1 && $calls[0]{level} eq 'info' && $calls[0]{time} =~ /^2/ or
		die "no line about the call\n";
	index($s->{client}->log, $canary) < 0 or die "contents are logged\n";
}, flags => '--log-json');

sub refuses {
	my ($words, $pattern, $sentence, $client) = @_;
	my $said = Accounts::satchel($client, 'serve', split ' ', $words);
	like($said, $pattern, $sentence);
	is($? >> 8, 2, "$sentence: as wrong usage");
}
my $empty = Client->prepare;
my $full = Client->prepare;
Accounts::add($full, 'alice');
refuses("--http $_", qr/satchel account add NAME/,
	"$_ needs accounts", $empty) for '0.0.0.0:0', '[::]:0', '192.0.2.1:1';
refuses('--http 0 --identity-header X', qr/needs --http unix:PATH/,
	'an identity header needs a Unix socket', $full);
refuses("--http unix:$empty->{folder}/s --identity-header X",
	qr/account add/, 'an identity header needs accounts', $empty);
refuses('--http 0 --no-token', qr/without accounts/,
	'accounts are not for everybody', $full);

done_testing;
