#!/usr/bin/env bash
# The house: a file includes its own room and lower rooms only, no circle
# stands between rooms or between the files of one, in their includes or in
# what their objects need, a base name is one file, and each foreign library is included by its own room.
# shellcheck source=tests/rules/tap.bash
. "$(dirname "$0")/tap.bash"

# From the ground up; rooms in one line do not see each other.
floors='base
json smt
model wire
language
store pool worker advice agent
tools
mcp
cli
main'
declare -A floor owner=(
	[json.h]=json [json-c/json.h]=json [json-c]=json
	[sqlite3.h]=store [z3.h]=worker [seccomp.h]=worker [curl/curl.h]=agent [microhttpd.h]=mcp
)
while read -r line; do
	n=$((${n-0} + 1))
	for room in $line; do floor[$room]=$n; done
done <<<"$floors"

# "src/worker/read/x.c" is in room worker/read, on the floor of worker.
room_of() {
	local path=${1#src/}
	case $path in
	*/*) echo "${path%/*}" ;;
	*) echo main ;;
	esac
}

# FILE NAME of every include of a kind of quote.
includes() {
	sources src '*.[ch]' | xargs -r grep -HoE \
		"^[[:space:]]*#[[:space:]]*include[[:space:]]*$1" |
		sed -E 's/^([^:]*):.*[<"]([^>"]*)[>"]$/\1 \2/'
}

homeless='' lost='' upwards='' loud='' foreign='' readers='' rooms='' modules=''
for path in src/*; do
	[ -d "$path" ] || continue
	[ -n "${floor[${path#src/}]-}" ] || homeless+="$path has no floor"$'\n'
done

while read -r file name; do
	from=$(room_of "$file")
	to=$(room_of "src/$name")
	if ! [ -f "src/$name" ] || [ "$to" = main ]; then
		lost+="$file includes \"$name\": write \"room/file.h\""$'\n'
		continue
	fi
	its=${from%%/*} other=${to%%/*}
	if [ "$its" != "$other" ] &&
		[ "${floor[$other]-9}" -ge "${floor[$its]-0}" ]; then
		upwards+="$file includes $name"$'\n'
	fi
	if [ "$other" = language ] && [ "$its" != language ] &&
		[ "$its" != worker ]; then
		readers+="$file includes $name"$'\n'
	fi
	if [ "$name" = base/log.h ] && [ "$its" != base ] &&
		[ "${floor[$its]-9}" -lt "${floor[tools]}" ] &&
		[ "$file" != src/worker/process/worker_main.c ]; then
		loud+="$file includes $name"$'\n'
	fi
	[ "$from" = "$to" ] || rooms+="$from $to"$'\n'
	one=${file#src/} one=${one%.?} two=${name%.*}
	[ "$from" != "$to" ] || [ "$one" = "$two" ] || modules+="$one $two"$'\n'
done < <(includes '"[^"]*"')

while read -r file name; do
	case $name in json-c/*) key=json-c ;; z3*) key=z3.h ;; *) key=$name ;; esac
	its=$(room_of "$file")
	if [ -n "${owner[$key]-}" ] && [ "${owner[$key]}" != "${its%%/*}" ]; then
		foreign+="$file includes <$name>, which only ${owner[$key]}/ may"$'\n'
	fi
done < <(includes '<[^>]*>')

circles() { tsort 2>&1 >/dev/null <<<"$1" | sed 's/^tsort: *//'; }

# The objects of all programs; without libcurl there is no agent.
objects=$(sources src '*.c' | sed -E "s,^src/(.*)\.c$,$B/obj/\1.o," |
	while read -r object; do [ ! -f "$object" ] || echo "$object"; done)
# A file that includes the rows of a .def names in its table what a row needs;
# that is the table's, and not the file's.
# shellcheck disable=SC2046 # a word per file
tables=$(grep -lE '^[[:space:]]*#include "[^"]*\.def"' \
	$(sources src '*.c') | sed -E "s,^src/(.*)\.c$,$B/obj/\1.o,")

# USER DEFINER for each file of a room that names a function or datum of another
# one there, in its code or in its data.
needs() {
	{
		# shellcheck disable=SC2086 # a word per file
		printf 'TABLE %s\n' $tables
		xargs -r nm -g --defined-only -A <<<"$objects"
		xargs -r readelf -rW <<<"$objects"
	} | awk '
		function room(file) { sub(/[^\/]*$/, "", file); return file }
		/^TABLE / { has_table[$2]; next }
		/^[^ ]*\.o:/ { sub(/:.*/, "", $1); definers[$3] = definers[$3] " " $1 }
		/^File: / { file = $2 }
		/^Relocation section/ {
			of_code = $3 ~ /rela?\.text/
			counts = of_code || ($3 ~ /rela?\.(data|rodata)/ &&
				!(file in has_table))
		}
		counts && $3 ~ /^R_/ { named[file " " $5] }
		END { for (name in named) {
			split(name, part, " ")
			count = split(definers[part[2]], definer, " ")
			for (i = 1; i <= count; i++)
				if (definer[i] != part[1] &&
					room(definer[i]) == room(part[1]))
					print part[1], definer[i]
		} }'
}
needed=$(needs)
unseen=''
for room in tools worker agent; do
	[ "$room" != agent ] || [ -x "$B/satchel-agent" ] || continue
	grep -q "/obj/$room/" <<<"$needed" ||
		unseen+="none in $room: is this another machine?"$'\n'
done

twice=$(sources src '*.[ch]' | sed -E 's/\.[ch]$//' | sort -u |
	sed 's/.*\///' | sort | uniq -d)

verdict 'every folder has a floor' "$homeless"
verdict 'includes name room and file, and the file is there' "$lost"
verdict 'nothing includes a floor that is not below' "$upwards"
verdict 'no circle stands between rooms' "$(circles "$rooms")"
verdict 'no circle stands between the files of a room' "$(circles "$modules")"
verdict 'what the files of a room need of each other is seen' "$unseen"
verdict 'the files of a room do not need each other in a circle' \
	"$(circles "$needed")"
verdict 'a base name is one file' "$twice"
verdict 'the worker alone reads other languages' "$readers"
verdict 'lower floors do not log' "$loud"
verdict 'a foreign library is included by its room only' "$foreign"
finish
