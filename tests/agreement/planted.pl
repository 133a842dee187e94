#!/usr/bin/perl
# The comparison of text and structured content finds what disagrees: replies as
# they should be, and each with one thing changed.
#
#	B=build perl tests/agreement/planted.pl
use strict;
use warnings;
use FindBin qw($Bin);
use JSON::PP;
use Test::More;

require "$Bin/../agreement.pl";

my $json = JSON::PP->new->allow_nonref;
my $objective = '{"term": "x", "kind": "maximize", "value": 5,
	"optimal": false, "why_not": "not_proved", "bound": 9}';
my $table = '{"entries": [{"args": [1], "value": 4}, {"args": [2], "value": 5}],
	"else": 4}';

# A tool, a reply's structure and text, and pairs of a part of either and what
# takes its place.
my @replies = (
	[solve_model => '{"status": "sat", "satisfiable": true, "values":
		{"x": 5, "p": true, "r": "1/3", "f": ' . $table . '},
		"objectives": [' . $objective . '], "objective": 5,
		"warnings": ["a warning"]}',
	"sat\nSession a, revision 1.\n" .
		"maximize x = 5 (not proved optimal; none is better than 9)\n" .
		"x = 5\np = true\nr = 1/3 (0.3333333333)\n" .
		"f(1..2) = 4 5; else 4\nwarning: a warning\n",
	['"x": 5' => '"x": null'], ['"x": 5' => '"y": 5'], ['"x": 5' => '"x": 6'],
	['"p": true' => '"p": false'], ['"r": "1/3"' => '"r": "1/2"'],
	['"value": 4' => '"value": null'], ['"value": 5}' => '"value": 6}'],
	['"else": 4' => '"else": 5'], [',
	"else": 4' => ''], ['"status": "sat"' => '"status": "unsat"'],
	['"satisfiable": true' => '"satisfiable": false'],
	['"bound": 9' => '"bound": 8'], ['"value": 5,' => '"value": null,'],
	['"optimal": false' => '"optimal": true'],
	['"not_proved"' => '"unbounded"'], ['"objective": 5' => '"objective": 4'],
	['a warning"' => 'another"'], ["p = true\n" => ''],
	["x = 5\n" => "x = not determined\n"], ['else 4' => 'else not determined'],
	['4 5;' => 'not determined 5;']],
	[solve_model => '{"status": "sat", "values": {"x": null, "f":
		{"entries": [{"args": [1], "value": null}], "else": 0}}}',
	"sat\nx = not determined\nf = 1 -> not determined; else 0\n",
	['"x": null' => '"x": 1'], ['"value": null' => '"value": 0'],
	['{"args": [1], "value": null}' => ''], ["x = not determined\n" => '']],
	[solve_smtlib => '{"status": "sat", "output": "", "values": {"x": -5,
		"q": null}}',
	"; sat\n(\n(define-fun x () Int\n  (- 5))\n)\n; q = not determined\n",
	['"x": -5' => '"x": 5'], ['"x": -5' => '"x": null'],
	['"x": -5,' => ''], ['"q": null' => '"q": 1'],
	["; q = not determined\n" => '']],
	[solve_smtlib => '{"status": "unsat", "output": "", "core": [{"label": "a"},
		{"line": 2}], "core_minimal": true, "solve_time": 1}',
	"; unsat\n(a)\n; line 2: (assert p)\n; minimal: without any\n",
	['"core": [{"label": "a"},
		{"line": 2}]' => '"core": []'], ['"a"' => '"b"'],
	['"line": 2' => '"line": 3'], ['"core_minimal": true' =>
		'"core_minimal": false'], ["(a)\n" => "()\n"],
	["(a)\n" => "; No core was found.\n"]],
	[solve_smtlib => '{"status": "unsat", "output": "", "solve_time": 1}',
	"; unsat\n; No core was found.\n",
	['"solve_time"' => '"core": [], "solve_time"'],
	["; No core was found.\n" => ''], ["; No core was found.\n" => "()\n"]],
	[solve_model => '{"status": "sat", "values": {"x": 1}, "solutions":
		[{"x": 1}, {"x": 2}], "complete": true}',
	"sat\n    x\n1. 1\n2. 2\nThere are no other solutions.\n",
	['{"x": 2}' => '{}'], ['{"x": 2}' => '{"x": null}'],
	['"complete": true' => '"complete": false'], ["2. 2\n" => ''],
	['[{"x": 1}' => '[{"x": 3}']],
	[solve_model => '{"status": "sat", "values": {"x": 1}, "forced":
		{"x": {"forced": true}, "y": {"forced": false, "also": 2},
		"z": {"forced": null}}}',
	"sat\nx = 1\nForced, the same in every solution: x = 1\n" .
		"Not forced, also possible: y = 2\nNot decided whether forced: z\n",
	['"forced": true' => '"forced": null'], ['"also": 2' => '"also": null'],
	['"forced": null' => '"forced": false']],
	[solve_model => '{"status": "done", "sets": [{"set": "p", "status": "sat",
		"values": {"x": 1}}, {"set": "q", "status": "unsat"}],
		"values": {"y": null}}',
	"done\n1. p: sat\n   x = 1\n2. q: unsat\nThe same in all:\n" .
		"   y = not determined\n",
	['"x": 1' => '"x": null'], ['"unsat"' => '"unknown"'],
	['"y": null' => '"y": 0']],
);

for my $i (0 .. $#replies) {
	my ($tool, $structured, $text, @changes) = @{$replies[$i]};
	is(Agreement::objection($tool, $json->decode($structured), $text), '',
		"reply $i agrees");
	for (@changes) {
		my ($old, $new) = @$_;
		my ($other, $shown) = map { s/\Q$old\E/$new/r } $structured, $text;
		$other =~ s/\[\s*,/[/g;
		# Of text and structure one is changed.
		$shown = $text if $other ne $structured;
		die "$old is nowhere\n" if $other eq $structured &&
			$shown eq $text;
		isnt(Agreement::objection($tool, $json->decode($other), $shown),
			'', "reply $i, $new in place of $old" =~ s/\s+/ /gr);
	}
}
done_testing;
