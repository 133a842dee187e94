# Text and structured content of a reply say the same: each is complete on its
# own, and a client may show only one of them.
#
#	my $why = Agreement::objection($tool, $structured, $text);
#
# is '' or what one of them says and the other does not. What is shown of the
# structure by rules of its own (a table, a core of items) is looked for in the
# text; what is open (null) is "not determined" there, as often as here.
package Agreement;
use strict;
use warnings;
use JSON::PP ();

my $json = JSON::PP->new->canonical->allow_nonref;
my $open = 'not determined';
my %solves = map { $_ => 1 } qw(solve_model solve_smtlib prove get_solution);

sub is_bool { return JSON::PP::is_bool($_[0]) }

# --- values -------------------------------------------------------------------

sub is_table {
	my ($value) = @_;
	return ref $value eq 'HASH' && ($value->{entries} || $value->{table});
}

# Whether the text begins with the value, and after it something else.
sub begins_with {
	my ($text, $value) = @_;
	return 1 if $text =~ /^about .* \(exactly a number of \d+ characters\)/
		|| $text =~ /^.*?\.\.\. \(\d+ characters\)/s;
	# Of a float the text has the shortest number that is nearest to it.
	return $1 == $value->{value} if ref $value eq 'HASH' && $value->{exact} &&
		$text =~ /^(-?\d+(?:\.\d+)?e[-+]?\d+)/;
	my @shown = !defined $value ? $open :
		is_bool($value) ? ($value ? 'true' : 'false') :
		ref $value eq 'HASH' ? defined $value->{approx} ?
			"$value->{approx}..." :
			!defined $value->{value} && defined $value->{exact} ?
			$value->{exact} :
			return begins_with($text, $value->{value}) :
		ref $value ? return 1 : ("$value", $json->encode("$value"));
	# A double has more digits than Perl shows.
	return abs($1 - $value) <= 1e-12 * abs $value if defined $value &&
		"$value" =~ /^-?\d+(?:\.\d|e)/ && $text =~ /^(-?\d+(?:\.\d+)?(?:e[-+]?\d+)?)/;
	return scalar grep { $text =~ /^\Q$_\E(?=$|[\n;,)}]| |\z)/m } @shown;
}

# The leaves of a value without the arguments of its entries.
sub leaves {
	my ($value) = @_;
	return map { leaves($_) } @$value if ref $value eq 'ARRAY';
	return $value if !is_table($value);
	return ((map { leaves($_->{value}) } @{$value->{entries} // []}),
		leaves($value->{table} // []),
		exists $value->{else} ? leaves($value->{else}) : ());
}

# The same without what stands for all other arguments.
sub cells {
	my ($value) = @_;
	return map { cells($_) } @$value if ref $value eq 'ARRAY';
	return $value if !is_table($value);
	return ((map { cells($_->{value}) } @{$value->{entries} // []}),
		cells($value->{table} // []));
}

sub count_open { return scalar grep { !defined } @_ }

# What is wrong with the lines of a table.
sub objection_to_table {
	my ($block, $value) = @_;
	return '' if $block =~ /\.\.\. cut here/;
	my @leaves = leaves($value);
	my $said = () = $block =~ /\Q$open\E/g;
	my $nulls = count_open(@leaves);
	# Arrays within arrays are one table, without their `else`.
	return "$nulls parts are open, and the text says it $said times"
		if $said > $nulls || ($said == 0) != ($nulls == 0);
	my $else = $value->{else};
	return '`else` is another one' if exists $value->{else} &&
		!ref $else && !is_bool($else) && $block =~
		/\belse ([^\n]*)|^([^\n]*) for all arguments$/m &&
		($1 // '') !~ /^a long formula/ &&
		!begins_with($1 // $2, $else);
	return 'only the text has an `else`' if !exists $value->{else} &&
		$block =~ /\belse (?!a long formula)| for all arguments/;
	# In the order of the entries; a bit-vector is shown as its number.
	my $at = 0;
	for my $leaf (map { cells($_) } $value) {
		next if !defined $leaf || ref $leaf || is_bool($leaf) ||
			length $leaf > 30 || $leaf =~ /x!\d|^#/;
		pos($block) = $at;
		return "$leaf is not shown in its place" if
			$block !~ /(?<![\w.])\Q$leaf\E(?!\w)/g;
		$at = pos($block);
	}
	return '';
}

# What follows a name in the text, with the lines that go on: undef if the name
# is not there. Several values may stand on a line.
sub block_of {
	my ($text, $name, @names) = @_;
	my ($block) = $text =~ /(?:^(?:;\ |\ +)?(?:solution\ \d+:\ |[^\n]*?:\ )?|;\ )
		\Q$name\E(?:\([^\n]*?\.\.[^\n]*?\))?(?:\ =|\ (?=\(rows\ ))
		((?:[^\n]*)(?:\n(?:;\ )?\ \ [^\n]*)*)/mx or return;
	# Up to the next of the names on the line.
	my $next = join '|', map { quotemeta } @names;
	$block =~ s/\A([^\n]*?); (?:$next)(?:\([^\n]*?\.\.[^\n]*?\))? = [^\n]*/$1/
		if @names;
	return $block =~ s/^ //r;
}

# The Bools that a line names, by what they are; undef if there is none.
sub summary {
	my ($text) = @_;
	return $text !~ /^ *(?:[^\n]*: )?true:([^\n;]*) \(the other (\d+) Bools are false\)/m
		? undef : {others => $2, map { $_ => 1 } split /, | /, $1};
}

# What has a value on a line of its own.
sub names_in {
	my ($text) = @_;
	return map { s/\([^()]*\.\.[^()]*\)$//r } grep { !/^(?:minimize|maximize|soft|sort|solution|Not|Forced)\b/ }
		$text =~ /^(?:; | +)?([^\s(;|]\S*|\|[^|]*\||\((?:[^=\n]|=(?! ))*\)) = /mg;
}

sub objection_to_values {
	my ($text, $values, $may_lack) = @_;
	my $bools = summary($text);
	my @wrong;
	for my $name (sort keys %$values) {
		my $value = $values->{$name};
		my $block = block_of($text, $name, keys %$values);
		if (!defined $block) {
			next if $may_lack;
			# The open places of a table of data, shown in the table.
			if ($name =~ /^(.*)!open$/) {
				my $said = block_of($text, $1) //
					return "$1 is missing";
				return "$name: a part is open" if
					!count_open(leaves($value)) !=
					($said !~ /$open/);
				next;
			}
			return "$name is missing" if !is_bool($value) || !$bools ||
				!!$value != !!$bools->{$name};
			next;
		}
		my $why = $block =~ /\.\.\. cut here/ ? '' :
			is_table($value) ? objection_to_table($block, $value) :
			begins_with($block, $value) ? '' :
			'it is ' . $json->encode($value);
		push @wrong, "$name = $block: $why" if $why ne '';
	}
	return $wrong[0] if @wrong;
	my ($lost) = grep { !exists $values->{$_} &&
		!exists $values->{"$_!open"} } names_in($text);
	return defined $lost && !$may_lack ? "$lost is in the text only" : '';
}

# --- a solution in SMT-LIB ----------------------------------------------------

# The definitions of constants in the text, name to term.
sub definitions {
	my ($text) = @_;
	my %defined;
	while ($text =~ /^\(define-fun (\|[^|]*\||\S+) \(\) [^\n]*\n  (.*?)\)$(?=\n(?:\(|\)|;))/msg) {
		my ($name, $term) = ($1, $2);
		$defined{$name =~ s/^\|(.*)\|$/$1/sr} = $term;
	}
	return \%defined;
}

# A value of the structure as the text has it; undef where that has other words.
sub term_of {
	my ($value) = @_;
	return $value ? 'true' : 'false' if is_bool($value);
	return if ref $value || $value !~ /^-?\d+$|^#[bx][0-9a-f]+$/;
	return $value =~ /^-(.*)/ ? "(- $1)" : "$value";
}

sub objection_to_script {
	my ($text, $s) = @_;
	my $defined = definitions($text);
	for my $name (sort keys %{$s->{values} // {}}) {
		my $value = $s->{values}{$name};
		my ($comment) = $text =~ /^; \Q$name\E(?:\([^\n]*?\))? = (.*)$/m;
		return "parts of $name are open, and the text does not say so"
			if is_table($value) && count_open(leaves($value)) &&
			($comment // '') !~ /$open/;
		my $is_there = defined $comment || $text =~ /\Q$name\E/;
		return "$name is open, and the text does not say so"
			if !defined $value && (!defined $comment ||
				$comment ne $open || exists $defined->{$name});
		return "$name is missing" if !$is_there && !$s->{truncated};
		next if $text =~ /^; \Q$name\E = .*\n; +\.\.\. cut here/m;
		return "$name is not $comment" if defined $comment &&
			!is_table($value) && !begins_with($comment, $value);
		next if !defined $value || !exists $defined->{$name};
		my $term = term_of($value);
		return "$name is $value, and $defined->{$name} in the text"
			if defined $term && $defined->{$name} ne $term &&
			$defined->{$name} ne "\"$value\"" &&
			$defined->{$name} !~ /^(?:\Q$term\E|\Q@{[$term =~
				s{\)$}{}r]}\E\.0\)|\Q$term\E\.0)$/;
	}
	return '' if $s->{truncated} || $s->{status} ne 'sat';
	my ($lost) = grep { !exists $s->{values}{$_} && !/!/ }
		sort keys %$defined;
	return defined $lost ? "$lost is in the text only" : '';
}

# --- several solutions, objectives --------------------------------------------

sub objection_to_solutions {
	my ($text, $s) = @_;
	my $list = $s->{solutions} // return '';
	my @rows = $text =~ /^(\d+)\. (.*)$/mg;
	my @names = map { join "\n", sort keys %$_ } @$list;
	return 'solutions have other names' if grep { $_ ne $names[0] } @names;
	return 'an empty solution of several' if @$list && $names[0] eq '' &&
		(@$list > 1 || keys %{$s->{values} // {}} && !$s->{complete} &&
			$text !~ /differ/);
	my ($other) = grep { exists $s->{values}{$_} &&
		$json->encode($s->{values}{$_}) ne $json->encode($list->[0]{$_})
		&& ($text !~ /^solution 1:/m || !defined block_of(
			$text =~ s/^solution 1:.*//msr, $_)) }
		sort keys %{$list->[0] // {}};
	return "$other of the first solution is not the value" if defined $other;
	return 'complete, and the text says something else' if
		!!$s->{complete} != ($text =~ /^There are no other/m);
	return '' if @$list < 2 && $text !~ /^solution 1:/m;
	my $head = $text =~ /^    (\S.*)\n1\. /m ? $1 : undef;
	my $separator = $names[0] =~ /[ |]/ ? ' | ' : ' ';
	for my $i (0 .. $#$list) {
		my $n = $i + 1;
		my $one = $list->[$i];
		if (defined $head && $text =~ /^$n\. (.*)$/m) {
			my @cells = split /\Q$separator\E/, $1;
			my @keys = split /\Q$separator\E/, $head;
			return "row $n has another width" if @cells != @keys;
			for (0 .. $#keys) {
				return "$keys[$_] of row $n is $cells[$_]" if
					!begins_with($cells[$_], $one->{$keys[$_]});
			}
			next;
		}
		my ($own) = $text =~ /^solution $n: (.*?)(?=^solution |^There |\z)/ms;
		return "solution $n is not in the text" if !defined $own;
		my $why = objection_to_values($own, $one, 0);
		return "solution $n: $why" if $why ne '';
	}
	return '';
}

my %words = (pareto => qr/^on the Pareto front/, unbounded => qr/^unbounded/,
	internal_error => qr/^internal error/,
	not_attained => qr/^no best value: .* is not attained/,
	not_proved => qr/^not proved optimal/);

sub objection_to_objectives {
	my ($text, $s) = @_;
	my $list = $s->{objectives} // return '';
	my %seen;
	for my $o (@$list) {
		my $name = join ' ', $o->{kind}, grep { $_ ne '' } $o->{term};
		my @lines = $text =~ /^(?:; | +)?\Q$name\E = (.*)/mg;
		my $line = $lines[$seen{$name}++];
		return "$name is not in the text" if !defined $line;
		return "$name = $line, and its value is another" if
			!begins_with($line =~ s/, about .*//r, $o->{value});
		my ($why) = $line =~ / \(((?:optimal|[^()]*optimal|on the|unb|int|no b).*)\)$/;
		return "$name = $line: how good is it?" if !defined $why;
		return "$name = $line: $why" if $o->{optimal} ?
			$why !~ /^optimal/ : $why !~ $words{$o->{why_not}};
		return "$name has another bound" if !$o->{optimal} &&
			defined $o->{bound} && $o->{why_not} eq 'not_proved' &&
			$why !~ /none is better than \Q$o->{bound}\E(?:$|,)/;
	}
	return 'objective is not the first one\'s value' if
		exists $s->{objective} && @$list && $json->encode($s->{objective})
			ne $json->encode($list->[0]{value});
	return '';
}

# --- why there is none --------------------------------------------------------

sub objection_to_core {
	my ($text, $s, $is_script) = @_;
	my $core = $s->{core};
	my $says_none = $text =~ /^(?:; )?No core was found\.$/m;
	my $is_unsat = $s->{status} =~ /^(?:unsat|proved)$/;
	return 'a core of what is not unsat' if $core && !$is_unsat;
	return 'no core, and the text does not say so' if $is_unsat && !$core &&
		!$says_none && ($s->{vacuous} // 1) ne '' && exists $s->{solve_time};
	return $says_none || !exists $s->{core_minimal} ? '' : 'core_minimal'
		if !$core;
	return 'the text has no core' if $says_none;
	if (!$is_script) {
		my ($missing) = grep { $text !~ /\bitem $_->{index}\b/ } @$core;
		return $missing ? "item $missing->{index} of the core" : '';
	}
	my $labels = join ' ', (map { $_->{label} } grep {
		defined $_->{label} } @$core), @{$s->{core_assumptions} // []};
	return "no line ($labels)" if $text =~ tr/|// == 0 &&
		$text !~ /^\Q($labels)\E$/m;
	for (grep { !defined $_->{label} } @$core) {
		return "no line $_->{line}" if $text !~ /^; line $_->{line}:/m;
	}
	return @$core && !!$s->{core_minimal} != ($text =~ /^; minimal:/m) ?
		'core_minimal' : '';
}

sub objection_to_forced {
	my ($text, $s) = @_;
	my %heads = (1 => 'Forced, the same in every solution', 0 =>
		'Not forced, also possible', '' => 'Not decided whether forced');
	return '' if $text =~ /^All of this is forced/m &&
		!grep { !$_->{forced} } values %{$s->{forced}};
	for my $name (sort keys %{$s->{forced} // {}}) {
		my $one = $s->{forced}{$name};
		my $head = $heads{defined $one->{forced} ?
			$one->{forced} ? 1 : 0 : ''};
		my ($line) = $text =~ /^\Q$head\E: (.*(?:\n  .*)*)/m;
		return "$name is not \"$head\"" if !defined $line ||
			index($line, $name) < 0;
		my $block = block_of($line, $name, keys %{$s->{forced}});
		return "$name may also be $block" if defined $block &&
			exists $one->{also} && !is_table($one->{also}) &&
			!begins_with($block, $one->{also});
	}
	return '';
}

# --- replies ------------------------------------------------------------------

# Sets of assumptions, each with an answer, and what all of these share.
sub objection_to_sets {
	my ($text, $s) = @_;
	my $number = 0;
	# What comes before may have numbered steps.
	$text =~ s/\A.*?^Session [^\n]*\n//ms;
	for my $set (@{$s->{sets}}) {
		my $n = ++$number;
		my $next = $n + 1;
		my ($own) = $text =~ /^($n\. .*?)(?=^$next\. |^The same in all|\z)/ms;
		return "set $n is not in the text" if !defined $own;
		return "set $n is not $set->{status}" if
			$own !~ /^$n\. .*: \Q$set->{status}\E(?:$|:)/m;
		my $why = objection_to_objectives($own, $set) ||
			objection_to_values($own, $set->{values} // {}, 0);
		return "set $n: $why" if $why ne '';
		my ($missing) = grep { $own !~ /\bitem $_->{index}\b/ }
			@{$set->{core} // []};
		return "set $n lacks item $missing->{index}" if $missing;
	}
	my ($common) = $text =~ /^The same in all:\n(.*)/ms;
	return objection_to_values($common // '', $s->{values} // {}, 0);
}

sub objection_to_solve {
	my ($tool, $s, $text) = @_;
	my $is_script = $tool eq 'solve_smtlib';
	my $status = $s->{status};
	return "the text does not begin with $status" if defined $status &&
		$text !~ /\A(?:; )?\Q$status\E\b/;
	return 'satisfiable is not what the status says' if
		exists $s->{satisfiable} && ($json->encode($s->{satisfiable}) ne
			($status eq 'sat' ? 'true' : $status eq 'unsat' ?
				'false' : 'null'));
	return 'the text lacks `output`' if $is_script &&
		index($text, $s->{output}) < 0;
	return objection_to_sets($text, $s) if $s->{sets};
	my @list = @{$s->{solutions} // []};
	# A list of solutions begins with these values.
	my $may_lack = $s->{truncated} || @list > 1 || $s->{count};
	return objection_to_objectives($text, $s) ||
		($is_script ? objection_to_script($text, $s) :
			objection_to_values($text =~ s/^(?:solution \d+: .*?(?=^There )|
				(?:Forced,|Not\ forced,|Not\ decided\ whether)[^\n]*\n
				|\d+\.\ [^\n]*\n)//msgrx, $s->{values} // {},
				$may_lack)) ||
		objection_to_solutions($text, $s) ||
		(defined $status ? objection_to_core($text, $s, $is_script) : '') ||
		objection_to_forced($text, $s);
}

# Each line of it, after what marks a comment.
sub has_lines {
	my ($text, $message) = @_;
	return !grep { $text !~ /\Q$_\E/ } split /\n/, $message;
}

sub objection {
	my ($tool, $s, $text) = @_;
	return $json->encode($json->decode($text)) eq $json->encode($s) ? '' :
		'another JSON than the structure' if $tool =~ /^(?:solve|verify)$/;
	for (@{$s->{warnings} // []}) {
		return "a warning is missing: $_" if !has_lines($text, $_);
	}
	# What goes on from an earlier run says in its message what time has cost.
	return "the reason is missing: $s->{reason}{message}" if
		ref $s->{reason} eq 'HASH' &&
		!has_lines($text, $s->{reason}{message}) &&
		!has_lines($text, $s->{message} // $s->{reason}{message});
	return objection_to_solve($tool, $s, $text) if $solves{$tool};
	if ($tool eq 'job' && ref $s->{result} eq 'HASH') {
		my ($own) = $text =~ /^((?:sat|unsat|unknown|timeout|error|done)\b.*)/ms;
		return defined $own ? objection_to_solve('solve_model',
			$s->{result}, $own) : 'the text has no result';
	}
	if ($tool eq 'solve_json' && $s->{optimization}) {
		my ($own) = $text =~ /^(Optimisation: .*?)(?=^As SMT-LIB|\z)/ms;
		return !defined $own ? 'the text has no optimisation' :
			objection_to_objectives($own, $s->{optimization}) ||
			objection_to_values($own, $s->{optimization}{values} // {},
				0);
	}
	return '';
}

1;
