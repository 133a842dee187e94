#!/usr/bin/env bash
# A file includes its own folder and lower floors only; folders on one floor do
# not see each other; each foreign library is included by one folder.
# shellcheck source=tests/rules/tap.bash
. "$(dirname "$0")/tap.bash"

declare -A floor=(
	[base]=0 [json]=1 [smt]=1 [model]=2 [wire]=2
	[store]=3 [pool]=3 [solver]=3 [advice]=3
	[tools]=4 [mcp]=5 [cli]=6 [main]=7
)
declare -A owner=(
	[json.h]=json [json-c/json.h]=json [json-c]=json
	[sqlite3.h]=store [z3.h]=solver [seccomp.h]=solver
)

# "src/pool/job.c" is of pool, "src/main.c" of main.
folder_of() {
	local path=${1#src/}
	case $path in
	*/*) echo "${path%%/*}" ;;
	*) echo main ;;
	esac
}

# FILE NAME of every include of a kind of quote.
includes() {
	sources src '*.[ch]' | xargs -r grep -HoE \
		"^[[:space:]]*#[[:space:]]*include[[:space:]]*$1" |
		sed -E 's/^([^:]*):.*[<"]([^>"]*)[>"]$/\1 \2/'
}

homeless='' lost='' upwards='' aside='' loud='' foreign=''
for path in src/*; do
	[ -d "$path" ] || continue
	[ -n "${floor[${path#src/}]-}" ] || homeless+="$path has no floor"$'\n'
done

while read -r file name; do
	from=$(folder_of "$file")
	to=$(folder_of "src/$name")
	if ! [ -f "src/$name" ] || [ "$to" = main ]; then
		lost+="$file includes \"$name\": write \"folder/file.h\""$'\n'
		continue
	fi
	if [ "$from" != "$to" ] && [ "${floor[$to]-9}" -gt "${floor[$from]-0}" ]; then
		upwards+="$file includes $name"$'\n'
	elif [ "$from" != "$to" ] && [ "${floor[$to]-9}" -eq "${floor[$from]-0}" ]; then
		aside+="$file includes $name"$'\n'
	fi
	if [ "$name" = base/log.h ] && [ "$from" != base ] &&
		[ "${floor[$from]-9}" -lt 4 ] && [ "$file" != src/solver/main.c ]; then
		loud+="$file includes $name"$'\n'
	fi
done < <(includes '"[^"]*"')

while read -r file name; do
	case $name in json-c/*) key=json-c ;; z3*) key=z3.h ;; *) key=$name ;; esac
	its=${owner[$key]-}
	if [ -n "$its" ] && [ "$its" != "$(folder_of "$file")" ]; then
		foreign+="$file includes <$name>, which only $its/ may"$'\n'
	fi
done < <(includes '<[^>]*>')

circles=$(includes '"[^"]*"' | grep '\.h ' | sed 's/^src\///' |
	tsort 2>&1 >/dev/null | sed 's/^tsort: *//')

verdict 'every folder has a floor' "$homeless"
verdict 'includes name folder and file, and the file is there' "$lost"
verdict 'nothing includes a higher floor' "$upwards"
verdict 'folders on one floor do not see each other' "$aside"
verdict 'headers include each other without circles' "$circles"
verdict 'lower floors do not log' "$loud"
verdict 'a foreign library is included by its folder only' "$foreign"
finish
