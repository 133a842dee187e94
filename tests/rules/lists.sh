#!/usr/bin/env bash
# What a .def file lists, the files beside it, and the README agree.
# shellcheck source=tests/rules/tap.bash
. "$(dirname "$0")/tap.bash"

# differ "WHAT" LIST "WHAT" LIST: the names that are in one list only.
differ() {
	local only="$1 only" other="$3 only"
	LC_ALL=C comm -3 <(LC_ALL=C sort -u <<<"$2") <(LC_ALL=C sort -u <<<"$4") |
		awk -F'\t' -v only="$only" -v other="$other" '
			$1 != "" { print $1 " is in " only }
			$2 != "" { print $2 " is in " other }'
}

tools=$(names_in src/tools/call/tools.def TOOL)
prompts=$(names_in src/mcp/features/prompts.def PROMPT)
# A source that defines `void tool_NAME(struct call *`.
tool_sources=$(sources src/tools '*.c' |
	xargs -r grep -lE '^tool_[a-z_]+\(struct call \*' |
	sed 's/.*\///; s/\.c$//')
tool_schemas=$(sources schema/tools '*.json' | sed 's/.*\///; s/\.json$//')
prompt_texts=$(sources prompts '*.md' | sed 's/.*\///; s/\.md$//')
# shellcheck disable=SC2016 # a table's row: | `name` | ...
readme_tools=$(sed -n '/^## Tools/,/^## [^T]/s/^| *`\([a-z_]*\)`.*/\1/p' \
	README.md 2>/dev/null)
called=$(cat tests/talk/*.talk examples/*.talk 2>/dev/null |
	sed -n 's/^[>&] \([a-z_]*\).*/\1/p')

verdict 'there are tools and prompts' \
	"$([ -n "$tools" ] && [ -n "$prompts" ] || echo 'a list is empty')"
verdict 'tools.def lists the sources of src/tools' \
	"$(differ tools.def "$tools" src/tools "$tool_sources")"
verdict 'tools.def lists the schemas of schema/tools' \
	"$(differ tools.def "$tools" schema/tools "$tool_schemas")"
verdict 'prompts.def lists the texts of prompts' \
	"$(differ prompts.def "$prompts" prompts "$prompt_texts")"
verdict "the README's table lists the tools" \
	"$(differ tools.def "$tools" README.md "$readme_tools")"
verdict 'every tool is called in a conversation' \
	"$(differ tools.def "$tools" 'tools.def and talks' \
		"$(grep -xF "$tools" <<<"$called")")"
# Those with a name that is not also a plain word.
off=$(sed -nE 's/^TOOL\(([a-z]+_[a-z_]+), (JSON|PROTOCOL|MEMO),.*/\1/p' \
	src/tools/call/tools.def)
on=$(sed -nE 's/^TOOL\(([a-z_]+), (LITE|CORE|MANAGE),.*/schema\/tools\/\1.json/p' \
	src/tools/call/tools.def)
# shellcheck disable=SC2086 # a word per file
verdict 'nothing sends a client to a tool that is off by default' \
	"$([ -z "$off" ] || grep -rnwF "$off" prompts src/advice src/mcp/*/*.def \
		schema/arguments.json $on)"
verdict 'migrations.def lists the files of schema/migrations' \
	"$(differ migrations.def "$(names_in src/store/db/migrations.def \
		MIGRATION)" schema/migrations \
		"$(sources schema/migrations '*.sql' | sed 's/.*\///; s/\.sql$//')")"
verdict 'request_fields.def lists the arguments of solve_model' \
	"$(differ request_fields.def "$(sed -n \
		's/^REQUEST_TERMS(\([a-z_]*\),.*/\1/p
		s/^REQUEST_[A-Z]*([a-z]*, \([a-z_]*\),.*, [A-Z_]*).*/\1/p' \
		src/wire/request_fields.def | sort -u | grep -vx property)" schema \
		"$(perl -MJSON::PP -0777 -ne \
			'print "$_\n" for keys %{decode_json($_)->{inputSchema}{properties}}' \
			schema/tools/solve_model.json)")"
verdict 'a solve reads its arguments by request_fields.def' \
	"$(grep -n 'c->arguments' src/tools/solve/{solve_model,solve_reply}.c \
		src/tools/solve/{what_if,prove,core_items,verdict}.c |
		grep -vF 'others[i]')"
verdict 'protocol_engines.def lists the pages of engines' \
	"$(differ protocol_engines.def \
		"$(names_in src/tools/protocol/protocol_engines.def ENGINE)" \
		schema/knowledge/algorithms \
		"$(sources schema/knowledge/algorithms '*.json' |
			sed 's/.*\///; s/\.json$//')")"
verdict 'every schema carries the name of its file' \
	"$(for name in $tool_schemas; do
		grep -q "\"name\": *\"$name\"" "schema/tools/$name.json" ||
			echo "schema/tools/$name.json has another name"
	done)"

# What the lines of rules of advice begin with is what rules.c follows.
verdict 'the rules of advice have no other verbs than rules.c' \
	"$(LC_ALL=C comm -23 \
		<(sed -nE 's/^\t([a-z]+).*/\1/p' src/advice/*.rules \
			src/advice/slips/*.rules src/advice/z3/*.rules |
			LC_ALL=C sort -u) \
		<(grep -oE 'slice_is\(verb, "[a-z]+"|"example"' \
			src/advice/message/rules.c | grep -oE '"[a-z]+"' |
			tr -d '"' | LC_ALL=C sort -u))"
# The functions that rules of advice name, and those of C: {"name", function},
rules=$(cat src/advice/*.rules src/advice/*/*.rules)
verdict 'the functions that the rules of advice name are those of C' \
	"$(differ 'the rules' "$(sed -n 's/^\tdo \([^ ]*\).*/\1/p' <<< "$rules")" 'C' \
		"$(sources src/advice '*.c' | xargs -r sed -nE \
			'/_actions\[\] = /,/^\};/s/^\t\{"([a-z-]+)", [a-z_0-9]+\},/\1/p')")"
verdict 'what the rules of advice use they say' \
	"$(LC_ALL=C comm -23 \
		<(sed -n 's/^\tuse //p' <<< "$rules" | LC_ALL=C sort -u) \
		<(sed -n 's/^say //p' <<< "$rules" | LC_ALL=C sort -u))"
finish
