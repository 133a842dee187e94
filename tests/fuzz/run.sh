#!/usr/bin/env bash
# run.sh BUILD SECONDS SEED TARGET...  libFuzzer on each of them, in turn
# run.sh --probe                       is there a clang with libFuzzer?
#
# What a target does not survive is shown and left in BUILD/TARGET-*.
set -o pipefail

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

probe()
{
	echo '#include <stddef.h>
		int LLVMFuzzerTestOneInput(const char *, size_t);
		int LLVMFuzzerTestOneInput(const char *data, size_t size)
		{ return data == NULL && size > 0; }' |
		clang -fsanitize=fuzzer,address -x c - -o "$work/probe" \
			2>/dev/null
}

# Where addresses are very random ASan of clang 14 does not always start; where
# ptrace is forbidden leaks cannot be looked for.
adapt()
{
	setarch -R true 2>/dev/null && under=(setarch -R)
	probe || return
	"${under[@]}" "$work/probe" -runs=1 >/dev/null 2>&1 ||
		export ASAN_OPTIONS=detect_leaks=0
}

fuzz()
{
	local target=$1 found=$build/corpus/$1
	mkdir -p "$found"
	printf '%-7s' "$target"
	if "${under[@]}" "$build/tests/fuzz/$target" \
		-max_total_time="$seconds" -seed="$seed" -timeout=25 \
		-rss_limit_mb=2048 -max_len=4096 -print_final_stats=1 \
		-artifact_prefix="$build/$target-" \
		"$found" "tests/fuzz/corpus/$target" >"$work/said" 2>&1; then
		sed -n 's/^stat::number_of_executed_units: */ok, inputs: /p' \
			"$work/said"
		return
	fi
	echo 'NOT OK'
	tail -n 60 "$work/said"
	return 1
}

if [ "$1" = --probe ]; then
	probe
	exit
fi
build=$1 seconds=$2 seed=$3
shift 3
under=()
adapt
code=0
for target in "$@"; do
	fuzz "$target" || {
		code=1
		echo "Again: make fuzz F=$target SECONDS=$seconds SEED=$seed"
	}
done
exit "$code"
