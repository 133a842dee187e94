#!/usr/bin/env bash
# make demo and make test of what is committed, in a Debian 13 with nothing but
# git, make and a compiler, as root: trixie.sh ROOT [PART OF A TEST'S NAME]
set -eu
root=$(realpath -m "$1")
top=$(dirname "$(dirname "$(realpath "$0")")")

[ -e "$root/etc/debian_version" ] || debootstrap --variant=minbase \
	--include=git,make,gcc,libc6-dev trixie "$root"
rm -rf "$root/src/satchel"
git clone -q "$top" "$root/src/satchel"
cp /etc/resolv.conf "$root/etc"
# All that it starts and mounts ends with it.
# shellcheck disable=SC2016 # for the inner shell
exec unshare --mount --pid --fork --kill-child sh -c '
	mount --rbind /dev "$0/dev"
	mount -t proc proc "$0/proc"
	exec chroot "$0" sh -c "cd /src/satchel && make demo >/dev/null &&
		make test T=$1"' "$root" "${2-}"
