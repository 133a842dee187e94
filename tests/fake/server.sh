#!/usr/bin/env bash
# An MCP server that misbehaves on request, to see that replay sees it. The
# tool's name says how; `good` is how it should be.

result='{"content":[{"type":"text","text":"fine"}],"structuredContent":{"n":1}}'
schema='{"type":"object","properties":{"n":{"type":"integer"}},"additionalProperties":false}'

tools=
for name in good refuses two extra bare mixed noise controls path asks late; do
	tools+="{\"name\":\"$name\",\"inputSchema\":{\"type\":\"object\"},\"outputSchema\":$schema},"
done

say() {
	printf '{"jsonrpc":"2.0",%s}\n' "$1"
}

call() {
	case $2 in
	good) say "\"id\":$1,\"result\":$result" ;;
	refuses) say "\"id\":$1,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"no, not so\"}],\"isError\":true}" ;;
	two) say "\"id\":$1,\"result\":$result" && say "\"id\":$1,\"result\":$result" ;;
	doubled) say "\"id\":$1,\"id\":$1,\"result\":$result" ;;
	extra) say "\"id\":$1,\"result\":${result/\"n\"/\"m\"}" ;;
	bare) say "\"id\":$1,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"x\"}]}" ;;
	mixed) say "\"id\":$1,\"result\":${result/%\}/,\"isError\":true\}}" ;;
	noise) echo hello && say "\"id\":$1,\"result\":$result" ;;
	controls) say "\"id\":$1,	\"result\":$result" ;;
	path) say "\"id\":$1,\"result\":${result/fine/$HOME}" ;;
	asks) say '"id":1,"method":"ping"' && say "\"id\":$1,\"result\":$result" ;;
	late) sleep 0.1 && say "\"id\":$1,\"result\":$result" ;;
	stray) say '"id":1,"result":{}' && say "\"id\":$1,\"result\":$result" ;;
	dies) exit 7 ;;
	leaves) sleep 100 >/dev/null & say "\"id\":$1,\"result\":$result" ;;
	esac
}

while IFS= read -r line; do
	[[ $line =~ \"id\":([0-9]+) ]] && id=${BASH_REMATCH[1]}
	case $line in
	*'"initialize"'*) say "\"id\":$id,\"result\":{}" ;;
	*'"tools/list"'*) say "\"id\":$id,\"result\":{\"tools\":[${tools%,}]}" ;;
	*'"tools/call"'*)
		[[ $line =~ \"name\":\"([a-z]+)\" ]] && call "$id" "${BASH_REMATCH[1]}"
		;;
	esac
done
