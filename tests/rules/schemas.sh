#!/usr/bin/env bash
# Our schemas keep to the subset of JSON Schema that src/json/schema.h enforces,
# and are not at odds with themselves: what is required is a property, a default
# fits, the branches of an anyOf have a type each.
# shellcheck source=tests/rules/tap.bash
. "$(dirname "$0")/tap.bash"

# lint: JSON on lines, NAME and a tab before each; says what is wrong.
lint() {
	perl -e '
		require "./tests/client.pl";
		my %kinds = (anyOf => "array", properties => "object",
			required => "array", items => "object", enum => "array",
			additionalProperties => "object boolean",
			minimum => "integer number", maximum => "integer number",
			default => ".", map({ $_ => "integer" } qw(minLength
			maxLength minItems maxItems)),
			map({ $_ => "string" } qw(type description title)));

		sub faults {
			my ($s) = @_;
			return "no object" if ref $s ne "HASH";
			my @all = map { my $kind = Client::kind($s->{$_});
				!$kinds{$_} ? "$_ is not enforced" :
				$kind =~ /$kinds{$_}/ || $kinds{$_} =~ /$kind/ ? ()
				: "$_ is of type $kind" } sort keys %$s;
			my (%types, @branches) = ();
			@branches = @{$s->{anyOf}} if ref $s->{anyOf};
			push @all, "anyOf has two branches of a type" if grep {
				$types{ref && $_->{type} || ""}++ } {}, @branches;
			push @all, map { "$_ is required and no property" } grep {
				!$s->{properties}{$_} } @{$s->{required} // []};
			push @all, Client::misfit($s, $s->{default}, "default") || ()
				if exists $s->{default} && !@all;
			return @all, map { faults($_) } @branches,
				values %{$s->{properties} // {}},
				grep { Client::kind($_) eq "object" }
				@$s{qw(items additionalProperties)};
		}

		while (<STDIN>) {
			my ($name, $text) = split /\t/, $_, 2;
			print "$name: $_\n" for faults($Client::json->decode($text));
		}'
}

# The schemas as clients see them, and those of the DSL and of the engines.
schemas=$(perl -e '
	require "./tests/client.pl";
	my $s = Client->new(flags => "--tools all");
	sub say_it { print "$_[0]\t", $Client::json->encode($_[1]), "\n" }
	for my $tool (@{$s->request("tools/list")->{tools}}) {
		say_it("$_ of $tool->{name}", $tool->{$_})
			for qw(inputSchema outputSchema);
	}
	for my $file (glob "schema/json_dsl.json schema/knowledge/schema.json " .
		"schema/knowledge/algorithms/*.json") {
		open my $in, "<", $file or die;
		my $page = $Client::json->decode(do { local $/; <$in> });
		say_it($file, $page) if $page->{type};
		say_it("input of $file", $page->{input}) if $page->{input};
	}')
verdict 'there are schemas' "$([ "$(wc -l <<<"$schemas")" -gt 60 ] || echo no)"
verdict 'every schema is one that we enforce' "$(lint <<<"$schemas")"

for wrong in '{"oneOf":[]}' '{"minLength":1.5}' '{"type":["string","null"]}' \
	'{"anyOf":[{"type":"null"},{}]}' 'true' \
	'{"anyOf":[{"type":"string"},{"type":"string"}]}' \
	'{"properties":{"a":{}},"required":["b"]}' \
	'{"type":"integer","minimum":1,"default":0}' \
	'{"type":"integer","default":"5"}' \
	'{"properties":{"a":{"items":{"x":1}}}}'; do
	verdict "$wrong is none" "$([ -n "$(printf 'x\t%s\n' "$wrong" | lint)" ] ||
		echo 'nobody has noticed')"
done
finish
