#!/usr/bin/env bash
# satchel fzn speaks as MiniZinc expects a solver to: solutions, how they end,
# and what its options do.
# shellcheck source=tests/rules/tap.bash
. "$(dirname "$0")/../rules/tap.bash"

text=$(mktemp) && trap 'rm -f "$text"' EXIT

# says WHAT EXPECTED ARGUMENT...: standard output for the text on stdin.
says() {
	local what=$1 expected=$2 said
	shift 2
	cat >"$text"
	said=$("$B/satchel" --log-level error fzn "$@" "$text" 2>/dev/null)
	verdict "$what" "$(diff <(echo "$expected") <(echo "$said"))"
}

says 'one solution does not say that it is all' 'x = 3;
----------' <<'END'
var 3..9: x :: output_var;
constraint int_le(x, 3);
solve satisfy;
END

says 'every form of output is FlatZinc' 'i = -7;
b = true;
f = 0.25;
w = -2.0;
s = {2,3};
e = {};
a = array2d(1..2,0..1,[-7,5,6,-7]);
l = array1d(1..2,[{2,3},{1,4}]);
n = array1d(1..0,[]);
g = array1d(1..2,[0.25,1.5]);
----------
==========' -a <<'END'
var -9..9: i :: output_var;
var bool: b :: output_var;
var float: f :: output_var;
var -2.0..-2.0: w :: output_var;
var set of 1..4: s :: output_var;
var set of 5..6: e :: output_var;
array [1..4] of var int: a :: output_array([1..2, 0..1]) = [i, 5, 6, i];
array [1..2] of var set of int: l :: output_array([1..2]) = [s, {4,1}];
array [1..0] of var int: n :: output_array([1..0]) = [];
array [1..2] of var float: g :: output_array([1..2]) = [f, 1.5];
constraint int_eq(i, -7);
constraint bool_eq(b, true);
constraint float_lin_eq([4.0], [f], 1.0);
constraint set_eq(s, 2..3);
constraint set_card(e, 0);
solve satisfy;
END

says 'all solutions end with a line that says so' 'x = 1;
----------
x = 2;
----------
==========' -a <<'END'
var 1..2: x :: output_var;
var 0..5: not_shown;
solve :: int_search([x], input_order, indomain_min, complete) satisfy;
END

printf '%s\n' 'var 1..4: x :: output_var;' 'solve satisfy;' >"$text"
said=$("$B/satchel" --log-level error fzn -n 2 "$text")
verdict 'so many solutions as are asked for' \
	"$([ "$(sort -u <<<"$said" | wc -l)" = 3 ] || echo "$said")"

says 'what contradicts itself' '=====UNSATISFIABLE=====' <<'END'
var 1..2: x :: output_var;
constraint int_gt(x, 2);
solve satisfy;
END

says 'the best, and that it is the best' 'x = 9;
----------
==========' <<'END'
var 1..9: x :: output_var;
solve maximize x;
END

says 'no best' '=====UNBOUNDED=====' <<'END'
var int: x :: output_var;
solve minimize x;
END

printf '%s\n' 'var 0.0..9.0: x :: output_var;' \
	'constraint float_lin_le([3.0],[x],7.0);' 'solve maximize x;' >"$text"
said=$("$B/satchel" --log-level error fzn -s "$text")
verdict 'the best value of a float is a statistic' "$(
	for name in objective objectiveBound; do
		grep -q "^%%%mzn-stat: $name=2.33333333333333$" <<<"$said" ||
			echo "no $name in: $said"
	done)"

says 'no output is one solution' '----------
==========' -a <<'END'
var 1..9: x;
solve satisfy;
END

says 'a model of which the compiler leaves nothing' '----------
==========' <<'END'
solve  satisfy;
END

says 'a text that is no FlatZinc' '=====ERROR=====' <<'END'
var 1..9: x;
constraint x > 3;
solve satisfy;
END

says 'a function that Z3 has not' '=====ERROR=====' <<'END'
var 0.0..9.0: x; var 0.0..9.0: y;
constraint float_exp(x, y);
solve satisfy;
END

# A knapsack that takes longer than it is given.
{
	for i in $(seq 1 60); do echo "var 0..1: x$i;"; done
	echo 'var 0..100000: z :: output_var;'
	weights=$(seq 1 60 | awk '{ printf "%s%d", s, 1000 + $1 * 7919 % 997; s = "," }')
	names=$(seq 1 60 | awk '{ printf "%sx%d", s, $1; s = "," }')
	echo "constraint int_lin_le([$weights],[$names],31111);"
	echo "constraint int_lin_eq([$(seq 1 60 | awk '{ printf "%d,", 1000 + $1 * 104729 % 991 }')-1],[$names,z],0);"
	echo 'solve maximize z;'
} >"$text"
# A busy machine may need more than that for the first solution.
for ms in 1500 6000 24000; do
	said=$("$B/satchel" --log-level error fzn -t $ms -i -s -p 1 \
		"$text" 2>/dev/null)
	[[ $said != *'z = '* ]] || break
done
verdict 'better solutions are printed as they come, and time ends it' "$(
	values=$(sed -n 's/^z = \(.*\);/\1/p' <<<"$said")
	[ -n "$values" ] || echo "none in: $said"
	sort -n -c <<<"$values" 2>&1
	grep -q '^%%%mzn-stat: nSolutions=[1-9]' <<<"$said" ||
		echo "no statistics in: $said"
	grep -q "^%%%mzn-stat: objective=$(tail -n 1 <<<"$values")$" \
		<<<"$said" || echo "another objective in: $said"
	[ "$(grep -c '^----------$' <<<"$said")" = "$(wc -l <<<"$values")" ] ||
		echo 'a separator after each')"
verdict 'its options are refused elsewhere' "$(
	"$B/satchel" solve -a "$text" 2>&1 | grep -q 'satchel fzn' || echo 'not')"
finish
