#!/bin/sh
# A launcher as bad as a test wishes: launcher.sh MANNERS COMMAND...
# GREETING is the line that is expected of the job.
behaviour=$1
shift
exec 3<&0
case $behaviour in
good) exec "$@" ;;
between)
	exec 2>/dev/null # where the shell says how the job died
	"$@"
	;;
remote)
	# the job is in a session of its own, as on another machine
	# shellcheck disable=SC2016 # for the other shell
	cat | setsid sh -c 'echo $$ >"$0"; exec "$@"' "$JOB_PID" "$@" | cat
	;;
late)
	sleep 0.3
	exec "$@"
	;;
never) exec sleep 600 ;;
absent) exit 3 ;;
faulty) exit 139 ;;
loses)
	"$@" <&3 &
	sleep 0.3
	kill -9 $!
	exit 9
	;;
killed)
	"$@" <&3 &
	sleep 0.3
	kill -9 $$
	;;
closes)
	echo "$GREETING"
	exec <&- 3<&- >&-
	sleep 600
	;;
stubborn)
	trap '' TERM
	"$@"
	sleep 600
	;;
chatty)
	echo 'Welcome to node7'
	exec "$@"
	;;
other)
	echo 'satchel-worker 9.9.9, libz3 4.8.12'
	sleep 600
	;;
endless)
	head -c 100000 /dev/zero | tr '\0' x
	sleep 600
	;;
garbled)
	echo "$GREETING"
	printf '\003\000\000\000?abc'
	sleep 600
	;;
zeros)
	echo "$GREETING"
	exec cat /dev/zero
	;;
esac
