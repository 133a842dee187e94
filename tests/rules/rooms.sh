#!/usr/bin/env bash
# The house: a file includes its own room and lower rooms only, no circle
# stands between rooms or between the files of one, a base name is one file,
# and each foreign library is included by its own room.
# shellcheck source=tests/rules/tap.bash
. "$(dirname "$0")/tap.bash"

# From the ground up; rooms in one line do not see each other.
floors='base
json smt
language
model wire
store pool worker advice agent
tools
mcp
cli
main'
declare -A floor owner=(
	[json.h]=json [json-c/json.h]=json [json-c]=json
	[sqlite3.h]=store [z3.h]=worker [seccomp.h]=worker [curl/curl.h]=agent
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

homeless='' lost='' upwards='' loud='' foreign='' rooms='' modules=''
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

# Rooms whose file with the table also has what its rows need; of these only
# calls count, and links.sh looks at them.
mutual='cli|language'

# USER DEFINER for each file of a room that needs a name of another one there,
# called or in a table, as the objects have it.
needs() {
	sources src '*.c' | grep -vE "^src/($mutual)/[^/]*$" |
		sed -E "s,^src/(.*)\.c$,$B/obj/\1.o," | xargs nm -A |
		sed -E "s,^$B/obj/([^:]*)\.o:[0-9a-f ]*,\1 ," |
		awk '{ room = $1; sub("/[^/]*$", "", room) }
			$2 ~ /^[A-TVW]$/ { definer[room, $3] = $1 }
			$2 == "U" { users[room, $3] = users[room, $3] " " $1 }
			END { for (name in users) {
				count = split(users[name], user)
				for (i = 1; name in definer && i <= count; i++)
					print user[i], definer[name]
			} }'
}

twice=$(sources src '*.[ch]' | sed -E 's/\.[ch]$//' | sort -u |
	sed 's/.*\///' | sort | uniq -d)

verdict 'every folder has a floor' "$homeless"
verdict 'includes name room and file, and the file is there' "$lost"
verdict 'nothing includes a floor that is not below' "$upwards"
verdict 'no circle stands between rooms' "$(circles "$rooms")"
verdict 'no circle stands between the files of a room' "$(circles "$modules")"
verdict 'the files of a room do not need each other in a circle' \
	"$(circles "$(needs)")"
verdict 'a base name is one file' "$twice"
verdict 'lower floors do not log' "$loud"
verdict 'a foreign library is included by its room only' "$foreign"
finish
