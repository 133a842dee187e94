#!/usr/bin/env bash
# Completes an installed tree with all libraries but glibc's, their licences and
# ours, and packs it: release.sh TREE makes TREE.tar.gz, always the same.
set -eu
tree=$(realpath "$1")
here=$(dirname "$(realpath "$0")")
programs=("$tree/bin/satchel" "$tree"/libexec/satchel/*)
glibc='lib(c|m|dl|rt|pthread|resolv|util|anl)\.so|ld-linux'

strip "${programs[@]}"
mkdir -p "$tree/lib/satchel" "$tree/share/doc/satchel/licenses"
cp "$here"/../{LICENSE,README.md,CHANGELOG.md,SECURITY.md} "$tree/share/doc/satchel"
cp "$here/../LICENSE" "$tree"
# serve --http loads this one by itself.
http=$(ldconfig -p | awk '/libmicrohttpd\.so\.12 / { print $NF; exit }')
for library in "$http" $(ldd "${programs[@]}" "$http" | awk '$2 == "=>" { print $3 }' | sort -u |
	grep -vE "/($glibc)"); do
	cp -L "$library" "$tree/lib/satchel"
	package=$(dpkg -S "*/$(basename "$(realpath "$library")")" | head -1 | cut -d: -f1)
	cp "/usr/share/doc/$package/copyright" "$tree/share/doc/satchel/licenses/$package"
done
for program in "${programs[@]}"; do
	if env -i ldd "$program" | grep -vE "$tree|$glibc|linux-vdso"; then
		echo "${program##*/} would take these from the system" >&2
		exit 1
	fi
done
date=$(git -C "$here" log -1 --format=%ct)
tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$date" \
	-C "${tree%/*}" -c "${tree##*/}" | gzip -9n >"$tree.tar.gz"
