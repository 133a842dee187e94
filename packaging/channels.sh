#!/usr/bin/env bash
# Tries each package of build/packages where nothing is installed, as root, and
# writes TAP: channels.sh ROOTS PACKAGES VERSION. The systems are Debian 12 and
# 13 by debootstrap, kept in the folder ROOTS; each try gets a layer of its own
# over one of them. An image, if there is one, is run by podman with runc.
# shellcheck disable=SC2317 # functions are called by try
set -eu
roots=$(realpath -m "$1") packages=$(realpath "$2") version=$3
tree=satchel-$version-linux-$(uname -m)
number=0 failed=0

for release in bookworm trixie; do
	[ -e "$roots/$release/etc/debian_version" ] ||
		debootstrap --variant=minbase "$release" "$roots/$release" >/dev/null
done

# within RELEASE SCRIPT: runs the script in a new layer over the system, with
# the packages in /packages. What it leaves there may be the database only.
within() {
	# shellcheck disable=SC2016 # for the inner shell
	unshare --mount --pid --fork --kill-child bash -eu -c '
		mount -t tmpfs none /mnt
		mkdir /mnt/upper /mnt/work /mnt/root
		mount -t overlay none /mnt/root -o \
			"lowerdir=$1,upperdir=/mnt/upper,workdir=/mnt/work"
		mount --rbind /dev /mnt/root/dev
		mount -t proc proc /mnt/root/proc
		mkdir /mnt/root/packages
		mount --bind "$2" /mnt/root/packages
		cp /etc/resolv.conf /mnt/root/etc
		chroot /mnt/root bash -eu -c "$3"
		find /mnt/upper -name "*satchel*" -not -path "*/share/satchel/*" \
			-not -path "*/.npm/*" -not -path "*/.local/share/satchel" \
			-not -path "*/var/lib/dpkg/*" | sed "s/^/left behind: /" |
			tee /mnt/left
		[ ! -s /mnt/left ]' - "$roots/$1" "$packages" "$conversation
		tree=$tree version=$version
		$2"
}

# shellcheck disable=SC2016 # for the shell in there
conversation='
	export HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin
	export DEBIAN_FRONTEND=noninteractive
	converse() {
		"$@" doctor
		[ "$(echo "(declare-const x Int)(assert (= (* x x) 49))(check-sat)" |
			"$@" solve - | head -1)" = sat ]
		"$@" call open_session "{\"session\": \"pens\"}"
		"$@" call add_item "{\"session\": \"pens\", \"content\":
			\"(declare-const sixes Int)(assert (= (* 6 sixes) 20))\"}"
		"$@" call solve_model "{\"session\": \"pens\"}" | grep "^unsat"
		"$@" view pens -o /root/page.html && rm /root/page.html
	}'

# try NAME COMMAND...
try() {
	local name=$1

	shift
	number=$((number + 1))
	if "$@" >"$packages/try.log" 2>&1; then
		echo "ok $number - $name"
	else
		failed=1
		tail -40 "$packages/try.log" | sed 's/^/# /'
		echo "not ok $number - $name"
	fi
}

in_image() {
	podman --runtime runc run --rm --network none \
		--ulimit nofile=1024:1024 --ulimit nproc=1024:1024 -v satchel-channels:/data -i "$image" "$@"
}

try_image() {
	image=$(podman load -q -i "$packages/satchel-$version.oci.tar" |
		sed 's/.*: //')
	podman volume create satchel-channels >/dev/null
	in_image doctor &&
		in_image call open_session '{"session": "pens"}' &&
		in_image call add_item '{"session": "pens", "content":
			"(declare-const sixes Int)(assert (= (* 6 sixes) 20))"}' &&
		in_image call solve_model '{"session": "pens"}' | grep '^unsat'
	local rc=$?
	podman volume rm satchel-channels >/dev/null
	podman rmi "$image" >/dev/null
	return "$rc"
}

# shellcheck disable=SC2016 # for the shell in there
for release in bookworm trixie; do
	try "the tarball runs on a bare $release" within $release '
		tar -xzf "/packages/$tree.tar.gz" -C /opt
		converse "/opt/$tree/bin/satchel"
		"/opt/$tree/bin/satchel" agent --help >/dev/null
		timeout --preserve-status 2 "/opt/$tree/bin/satchel" serve --http 0 |
			grep "^Satchel serves MCP at"
		rm -r "/opt/$tree"'
	try "npx runs the npm package on $release" within $release '
		apt-get update -qq
		apt-get install -qq --no-install-recommends npm >/dev/null
		! command -v gcc
		converse npx --yes --package="/packages/satchel-mcp-$version.tgz" satchel-mcp'
done
# An older package is replaced by this one while its server runs: the server ends
# in peace, and all that it kept is exported as before.
# shellcheck disable=SC2016 # for the shell in there
upgrade='
	apt-get update -qq
	mkdir /tmp/old
	dpkg-deb -R "/packages/satchel_${version}_amd64.deb" /tmp/old
	sed -i "s/^Version: .*/Version: 0.0.1/" /tmp/old/DEBIAN/control
	dpkg-deb -b /tmp/old /tmp/old.deb
	rm -r /tmp/old
	apt-get install -qq --no-install-recommends /tmp/old.deb >/dev/null
	[ "$(dpkg-query -W -f "\${Version}" satchel)" = 0.0.1 ]
	converse satchel
	satchel call expect "{\"session\": \"pens\", \"name\": \"none\",
		\"status\": \"unsat\"}"
	satchel call configure "{\"session\": \"pens\",
		\"options\": {\"timeout_ms\": 4321}}"
	satchel export pens --format json >/root/before
	mkfifo /tmp/in
	satchel </tmp/in >/tmp/out &
	exec 9>/tmp/in
	line() { echo "$1" >&9; for i in $(seq 100); do
		[ "$(wc -l </tmp/out)" -lt "$2" ] || return 0; sleep .1; done; return 1; }
	line "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}" 1
	apt-get install -qq --no-install-recommends "/packages/satchel_${version}_amd64.deb" >/dev/null
	[ "$(dpkg-query -W -f "\${Version}" satchel)" = "$version" ]
	line "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"solve_model\",\"arguments\":{\"session\":\"pens\"}}}" 2
	tail -1 /tmp/out
	tail -1 /tmp/out | grep -q unsat
	exec 9>&-
	wait %1
	satchel export pens --format json >/root/after
	diff /root/before /root/after
	satchel check pens
	satchel call configure "{\"session\": \"pens\"}" | grep 4321
	rm /root/before /root/after
	apt-get purge -qq satchel'
if [ -e "$packages/satchel_${version}_amd64.deb" ]; then
	# shellcheck disable=SC2016
	try 'the Debian package installs and is removed on bookworm' within bookworm '
		apt-get update -qq
		apt-get install -qq --no-install-recommends "/packages/satchel_${version}_amd64.deb" >/dev/null
		converse satchel
		apt-get purge -qq satchel'
	try 'the package is upgraded under a running server' within bookworm "$upgrade"
	# shellcheck disable=SC2016
	try 'the package refuses to install on trixie' within trixie '
		apt-get update -qq
		! apt-get install -qq "/packages/satchel_${version}_amd64.deb"'
fi
[ ! -e "$packages/satchel-$version.oci.tar" ] ||
	try "podman runs the image with a volume" try_image
echo "1..$number"
exit $failed
